// Computes the rows of a long list that are drawn, and the row that a key leads to. All functions are pure.

import type { Column } from "../database/types.ts";

/** The number of rows drawn above and below the visible ones, so that no gap shows during scrolling. */
const SPARE = 12;

/** A scrolled list; lengths are in CSS pixels. */
export interface ListView {
  /** The distance that the list is scrolled. */
  top: number;
  height: number;
  /** The height of a row; 0 before it is measured. */
  row: number;
  /** The number of rows. */
  count: number;
}

export interface Sorting {
  column: Column;
  descending: boolean;
}

/** Returns the range of rows to draw, from `first` up to, but not including, `last`. */
export function windowOf({ top, height, row, count }: ListView): { first: number; last: number } {
  if (row <= 0) return { first: 0, last: 0 };
  const first = Math.max(0, Math.floor(top / row) - SPARE);
  const last = Math.min(count, Math.ceil((top + height) / row) + SPARE);
  return { first: Math.min(first, last), last };
}

/**
 * Returns the row of each slot, or null for an empty slot. A row keeps its slot while it is drawn. A row that is drawn
 * for the first time takes the slot of a row that is no longer drawn, so the elements of the slot are reused.
 */
export function slotsOf(view: ListView): (number | null)[] {
  const { first, last } = windowOf(view);
  if (first === last) return [];
  const count = Math.ceil(view.height / view.row) + 1 + 2 * SPARE;
  return Array.from({ length: count }, (_, slot) => {
    const row = first + ((slot - (first % count) + count) % count);
    return row < last ? row : null;
  });
}

/** Returns the first row that is wholly in view. */
export const firstInView = ({ top, row, count }: Omit<ListView, "height">): number =>
  row > 0 ? Math.min(Math.ceil(top / row), count - 1) : 0;

/** Returns the scroll position nearest to the current one at which a row is wholly in view. */
export function scrollFor({ top, height, row }: Omit<ListView, "count">, index: number): number {
  if (index * row < top) return index * row;
  return Math.max(top, (index + 1) * row - height);
}

/**
 * Returns the row that a key leads to; null for other keys and in an empty list.
 * @param at the active row, -1 for none
 * @param page the number of rows in view
 */
export function rowAfter(key: string, at: number, count: number, page: number): number | null {
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  if (target === undefined || count === 0) return null;
  return Math.min(Math.max(target, 0), count - 1);
}

/**
 * Returns the sorting after a press on a column's head: ascending, then descending, then in the order in which the
 * games were added.
 */
export function sortedBy(sorting: Sorting, column: Column): Sorting {
  if (sorting.column !== column) return { column, descending: false };
  return sorting.descending ? { column: "added", descending: false } : { column, descending: true };
}
