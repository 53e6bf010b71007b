/** Placements and moves without rules for the tests of the board. */

import { squareIndex } from "../../www/js/board/geometry.ts";

/** Returns the placement of letters by square. */
export function placement(pieces: Record<string, string>) {
  const letters = Array<string>(90).fill(".");
  for (const [square, piece] of Object.entries(pieces)) letters[squareIndex(square)] = piece;
  return letters.join("");
}

/** Returns the placement after a move, legal or not. */
export function moved(before: string, from: string, to: string) {
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

/** Returns a repeatable source of integers below a limit. */
export function randomFrom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
}
