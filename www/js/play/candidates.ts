// The moves that a search has been about, as they promote and fall: the best one gains, the others fade.

/** @typedef {{ move: string, weight: number }} Candidate  `weight` 0..1 */

/** What each step leaves of a weight. */
const FADE = 0.82;
/** The move that is looked at just now has at least this. */
const LOOKED_AT = 0.16;
/** Below it a move is not shown any more. */
const FAINT = 0.1;
const MOST = 4;

/**
 * @param {Candidate[]} before @param {{ pv?: string[], rootMove?: string|null }} info the latest of the search
 * @returns {Candidate[]} heaviest first
 */
export function promote(before, { pv, rootMove }) {
  const weights = new Map(before.map(({ move, weight }) => [move, weight * FADE]));
  const best = pv?.[0];
  if (best) weights.set(best, Math.min(1, (weights.get(best) ?? 0.3) + (1 - FADE)));
  if (rootMove) weights.set(rootMove, Math.max(LOOKED_AT, weights.get(rootMove) ?? 0));
  return [...weights]
    .map(([move, weight]) => ({ move, weight }))
    .filter(({ weight }) => weight >= FAINT)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST);
}
