// What the numbers of a comparison say: pure functions.

import { METHODS, WIN } from "../methods.ts";

/** @typedef {import("../methods.ts").Method} Method */
/** What one method found at one depth. @typedef {{ method: Method, depth: number } & import("../types.ts").Found} Row */
/** What was compared. @typedef {{ startFen: string|null, moves: string[], fen: string, judge: import("../methods.ts").Judge }} Subject */

/** Beyond this a value counts the plies until the game is over. */
const DECIDED = WIN - 1_000;
/** More leaves than this take so long that they are worth a warning. */
const MANY = 30_000_000;

/**
 * Leaves grow like moves^(growth * depth): what the program of report D needed from the first move on, and minimax
 * by its nature. For telling beforehand what takes long; no result depends on it.
 * @type {Record<Method, number>}
 */
const GROWTH = {
  minimax: 1,
  alphabeta: 0.84,
  ordered: 0.62,
  pvs: 0.62,
  "pvs-reversed": 0.88,
  "pvs-table": 0.58,
  chuhe: 0.35,
};

/** Leaf evaluations at the first move as report D lists them, by depth. @type {Partial<Record<Method, Record<number, number>>>} */
export const REPORT_D = {
  alphabeta: { 1: 44, 2: 1_131, 3: 27_771, 4: 308_046, 5: 6_844_627 },
  ordered: { 1: 44, 2: 84, 3: 1_660, 4: 13_653, 5: 136_914, 6: 970_891 },
  pvs: { 4: 12_090, 5: 114_080, 6: 889_412, 7: 6_482_373 },
  "pvs-reversed": { 1: 48, 2: 2_063, 3: 72_295, 4: 1_519_640, 5: 14_700_791 },
};

/** Which method is meant to be better than which. @type {readonly [Method, Method][]} */
const PAIRS = [
  ["alphabeta", "minimax"],
  ["ordered", "alphabeta"],
  ["pvs", "ordered"],
  ["pvs-reversed", "pvs"],
  ["pvs-table", "pvs"],
];

/** The searches of a comparison in their order: depth by depth, that methods can be seen side by side early. @param {Method[]} methods @param {number} limit */
export const planOf = (methods, limit) =>
  Array.from({ length: limit }, (_, index) =>
    methods.map((method) => ({ method, depth: index + 1 })),
  ).flat();

/** Leaves that are to be expected. @param {Method} method @param {number} moves  at each position @param {number} depth */
export const expectedLeaves = (method, moves, depth) => moves ** (GROWTH[method] * depth);

/** What will take long. @param {Method[]} methods @param {number} moves @param {number} limit */
export const slowOnes = (methods, moves, limit) =>
  methods
    .map((method) => ({ method, leaves: expectedLeaves(method, moves, limit) }))
    .filter(({ leaves }) => leaves > MANY);

/** As many moves at each position, everywhere alike, would make as many leaves. @param {{ leaves: number, depth: number }} row */
export const branchingOf = ({ leaves, depth }) => leaves ** (1 / depth);

/** Plies until the game is over; positive when the side to move wins; null when it goes on. @param {number} value */
export function pliesToEnd(value) {
  if (Math.abs(value) <= DECIDED) return null;
  return Math.sign(value) * (WIN - Math.abs(value));
}

/** @param {Method} method */
const isExact = (method) => METHODS.some(({ code, exact }) => exact && code === method);

/**
 * Do the exact methods agree?
 * @param {Row[]} rows
 * @returns {{ compared: boolean, differsAt: number|null }} `compared`: at some depth there is more than one of them
 */
export function agreement(rows) {
  let compared = false;
  for (const depth of depthsOf(rows)) {
    const exact = rows.filter((row) => row.depth === depth && isExact(row.method));
    if (exact.length > 1) compared = true;
    if (new Set(exact.map(({ value }) => value)).size > 1) return { compared, differsAt: depth };
  }
  return { compared, differsAt: null };
}

/** @param {Row[]} rows */
export const depthsOf = (rows) => [...new Set(rows.map(({ depth }) => depth))];

/** Below it the clock and the warming-up of the code say more than the method, in milliseconds. */
const LEAST_MS = 5;

/**
 * What each method saved of the one that it improves, at the greatest depth that both have reached; shares of 1, less
 * than nothing where it cost more; of a time too short to be measured well null.
 * @param {Row[]} rows
 */
export function savings(rows) {
  return PAIRS.flatMap(([method, other]) => {
    const ours = rows.filter((row) => row.method === method);
    const theirs = rows.filter((row) => row.method === other);
    const depths = depthsOf(ours).filter((at) => theirs.some((row) => row.depth === at));
    const depth = Math.max(...depths);
    const mine = ours.find((row) => row.depth === depth);
    const its = theirs.find((row) => row.depth === depth);
    // One ply deep there is nothing to save.
    if (!mine || !its || depth < 2) return [];
    const saved = (/** @type {"leaves"|"millis"} */ what) => 1 - mine[what] / (its[what] || 1);
    const time = Math.max(mine.millis, its.millis) < LEAST_MS ? null : saved("millis");
    return [{ method, other, depth, leaves: saved("leaves"), time }];
  });
}

const COLUMNS = /** @type {const} */ ([
  "method",
  "depth",
  "leaves",
  "nodes",
  "cutoffs",
  "researches",
  "known",
  "millis",
  "branching",
  "value",
  "line",
]);

/** For spreadsheets: names in English, numbers with a point, moves such as h2e2. @param {Subject} subject @param {Row[]} rows */
export function csvOf({ fen, judge }, rows) {
  const lines = rows.map((row) => {
    const cells = { ...row, millis: round(row.millis), branching: round(branchingOf(row)) };
    const own = COLUMNS.map((name) => (name === "line" ? row.line.join(" ") : cells[name]));
    return [...own, judge, fen].join(",");
  });
  return `${[[...COLUMNS, "evaluation", "fen"].join(","), ...lines].join("\r\n")}\r\n`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
