// Where the window is upright, what a tab leads to stands below the board, and below what is to be seen.

/** The layout in which the page is scrolled. */
const upright = matchMedia("not all and (min-aspect-ratio: 1/1)");
/** The share of the window that is to show what was asked for, if there is that much of it. */
const SHARE = 0.4;

/** Moves the page up as far as is needed to see the beginning of an element. @param {Element} element */
export function reveal(element) {
  if (!upright.matches) return;
  const { top, bottom } = element.getBoundingClientRect();
  const hidden = Math.min(bottom, top + SHARE * innerHeight) - innerHeight;
  if (hidden > 0) scrollBy({ top: hidden, behavior: "instant" });
}
