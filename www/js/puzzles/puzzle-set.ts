// The puzzles as they are stored, and what is looked for among them. Nothing here touches the document.

import { fnv1a, shortHash } from "../core/short-hash.ts";
import { isRed, splitMove, squareIndex, squareName } from "../core/xiangqi.ts";
import { fits } from "./puzzle-rating.ts";

/**
 * @typedef {object} Puzzle
 * @property {number} number      from 1, its place in the course
 * @property {string} key         a name that survives a new edition of the course
 * @property {number} stage       from 1, of the course
 * @property {string} fen
 * @property {import("../core/xiangqi.ts").Side} side  to move, and the person's
 * @property {string[]} moves     the solution: the person's moves and the replies in turn
 * @property {"mate"|"win"} kind
 * @property {number} length      the person's moves
 * @property {number} grade       1..GRADES
 * @property {string[]} themes    codes of the patterns it shows
 * @property {number|null} level  the strength, on the second scale (core/levels.ts), of the engine that solves it half the
 *   time; null where it was not measured
 */

/**
 * What is looked for; null is anything.
 * @typedef {object} Filter
 * @property {"mate"|"win"|null} kind
 * @property {number|null} length
 * @property {number|null} grade
 * @property {string|null} motif
 * @property {import("../core/xiangqi.ts").Side|null} side
 * @property {boolean} open       only what is not solved yet
 * @property {number|null} near   about as hard as this level can solve
 */

export const VERSION = 3;
export const GRADES = 5;
/** The lowest and the highest strength of a puzzle: all levels solve the one, none solves the other half the time. */
export const EASIEST = 0.5;
export const HARDEST = 15;
export const LONGEST = 9;

/** @returns {Filter} */
export const everything = () => ({
  kind: null,
  length: null,
  grade: null,
  motif: null,
  side: null,
  open: false,
  near: null,
});

/** @typedef {[string, string, "m"|"w", number, string, "w"|"b", number?]} Row  the solver is Red, whoever it is to be on the board */

/** @param {Row} row @param {number} number @param {number} stage @returns {Puzzle} */
export function decodeRow([field, line, kind, grade, themes, turn, tenths], number, stage) {
  const forRed = turn === "w";
  const placement = forRed ? field : turnedPlacement(field);
  const moves = line.match(/.{4}/g) ?? [];
  return {
    number,
    stage,
    key: shortHash(field),
    fen: `${placement} ${turn} - - 0 1`,
    side: forRed ? "red" : "black",
    moves: forRed ? moves : moves.map(turnedMove),
    kind: kind === "m" ? "mate" : "win",
    length: (moves.length + 1) / 2,
    grade,
    themes: themes === "" ? [] : themes.split(" "),
    level: tenths === undefined ? null : tenths / 10,
  };
}

/** The first field of a FEN with the sides exchanged: the board turned, and each piece the other side's. @param {string} field */
function turnedPlacement(field) {
  const other = (/** @type {string} */ sign) =>
    isRed(sign) ? sign.toLowerCase() : sign.toUpperCase();
  return [...field].toReversed().map(other).join("");
}

/** A move on the turned board. @param {string} move */
const turnedMove = (move) => splitMove(move).map(turnedSquare).join("");

/** @param {string} square */
const turnedSquare = (square) => squareName(89 - squareIndex(square));

/** The motifs that there are, the most frequent first. @param {readonly Puzzle[]} puzzles @returns {string[]} */
export function motifsOf(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const motif of puzzles.flatMap(({ themes }) => themes))
    counts.set(motif, (counts.get(motif) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([motif]) => motif);
}

/** @param {Filter} filter @param {(puzzle: Puzzle) => boolean} isSolved @returns {(puzzle: Puzzle) => boolean} */
export function matching({ kind, length, grade, motif, side, open, near }, isSolved) {
  return (puzzle) =>
    (kind === null || puzzle.kind === kind) &&
    (length === null || puzzle.length === length) &&
    (grade === null || puzzle.grade === grade) &&
    (motif === null || puzzle.themes.includes(motif)) &&
    (side === null || puzzle.side === side) &&
    (near === null || fits(near, puzzle)) &&
    !(open && isSolved(puzzle));
}

/** A number below `count`, the same for a whole day. @param {Date} date @param {number} count */
export function dailyNumber(date, count) {
  const day = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
  return fnv1a(day, 0x811c9dc5) % count;
}

/** @param {readonly Puzzle[]} puzzles @param {Puzzle|null} but @param {number} chance 0 to 1 */
export function anyOf(puzzles, but, chance) {
  const others = puzzles.filter((puzzle) => puzzle !== but);
  return others[Math.floor(chance * others.length)] ?? but;
}
