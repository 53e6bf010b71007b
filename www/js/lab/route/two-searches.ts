// Runs A* and uniform-cost search on one grid from start to end, each in its own worker.

import { itemAt } from "../item-at.ts";
import type { RouteSession, RouteState } from "../lab-client.ts";
import type { Heuristic, Outcome } from "../types.ts";

/** The greatest number of states that a trace stores for the pictures; further states are only counted. */
const MAX_STORED = 6_000_000;

/** The states of a search in the order of their expansion. */
export class Trace {
  #cells = new Uint32Array(1024);
  #steps = new Uint32Array(1024);
  #stamina = new Uint16Array(1024);
  /** The number of stored states. */
  length = 0;
  /** The number of expanded states, stored or not. */
  count = 0;

  push(states: readonly RouteState[]) {
    for (const [cell, steps, stamina] of states) {
      this.count += 1;
      if (this.length === MAX_STORED) continue;
      if (this.length === this.#cells.length) this.#grow();
      this.#cells[this.length] = cell;
      this.#steps[this.length] = steps;
      this.#stamina[this.length] = stamina;
      this.length += 1;
    }
  }

  #grow() {
    const size = this.#cells.length * 2;
    const [cells, steps, stamina] = [this.#cells, this.#steps, this.#stamina];
    (this.#cells = new Uint32Array(size)).set(cells);
    (this.#steps = new Uint32Array(size)).set(steps);
    (this.#stamina = new Uint16Array(size)).set(stamina);
  }

  cell(index: number): number {
    return itemAt(this.#cells, index);
  }

  state(index: number): RouteState {
    return [this.cell(index), itemAt(this.#steps, index), itemAt(this.#stamina, index)];
  }

  /** Returns the indices of the states of a cell, among the first `until` states. */
  timesOf(cell: number, until: number): number[] {
    const times = [];
    const end = Math.min(until, this.length);
    for (let index = this.#cells.indexOf(cell); index >= 0 && index < end;) {
      times.push(index);
      index = this.#cells.indexOf(cell, index + 1);
    }
    return times;
  }
}

export interface SearchResult {
  heuristic: Heuristic;
  trace: Trace;
  outcome: Outcome;
}

export const routeOf = (result: SearchResult | null | undefined): string | null =>
  result?.outcome.state === "found" ? result.outcome.route : null;

type OpenRoute = (
  text: string,
  heuristic: Heuristic,
) => Promise<Pick<RouteSession, "expand" | "outcome" | "free">>;

/** The estimates of the two searches: `manhattan` gives A*, `zero` gives uniform-cost search. */
export const HEURISTICS = ["manhattan", "zero"] as const;

/** The number of states that one request to a worker expands. */
const PORTION = 20_000;

/**
 * Runs both searches and returns their results in the order of `HEURISTICS`. Throws the error of `open`, or the reason
 * of `signal`. `onProgress` gets the total number of states that the two searches have expanded so far.
 */
export async function runBoth(
  open: OpenRoute,
  text: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (states: number) => void },
): Promise<SearchResult[]> {
  const counts = new Map<Heuristic, number>();
  signal.throwIfAborted();
  // Aborted when one search fails, so that the other one ends, too.
  const end = new AbortController();
  const stop = () => end.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const runs = HEURISTICS.map(async (heuristic) => {
    try {
      return await runOne(open, text, heuristic, end.signal, (count) => {
        counts.set(heuristic, count);
        onProgress?.([...counts.values()].reduce((sum, each) => sum + each, 0));
      });
    } catch (cause) {
      end.abort(cause);
      throw cause;
    }
  });
  const settled = await Promise.allSettled(runs);
  signal.removeEventListener("abort", stop);
  end.signal.throwIfAborted();
  return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

async function runOne(
  open: OpenRoute,
  text: string,
  heuristic: Heuristic,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<SearchResult> {
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
