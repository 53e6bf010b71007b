// Grids to begin with, and grids made up from a seed.

import { DRAWN, END, OBSTACLE, ROAD, START, SUPPLY, blankGrid, gridOf } from "./route-grid.ts";
import { stepsWithoutLimit } from "./route-walk.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/** The field is open: straight on, past a short wall. */
const FIELD = (() => {
  const grid = blankGrid(11, 17, 60);
  grid.cells.fill(ROAD);
  grid.cells[5 * 17 + 3] = START;
  grid.cells[5 * 17 + 13] = END;
  for (let row = 3; row <= 7; row++) grid.cells[row * 17 + 8] = OBSTACLE;
  return grid;
})();

/** Without stamina 28 steps would do; with it a way past three stations has to be found. */
const MAZE = `13 17 16
1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
1 3 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1
1 0 1 0 1 1 1 0 1 0 1 1 1 0 1 0 1
1 0 1 0 1 0 0 0 2 0 1 0 0 0 1 0 1
1 0 1 0 1 1 1 1 1 1 1 1 1 0 1 0 1
1 0 1 0 0 0 0 0 1 0 2 0 0 0 1 0 1
1 0 1 1 1 1 1 0 1 0 1 1 1 0 1 0 1
1 0 2 0 1 0 0 0 1 0 0 0 0 0 1 0 1
1 1 1 0 0 0 1 1 1 0 1 0 1 1 1 0 1
1 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 1
1 2 1 1 1 1 1 0 1 1 1 1 1 1 1 0 1
1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 1
1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1`;

/** The way is free, and every station on it too far from the next. */
const FAR = `7 11 6
3 0 0 0 0 2 0 0 0 0 0
0 1 1 1 0 1 1 1 1 1 0
0 1 0 0 0 0 0 0 0 1 0
0 1 0 1 1 1 1 1 0 1 0
0 1 0 1 0 0 0 1 0 1 0
0 2 0 1 0 1 0 0 0 1 0
0 0 0 0 0 1 0 0 0 0 4`;

/** @type {Record<string, string|RouteGrid>} */
const SOURCES = {
  crossing: "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1",
  field: FIELD,
  maze: MAZE,
  far: FAR,
};

/** The ready ones, by name. */
export const SAMPLES = Object.freeze(Object.keys(SOURCES));

/** @param {string} name @returns {RouteGrid} */
export function sample(name) {
  const source = SOURCES[name];
  const grid = typeof source === "string" ? gridOf(source) : source;
  if (!grid) throw new Error(`no sample called ${name}`);
  return grid;
}

/** Of a hundred cells. */
const WALLS = 28;
const STATIONS = 4;

/** Throws until the obstacles leave a way. */
const THROWS = 40;
/** What is made in place of a grid on which there would be nothing to see. */
const WORTHWHILE = { cells: 50, rows: 12, columns: 16, stamina: 14 };

/**
 * The same grid for the same seed and size, with a way through the obstacles wherever one is soon found; whether
 * the stamina lasts for it is another matter.
 * @param {number} rows @param {number} columns @param {number} stamina @param {number} seed @returns {RouteGrid}
 */
export function randomGrid(rows, columns, stamina, seed) {
  const below = dice(seed);
  let grid = throwGrid(rows, columns, stamina, below);
  for (let again = 1; again < THROWS && stepsWithoutLimit(grid) < 0; again++)
    grid = throwGrid(rows, columns, stamina, below);
  return grid;
}

/** One from a seed, of the size of another unless that is tiny, and no larger than can be drawn. @param {RouteGrid} like @param {number} seed */
export function randomLike({ rows, columns, stamina }, seed) {
  if (rows * columns < WORTHWHILE.cells)
    return randomGrid(WORTHWHILE.rows, WORTHWHILE.columns, WORTHWHILE.stamina, seed);
  return randomGrid(Math.min(rows, DRAWN.max), Math.min(columns, DRAWN.max), stamina, seed);
}

/** @param {number} rows @param {number} columns @param {number} stamina @param {(bound: number) => number} below @returns {RouteGrid} */
function throwGrid(rows, columns, stamina, below) {
  const cells = Uint8Array.from({ length: rows * columns }, () => {
    const draw = below(100);
    return draw < WALLS ? OBSTACLE : draw < WALLS + STATIONS ? SUPPLY : ROAD;
  });
  // Far from each other, or there is little to see.
  const start = below(rows) * columns + below(Math.max(1, columns >> 2));
  const side = columns - 1 - below(Math.max(1, columns >> 2));
  cells[start] = START;
  const end = below(rows) * columns + side;
  cells[end === start ? (end + 1) % cells.length : end] = END;
  return { rows, columns, stamina, cells };
}

/** Numbers below a bound, one after another (mulberry32). @param {number} seed @returns {(bound: number) => number} */
function dice(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
