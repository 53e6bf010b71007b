// What it takes to see the board and to make a move: the settings, the stored game, the board. It comes before
// everything else; main.js, which it fetches when the board is there, takes over what is made here. The rules come
// later still: until then the moves of the start position or those stored with the game may be made, one of them. It
// is stored at once, and the rules have the last word on it.

import { createBoard } from "../board/index.ts";
import { START_DESTS, readDests } from "../rules/legal-moves.ts";
import { boardLook } from "../shell/appearance.ts";
import { invertedSide } from "./board-marks.ts";
import { byId } from "../ui/dom.ts";
import { bottomSide, createStore, defaults, isOver, isPersonsTurn } from "./state.ts";
import { barePosition, movedPosition } from "../core/xiangqi.ts";
import { resolveTheme } from "../shell/settings.ts";
import { FIRST_OPPONENT, defaultGame, newGame, withMove } from "../core/game-record.ts";
import { createStorage } from "../shell/storage.ts";

/** @import { PositionView } from "../core/xiangqi.ts" */
/** @import { State } from "./state.ts" */

const NO_DESTS = new Map();

export const systemDark = matchMedia("(prefers-color-scheme: dark)");
/** What went wrong with the store before it could be told. @type {Set<"full"|"fullRecord"|"blocked">} */
const problems = new Set();
/** @type {(code: "full"|"fullRecord"|"blocked") => void} */
let tellProblem = (code) => void problems.add(code);
export const storage = createStorage(
  () => localStorage,
  (code) => tellProblem(code),
);
export const settings = storage.loadSettings();
export const saved = storage.loadGame();
/** The address names something else to play or see; early.ts lays the page out for that. */
const isLinked = location.hash.length > 1;
/** The move that was made before the rules came. @type {string|null} */
let early = saved?.early ?? null;

// What was on the board is drawn at once; what it means is known when the rules are there.
export const store = createStore({
  ...defaults(),
  settings,
  game: saved?.game ?? { ...defaultGame(), ...FIRST_OPPONENT },
  position: firstPosition(),
  start: saved === null && !isLinked,
});

/** As far as it is known without the rules. @returns {PositionView} */
function firstPosition() {
  const position = barePosition(saved?.placement ?? undefined);
  const dests = saved ? saved.placement && saved.view?.dests : readDests(START_DESTS);
  return { ...position, ...saved?.view, dests: (!isLinked && dests) || NO_DESTS };
}

export const theme = () => resolveTheme(store.get().settings.theme, systemDark.matches);

/**
 * What the board shows of the state; main.js adds what has to be said.
 * @param {State} state @returns {Partial<import("../board/index.ts").BoardState>}
 */
export function boardState(state) {
  const { position, game } = state;
  const side = game.mode === "local" ? "both" : game.side;
  const usable = !isOver(state) && (state.ready || position.dests.size > 0);
  return {
    placement: position.placement,
    orientation: bottomSide(state),
    turn: position.turn,
    movable: usable ? side : null,
    dests: isPersonsTurn(state) ? position.dests : NO_DESTS,
    lastMove: position.lastMove,
    check: position.check,
    dimmed: isOver(state),
    showDests: state.settings.showDests,
    inverted: invertedSide(state),
    ...boardLook(state.settings, theme()),
  };
}

/**
 * What comes of what a person does on the board.
 * @typedef {object} Handlers
 * @property {(from: string, to: string) => void} onMove      a legal move
 * @property {(from: string, to: string) => void} onRefused   a try that is none
 * @property {(square: string|null) => void} onSelect
 * @property {(turn: "w"|"b") => void} [onOutOfTurn]  a tap on a piece of the side that is not to move
 */

/** @type {Handlers} */
let handlers = { onMove: moveEarly, onRefused: () => {}, onSelect: () => {} };

export const board = createBoard(byId("board"), {
  ...boardState(store.get()),
  onMove: (from, to) => handlers.onMove(from, to),
  onRefused: (from, to) => handlers.onRefused(from, to),
  onSelect: (square) => handlers.onSelect(square),
  onOutOfTurn: (turn) => handlers.onOutOfTurn?.(turn),
});

/** A move before the rules are there: shown and stored, for them to judge. @param {string} from @param {string} to */
function moveEarly(from, to) {
  const { game, position } = store.get();
  early = from + to;
  const view = movedPosition(position, from, to);
  const played = saved ? game : { ...newGame(), ...FIRST_OPPONENT };
  storage.saveEarly(withMove(played, early), view.placement, view);
  store.update((now) => ({ ...now, position: view }));
  board.set(boardState(store.get()));
}

/**
 * The rules are there: the game sees to the board from now on.
 * @param {Handlers} next @returns {string|null} the move that was made before, to be judged
 */
export function handOver(next) {
  handlers = next;
  const move = early;
  early = null;
  return move;
}

/** What happened to the store so far, and what will. @param {typeof tellProblem} notify */
export function onProblem(notify) {
  tellProblem = notify;
  problems.forEach(notify);
  problems.clear();
}

/** @type {(outcome: Promise<void>) => void} */
let begun = () => {};
/** The page can be used, as main.js says. @type {Promise<void>} */
const ready = new Promise((resolve) => (begun = resolve));

/** A handle for scripts and the console: `await chuhe.ready`, then what main.js puts into it, too. */
const handle = {
  ready,
  board,
  get state() {
    return store.get();
  },
};
Object.defineProperty(window, "chuhe", { value: handle });

/**
 * The rest of the page is there.
 * @param {Promise<void>} outcome  it can be used @param {PropertyDescriptorMap} more  for the handle
 */
export function takeOver(outcome, more) {
  Object.defineProperties(handle, more);
  begun(outcome);
}
