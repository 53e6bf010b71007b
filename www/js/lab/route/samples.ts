// Sample grids, and random grids from a seed.

import { DRAWN, END, OBSTACLE, ROAD, START, SUPPLY, blankGrid, gridOf } from "./route-grid.ts";
import type { RouteGrid } from "./route-grid.ts";
import { stepsWithoutLimit } from "./route-walk.ts";

function openField() {
  const grid = blankGrid(11, 17, 60);
  grid.cells.fill(ROAD);
  grid.cells[5 * 17 + 3] = START;
  grid.cells[5 * 17 + 13] = END;
  for (let row = 3; row <= 7; row++) grid.cells[row * 17 + 8] = OBSTACLE;
  return grid;
}

/**
 * A maze whose shortest way takes 28 steps with unlimited stamina. With the maze's stamina of 16, the route has to pass
 * three supply stations.
 */
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

/**
 * A grid without a route. Obstacles do not block the way, but the supply stations are too far apart for the grid's
 * stamina of 6.
 */
const FAR = `7 11 6
3 0 0 0 0 2 0 0 0 0 0
0 1 1 1 0 1 1 1 1 1 0
0 1 0 0 0 0 0 0 0 1 0
0 1 0 1 1 1 1 1 0 1 0
0 1 0 1 0 0 0 1 0 1 0
0 2 0 1 0 1 0 0 0 1 0
0 0 0 0 0 1 0 0 0 0 4`;

const SOURCES: Record<string, string | RouteGrid> = {
  crossing: "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1",
  field: openField(),
  maze: MAZE,
  far: FAR,
};

export const SAMPLES: readonly string[] = Object.keys(SOURCES);

export function sample(name: string): RouteGrid {
  const source = SOURCES[name];
  const grid = typeof source === "string" ? gridOf(source) : source;
  if (!grid) throw new Error(`no sample called ${name}`);
  return grid;
}

/** The share of obstacles in a random grid, in percent. */
const OBSTACLES = 28;
/** The share of supply stations in a random grid, in percent. */
const STATIONS = 4;
/** The greatest number of attempts to create a random grid whose obstacles leave a way from start to end. */
const ATTEMPTS = 40;
/**
 * The size and stamina of a random grid that replaces a grid with fewer than `cells` cells, because a search on so
 * small a grid shows little.
 */
const WORTHWHILE = { cells: 50, rows: 12, columns: 16, stamina: 14 };

/**
 * Returns a random grid; the same seed and size give the same grid. Its obstacles leave a way from start to end unless
 * all `ATTEMPTS` fail. The stamina may be too low for this way.
 */
export function randomGrid(
  rows: number,
  columns: number,
  stamina: number,
  seed: number,
): RouteGrid {
  const below = dice(seed);
  let grid = rollGrid(rows, columns, stamina, below);
  for (let attempt = 1; attempt < ATTEMPTS && stepsWithoutLimit(grid) < 0; attempt++)
    grid = rollGrid(rows, columns, stamina, below);
  return grid;
}

/**
 * Returns a random grid with the size and stamina of a given grid. If that grid is tiny, uses the size and stamina of
 * `WORTHWHILE`. If it is too large to be drawn by hand, reduces the size.
 */
export function randomLike({ rows, columns, stamina }: RouteGrid, seed: number): RouteGrid {
  if (rows * columns < WORTHWHILE.cells)
    return randomGrid(WORTHWHILE.rows, WORTHWHILE.columns, WORTHWHILE.stamina, seed);
  return randomGrid(Math.min(rows, DRAWN.max), Math.min(columns, DRAWN.max), stamina, seed);
}

function rollGrid(
  rows: number,
  columns: number,
  stamina: number,
  below: (bound: number) => number,
): RouteGrid {
  const cells = Uint8Array.from({ length: rows * columns }, () => {
    const draw = below(100);
    return draw < OBSTACLES ? OBSTACLE : draw < OBSTACLES + STATIONS ? SUPPLY : ROAD;
  });
  // Start and end are in the left and the right quarter, so that the searches have a long way to show.
  const start = below(rows) * columns + below(Math.max(1, columns >> 2));
  const side = columns - 1 - below(Math.max(1, columns >> 2));
  cells[start] = START;
  const end = below(rows) * columns + side;
  cells[end === start ? (end + 1) % cells.length : end] = END;
  return { rows, columns, stamina, cells };
}

/** Returns a generator of random integers below a bound (mulberry32). */
function dice(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
