// Where the window is upright, what a tab leads to stands below the board, and below what is to be seen.

/** The layout in which the page is scrolled. */
const upright = matchMedia("not all and (min-aspect-ratio: 1/1)");
/** The share of the window that is to show what was asked for, if there is that much of it. */
const SHARE = 0.4;

/** Beside the board as much of a part is enough, in pixels. */
const ENOUGH = 352;

/** Moves the page up as far as is needed to see the beginning of an element. @param {Element} element */
export function reveal(element) {
  if (!upright.matches) return;
  const { top, bottom } = element.getBoundingClientRect();
  const hidden = Math.min(bottom, top + SHARE * innerHeight) - (innerHeight - covered("Bottom"));
  if (hidden > 0) scrollBy({ top: hidden, behavior: "instant" });
}

/** Moves the page down until the beginning of an element comes out from under the board. @param {Element} element */
function uncover(element) {
  const { top, height } = element.getBoundingClientRect();
  const hidden = covered("Top") - top;
  if (upright.matches && height > 0 && hidden > 0) scrollBy({ top: -hidden, behavior: "instant" });
}

/** What lies over the window's edge there, in pixels. @param {"Top"|"Bottom"} edge */
const covered = (edge) =>
  parseFloat(getComputedStyle(document.documentElement)[`scrollPadding${edge}`]) || 0;

/**
 * The same for a part of an area that is scrolled where the window is wide: unless enough of the part is to be seen, it
 * comes to the area's upper edge.
 * @param {Element} part @param {Element} area
 */
export function revealWithin(part, area) {
  if (upright.matches) return reveal(part);
  const { top, bottom } = part.getBoundingClientRect();
  const edge = area.getBoundingClientRect();
  if (edge.bottom - top < Math.min(bottom - top, ENOUGH)) area.scrollTop += top - edge.top;
}

/**
 * Of a game that was opened one sees what it is and where one is in it, whatever was looked at before.
 * @param {Element} area  with its names, moves and all below them
 */
export function showOpened(area) {
  area.scrollTop = 0;
  uncover(area);
  const here = area.querySelector("[aria-current]");
  if (here) reveal(here);
}
