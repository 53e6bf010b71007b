// On a phone the bar with what is said lies over the lower end of the board.

import { byId } from "../ui/dom.ts";

/** Air between the board and the bar, in pixels. */
const AIR = 8;

/** Moves the page up by what the bar hides of the board, never further than the board's upper edge. */
export function uncover() {
  const foot = byId("lesson-foot");
  if (getComputedStyle(foot).position !== "sticky") return;
  const board = byId("board").getBoundingClientRect();
  const bar = foot.getBoundingClientRect();
  if (bar.right <= board.left) return;
  const hidden = board.bottom + AIR - bar.top;
  if (hidden > AIR)
    scrollBy({ top: Math.min(hidden, Math.max(0, board.top)), behavior: "instant" });
}
