// Scrolls parts of the page into view, chiefly in a portrait window, where they are below the board.

/** Matches a portrait window, in which the whole page scrolls. */
const upright = matchMedia("not all and (min-aspect-ratio: 1/1)");
/** The share of the window's height that `reveal` uses for an element; lower elements are shown whole. */
const SHARE = 0.4;
/** The height in pixels of a part beside the board that is enough to leave the scroll position unchanged. */
const ENOUGH = 352;

/** Scrolls the page down as far as is needed to show the top of an element. Does nothing in a wide window. */
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
 * Reveals a part of an area. In a wide window the area itself scrolls: the part comes to the area's upper edge, unless
 * enough of it is visible.
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
