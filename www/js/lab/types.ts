// What the page and the laboratory's workers say to each other.

/** @typedef {import("../../pkg-lab/lab.js").LabCounts} Counts */
/** @typedef {import("../../pkg-lab/lab.js").LabFound} Found */
/** @typedef {import("../../pkg-lab/lab.js").LabTrace} Trace */
/** @typedef {import("../../pkg-lab/lab.js").LabEvent} TraceEvent */
/** @typedef {import("../../pkg-lab/lab.js").LabExplanation} Explanation */
/** @typedef {import("../../pkg-lab/lab.js").LabHeuristic} Heuristic */
/** @typedef {import("../../pkg-lab/lab.js").LabOutcome} Outcome */

/**
 * What is to be searched, and how.
 * @typedef {object} Job
 * @property {string|null} startFen
 * @property {string[]} moves    since then, such as h2e2
 * @property {import("./methods.ts").Method} method
 * @property {import("./methods.ts").Judge} judge
 * @property {number} depth      in plies
 */

/**
 * What a worker is asked.
 * @typedef {{ type: "search" } & Job} SearchRequest
 * @typedef {{ type: "trace", limit: number } & Job} TraceRequest
 * @typedef {{ type: "depth", rule: import("./methods.ts").Rule, plies: number, pieces: number, base: number }} DepthRequest
 * @typedef {{ type: "explain", fen: string, judge: import("./methods.ts").Judge }} ExplainRequest
 * @typedef {{ type: "route", text: string, heuristic: Heuristic }} RouteRequest  begins one, in place of the one before
 * @typedef {{ type: "expand", count: number }} ExpandRequest
 * @typedef {SearchRequest | TraceRequest | DepthRequest | ExplainRequest | RouteRequest | ExpandRequest} Request
 */

/** States that were expanded: of each the cell, the steps and the stamina, one after another. @typedef {{ states: Uint32Array, outcome: Outcome, expanded: number }} Expanded */

/**
 * What it answers to each.
 * @typedef {object} Answers
 * @property {Found} search
 * @property {Trace} trace
 * @property {number} depth
 * @property {Explanation} explain
 * @property {Expanded} route
 * @property {Expanded} expand
 */

/** @typedef {{ module: WebAssembly.Module }} Init  the first message */
/** @typedef {{ id: number, request: Request }} ToWorker */
/**
 * @typedef {{ id: number, type: "progress", counts: Counts }} Progress
 * @typedef {{ id: number, type: "done", result: unknown }} Done
 * @typedef {{ id: number, type: "failed", fault: Record<string, unknown> }} Failed  the error's own properties
 * @typedef {Progress | Done | Failed} FromWorker
 */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
