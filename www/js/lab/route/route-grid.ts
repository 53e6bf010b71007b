// The grid of a route problem as data: cells, stamina, its text, and what a hand may do to it. A grid that is made
// here always has one start and one end, so it can always be searched; what a text may be is for the rules to say.

import { isIntegerIn } from "../../core/numbers.ts";

/** @import { Unchecked } from "../../core/stored.ts" */

/** What a cell is, by its number in the text. */
export const ROAD = 0;
export const OBSTACLE = 1;
export const SUPPLY = 2;
export const START = 3;
export const END = 4;
/** Names of the five, by number. */
export const KINDS = /** @type {const} */ (["road", "obstacle", "supply", "start", "end"]);

/** Rows, and columns, of a grid that can be drawn by hand. */
export const DRAWN = { min: 2, max: 40 };
/** Rows, and columns, of any grid, and its stamina; the rules refuse what is more. */
const MAX_SIDE = 1_000;
export const MAX_STAMINA = 10_000;

/**
 * @typedef {object} RouteGrid
 * @property {number} rows
 * @property {number} columns
 * @property {number} stamina
 * @property {Uint8Array} cells  by number, row after row; never written to once it is shown
 */

/** Can it be painted on? @param {RouteGrid} grid */
export const isDrawn = ({ rows, columns }) => rows <= DRAWN.max && columns <= DRAWN.max;

/** Roads all over, from the left to the right. @param {number} rows @param {number} columns @param {number} stamina @returns {RouteGrid} */
export function blankGrid(rows, columns, stamina) {
  const cells = new Uint8Array(rows * columns);
  const middle = Math.floor((rows - 1) / 2) * columns;
  cells[middle] = START;
  cells[middle + columns - 1] = END;
  return { rows, columns, stamina, cells };
}

/**
 * A cell made into something. Start and end are moved, never lost: nothing is painted over them.
 * @param {RouteGrid} grid @param {number} cell @param {number} kind @returns {RouteGrid} the same one where nothing changes
 */
export function withCell(grid, cell, kind) {
  const before = grid.cells[cell];
  if (before === kind || before === START || before === END) return grid;
  const cells = grid.cells.slice();
  if (kind === START || kind === END) cells[cells.indexOf(kind)] = ROAD;
  cells[cell] = kind;
  return { ...grid, cells };
}

/** @param {RouteGrid} grid @param {number} stamina @returns {RouteGrid} */
export const withStamina = (grid, stamina) =>
  grid.stamina === stamina ? grid : { ...grid, stamina };

/**
 * Another size: the upper left stays, what is new is road, and a start or an end that was cut off comes in again.
 * @param {RouteGrid} grid @param {number} rows @param {number} columns @returns {RouteGrid}
 */
export function resized(grid, rows, columns) {
  if (rows === grid.rows && columns === grid.columns) return grid;
  const cells = new Uint8Array(rows * columns);
  for (let row = 0; row < Math.min(rows, grid.rows); row++) {
    const from = row * grid.columns;
    const line = grid.cells.subarray(from, from + Math.min(columns, grid.columns));
    cells.set(line, row * columns);
  }
  const seats = { [START]: 0, [END]: cells.length - 1 };
  for (const kind of /** @type {const} */ ([START, END])) {
    if (cells.includes(kind)) continue;
    const other = kind === START ? END : START;
    const step = kind === START ? 1 : -1;
    const seat = cells[seats[kind]] === other ? seats[kind] + step : seats[kind];
    cells[seat] = kind;
  }
  return { rows, columns, stamina: grid.stamina, cells };
}

/** Everything but start and end made road again. @param {RouteGrid} grid @returns {RouteGrid} the same one where it is so already */
export function cleared(grid) {
  const isOther = (/** @type {number} */ kind) => kind === OBSTACLE || kind === SUPPLY;
  if (!grid.cells.some(isOther)) return grid;
  return { ...grid, cells: grid.cells.map((kind) => (isOther(kind) ? ROAD : kind)) };
}

