// From scores to chances: what a game is worth to a side, a win counted as 1 and a draw as a half. The curve is the
// engine's own (src/engine/wdl.rs), fitted to its games.

/** @typedef {import("../engine/types.js").Score} Score */

/** The score with which every other game is won, and how many hundredths of a soldier change the odds by the factor e. */
const EVEN = 294;
const SPREAD = 322;
/** Scores beyond this are won by the rules of repetition, and no matter of chance. */
const DECIDED = 30_000;

/** @param {number} cp */
const wins = (cp) => 1 / (1 + Math.exp((EVEN - cp) / SPREAD));

/** @param {Score} score @returns {number} 0..1, of the side whose score it is */
export function chanceOf(score) {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  const { cp } = score;
  if (Math.abs(cp) > DECIDED) return cp > 0 ? 1 : 0;
  return (1 + wins(cp) - wins(-cp)) / 2;
}

/** The same score from the other side: where one has been mated, the other has won. @param {Score} score @returns {Score} */
export const opposite = (score) =>
  "mate" in score ? { mate: score.mate === 0 ? 1 : -score.mate } : { cp: 0 - score.cp };

/** How many centipawns a mate is written as, where only those can be kept. */
const MATE_CP = 30_000;

/** @param {Score} score @returns {number} centipawns; a mate is the more the nearer it is */
export function toCentipawns(score) {
  if (!("mate" in score)) return Math.max(-DECIDED, Math.min(DECIDED, score.cp));
  return score.mate > 0 ? MATE_CP - score.mate : -MATE_CP - score.mate;
}
