// The stable names of what the Lab offers; a test compares them with those of the wasm.

import type { LabJudge, LabMethod, LabRule } from "../../pkg-lab/lab.js";
import type { Counts } from "./types.ts";

export type Method = LabMethod;
export type Judge = LabJudge;
export type Rule = LabRule;

/** Methods from the plainest on. Exact ones return the value of the whole tree down to their depth. */
export const METHODS: readonly { code: Method; exact: boolean }[] = [
  { code: "minimax", exact: true },
  { code: "alphabeta", exact: true },
  { code: "ordered", exact: true },
  { code: "pvs", exact: true },
  { code: "pvs-reversed", exact: true },
  { code: "pvs-table", exact: true },
  { code: "chuhe", exact: false },
];

export const COUNTS = [
  "leaves",
  "nodes",
  "cutoffs",
  "researches",
  "known",
] as const satisfies (keyof Counts)[];

export const JUDGES: readonly Judge[] = ["a", "b", "c", "e", "chuhe"];

export const RULES: readonly Rule[] = ["fixed", "phase", "pieces"];

/** The value of a win at once; each ply until then takes off 1. */
export const WIN = 1_000_000;
/** Values beyond this, on either side of 0, count the plies to the end of the game. */
export const DECIDED = WIN - 1_000;

/** The greatest depth of a search, in plies. */
export const MAX_DEPTH = 32;
