// A route over a grid: where it leads, what is left of the stamina on the way, and how it is drawn.

import { END, OBSTACLE, START, SUPPLY } from "./route-grid.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/**
 * A place on the way.
 * @typedef {object} Stop
 * @property {number} cell
 * @property {number} stamina  left, after a supply station filled up
 * @property {boolean} filled  it was filled up here
 */

/** @type {Record<string, (columns: number) => number>} */
const MOVES = { U: (columns) => -columns, D: (columns) => columns, L: () => -1, R: () => 1 };

/** Every place on the way, the start first. @param {RouteGrid} grid @param {string} letters @returns {Stop[]} */
export function stopsOf({ cells, columns, stamina }, letters) {
  /** @type {Stop[]} */
  const stops = [{ cell: cells.indexOf(START), stamina, filled: false }];
  for (const letter of letters) {
    const { cell: before, stamina: left } = stops[stops.length - 1];
    const cell = before + MOVES[letter](columns);
    const filled = cells[cell] === SUPPLY;
    stops.push({ cell, stamina: filled ? stamina : left - 1, filled });
  }
  return stops;
}

/**
 * Where somebody is after so many steps, in cells from the upper left; between two cells after a part of one.
 * @param {RouteGrid} grid @param {string} letters @param {number} at
 */
export function placeAt(grid, letters, at) {
  const step = Math.floor(at);
  const stops = stopsOf(grid, letters.slice(0, step + 1));
  const [from, to] = [stops[step], stops[Math.min(step + 1, stops.length - 1)]].map(({ cell }) => ({
    x: (cell % grid.columns) + 0.5,
    y: Math.floor(cell / grid.columns) + 0.5,
  }));
  const part = at - step;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Cells that the route comes to more than once, in the order of the second time. @param {readonly Stop[]} stops */
export function crossedTwice(stops) {
  const seen = new Set();
  /** @type {Set<number>} */
  const twice = new Set();
  for (const { cell } of stops) (seen.has(cell) ? twice : seen).add(cell);
  return [...twice];
}

/**
 * The fewest steps from start to end if stamina did not matter; -1 when walls are in the way.
 * @param {RouteGrid} grid
 */
export function stepsWithoutLimit({ cells, columns }) {
  const away = new Int32Array(cells.length).fill(-1);
  const start = cells.indexOf(START);
  const queue = [start];
  away[start] = 0;
  for (const cell of queue) {
    if (cells[cell] === END) return away[cell];
    for (const next of besides(cell, columns, cells.length)) {
      if (away[next] >= 0 || cells[next] === OBSTACLE) continue;
      away[next] = away[cell] + 1;
      queue.push(next);
    }
  }
  return -1;
}

/** @param {number} cell @param {number} columns @param {number} count */
function besides(cell, columns, count) {
  const next = [];
  if (cell >= columns) next.push(cell - columns);
  if (cell + columns < count) next.push(cell + columns);
  if (cell % columns > 0) next.push(cell - 1);
  if ((cell + 1) % columns > 0) next.push(cell + 1);
  return next;
}

/** Of a cell's side: how far from the middle one keeps to the right. */
const LANE = 0.17;

/**
 * The line of a route in units of a cell. It keeps to the right, so that where it goes and where it comes back are
 * two lines and not one.
 * @param {RouteGrid} grid @param {string} letters
 * @returns {{ points: [x: number, y: number][], heads: { x: number, y: number, turn: number }[] }}
 *   heads: arrowheads, one to a step; turn in quarters of a circle, clockwise from the right
 */
export function lineOf({ cells, columns }, letters) {
  const turns = [...letters].map((letter) => "RDLU".indexOf(letter));
  const start = cells.indexOf(START);
  let [x, y] = [(start % columns) + 0.5, Math.floor(start / columns) + 0.5];
  /** @type {[number, number][]} */
  const points = [[x, y]];
  const heads = [];
  for (const [index, turn] of turns.entries()) {
    const [dx, dy] = DIRECTIONS[turn];
    // To the right of the way: a quarter clockwise.
    const [sx, sy] = [x - dy * LANE, y + dx * LANE];
    if (index === 0) points.push([sx, sy]);
    heads.push({ x: sx + dx * 0.5, y: sy + dy * 0.5, turn });
    [x, y] = [x + dx, y + dy];
    points.push(...corner(x, y, turn, turns[index + 1]));
  }
  points.push([x, y]);
  return { points, heads };
}

/** @type {[dx: number, dy: number][]} */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * Where the lane of one step meets that of the next, in the cell between them.
 * @param {number} x @param {number} y @param {number} turn @param {number|undefined} next @returns {[number, number][]}
 */
function corner(x, y, turn, next) {
  const [dx, dy] = DIRECTIONS[turn];
  /** @type {[number, number]} */
  const here = [x - dy * LANE, y + dx * LANE];
  if (next === undefined || next === turn) return [here];
  const [ex, ey] = DIRECTIONS[next];
  // Turning back: over to the other lane.
  if (ex === -dx && ey === -dy) return [here, [x + dy * LANE, y - dx * LANE]];
  return [[x - (dy + ey) * LANE, y + (dx + ex) * LANE]];
}
