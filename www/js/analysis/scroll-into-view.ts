// Scrolling in an upright window, where the parts that tabs lead to stand below the board.

/** The layout in which the whole page scrolls. */
const upright = matchMedia("not all and (min-aspect-ratio: 1/1)");
/** The share of the window in which the beginning of an element has to be visible, if the element is that high. */
const SHARE = 0.4;
/** The height of a part that is enough beside the board, in pixels. */
const ENOUGH = 352;

/** Scrolls the page up as far as is needed to see the beginning of an element. */
export function reveal(element: Element) {
  if (!upright.matches) return;
  const { top, bottom } = element.getBoundingClientRect();
  const hidden = Math.min(bottom, top + SHARE * innerHeight) - (innerHeight - covered("Bottom"));
  if (hidden > 0) scrollBy({ top: hidden, behavior: "instant" });
}

/** Returns the height that other parts cover at an edge of the window, in pixels. */
const covered = (edge: "Top" | "Bottom") =>
  parseFloat(getComputedStyle(document.documentElement)[`scrollPadding${edge}`]) || 0;

/**
 * Reveals a part of an area that scrolls by itself in a wide window: there the part comes to the area's upper edge,
 * unless enough of it is visible.
 */
export function revealWithin(part: Element, area: Element) {
  if (upright.matches) return reveal(part);
  const { top, bottom } = part.getBoundingClientRect();
  const edge = area.getBoundingClientRect();
  if (edge.bottom - top < Math.min(bottom - top, ENOUGH)) area.scrollTop += top - edge.top;
}

/** Scrolls to the names and the current move of a game that was opened. `area` has the names, the moves and the rest. */
export function showOpened(area: Element) {
  area.scrollTop = 0;
  const { top, height } = area.getBoundingClientRect();
  const hidden = covered("Top") - top;
  if (upright.matches && height > 0 && hidden > 0) scrollBy({ top: -hidden, behavior: "instant" });
  const move = area.querySelector("[aria-current]");
  if (move) reveal(move);
}
