// Which rows of a long list are drawn, and where its keys lead. Pure.

/** Rows drawn beyond either edge, so that none is missing while it scrolls. */
const SPARE = 12;

/**
 * The rows to draw, from `first` to before `last`.
 * @param {{ top: number, height: number, row: number, count: number }} view  in pixels: how far it is scrolled, its height, that of a row
 */
export function windowOf({ top, height, row, count }) {
  if (row <= 0) return { first: 0, last: 0 };
  const first = Math.max(0, Math.floor(top / row) - SPARE);
  const last = Math.min(count, Math.ceil((top + height) / row) + SPARE);
  return { first: Math.min(first, last), last };
}

/** The first row that is seen whole, the last one at most. @param {{ top: number, row: number, count: number }} view */
export function firstInView({ top, row, count }) {
  return row > 0 ? Math.min(Math.ceil(top / row), count - 1) : 0;
}

/** How far it is to be scrolled for a row to be seen whole. @param {{ top: number, height: number, row: number }} view @param {number} at */
export function scrollFor({ top, height, row }, at) {
  if (at * row < top) return at * row;
  return Math.max(top, (at + 1) * row - height);
}

/**
 * The row that a key leads to; null for a key that leads nowhere.
 * @param {string} key of the keyboard @param {number} at  -1: at none yet @param {number} count @param {number} page rows in view
 */
export function rowAfter(key, at, count, page) {
  /** @type {Record<string, number>} */
  const places = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  if (!(key in places) || count === 0) return null;
  return Math.min(Math.max(places[key], 0), count - 1);
}

/** @typedef {import("../database/types.js").Column} Column */

/**
 * How the list is sorted when a column's head is pressed: upwards, downwards, as the games were added.
 * @param {{ column: Column, descending: boolean }} now @param {Column} column @returns {{ column: Column, descending: boolean }}
 */
export function sortedBy(now, column) {
  if (now.column !== column) return { column, descending: false };
  return now.descending ? { column: "added", descending: false } : { column, descending: true };
}
