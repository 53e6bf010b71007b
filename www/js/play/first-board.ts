// Shows the board, from the settings and the stored game, before the rest of the page is loaded. When the board is
// drawn, boot.ts fetches main.ts, which takes the board over. The rules are loaded last. Until then the person can make
// one move that is legal in the start position or in the stored position. The move is stored at once, and checked when
// the rules are loaded.

import { createBoard } from "../board/index.ts";
import type { BoardConfig, BoardState } from "../board/index.ts";
import { FIRST_OPPONENT, defaultGame, newGame, withMove } from "../core/game-record.ts";
import { createStore } from "../core/store.ts";
import { barePosition, movedPosition } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import { START_DESTS, readDests } from "../rules/legal-moves.ts";
import { boardLook } from "../shell/appearance.ts";
import { resolveTheme } from "../shell/settings.ts";
import { createStorage } from "../shell/storage.ts";
import type { Problem, StoredGame } from "../shell/storage.ts";
import { byId } from "../ui/dom.ts";
import { invertedSide } from "./board-marks.ts";
import { bottomSide, defaults, isOver, isPersonsTurn } from "./state.ts";
import type { State } from "./state.ts";

const NO_DESTS = new Map<string, string[]>();

/** Returns the position to show before the rules are loaded. */
function firstPosition(saved: StoredGame | null, isLinked: boolean): PositionView {
  const position = barePosition(saved?.placement ?? undefined);
  const dests = saved ? saved.placement && saved.view?.dests : readDests(START_DESTS);
  return { ...position, ...saved?.view, dests: (!isLinked && dests) || NO_DESTS };
}

function createFirstBoard() {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  /** Problems of the storage that could not be shown yet. */
  const problems = new Set<Problem>();
  let reportProblem: (problem: Problem) => void = (problem) => problems.add(problem);
  const storage = createStorage(
    () => localStorage,
    (problem) => reportProblem(problem),
  );
  const saved = storage.loadGame();
  /** True if the address names a game or a page, for which early.ts lays the page out. */
  const isLinked = location.hash.length > 1;
  /** The move that was made before the rules were loaded; null if there is none. */
  let earlyMove = saved?.early ?? null;

  const store = createStore<State>({
    ...defaults(),
    settings: storage.loadSettings(),
    game: saved?.game ?? { ...defaultGame(), ...FIRST_OPPONENT },
    position: firstPosition(saved, isLinked),
    start: saved === null && !isLinked,
  });

  const theme = () => resolveTheme(store.get().settings.theme, systemDark.matches);

  /** Returns the properties of the board that follow from the state, except texts. */
  function boardState(state: State) {
    const { position, game } = state;
    const side = game.mode === "local" ? "both" : game.side;
    const isUsable = !isOver(state) && (state.ready || position.dests.size > 0);
    return {
      placement: position.placement,
      orientation: bottomSide(state),
      turn: position.turn,
      movable: isUsable ? side : null,
      dests: isPersonsTurn(state) ? position.dests : NO_DESTS,
      lastMove: position.lastMove,
      check: position.check,
      dimmed: isOver(state),
      showDests: state.settings.showDests,
      inverted: invertedSide(state),
      ...boardLook(state.settings, theme()),
    } satisfies Partial<BoardState>;
  }

  let handlers: BoardConfig = { onMove: moveEarly };
  const board = createBoard(byId("board"), {
    ...boardState(store.get()),
    onMove: (...move) => handlers.onMove?.(...move),
    onRefused: (...move) => handlers.onRefused?.(...move),
    onSelect: (square) => handlers.onSelect?.(square),
    onOutOfTurn: (turn) => handlers.onOutOfTurn?.(turn),
  });

  /** Shows and stores a move before the rules are loaded. */
  function moveEarly(from: string, to: string) {
    const { game, position } = store.get();
    earlyMove = from + to;
    const view = movedPosition(position, from, to);
    const played = saved ? game : { ...newGame(), ...FIRST_OPPONENT };
    storage.saveEarly(withMove(played, earlyMove), view.placement, view);
    store.update((state) => ({ ...state, position: view }));
    board.set(boardState(store.get()));
  }

  let resolveReady: (outcome: Promise<void>) => void = () => {};
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));
  /** A handle for scripts and the console: `await chuhe.ready`. */
  const handle = {
    ready,
    board,
    get state() {
      return store.get();
    },
  };
  Object.defineProperty(window, "chuhe", { value: handle });

  return {
    store,
    storage,
    saved,
    board,
    theme,
    boardState,
    /**
     * Replaces the board's handlers once the rules are loaded. Returns the move that was made before they were loaded;
     * null if there is none.
     */
    setHandlers(next: BoardConfig): string | null {
      handlers = next;
      const move = earlyMove;
      earlyMove = null;
      return move;
    },
    /** Calls `listener` for the problems of the storage so far and for later ones. */
    onProblem(listener: (problem: Problem) => void) {
      reportProblem = listener;
      problems.forEach((problem) => listener(problem));
      problems.clear();
    },
    /** Settles `chuhe.ready` like `outcome`, and adds properties to `chuhe`. */
    publish(outcome: Promise<void>, properties: PropertyDescriptorMap) {
      Object.defineProperties(handle, properties);
      resolveReady(outcome);
    },
  };
}

export type FirstBoard = ReturnType<typeof createFirstBoard>;

export const first = createFirstBoard();
