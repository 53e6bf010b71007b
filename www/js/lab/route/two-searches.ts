// Both searches of one grid, each in its worker, from their start to their end.

import type { RouteSession } from "../lab-client.ts";
import type { Heuristic, Outcome } from "../types.ts";
import { Trace } from "./trace.ts";

/** The result of one of the searches. */
export interface SearchResult {
  heuristic: Heuristic;
  trace: Trace;
  outcome: Outcome;
}

/** Returns the letters of the route that a search found. */
export const routeOf = (result: SearchResult | null | undefined): string | null =>
  result?.outcome.state === "found" ? result.outcome.route : null;

export type OpenRoute = (
  text: string,
  heuristic: Heuristic,
) => Promise<Pick<RouteSession, "expand" | "outcome" | "free">>;

/** The better estimate first. */
export const HEURISTICS = ["manhattan", "zero"] as const;

/** The number of states of one request. */
const PORTION = 20_000;

/**
 * Returns the results in the order of `HEURISTICS`. Throws the error of `open`, or the reason of `signal`. `onProgress` gets
 * the states expanded so far.
 */
export async function runBoth(
  open: OpenRoute,
  text: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (states: number) => void },
): Promise<SearchResult[]> {
  const counts = new Map<Heuristic, number>();
  signal.throwIfAborted();
  // The failure of one search ends the other.
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
