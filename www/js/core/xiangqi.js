// What the page knows of Xiangqi without the rules: sides, squares, pieces, and a position as the rules describe it.
// Pure; everything that is legal or not is asked of the rules.

/** @import { Lang } from "./languages.js" */

/** @typedef {"red"|"black"} Side */

/** @typedef {"chinese"|"wxf"|"iccs"} Notation  How the moves are written. */

/**
 * @typedef {object} CyclePly
 * @property {number} ply      index in the moves played; beyond their end when it is only to come
 * @property {string} move
 * @property {Side} side
 * @property {"check"|"chase"|"idle"} kind
 * @property {{ square: string, piece: string }[]} targets   the pieces chased
 */

/**
 * @typedef {object} Verdict
 * @property {"red"|"black"|"draw"|"ongoing"} result
 * @property {string|null} reason
 * @property {Side|null} offender
 * @property {CyclePly[]} cycle   of a repetition: its plies in order; else empty
 */

/**
 * What the rules say about the position on the board. Worked out again after every change.
 * @typedef {object} PositionView
 * @property {string} placement              90 characters, index rank * 9 + file
 * @property {string} startPlacement         the same, before the first move
 * @property {"w"|"b"} turn
 * @property {Map<string, string[]>} dests   legal moves by from-square
 * @property {[string, string]|null} lastMove
 * @property {string|null} check             square of the general in check
 * @property {Verdict} verdict
 * @property {Partial<Record<Lang, string>>|null} opening   what the moves on the board are called
 * @property {string[]} notation             the whole line as the settings write it, parallel to `moves`
 */

/** The same position, however its moves are written now. @param {PositionView} one @param {PositionView} other */
export const isSamePosition = (one, other) => one.dests === other.dests;

/** @type {readonly Notation[]} */
export const NOTATIONS = ["chinese", "wxf", "iccs"];

export const START_PLACEMENT =
  "RNBAKABNR" +
  "........." +
  ".C.....C." +
  "P.P.P.P.P" +
  "........." +
  "........." +
  "p.p.p.p.p" +
  ".c.....c." +
  "........." +
  "rnbakabnr";

/** @returns {PositionView} */
export function emptyPosition(placement = START_PLACEMENT) {
  return {
    placement,
    startPlacement: placement,
    turn: "w",
    dests: new Map(),
    lastMove: null,
    check: null,
    verdict: { result: "ongoing", reason: null, offender: null, cycle: [] },
    opening: null,
    notation: [],
  };
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "red" ? "black" : "red");

/** @param {"w"|"b"} turn @returns {Side} */
export const sideOf = (turn) => (turn === "w" ? "red" : "black");

/** Red's pieces are capitals. @param {string} piece @returns {Side} */
export const sideOfPiece = (piece) => (piece === piece.toUpperCase() ? "red" : "black");

/** A score from Red's view. @param {import("../engine/types.js").Score} score of the side to move @param {"w"|"b"} turn */
export function fromRed(score, turn) {
  if (turn === "w") return score;
  return "mate" in score ? { mate: -score.mate } : { cp: -score.cp };
}

/** @param {string} square `a0`..`i9` @returns {number} rank * 9 + file */
export const squareIndex = (square) => Number(square[1]) * 9 + (square.charCodeAt(0) - 97);

/** @param {string} move @returns {[string, string]} */
export const splitMove = (move) => [move.slice(0, 2), move.slice(2, 4)];

/**
 * What a move makes of a position, as far as that can be seen without the rules.
 * @param {PositionView} position @param {string} from @param {string} to @returns {PositionView}
 */
export function movedPosition(position, from, to) {
  const points = [...position.placement];
  points[squareIndex(to)] = points[squareIndex(from)];
  points[squareIndex(from)] = ".";
  return {
    ...position,
    placement: points.join(""),
    turn: position.turn === "w" ? "b" : "w",
    dests: new Map(),
    lastMove: [from, to],
    check: null,
  };
}

const TRAY_ORDER = "rncbapk";

/**
 * Pieces gone from the board since the start position, by the colour they had, most valuable first.
 * @param {string} before @param {string} after @returns {{ red: string[], black: string[] }}
 */
export function captured(before, after) {
  const left = [...after];
  const gone = [...before].filter((piece) => {
    if (piece === ".") return false;
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const rank = (/** @type {string} */ piece) => TRAY_ORDER.indexOf(piece.toLowerCase());
  gone.sort((a, b) => rank(a) - rank(b));
  return {
    red: gone.filter((piece) => sideOfPiece(piece) === "red"),
    black: gone.filter((piece) => sideOfPiece(piece) === "black"),
  };
}
