// One game as it is stored: enough to play it again. Pure.

import { RULESETS, otherSide } from "./xiangqi.ts";

/** @import { Ruleset, Side } from "./xiangqi.ts" */

/** @typedef {"engine"|"local"} GameMode  Against the engine, or two people on one device. */

/**
 * One game as it is stored: enough to play it again, nothing that can be worked out.
 * @typedef {object} GameRecord
 * @property {string|null} startFen  null is the ordinary start position
 * @property {Ruleset} ruleset       of repetition
 * @property {string[]} moves        the whole line, undone moves included
 * @property {number} ply            how many of `moves` are on the board; the rest can be redone
 * @property {GameMode} mode
 * @property {Side} side             the person's side against the engine
 * @property {number} level          how strong the engine plays, on the scale of levels.js
 * @property {number} seed           of the engine's whims, so that no two games are alike; 32 bits
 * @property {boolean} flipped       the person's side at the top
 * @property {string|null} record    the opened record as PGN, with all that the line alone does not say:
 *                                   variations, comments, tags
 * @property {GameEnd|null} ended        what a player said that ended the game at `ply`; the rules do not know it
 * @property {Clock|null} clock      null: nobody counts
 * @property {BoardTurning} turning       for two people across one device
 * @property {boolean} playOn        the engine was asked to play on where it would resign
 * @property {boolean} fits          the engine is as strong as the person is rated, and not of a level that was chosen
 * @property {boolean} training      played on from a place of a game that was played before
 * @property {number} helped         hints shown and moves taken back
 * @property {number} warned         times that the person was warned of a loss
 * @property {"no"|"yes"|"before"|"never"} rated  whether its end has been counted; before: the end that it had first;
 *                                   never: it is not this person's from the first move on
 */

/** @typedef {{ reason: "resignation"|"time"|"agreement", side: Side|null }} GameEnd  `side` resigned or ran out of time */

/** @typedef {"none"|"board"|"pieces"} BoardTurning  What faces the side to move, or the upper side. */

/**
 * @typedef {object} Clock
 * @property {number} base       milliseconds a side begins with
 * @property {number} increment  milliseconds a side gets for each move
 * @property {number[]} times    what the mover had left after each of `moves`; may be shorter than they are
 * @property {number} spent      on the move that is thought about, when the game was stored
 * @property {true} [paused]   nobody's time runs, and nobody moves, until the person goes on
 * @property {number[]} [thought]  by ply: milliseconds spent on a move when it was left by undo, for redo to find again
 */

/** @returns {GameRecord} */
export function defaultGame() {
  return {
    startFen: null,
    ruleset: RULESETS[0],
    moves: [],
    ply: 0,
    mode: "engine",
    side: "red",
    level: 7,
    seed: 0,
    flipped: false,
    record: null,
    ...freshFields(),
    turning: "none",
    fits: false,
  };
}

/** The opponent of a person whose strength is unknown, as strong as `beginRating("unknown")` says. */
export const FIRST_OPPONENT = { fits: true, level: 1 };

/** A game that nobody has played yet. @returns {GameRecord} */
export const newGame = () => ({ ...defaultGame(), seed: Math.floor(Math.random() * 2 ** 32) });

/**
 * What another game must not inherit: its end, its clock and how it counts.
 * @returns {Pick<GameRecord, "ended"|"clock"|"playOn"|"training"|"helped"|"warned"|"rated">}
 */
export const freshFields = () => ({
  ended: null,
  clock: null,
  playOn: false,
  training: false,
  helped: 0,
  warned: 0,
  rated: "no",
});

/** The side at the bottom of the board, where the board does not turn. @param {GameRecord} game @returns {Side} */
export const orientation = (game) => (game.flipped ? otherSide(game.side) : game.side);

/** There is something in a game that would be missed. @param {GameRecord} game */
export const isWorthKeeping = ({ moves, startFen, record }) =>
  moves.length > 0 || startFen !== null || record !== null;

/** The game leaves the end that it had, which may have been counted. @param {GameRecord} game @returns {Pick<GameRecord, "rated">} */
export const reopenedFields = ({ rated }) => ({ rated: rated === "yes" ? "before" : rated });

/** A move was played on the board: the undone tail is gone. @param {GameRecord} game @param {string} move */
export function withMove(game, move) {
  const moves = [...game.moves.slice(0, game.ply), move];
  return { ...game, moves, ply: moves.length, ended: null };
}
