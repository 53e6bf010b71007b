// The view of the page: renders the board and the panels around it from the state.

import { memoizeAsync } from "../core/memoize.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { lazily } from "../shell/lazily.ts";
import { byId } from "../ui/dom.ts";
import { createEvaluationBar } from "../ui/evaluation-bar.ts";
import { createFlash } from "../ui/notice.ts";
import { arrowsOf } from "./board-marks.ts";
import { withCautionedMove } from "./caution.ts";
import type { FirstBoard } from "./first-board.ts";
import type { MoveEvent } from "./game-events.ts";
import { createCaptureNote } from "./panels/capture-note.ts";
import { createControls } from "./panels/controls.ts";
import { createMoves } from "./panels/moves.ts";
import { createPlayers } from "./panels/players.ts";
import { createStart } from "./panels/start.ts";
import type { Commands } from "./play-commands.ts";
import type { Model } from "./play-model.ts";
import { bottomSide, isOver, isPaused } from "./state.ts";
import type { State } from "./state.ts";

/** The ply from which on the result card is fetched in advance. By then the engine has made its first move. */
const FETCH_PLY = 3;

export function createView(
  model: Model,
  { board, theme, boardState: firstBoardState }: FirstBoard,
  commands: Commands,
) {
  const { page } = model;
  const { store, i18n, t, announce, controller } = page;
  const flash = createFlash(byId("flash"));
  const noteCapture = createCaptureNote(byId("captures"), i18n);
  const gridWords = createGridWords(i18n, announce, ["grid.help", "grid.help.type"]);
  const repetitionDiagram = lazily(page, () => import("./panels/result-cycle.ts"));
  const pauseVeil = lazily(page, async () => {
    const part = await import("./panels/pause-veil.ts");
    return part.createPauseVeil(page, commands.board);
  });
  const loadResult = memoizeAsync(async () => {
    const part = await import("./panels/result.ts");
    return part.createResult(byId("result"), i18n, commands, repetitionDiagram, board);
  });
  const result = lazily(page, loadResult);
  let isResultRequested = false;
  const balance = byId("balance");
  const evaluationBar = createEvaluationBar(balance, i18n);
  const startScreen = createStart(i18n, commands, () => model.choices);
  const panels = [
    startScreen,
    createPlayers(byId("player-top"), byId("player-bottom"), i18n, commands),
    createMoves(byId("moves"), i18n),
    createControls(byId("controls"), i18n, commands),
  ];
  /** The values from which the board was drawn last. The board is drawn again only when one of them changes. */
  let shown: unknown[] = [];

  /** Fetches and updates the result card, then calls `then`. */
  function whenResultIsThere(then = () => {}) {
    void result((card) => {
      card.update(store.get());
      then();
    });
  }

  /**
   * Updates the result card. The card is fetched during the game, so that it can be shown even if the device is offline
   * at the end.
   */
  function updateResult(state: State) {
    if (result.part) return result.part.update(state);
    if (isOver(state) && !state.start) return whenResultIsThere();
    if (isResultRequested || state.game.ply < FETCH_PLY || state.engine.status !== "idle") return;
    isResultRequested = true;
    loadResult().catch(() => {}); // the card is requested again at the end, and that request reports a failure
  }

  const boardState = (state: State) => ({
    ...firstBoardState(withCautionedMove(state)),
    arrows: arrowsOf(state),
    label: t("board.label"),
    words: i18n.ready ? gridWords() : null,
  });

  function render() {
    const state = store.get();
    for (const panel of panels) panel.update(state);
    updateResult(state);
    balance.hidden = !state.settings.evalBar || state.start;
    if (!balance.hidden) evaluationBar.show(state.evaluation, bottomSide(state));
    if (isPaused(state) && !pauseVeil.part) void pauseVeil((veil) => veil.update());
    const { position, game, settings, ready, hint, candidates, caution } = state;
    const lang = i18n.ready && i18n.lang;
    const next = [position, game, settings, ready, hint, candidates, caution, theme(), lang];
    if (next.every((value, index) => value === shown[index])) return;
    shown = next;
    board.set({ ...boardState(state), risky: controller.losing(board.state.selected) });
  }

  store.subscribe(oncePerFrame(render));

  return {
    render,
    whenResultIsThere,
    /** Puts back a piece whose move was not played. */
    resetBoard: () => board.set(boardState(store.get())),
    /** Shows the piece that a move has captured and, on the river, the word for a check or for the end of the game. */
    showMove(event: MoveEvent) {
      const state = store.get();
      const { verdict, check } = state.position;
      noteCapture(event, bottomSide(state));
      if (!isOver(state)) {
        if (check) flash(t("status.check"));
      } else if (i18n.has(`flash.${verdict.reason}`)) flash(t(`flash.${verdict.reason}`));
    },
    /** Shows the start screen and moves the focus to it. */
    enterStart() {
      render();
      startScreen.focus();
    },
    /** If the focus is on the start screen, which is hidden now, moves the focus to the board. */
    leaveStart() {
      if (!byId("start").contains(document.activeElement)) return;
      render();
      board.focus();
    },
  };
}

export type View = ReturnType<typeof createView>;
