// Scrolls parts of the page into view, chiefly in a portrait window, where they are below the board.

/** Matches a portrait window, in which the whole page scrolls. */
const upright = matchMedia("not all and (min-aspect-ratio: 1/1)");
/** The largest share of the window's height that `reveal` scrolls into view; shorter elements are shown whole. */
const SHARE = 0.4;
/** If this height of a part beside the board is visible, in pixels, `revealWithin` does not scroll. */
const ENOUGH = 352;

/** Scrolls the page down until the upper part of an element is visible. Does nothing in a wide window. */
export function reveal(element: Element) {
  if (!upright.matches) return;
  const { top, bottom } = element.getBoundingClientRect();
  const hidden = Math.min(bottom, top + SHARE * innerHeight) - (innerHeight - covered("Bottom"));
  if (hidden > 0) scrollBy({ top: hidden, behavior: "instant" });
}

/** Returns the height that fixed bars cover at an edge of the window, in pixels. */
const covered = (edge: "Top" | "Bottom") =>
  parseFloat(getComputedStyle(document.documentElement)[`scrollPadding${edge}`]) || 0;

/**
 * Scrolls a part of an area into view. In a wide window, scrolls the area until the part is at its upper edge, unless
 * enough of the part is visible already.
 */
export function revealWithin(part: Element, area: Element) {
  if (upright.matches) return reveal(part);
  const { top, bottom } = part.getBoundingClientRect();
  const edge = area.getBoundingClientRect();
  if (edge.bottom - top < Math.min(bottom - top, ENOUGH)) area.scrollTop += top - edge.top;
}

/**
 * Scrolls to the heading and the current move of an opened game. `area` contains the heading, the moves and the
 * explorer.
 */
export function showOpened(area: Element) {
  area.scrollTop = 0;
  const { top, height } = area.getBoundingClientRect();
  const hidden = covered("Top") - top;
  if (upright.matches && height > 0 && hidden > 0) scrollBy({ top: -hidden, behavior: "instant" });
  const move = area.querySelector("[aria-current]");
  if (move) reveal(move);
}
