// Converts scores to chances: the points that a side may expect, 1 for a win and 0.5 for a draw. The curve is that of
// the engine (src/engine/wdl.rs), fitted to the engine's games.

import type { Score } from "../engine/types.ts";

/** The score in centipawns at which half of the games are won. */
const HALF_WON = 294;
/** The difference in centipawns that changes the odds of a win by the factor e. */
const SPREAD = 322;
/** Scores beyond this many centipawns mean a win by the rules of repetition. */
const DECIDED = 30_000;

const winShare = (centipawns: number) => 1 / (1 + Math.exp((HALF_WON - centipawns) / SPREAD));

/** Returns the expected points, 0 to 1, for the side whose point of view `score` has. */
export function chanceOf(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  const { cp } = score;
  if (Math.abs(cp) > DECIDED) return cp > 0 ? 1 : 0;
  return (1 + winShare(cp) - winShare(-cp)) / 2;
}

/**
 * Returns a score from the other side's point of view. A mate in 0 (the side has been mated) becomes a mate in 1 for
 * the other side.
 */
export const opposite = (score: Score): Score =>
  "mate" in score ? { mate: score.mate === 0 ? 1 : -score.mate } : { cp: 0 - score.cp };

/** The centipawns that stand for a mate in 0 where a score can be stored only in centipawns. */
const MATE_CENTIPAWNS = 30_000;

/** Returns a score in centipawns. A nearer mate has a score of greater absolute value. */
export function toCentipawns(score: Score): number {
  if (!("mate" in score)) return Math.max(-DECIDED, Math.min(DECIDED, score.cp));
  return score.mate > 0 ? MATE_CENTIPAWNS - score.mate : -MATE_CENTIPAWNS - score.mate;
}
