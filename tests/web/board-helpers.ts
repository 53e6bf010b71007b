// Placements from squares, and moves without rules, for the tests of the board.

import { squareIndex } from "../../www/js/board/geometry.ts";

/** @param {Record<string, string>} pieces letters by square */
export function placement(pieces) {
  const letters = Array.from({ length: 90 }, () => ".");
  for (const [square, piece] of Object.entries(pieces)) letters[squareIndex(square)] = piece;
  return letters.join("");
}

/** Returns the placement after a move, legal or not. @param {string} before @param {string} from @param {string} to */
export function moved(before, from, to) {
  const letters = [...before];
  letters[squareIndex(to)] = letters[squareIndex(from)];
  letters[squareIndex(from)] = ".";
  return letters.join("");
}

const ROWS = [
  "RNBAKABNR",
  ".........",
  ".C.....C.",
  "P.P.P.P.P",
  ".........",
  ".........",
  "p.p.p.p.p",
  ".c.....c.",
  ".........",
  "rnbakabnr",
];

/** The start placement, rank 0 first. */
export const START = ROWS.join("");

/** Returns a repeatable source of whole numbers below a limit. @param {number} seed */
export function randomFrom(seed) {
  let state = seed;
  return (/** @type {number} */ limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
}
