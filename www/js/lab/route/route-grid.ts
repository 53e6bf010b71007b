// The grid of a route problem: its cells and stamina, its text, and the edits of a person. A grid always has exactly
// one start and one end, so it can always be searched. The wasm checks the text of a grid; `gridOf` expects a text that
// the wasm has accepted.

import { isIntegerIn } from "../../core/numbers.ts";
import { createStoredValue, parseVersion } from "../../core/stored.ts";
import type { StoreProblem, Unchecked } from "../../core/stored.ts";
import { itemAt } from "../item-at.ts";

/** The kinds of cells, as the digits of the text. */
export const [ROAD, OBSTACLE, SUPPLY, START, END] = [0, 1, 2, 3, 4] as const;
/** The names of the kinds, by number. */
export const KINDS = ["road", "obstacle", "supply", "start", "end"] as const;

/** The least and the greatest number of rows, and of columns, of a grid that can be drawn by hand. */
export const DRAWN = { min: 2, max: 40 };
/** The greatest number of rows, and of columns, that the wasm accepts. */
const MAX_SIDE = 1_000;
/** The greatest stamina that the wasm accepts. */
export const MAX_STAMINA = 10_000;

export interface RouteGrid {
  rows: number;
  columns: number;
  stamina: number;
  /** The kinds of the cells, row by row. The array is not modified once the grid is shown. */
  cells: Uint8Array;
}

/** Returns true if a grid is small enough to be drawn by hand. */
export const isDrawn = ({ rows, columns }: RouteGrid): boolean =>
  rows <= DRAWN.max && columns <= DRAWN.max;

export const isEnd = (kind: number): boolean => kind === START || kind === END;

export const kindName = (kind: number): string => itemAt(KINDS, kind);

/** Returns a grid of roads, with the start at the left and the end at the right. */
export function blankGrid(rows: number, columns: number, stamina: number): RouteGrid {
  const cells = new Uint8Array(rows * columns);
  const middle = Math.floor((rows - 1) / 2) * columns;
  cells[middle] = START;
  cells[middle + columns - 1] = END;
  return { rows, columns, stamina, cells };
}

/**
 * Returns the grid with the kind of one cell changed. Setting the start or the end moves it to the cell. A cell that is
 * the start or the end keeps its kind. Like the functions below, returns the same object if nothing changes.
 */
export function withCell(grid: RouteGrid, cell: number, kind: number): RouteGrid {
  const before = itemAt(grid.cells, cell);
  if (before === kind || isEnd(before)) return grid;
  const cells = grid.cells.slice();
  if (isEnd(kind)) cells[cells.indexOf(kind)] = ROAD;
  cells[cell] = kind;
  return { ...grid, cells };
}

export const withStamina = (grid: RouteGrid, stamina: number): RouteGrid =>
  grid.stamina === stamina ? grid : { ...grid, stamina };

/**
 * Returns the grid with its size changed. Cells keep their row and column, and new cells are roads. A start or an end
 * that is cut off moves to a corner.
 */
export function resized(grid: RouteGrid, rows: number, columns: number): RouteGrid {
  if (rows === grid.rows && columns === grid.columns) return grid;
  const cells = new Uint8Array(rows * columns);
  for (let row = 0; row < Math.min(rows, grid.rows); row++) {
    const from = row * grid.columns;
    cells.set(grid.cells.subarray(from, from + Math.min(columns, grid.columns)), row * columns);
  }
  const last = cells.length - 1;
  if (!cells.includes(START)) cells[cells[0] === END ? 1 : 0] = START;
  if (!cells.includes(END)) cells[cells[last] === START ? last - 1 : last] = END;
  return { rows, columns, stamina: grid.stamina, cells };
}

export function cleared(grid: RouteGrid): RouteGrid {
  const isOther = (kind: number) => kind === OBSTACLE || kind === SUPPLY;
  if (!grid.cells.some(isOther)) return grid;
  return { ...grid, cells: grid.cells.map((kind) => (isOther(kind) ? ROAD : kind)) };
}

const ZERO = 48;

