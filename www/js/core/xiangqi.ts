// What the page knows of Xiangqi without the rules: sides, squares, pieces, and a position as the rules describe it.
// Pure; everything that is legal or not is asked of the rules.

/** @typedef {"red"|"black"} Side */

/** @typedef {"chinese"|"wxf"|"iccs"} Notation  How the moves are written. */

/** @typedef {import("../../pkg/chuhe.js").RulesetCode} Ruleset  Of repetition. */

/** @typedef {import("../../pkg/chuhe.js").CyclePly} CyclePly  its `ply` may lie beyond the moves played: then it is only to come */
/** @typedef {import("../../pkg/chuhe.js").Verdict} Verdict */

/**
 * What the rules say about the position on the board; `notation` is the whole line, also what was taken back.
 * @typedef {Omit<import("../../pkg/chuhe.js").PositionView, "fen"|"startFen"|"moves">} PositionView
 */

/** The same position, however its moves are written now. @param {PositionView} one @param {PositionView} other */
export const isSamePosition = (one, other) => one.dests === other.dests;

/** @type {readonly Notation[]} */
export const NOTATIONS = ["chinese", "wxf", "iccs"];

/** The usual ones first. @type {readonly Ruleset[]} */
export const RULESETS = ["asian", "chinese", "plain"];

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
export function barePosition(placement = START_PLACEMENT) {
  return {
    placement,
    startPlacement: placement,
    turn: "w",
    dests: new Map(),
    lastMove: null,
    check: null,
    checkers: [],
    verdict: { result: "ongoing", reason: null, offender: null, cycle: [] },
    opening: null,
    notation: [],
  };
}

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "red" ? "black" : "red");

/** @param {"w"|"b"} turn @returns {Side} */
export const sideOf = (turn) => (turn === "w" ? "red" : "black");

/** Red's pieces are capitals. @param {string} piece @returns {Side} */
export const sideOfPiece = (piece) => (piece === piece.toUpperCase() ? "red" : "black");

/** @param {string} piece */
export const isRed = (piece) => piece >= "A" && piece <= "Z";

/** A score from Red's view. @param {import("../engine/types.js").Score} score of the side to move @param {"w"|"b"} turn */
export function fromRed(score, turn) {
  if (turn === "w") return score;
  return "mate" in score ? { mate: -score.mate } : { cp: -score.cp };
}

export const FILES = 9;
export const RANKS = 10;
export const SQUARES = FILES * RANKS;

/** Counted from Red's left, 0 to 8. @param {string} square */
export const fileOf = (square) => square.charCodeAt(0) - 97;

/** Counted from Red's back rank, 0 to 9. @param {string} square */
export const rankOf = (square) => square.charCodeAt(1) - 48;

/** How far one point lies from another. @param {string} from @param {string} to */
export const offset = (from, to) => ({
  files: fileOf(to) - fileOf(from),
  ranks: rankOf(to) - rankOf(from),
});

/** @param {string|null|undefined} square `a0`..`i9` @returns {number} rank * 9 + file, or -1 for anything else */
export function squareIndex(square) {
  if (!square || !/^[a-i][0-9]$/.test(square)) return -1;
  return rankOf(square) * FILES + fileOf(square);
}

/** @param {number} index @returns {string} */
export const squareName = (index) =>
  String.fromCharCode(97 + (index % FILES)) + Math.floor(index / FILES);

export const SQUARE_NAMES = Array.from({ length: SQUARES }, (_, index) => squareName(index));

/** The letter of what stands on a point. @param {string} placement @param {string} square */
export const pieceAt = (placement, square) => placement[squareIndex(square)];

/** @param {string} square @param {number} files @param {number} ranks */
export const shiftSquare = (square, files, ranks) =>
  squareName(squareIndex(square) + ranks * FILES + files);

/** The points strictly between two points of one line. @param {string} from @param {string} to @returns {string[]} */
export function squaresBetween(from, to) {
  const { files, ranks } = offset(from, to);
  if ((files !== 0) === (ranks !== 0)) return [];
  const steps = Math.abs(files || ranks);
  return Array.from({ length: steps - 1 }, (_, i) =>
    shiftSquare(from, Math.sign(files) * (i + 1), Math.sign(ranks) * (i + 1)),
  );
}

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
    checkers: [],
  };
}

const TRAY_ORDER = "rncbapk";

/**
 * Pieces gone from the board since the start position, by the colour they had, most valuable first.
 * @param {string} before @param {string} after @returns {{ red: string[], black: string[] }}
 */
export function capturedPieces(before, after) {
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
