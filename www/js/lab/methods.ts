// The codes of the Lab's methods, evaluations and depth rules; a test compares these codes with the codes of the wasm.

import type { LabJudge, LabMethod, LabRule } from "../../pkg-lab/lab.js";
import type { Counts } from "./types.ts";

export type Method = LabMethod;
export type Judge = LabJudge;
export type Rule = LabRule;

/**
 * The search methods, simplest first. A method is `exact` if it returns the minimax value of the full tree of its
 * depth.
 */
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

/** The value of a won position; a win in n plies has the value `WIN - n`. */
export const WIN = 1_000_000;
/**
 * The greatest magnitude of an undecided value. A value of greater magnitude is a win or a loss; `WIN` minus its
 * magnitude is the number of plies to the end of the game.
 */
export const DECIDED = WIN - 1_000;

/** The greatest depth of a search, in plies. */
export const MAX_DEPTH = 32;
