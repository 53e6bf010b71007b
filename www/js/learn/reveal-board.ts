// Scrolls so that the bar with messages, which on a phone lies over the lower end of the page, does not hide the board.

import { byId } from "../ui/dom.ts";

/** The gap between the board and the bar, in pixels. */
const GAP = 8;

/** Scrolls by the part of the board that the bar hides, but not beyond the board's upper edge. */
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
