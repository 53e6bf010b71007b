// The moves that a running search considers, with the weights of their arrows. With each report the best move gains
// weight, and the others lose weight.

import type { PlayStore } from "./state.ts";

export interface Candidate {
  move: string;
  /** The strength of the move's arrow, 0 to 1. */
  weight: number;
}

/** The factor by which each update reduces a weight. */
const FADE = 0.82;
/** The smallest weight of the move that is searched now. */
const SEARCHED_WEIGHT = 0.16;
/** The smallest weight of a move that is shown. */
const LEAST_WEIGHT = 0.1;
const MAX_CANDIDATES = 4;
/** The shortest time between two updates of the candidates, in milliseconds. */
const STEP_MS = 240;

/** Returns the candidates after a report of the search, heaviest first. */
export function updateCandidates(
  before: Candidate[],
  { pv, rootMove }: { pv?: string[]; rootMove?: string | null },
): Candidate[] {
  const weights = new Map(before.map(({ move, weight }) => [move, weight * FADE]));
  const best = pv?.[0];
  if (best) weights.set(best, Math.min(1, (weights.get(best) ?? 0.3) + (1 - FADE)));
  if (rootMove) weights.set(rootMove, Math.max(SEARCHED_WEIGHT, weights.get(rootMove) ?? 0));
  return [...weights]
    .map(([move, weight]) => ({ move, weight }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_CANDIDATES);
}

/** Updates the candidates of the state while the engine thinks, if the settings show them. */
export function bindCandidates(store: PlayStore): void {
  let lastTime = 0;
  let lastInfo: unknown = null;
  store.subscribe(({ settings, engine, candidates }) => {
    const { info, status } = engine;
    if (!settings.seeThink || status !== "thinking" || !info) {
      if (candidates.length > 0) store.update((state) => ({ ...state, candidates: [] }));
      return;
    }
    const now = performance.now();
    if (info === lastInfo || now - lastTime < STEP_MS) return;
    [lastTime, lastInfo] = [now, info];
    store.update((state) => ({ ...state, candidates: updateCandidates(state.candidates, info) }));
  });
}
