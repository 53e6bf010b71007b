// Positions that no game leads to: written as a FEN, and with one side to move again.

import { FILES, RANKS, squareIndex } from "../core/xiangqi.ts";

/** @typedef {import("./rules.ts").GameClass} GameClass */
/** @typedef {InstanceType<GameClass>} Rules */

const PALACE = ["e9", "d9", "f9", "d8", "f8", "e8", "d7", "f7", "e7"];

/** @param {string} placement @param {"w"|"b"} turn */
export function fenOf(placement, turn) {
  const rows = Array.from({ length: RANKS }, (_, i) =>
    placement.slice(i * FILES, (i + 1) * FILES),
  ).toReversed();
  return `${rows.map((row) => row.replace(/\.+/g, (gap) => String(gap.length))).join("/")} ${turn}`;
}

/**
 * The same position with Red to move once more, as if Black had passed. Where Black's general would be in
 * check, or face Red's, it steps aside.
 * @param {GameClass} Game @param {string} placement @returns {Rules}
 */
export function redToMoveAgain(Game, placement) {
  const home = placement.indexOf("k");
  const free = PALACE.map(squareIndex).filter((index) => placement[index] === ".");
  for (const index of [home, ...free]) {
    const points = [...placement];
    points[home] = ".";
    points[index] = "k";
    try {
      return new Game(fenOf(points.join(""), "w"));
    } catch {
      // In check there: the next point.
    }
  }
  throw new Error("Black's general has no point to stand on");
}
