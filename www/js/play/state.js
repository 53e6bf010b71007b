// The whole page in one plain object, and the pure functions that change it.
// Nothing here touches the document, the rules or the clock, so all of it runs under `node --test`.

import { defaultGame, orientation } from "../core/game-record.ts";
import { notationOf } from "../core/languages.ts";
import { defaultSettings } from "../shell/settings.ts";
import { barePosition, otherSide, sideOf } from "../core/xiangqi.ts";

/** @import { GameRecord } from "../core/game-record.ts" */
/** @import { Settings } from "../shell/settings.ts" */
/** @import { PositionView, Side } from "../core/xiangqi.ts" */

/**
 * @typedef {object} EngineView
 * @property {"idle"|"loading"|"thinking"|"failed"} status
 * @property {import("../engine/types.ts").Info|null} info        the latest Info of the running search
 * @property {string[]} line   the line it follows now, as the settings write moves
 */

/**
 * What the engine would play for the person.
 * @typedef {object} Hint
 * @property {"asked"|"shown"|"told"} status   told: with its line in words
 * @property {string|null} move
 * @property {string[]} line                   as the settings write moves
 * @property {import("../engine/types.ts").Score|null} score  from the person's view
 */

/**
 * @typedef {object} State
 * @property {boolean} ready            the rules are loaded; pieces can be moved
 * @property {GameRecord} game
 * @property {PositionView} position
 * @property {EngineView} engine
 * @property {"none"|"loaded"|"failed"} network   what became of the engine's network; it plays without, too
 * @property {boolean} overHttp         the engine is the server's, and not the page's worker
 * @property {Settings} settings
 * @property {import("./rating.ts").RatingRecord} rating  how strong the person plays
 * @property {boolean} resultSeen       the person put the result card away
 * @property {boolean} start            the start screen is there
 * @property {number} spent             milliseconds that the side to move has thought, where there is a clock
 * @property {Hint|null} hint
 * @property {import("./candidates.ts").Candidate[]} candidates  what the engine thinks about, where it is watched
 * @property {import("./game-events.ts").EndangeredEvent|null} caution  the person's move that is asked about
 * @property {boolean} drawOffered      the engine has offered a draw with its last move
 * @property {import("../engine/types.ts").Score|null} evaluation  the last one there was, from Red's view
 */

/** A rating that has not begun. @returns {import("./rating.ts").RatingRecord} */
export const noRating = () => ({
  inUse: true,
  experience: null,
  rating: null,
  history: [],
  losses: null,
});

/** @returns {EngineView} */
export function idleEngine() {
  return { status: "idle", info: null, line: [] };
}

/** What holds for one position only. @returns {Pick<State, "hint"|"drawOffered"|"caution">} */
const fleeting = () => ({ hint: null, drawOffered: false, caution: null });

/** @returns {State} */
export function defaults() {
  return {
    ready: false,
    game: defaultGame(),
    position: barePosition(),
    engine: idleEngine(),
    network: "none",
    overHttp: false,
    settings: defaultSettings(),
    rating: noRating(),
    resultSeen: false,
    start: false,
    spent: 0,
    evaluation: null,
    candidates: [],
    ...fleeting(),
  };
}

/**
 * A holder for the state. `update` takes a pure function of the old state; listeners hear of real changes only.
 * @param {State} initial
 */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<(state: State) => void>} */
  const listeners = new Set();
  return {
    get: () => state,
    /** @param {(state: State) => State} change */
    update(change) {
      const next = change(state);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener(state);
    },
    /** @param {(state: State) => void} listener @returns {() => void} stops listening */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The side at the bottom of the board now. @param {State} state @returns {Side} */
export function bottomSide({ game, position }) {
  if (game.mode !== "local" || game.turning !== "board") return orientation(game);
  const mover = sideOf(position.turn);
  return game.flipped ? otherSide(mover) : mover;
}

/** @param {State} state */
export const isOver = (state) => state.position.verdict.result !== "ongoing";

/** The clocks stand still until the person goes on. @param {State} state */
export const isPaused = (state) => state.game.clock?.paused === true && !isOver(state);

/** The side that moves at `ply` plies of the line. @param {State} state @param {number} ply @returns {Side} */
export function moverAt(state, ply) {
  const now = sideOf(state.position.turn);
  return (state.game.ply - ply) % 2 === 0 ? now : otherSide(now);
}

/** @param {State} state @param {number} ply */
const isPersonsPly = (state, ply) =>
  state.game.mode === "local" || moverAt(state, ply) === state.game.side;

/** Somebody is to move. @param {State} state */
const goesOn = (state) => !isOver(state) && !isPaused(state);

/** @param {State} state */
export const isPersonsTurn = (state) => goesOn(state) && isPersonsPly(state, state.game.ply);

/** @param {State} state */
export const isEnginesTurn = (state) => goesOn(state) && !isPersonsPly(state, state.game.ply);

/**
 * Where undo leads: the latest earlier ply at which the person is to move.
 * @param {State} state @returns {number|null}
 */
export function undoTarget(state) {
  if (isPaused(state)) return null;
  // What was said is taken back before what was played.
  const last = state.game.ply - (state.game.ended ? 0 : 1);
  for (let ply = last; ply >= 0; ply--) if (isPersonsPly(state, ply)) return ply;
  return null;
}

/**
 * Where redo leads: the next ply of the undone tail at which the person is to move, else its end.
 * @param {State} state @returns {number|null}
 */
export function redoTarget(state) {
  if (isPaused(state)) return null;
  const { ply, moves } = state.game;
  if (ply === moves.length) return null;
  for (let next = ply + 1; next < moves.length; next++) if (isPersonsPly(state, next)) return next;
  return moves.length;
}

/** @param {State} state @param {Partial<GameRecord>} game @returns {State} */
export const withGame = (state, game) => ({ ...state, game: { ...state.game, ...game } });

/** @param {State} state @param {PositionView} position @returns {State} */
export const withPosition = (state, position) => ({
  ...state,
  position,
  resultSeen: false,
  ...fleeting(),
});

/** @param {State} state @param {Partial<EngineView>} engine @returns {State} */
export const withEngine = (state, engine) => ({ ...state, engine: { ...state.engine, ...engine } });

/** @param {State} state @param {Partial<Settings>} settings @returns {State} */
export const withSettings = (state, settings) => ({
  ...state,
  settings: { ...state.settings, ...settings },
});

/**
 * How much of the engine's work on a move is done, 0..1.
 * @param {{ progress?: number } | null} info
 */
export function progress(info) {
  return Math.min(1, Math.max(0, info?.progress ?? 0));
}

/** The number of first games in which a newcomer reads moves in words instead of signs. */
const FIRST_GAMES = 5;

/**
 * Returns true if moves are spelled out: in the first games of a newcomer who has chosen no notation.
 * @param {State} state
 */
export const isForNovice = ({ settings, rating: { experience, history } }) =>
  experience === "none" &&
  history.length < FIRST_GAMES &&
  settings.notation === null &&
  notationOf(settings) === "wxf";
