// Computes the numbers of a comparison. All functions are pure.

import { type Judge, type Method, DECIDED, METHODS, WIN } from "../methods.ts";
import type { SearchAnswer } from "../types.ts";

export type Row = SearchAnswer & { method: Method; depth: number };

export interface Subject {
  startFen: string | null;
  moves: string[];
  fen: string;
  judge: Judge;
}

/** The expected number of leaves above which the form warns about a long search. */
const MANY_LEAVES = 30_000_000;

/**
 * The `growth` of each method, whose expected number of leaves is moves^(growth * depth). The values are estimated from
 * report D's counts at the first move; the value for minimax is exact. Only the warning about long searches uses them.
 */
const GROWTH: Record<Method, number> = {
  minimax: 1,
  alphabeta: 0.84,
  ordered: 0.62,
  pvs: 0.62,
  "pvs-reversed": 0.88,
  "pvs-table": 0.58,
  chuhe: 0.35,
};

/** Leaf evaluations at the first move by method and depth, from report D (see docs/ALGORITHMS.md). */
export const REPORT_D: Partial<Record<Method, Record<number, number>>> = {
  alphabeta: { 1: 44, 2: 1_131, 3: 27_771, 4: 308_046, 5: 6_844_627 },
  ordered: { 1: 44, 2: 84, 3: 1_660, 4: 13_653, 5: 136_914, 6: 970_891 },
  pvs: { 4: 12_090, 5: 114_080, 6: 889_412, 7: 6_482_373 },
  "pvs-reversed": { 1: 48, 2: 2_063, 3: 72_295, 4: 1_519_640, 5: 14_700_791 },
};

export const reportRows = () => Object.entries(REPORT_D) as [Method, Record<number, number>][];

/** Pairs of a method and the method that it modifies. */
const PAIRS: readonly [Method, Method][] = [
  ["alphabeta", "minimax"],
  ["ordered", "alphabeta"],
  ["pvs", "ordered"],
  ["pvs-reversed", "pvs"],
  ["pvs-table", "pvs"],
];

/** Returns the searches of a comparison, the smallest depths first, so that the methods can be compared early. */
export const planOf = (methods: Method[], limit: number) =>
  Array.from({ length: limit }, (_, index) =>
    methods.map((method) => ({ method, depth: index + 1 })),
  ).flat();

/**
 * Returns the methods that are expected to take long, with their expected numbers of leaves. Assumes that each position
 * has `moves` moves.
 */
export const slowMethods = (methods: Method[], moves: number, depth: number) =>
  methods
    .map((method) => ({ method, leaves: moves ** (GROWTH[method] * depth) }))
    .filter(({ leaves }) => leaves > MANY_LEAVES);

/**
 * Returns the effective branching factor: the number of moves per position at which a full tree of this depth has as
 * many leaves.
 */
export const branchingOf = ({ leaves, depth }: Pick<Row, "leaves" | "depth">): number =>
  leaves ** (1 / depth);

/** Returns the plies to the end of the game, positive if the side to move wins; null for an undecided value. */
export const pliesToEnd = (value: number): number | null =>
  Math.abs(value) <= DECIDED ? null : Math.sign(value) * (WIN - Math.abs(value));

const isExact = (method: Method) => METHODS.some(({ code, exact }) => exact && code === method);

/**
 * Compares the values of the exact methods. `compared` is true if two of these methods have searched the same depth.
 * `differsAt` is the first depth at which their values differ, or null.
 */
export function agreement(rows: Row[]): { compared: boolean; differsAt: number | null } {
  let compared = false;
  for (const depth of depthsOf(rows)) {
    const exact = rows.filter((row) => row.depth === depth && isExact(row.method));
    if (exact.length > 1) compared = true;
    if (new Set(exact.map(({ value }) => value)).size > 1) return { compared, differsAt: depth };
  }
  return { compared, differsAt: null };
}

export const depthsOf = (rows: Row[]): number[] => [...new Set(rows.map(({ depth }) => depth))];

/**
 * The shortest time that is compared, in milliseconds. Shorter times depend more on the clock's resolution and on the
 * warm-up of the code than on the method.
 */
const MIN_MS = 5;

/**
 * Returns the shares of leaves and of time that each method saved against the method that it modifies, at the greatest
 * depth that both have reached. A share is negative if the method needed more. `time` is null if both times are shorter
 * than `MIN_MS`.
 */
export function savings(rows: Row[]) {
  return PAIRS.flatMap(([method, other]) => {
    const rowsOf = (name: Method) => rows.filter((row) => row.method === name);
    const [ours, theirs] = [rowsOf(method), rowsOf(other)];
    const depth = Math.max(
      ...depthsOf(ours).filter((at) => theirs.some((row) => row.depth === at)),
    );
    const row = ours.find((each) => each.depth === depth);
    const otherRow = theirs.find((each) => each.depth === depth);
    // At a depth of one ply no method can save anything.
    if (!row || !otherRow || depth < 2) return [];
    const saved = (what: "leaves" | "millis") => 1 - row[what] / (otherRow[what] || 1);
    const time = Math.max(row.millis, otherRow.millis) < MIN_MS ? null : saved("millis");
    return [{ method, other, depth, leaves: saved("leaves"), time }];
  });
}

const COLUMNS = [
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
] as const;

/** Formats the rows as CSV for spreadsheets, with English names, decimal points, and moves such as h2e2. */
export function csvOf({ fen, judge }: Subject, rows: Row[]): string {
  const lines = rows.map((row) => {
    const cells = { ...row, millis: round(row.millis), branching: round(branchingOf(row)) };
    return [...COLUMNS.map((name) => cells[name]), row.line.join(" "), judge, fen].join(",");
  });
  return `${[[...COLUMNS, "line", "evaluation", "fen"].join(","), ...lines].join("\r\n")}\r\n`;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
