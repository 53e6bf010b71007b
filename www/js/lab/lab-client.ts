// What the parts of the laboratory work with: its workers, the position, the words, the settings, the rules.

import { memoizeAsync } from "../core/memoize.ts";
import { JobQueue } from "./job-queue.ts";
import { JUDGES, METHODS, RULES } from "./methods.ts";

/** @import { Counts, Expanded, Explanation, Found, Heuristic, Job, Outcome, Trace } from "./types.ts" */

/** @typedef {{ onProgress?: (counts: Counts) => void, signal?: AbortSignal }} How */
/** A state that was expanded: its cell, row after row, the steps from the start, the stamina left. @typedef {[cell: number, steps: number, stamina: number]} State */

/** The wasm of the laboratory, apart from that of the game, which stays small. */
const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

async function compile() {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Compiled when it is first needed, for all workers. */
const moduleOf = memoizeAsync(compile);

async function openWorker() {
  const module = await moduleOf();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ module }, []);
  return worker;
}

/** A route that is searched step by step, in a worker of its own. @typedef {Awaited<ReturnType<typeof openRoute>>} RouteSession */

/** @param {string} text @param {Heuristic} heuristic @throws a fault with `code`, `line`, `column`, `params` */
async function openRoute(text, heuristic) {
  const bench = new JobQueue(openWorker);
  /** @type {Expanded} */
  let now;
  try {
    now = await bench.ask({ type: "route", text, heuristic });
  } catch (error) {
    bench.close();
    throw error;
  }
  return {
    /** Fewer than asked for when the search is over. @param {number} count @returns {Promise<State[]>} */
    async expand(count) {
      now = await bench.ask({ type: "expand", count });
      return triples(now.states);
    },
    /** As of the last expansion. @returns {Outcome} */
    outcome: () => now.outcome,
    /** States expanded so far. */
    get expanded() {
      return now.expanded;
    },
    free: () => bench.close(),
  };
}

/** @param {Uint32Array} numbers @returns {State[]} */
function triples(numbers) {
  /** @type {State[]} */
  const states = [];
  for (let at = 0; at < numbers.length; at += 3)
    states.push([numbers[at], numbers[at + 1], numbers[at + 2]]);
  return states;
}

/**
 * @typedef {object} Surroundings
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {() => import("../shell/settings.ts").Settings} settings
 * @property {() => Partial<import("../board/index.ts").BoardState>} look  what a board is told of its looks
 * @property {import("../rules/rules.ts").GameClass} Game
 * @property {import("./lab-position.ts").PositionStore} position
 * @property {(words: string) => void} announce  to a screen reader
 */

/** @typedef {ReturnType<typeof createLab>} Lab */

/** @param {Surroundings} around */
export function createLab({ settings, ...around }) {
  // Searches that take long hold up neither the steps of a small one nor a question.
  const searches = new JobQueue(openWorker);
  const traces = new JobQueue(openWorker);
  return {
    ...around,
    /** Those that all pages share, as they are now. */
    get settings() {
      return settings();
    },
    methods: METHODS,
    judges: JUDGES,
    rules: RULES,
    /** Aborting ends the search at once. @param {Job} job @param {How} [how] @returns {Promise<Found>} */
    search: (job, how) => searches.ask({ type: "search", ...job }, how),
    /** All steps of a small search, up to a limit. @param {Job & { limit: number }} job @param {How} [how] @returns {Promise<Trace>} */
    trace: (job, how) => traces.ask({ type: "trace", ...job }, how),
    /** The depth by a rule. @param {import("./methods.ts").Rule} rule @param {number} plies @param {number} pieces @param {number} [base] @returns {Promise<number>} */
    depth: (rule, plies, pieces, base = 4) =>
      traces.ask({ type: "depth", rule, plies, pieces, base }),
    /** How a position comes to its value. @param {string} fen @param {import("./methods.ts").Judge} judge @returns {Promise<Explanation>} */
    explain: (fen, judge) => traces.ask({ type: "explain", fen, judge }),
    route: openRoute,
  };
}
