// What the laboratory has, by its stable names; a test holds this to what the wasm says.

/** @typedef {import("../../pkg-lab/lab.js").LabMethod} Method */
/** @typedef {import("../../pkg-lab/lab.js").LabJudge} Judge */
/** @typedef {import("../../pkg-lab/lab.js").LabRule} Rule */

/** From the plainest on; exact ones find the value of the whole tree down to their depth. @type {readonly { code: Method, exact: boolean }[]} */
export const METHODS = [
  { code: "minimax", exact: true },
  { code: "alphabeta", exact: true },
  { code: "ordered", exact: true },
  { code: "pvs", exact: true },
  { code: "pvs-reversed", exact: true },
  { code: "pvs-table", exact: true },
  { code: "chuhe", exact: false },
];

/** What every search counts. */
export const COUNTS = /** @type {const} */ (["leaves", "nodes", "cutoffs", "researches", "known"]);

/** Evaluations. @type {readonly Judge[]} */
export const JUDGES = ["a", "b", "c", "e", "chuhe"];

/** Rules for the depth. @type {readonly Rule[]} */
export const RULES = ["fixed", "phase", "pieces"];

/** The worth of winning at once; a ply later it is one less. */
export const WIN = 1_000_000;

/** The deepest that can be searched. */
export const MAX_DEPTH = 32;
