// Both searches of one grid, each in its worker, from their beginning to their end.

import { Trace } from "./trace.ts";

/** @typedef {import("../types.ts").Heuristic} Heuristic */
/** @typedef {import("../types.ts").Outcome} Outcome */
/** @typedef {{ heuristic: Heuristic, trace: Trace, outcome: Outcome }} Side */
/**
 * What is needed of a session of the lab.
 * @typedef {object} Session
 * @property {(count: number) => Promise<import("./trace.ts").State[]>} expand
 * @property {() => Outcome} outcome
 * @property {() => void} free
 */

/** The better estimate first. */
export const HEURISTICS = /** @type {const} */ (["manhattan", "zero"]);

/** States that are asked for at a time. */
const PORTION = 20_000;

/**
 * @param {(text: string, heuristic: Heuristic) => Promise<Session>} open
 * @param {string} text
 * @param {{ signal: AbortSignal, onProgress?: (states: number) => void }} how
 * @returns {Promise<Side[]>} in the order of `HEURISTICS` @throws what `open` does, or what the signal was aborted with
 */
export async function runBoth(open, text, { signal, onProgress = () => {} }) {
  const counts = HEURISTICS.map(() => 0);
  signal.throwIfAborted();
  // When one has failed, the other is not waited for.
  const end = new AbortController();
  const stop = () => end.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const runs = HEURISTICS.map(async (heuristic, index) => {
    const tell = (/** @type {number} */ count) => {
      counts[index] = count;
      onProgress(counts.reduce((sum, one) => sum + one, 0));
    };
    try {
      return await runOne(open, text, heuristic, end.signal, tell);
    } catch (cause) {
      end.abort(cause);
      throw cause;
    }
  });
  const settled = await Promise.allSettled(runs);
  signal.removeEventListener("abort", stop);
  end.signal.throwIfAborted();
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/**
 * @param {(text: string, heuristic: Heuristic) => Promise<Session>} open @param {string} text
 * @param {Heuristic} heuristic @param {AbortSignal} signal @param {(count: number) => void} onProgress
 * @returns {Promise<Side>}
 */
async function runOne(open, text, heuristic, signal, onProgress) {
  const session = await open(text, heuristic);
  const free = () => session.free();
  signal.addEventListener("abort", free, { once: true });
  try {
    const trace = new Trace();
    signal.throwIfAborted();
    do {
      trace.push(await session.expand(PORTION));
      signal.throwIfAborted();
      onProgress(trace.count);
    } while (session.outcome().state === "searching");
    return { heuristic, trace, outcome: session.outcome() };
  } finally {
    signal.removeEventListener("abort", free);
    session.free();
  }
}

/** States of the longer of two searches. @param {readonly Side[]} sides */
export const longest = (sides) => Math.max(0, ...sides.map(({ trace }) => trace.length));