/** The code of the digit 0. */
const ZERO = 48;

/** The text that the rules read. @param {RouteGrid} grid */
export function textOf({ rows, columns, stamina, cells }) {
  const codes = new Uint8Array(2 * cells.length).fill(32);
  for (let cell = 0; cell < cells.length; cell++) codes[2 * cell] = ZERO + cells[cell];
  for (let row = 1; row <= rows; row++) codes[2 * row * columns - 1] = 10;
  return `${rows} ${columns} ${stamina}\n${new TextDecoder().decode(codes)}`;
}

/** A text that the rules have accepted, as a grid; null when it is none after all. @param {string} text @returns {RouteGrid|null} */
export function gridOf(text) {
  const [head] = /^\s*\d+\s+\d+\s+\d+(?!\d)/.exec(text) ?? [""];
  const [rows, columns, stamina] = head.trim().split(/\s+/).map(Number);
  // To the rules 01 is a 1.
  const numbers = text.slice(head.length).replace(/\b0+(?=\d)/g, "");
  const digits = numbers.replace(/\s+/g, "");
  return checked(rows, columns, stamina, digits);
}

/** @param {number} rows @param {number} columns @param {number} stamina @param {string} digits one to a cell @returns {RouteGrid|null} */
function checked(rows, columns, stamina, digits) {
  if (!isIntegerIn(rows, 1, MAX_SIDE) || !isIntegerIn(columns, 1, MAX_SIDE)) return null;
  if (!isIntegerIn(stamina, 0, MAX_STAMINA) || digits.length !== rows * columns) return null;
  const counts = [0, 0, 0, 0, 0];
  const cells = new Uint8Array(digits.length);
  for (let cell = 0; cell < cells.length; cell++) {
    const kind = digits.charCodeAt(cell) - ZERO;
    if (!isIntegerIn(kind, ROAD, END)) return null;
    counts[kind] += 1;
    cells[cell] = kind;
  }
  return counts[START] === 1 && counts[END] === 1 ? { rows, columns, stamina, cells } : null;
}

/** Short, to be stored. @param {RouteGrid} grid */
export const packed = ({ rows, columns, stamina, cells }) => ({
  rows,
  columns,
  stamina,
  cells: new TextDecoder().decode(cells.map((kind) => ZERO + kind)),
});

/** What `packed` made, or null for anything else. @param {Unchecked} raw @returns {RouteGrid|null} */
export const unpacked = (raw) =>
  typeof raw?.cells === "string" ? checked(raw.rows, raw.columns, raw.stamina, raw.cells) : null;

/** Row and column of a cell, from 1. @param {RouteGrid} grid @param {number} cell */
export const placeOf = ({ columns }, cell) => ({
  row: Math.floor(cell / columns) + 1,
  column: (cell % columns) + 1,
});

/**
 * The cells that a stroke goes over from one to another, without a gap, the first left out.
 * @param {RouteGrid} grid @param {number} from @param {number} to @returns {number[]}
 */
export function strokeOf({ columns }, from, to) {
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
 * The cell that a key leads to; at an edge it stays.
 * @param {RouteGrid} grid @param {number} cell @param {string} key of the event @param {boolean} whole with Control: of the whole grid
 * @returns {number} -1 for a key that leads nowhere
 */
export function keyed({ rows, columns }, cell, key, whole) {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const at = (/** @type {number} */ r, /** @type {number} */ c) =>
    Math.min(rows - 1, Math.max(0, r)) * columns + Math.min(columns - 1, Math.max(0, c));
  switch (key) {
    case "ArrowUp":
      return at(row - 1, column);
    case "ArrowDown":
      return at(row + 1, column);
    case "ArrowLeft":
      return at(row, column - 1);
    case "ArrowRight":
      return at(row, column + 1);
    case "Home":
      return at(whole ? 0 : row, 0);
    case "End":
      return at(whole ? rows : row, columns);
    case "PageUp":
      return at(0, column);
    case "PageDown":
      return at(rows, column);
    default:
      return -1;
  }
}
