// The commands of the page, which a person gives by buttons, keys and sheets.

import type { BoardTurning } from "../core/game-record.ts";
import type { FirstBoard } from "./first-board.ts";
import type { WarnedEvent } from "./game-events.ts";
import { gameOf } from "./game-options.ts";
import type { Choices } from "./game-options.ts";
import type { Model } from "./play-model.ts";
import type { Sheets } from "./sheets.ts";
import { isPaused, isPersonsTurn, undoTarget } from "./state.ts";

export type ViewCommands = Record<"resetBoard" | "enterStart" | "leaveStart", () => void>;

export function createCommands(
  model: Model,
  { board }: FirstBoard,
  sheets: Sheets,
  view: () => ViewCommands,
) {
  const { rating, caution, games, refereeing } = model;
  const { store, storage, controller } = model.page;
  /** True until the stored game is on the board. */
  let isResuming = true;

  /** Makes a command do nothing until the rules are loaded. */
  const whenReady =
    <Args extends unknown[]>(act: (...args: Args) => unknown) =>
    (...args: Args): void => {
      if (store.get().ready) void act(...args);
    };

  /** Undoes a move, after a confirmation if the settings require one. */
  function undo() {
    const { settings, game } = store.get();
    const needsConfirmation = settings.insist && game.mode === "engine";
    if (needsConfirmation && undoTarget(store.get()) !== null)
      void sheets.confirmUndo((sheet) => sheet.ask());
    else controller.undo();
  }

  /** Plays the move that was warned of, or puts the piece back. */
  function decide({ from, to }: WarnedEvent, plays: boolean) {
    if (plays) controller.move(from, to, { knowingly: true });
    else view().resetBoard();
  }

  /**
   * Starts the game of the new-game sheet and stores the choices. If `startFen` is undefined, continues the game on the
   * board with the chosen players. Returns the error messages if the choices are invalid; empty on success.
   */
  function start(choices: Choices, startFen?: string | null): string[] {
    const { mode, fits, level, turning, side, ...rest } = gameOf(choices, startFen);
    const players = { mode, fits, level, turning, side };
    const open = () => games.begin(startFen === undefined ? players : { ...players, ...rest });
    const focusBoard = () => queueMicrotask(() => board.focus()); // the sheet has closed by then
    if (fits && !rest.startFen && startFen !== undefined) {
      model.remember(choices);
      // The question about experience is asked before the first move, which may be the engine's.
      void rating.askFirst(() => {
        open();
        focusBoard();
      });
      return [];
    }
    const faults = open();
    if (faults.length > 0) return faults;
    model.remember(choices);
    focusBoard();
    return [];
  }

  /** Leaves the start screen for the game on the board. */
  function leaveStart() {
    if (!store.get().start || isResuming) return;
    store.update((state) => ({ ...state, start: false }));
    const { game, position } = store.get();
    storage.saveGame(game, position.placement, position);
    view().leaveStart();
  }

  /** Opens the new-game sheet. `fen` is the start position. */
  const newGame = whenReady((fen?: string) =>
    sheets.newGame((sheet) => sheet.open(store.get(), model.choices, fen)),
  );

  return {
    newGame,
    start,
    decide,
    leaveStart,
    endResuming() {
      isResuming = false;
    },
    /**
     * Asks before a move that loses by repetition. If the question cannot be shown, or the game has gone on, the move
     * is not played.
     */
    async warn(warned: WarnedEvent) {
      const { game } = store.get();
      let isAsked = false;
      await sheets.warning((sheet) => {
        if (store.get().game !== game) return;
        sheet.ask(warned, game.ply, game.ruleset);
        isAsked = true;
      });
      if (!isAsked) decide(warned, false);
    },

    new: () => newGame(),
    open: whenReady(() => sheets.open((sheet) => sheet.show())),
    analyse: whenReady(games.analyse),
    setup: whenReady((fen: string = "") => sheets.editor((editor) => editor.show(fen))),
    export: whenReady(() => sheets.export((sheet) => sheet.show())),
    undo: () => {
      if (!caution.takeBack()) undo();
    },
    redo: () => controller.redo(),
    flip: () => controller.flip(),
    moveNow: () => controller.moveNow(),
    retry: () => controller.retry(),
    look: () => store.update((state) => ({ ...state, resultSeen: true })),
    help: () => void sheets.help((help) => help.show()),
    type: whenReady(() => sheets.typing((field) => field.show())),
    play: () =>
      void rating.askFirst(() =>
        games.begin(gameOf({ ...model.choices, mode: "engine", fit: true })),
      ),
    local: whenReady(() => sheets.seating((sheet) => sheet.ask(model.choices.turning))),
    sit: (turning: BoardTurning) => void start({ ...model.choices, mode: "local", turning }, null),
    hint: whenReady(() => isPersonsTurn(store.get()) && sheets.hint((hint) => hint())),
    pause: () => {
      if (isPaused(store.get())) controller.goOn();
      else controller.pause();
    },
    more: whenReady(() => sheets.menu((menu) => menu.show(store.get()))),
    draw: games.offerDraw,
    resign: () => controller.resign(),
    restart: () => controller.restart(store.get().game.fits ? rating.opponent() : {}),
    playOn: () => controller.playOn(),
    exit: () => {
      store.update((state) => ({ ...state, start: true }));
      view().enterStart();
    },
    continue: leaveStart,
    referee: refereeing.show,
    again: () => games.again(),
    atLevel: (level: number) => {
      model.remember({ ...model.choices, fit: false, level });
      games.again(level);
    },
    board: () => board.focus(),
    progress: () => void rating.showSheet(),
    novice: rating.help,
    pictures: model.togglePictures,
  };
}

export type Commands = ReturnType<typeof createCommands>;
