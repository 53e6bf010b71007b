// Computes the cells of a route, the stamina at each step, and the line that shows the route.

import { itemAt } from "../item-at.ts";
import { type RouteGrid, END, OBSTACLE, START, SUPPLY } from "./route-grid.ts";

export interface Stop {
  cell: number;
  /** The remaining stamina, after a supply station has refilled it. */
  stamina: number;
  filled: boolean;
}

type Point = [x: number, y: number];
export interface RouteLine {
  points: Point[];
  /** The arrowheads, one for each step; `turn` is the direction in clockwise quarter turns, 0 for right. */
  heads: { x: number; y: number; turn: number }[];
}

/** The letters of the directions, in the order of `turn`. */
const LETTERS = "RDLU";
/** The changes of column and row in a step, in the order of `turn`. */
const DIRECTIONS: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export function stopsOf({ cells, columns, stamina }: RouteGrid, letters: string): Stop[] {
  let stop: Stop = { cell: cells.indexOf(START), stamina, filled: false };
  const stops = [stop];
  for (const letter of letters) {
    const [dx, dy] = itemAt(DIRECTIONS, LETTERS.indexOf(letter));
    const cell = stop.cell + dy * columns + dx;
    const filled = cells[cell] === SUPPLY;
    stop = { cell, stamina: filled ? stamina : stop.stamina - 1, filled };
    stops.push(stop);
  }
  return stops;
}

/**
 * Returns the point reached after `at` steps, in units of a cell from the upper left corner of the grid. A fraction of
 * a step is interpolated.
 */
export function placeAt(grid: RouteGrid, letters: string, at: number): { x: number; y: number } {
  const step = Math.floor(at);
  const stops = stopsOf(grid, letters.slice(0, step + 1));
  const centre = ({ cell }: Stop) => ({
    x: (cell % grid.columns) + 0.5,
    y: Math.floor(cell / grid.columns) + 0.5,
  });
  const from = centre(itemAt(stops, step));
  const to = centre(itemAt(stops, Math.min(step + 1, stops.length - 1)));
  const part = at - step;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns the cells that the route visits more than once, in the order of the second visit. */
export function crossedTwice(stops: readonly Stop[]): number[] {
  const visited = new Set<number>();
  const twice = new Set<number>();
  for (const { cell } of stops) (visited.has(cell) ? twice : visited).add(cell);
  return [...twice];
}

/**
 * Returns the smallest number of steps from start to end with unlimited stamina, or -1 if obstacles block every way.
 */
export function stepsWithoutLimit({ cells, columns }: RouteGrid): number {
  const distances = new Int32Array(cells.length).fill(-1);
  const start = cells.indexOf(START);
  const queue = [start];
  distances[start] = 0;
  for (const cell of queue) {
    const distance = itemAt(distances, cell);
    if (cells[cell] === END) return distance;
    for (const next of neighbours(cell, columns, cells.length)) {
      if (itemAt(distances, next) >= 0 || cells[next] === OBSTACLE) continue;
      distances[next] = distance + 1;
      queue.push(next);
    }
  }
  return -1;
}

function neighbours(cell: number, columns: number, count: number) {
  const cells = [];
  if (cell >= columns) cells.push(cell - columns);
  if (cell + columns < count) cells.push(cell + columns);
  if (cell % columns > 0) cells.push(cell - 1);
  if ((cell + 1) % columns > 0) cells.push(cell + 1);
  return cells;
}

/** The distance of a route's line from the middle of a cell, as a share of the cell's side. */
const LANE = 0.17;

/**
 * Returns the line of a route in units of a cell. The line keeps to the right of the walking direction, so a route that
 * goes back the same way appears as two lines.
 */
export function lineOf({ cells, columns }: RouteGrid, letters: string): RouteLine {
  const turns = [...letters].map((letter) => LETTERS.indexOf(letter));
  const start = cells.indexOf(START);
  let [x, y] = [(start % columns) + 0.5, Math.floor(start / columns) + 0.5];
  const points: Point[] = [[x, y]];
  const heads = [];
  for (const [index, turn] of turns.entries()) {
    const [dx, dy] = itemAt(DIRECTIONS, turn);
    // The right-hand side is a quarter turn clockwise from the direction.
    const [sideX, sideY] = [x - dy * LANE, y + dx * LANE];
    if (index === 0) points.push([sideX, sideY]);
    heads.push({ x: sideX + dx * 0.5, y: sideY + dy * 0.5, turn });
    [x, y] = [x + dx, y + dy];
    points.push(...corner(x, y, turn, turns[index + 1]));
  }
  points.push([x, y]);
  return { points, heads };
}

/** Returns the points that join the lines of two successive steps, in the cell between them. */
function corner(x: number, y: number, turn: number, next: number | undefined): Point[] {
  const [dx, dy] = itemAt(DIRECTIONS, turn);
  const here: Point = [x - dy * LANE, y + dx * LANE];
  if (next === undefined || next === turn) return [here];
  const [nextX, nextY] = itemAt(DIRECTIONS, next);
  // Where the route reverses, the line crosses to the other side of the cell's middle.
  if (nextX === -dx && nextY === -dy) return [here, [x + dy * LANE, y - dx * LANE]];
  return [[x - (dy + nextY) * LANE, y + (dx + nextX) * LANE]];
}
