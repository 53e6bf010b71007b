// Scores as chances: the points that a side may expect, 1 for a win and 0.5 for a draw. The curve is the engine's own
// (src/engine/wdl.rs), which was fitted to its games.

import type { Score } from "../engine/types.ts";

/** The score in centipawns with which half of the games are won. */
const HALF_WON = 294;
/** The centipawns that change the odds of a win by the factor e. */
const SPREAD = 322;
/** Scores beyond this many centipawns are won by the rules of repetition. */
const DECIDED = 30_000;

const winShare = (centipawns: number) => 1 / (1 + Math.exp((HALF_WON - centipawns) / SPREAD));

/** Returns the chances, 0 to 1, of the side whose score it is. */
export function chanceOf(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  const { cp } = score;
  if (Math.abs(cp) > DECIDED) return cp > 0 ? 1 : 0;
  return (1 + winShare(cp) - winShare(-cp)) / 2;
}

/** Returns a score from the other side's view. If one side has been mated, the other has won. */
export const opposite = (score: Score): Score =>
  "mate" in score ? { mate: score.mate === 0 ? 1 : -score.mate } : { cp: 0 - score.cp };

/** The centipawns of a mate at once, where a score can only be stored in centipawns. */
const MATE_CENTIPAWNS = 30_000;

/** Returns a score in centipawns. A nearer mate has the greater value. */
export function toCentipawns(score: Score): number {
  if (!("mate" in score)) return Math.max(-DECIDED, Math.min(DECIDED, score.cp));
  return score.mate > 0 ? MATE_CENTIPAWNS - score.mate : -MATE_CENTIPAWNS - score.mate;
}
