// Scrolls the board out from under the message bar, which covers the lower end of the page on phones.

import { byId } from "../ui/dom.ts";

/** The gap between the board and the bar, in CSS pixels. */
const GAP = 8;

/**
 * Scrolls down by the height of the board's hidden part, but never scrolls the board's upper edge out of the window.
 */
export function revealBoard(): void {
  const foot = byId("lesson-foot");
  if (getComputedStyle(foot).position !== "sticky") return;
  const board = byId("board").getBoundingClientRect();
  const bar = foot.getBoundingClientRect();
  if (bar.right <= board.left) return;
  const hidden = board.bottom + GAP - bar.top;
  if (hidden > GAP)
    scrollBy({ top: Math.min(hidden, Math.max(0, board.top)), behavior: "instant" });
}
