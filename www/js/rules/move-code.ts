// A line of moves as text for an address, two characters a ply: the square a piece leaves and the way it goes,
// out of the 35 ways a piece of Xiangqi can go from a square. It knows no rules: whether a move is legal, the
// reader of the line finds out.

import { FILES, RANKS, splitMove, squareIndex, squareName } from "../core/xiangqi.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Horse, advisor, elephant: by files and ranks. @type {[number, number][]} */
const LEAPS = [
  ...around([1, 2], [1, -2], [-1, 2], [-1, -2]),
  ...around([2, 1], [2, -1], [-2, 1], [-2, -1]),
  ...around([1, 1], [1, -1], [-1, 1], [-1, -1]),
  ...around([2, 2], [2, -2], [-2, 2], [-2, -2]),
];
/** To each file of the same rank, to each rank of the same file, the leaps. */
const WAYS = FILES + RANKS + LEAPS.length;

/** @param {[number, number][]} steps */
function around(...steps) {
  return steps;
}

/** @typedef {{ file: number, rank: number }} Place */

/** @param {string} square @returns {Place} */
const place = (square) => placeOf(squareIndex(square));

/** @param {number} index @returns {Place} */
const placeOf = (index) => ({ file: index % FILES, rank: Math.floor(index / FILES) });

/** @param {Place} at */
const onBoard = ({ file, rank }) => file >= 0 && file < FILES && rank >= 0 && rank < RANKS;

/** @param {Place} at */
const nameOf = ({ file, rank }) => squareName(rank * FILES + file);

/** @param {Place} from @param {Place} to @returns {number} -1 for no way */
function wayOf(from, to) {
  if (from.rank === to.rank) return to.file;
  if (from.file === to.file) return FILES + to.rank;
  const leap = LEAPS.findIndex(
    ([file, rank]) => from.file + file === to.file && from.rank + rank === to.rank,
  );
  return leap < 0 ? -1 : FILES + RANKS + leap;
}

/** @param {Place} from @param {number} way @returns {Place} */
function follow({ file, rank }, way) {
  if (way < FILES) return { file: way, rank };
  if (way < FILES + RANKS) return { file, rank: way - FILES };
  const [files, ranks] = LEAPS[way - FILES - RANKS];
  return { file: file + files, rank: rank + ranks };
}

/** @param {readonly string[]} moves such as "h2e2" */
export function encodeLine(moves) {
  const codes = moves.map((move) => {
    const [from, to] = splitMove(move);
    const code = squareIndex(from) * WAYS + wayOf(place(from), place(to));
    return DIGITS[code >> 6] + DIGITS[code & 63];
  });
  return codes.join("");
}

/** @param {string} text @returns {string[]|null} null when it is no line */
export function decodeLine(text) {
  const moves = [];
  for (let index = 0; index < text.length; index += 2) {
    const high = DIGITS.indexOf(text[index]);
    const low = DIGITS.indexOf(text[index + 1]);
    const code = high * 64 + low;
    const from = placeOf(Math.floor(code / WAYS));
    const to = follow(from, code % WAYS);
    if (high < 0 || low < 0 || !onBoard(from) || !onBoard(to)) return null;
    moves.push(nameOf(from) + nameOf(to));
  }
  return moves;
}