/** Formats a grid as the text that the wasm reads. */
export function textOf({ rows, columns, stamina, cells }: RouteGrid): string {
  const codes = new Uint8Array(2 * cells.length).fill(32);
  for (const [cell, kind] of cells.entries()) codes[2 * cell] = ZERO + kind;
  for (let row = 1; row <= rows; row++) codes[2 * row * columns - 1] = 10;
  return `${rows} ${columns} ${stamina}\n${new TextDecoder().decode(codes)}`;
}

/** Parses a text that the wasm has accepted; returns null if it is not a grid. */
export function gridOf(text: string): RouteGrid | null {
  const head = /^\s*\d+\s+\d+\s+\d+(?!\d)/.exec(text)?.[0] ?? "";
  const [rows, columns, stamina] = head.trim().split(/\s+/).map(Number);
  // The wasm accepts leading zeros, such as 01 for 1.
  const numbers = text.slice(head.length).replace(/\b0+(?=\d)/g, "");
  return checkedGrid(rows, columns, stamina, numbers.replace(/\s+/g, ""));
}

/**
 * Returns a grid with these values. Returns null unless the numbers are in their ranges and `digits` contains a kind
 * for each cell, with one start and one end.
 */
function checkedGrid(rows: unknown, columns: unknown, stamina: unknown, digits: string) {
  if (!isIntegerIn(rows, 1, MAX_SIDE) || !isIntegerIn(columns, 1, MAX_SIDE)) return null;
  if (!isIntegerIn(stamina, 0, MAX_STAMINA) || digits.length !== rows * columns) return null;
  if (!/^[0-4]*$/.test(digits)) return null;
  const cells = new TextEncoder().encode(digits).map((code) => code - ZERO);
  const isSingle = (kind: number) =>
    cells.includes(kind) && cells.indexOf(kind) === cells.lastIndexOf(kind);
  return isSingle(START) && isSingle(END) ? { rows, columns, stamina, cells } : null;
}

/** Returns the row and the column of a cell, both counted from 1. */
export const placeOf = ({ columns }: RouteGrid, cell: number): { row: number; column: number } => ({
  row: Math.floor(cell / columns) + 1,
  column: (cell % columns) + 1,
});

/** Returns the cells on a line from one cell to another, without gaps and without `from` itself. */
export function strokeOf({ columns }: RouteGrid, from: number, to: number): number[] {
  const [row, column] = [Math.floor(from / columns), from % columns];
  const rows = Math.floor(to / columns) - row;
  const along = (to % columns) - column;
  const count = Math.max(Math.abs(rows), Math.abs(along));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    return (row + Math.round(rows * part)) * columns + column + Math.round(along * part);
  });
}

/**
 * Returns the cell that a navigation key leads to, or -1 for other keys. At an edge of the grid, returns the same cell.
 * If `whole` is true, because Control is held, Home and End lead to the first and the last cell of the grid.
 */
export function cellByKey(
  { rows, columns }: RouteGrid,
  cell: number,
  key: string,
  whole: boolean,
): number {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const places: Record<string, [row: number, column: number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [whole ? 0 : row, 0],
    End: [whole ? rows : row, columns],
    PageUp: [0, column],
    PageDown: [rows, column],
  };
  const place = places[key];
  if (!place) return -1;
  const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  return clamp(place[0], rows) * columns + clamp(place[1], columns);
}

export const ROUTE_KEY = "chuhe:lab:route";
const VERSION = 1;

export const encodeRoute = (grid: RouteGrid | null): string =>
  JSON.stringify({
    version: VERSION,
    ...grid,
    cells: grid && new TextDecoder().decode(grid.cells.map((kind) => ZERO + kind)),
  });

export function decodeRoute(text: string | null): RouteGrid | null {
  const raw: Unchecked = parseVersion(text, VERSION);
  return typeof raw?.cells === "string"
    ? checkedGrid(raw.rows, raw.columns, raw.stamina, raw.cells)
    : null;
}

/** Creates the storage of the grid. `area` may throw; `onProblem` is called only for the first failure to write. */
export const createRouteStorage = (
  area: () => Storage,
  onProblem: (problem: StoreProblem) => void,
) => createStoredValue(area, ROUTE_KEY, { decode: decodeRoute, encode: encodeRoute, onProblem });
