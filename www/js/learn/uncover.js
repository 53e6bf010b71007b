// On a phone the bar with what is said lies over the lower end of the board.

import { byId } from "../panels/dom.js";

/** Air between the board and the bar, in pixels. */
const AIR = 8;
/** The share of the window by which the page may move before anybody has played: its words are to be read first. */
export const LITTLE = 0.2;

/**
 * Moves the page up by what the bar hides of the board, if that is no more than a share of the window, and never further
 * than the board's upper edge.
 * @param {number} [share]
 */
export function uncover(share = 1) {
  const foot = byId("lesson-foot");
  if (getComputedStyle(foot).position !== "sticky") return;
  const board = byId("board").getBoundingClientRect();
  const hidden = board.bottom + AIR - foot.getBoundingClientRect().top;
  if (hidden > AIR && hidden <= share * innerHeight)
    scrollBy({ top: Math.min(hidden, Math.max(0, board.top)), behavior: "instant" });
}
