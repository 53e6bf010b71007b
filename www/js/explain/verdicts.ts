// Which moves are mistakes. Everything is measured in chances (chances.js), from the view of whoever moved.
//
// A move is judged by two searches alike, of the position after it and of the one after the better move, with as many
// nodes each; and again at the same depth. What is not worse in both is no mistake: two searches of one position may
// well differ when one went deeper. Nor is a move one because a mate took longer, or a lost game was lost sooner.

import { chanceOf } from "./chances.ts";

/** @typedef {import("../engine/types.js").Score} Score */
/** @typedef {"inaccuracy"|"mistake"|"blunder"} Label */

/** How much of the chances a move has to lose to be called so. From an even game: one soldier, two, more than three. */
export const LOSSES = { inaccuracy: 0.06, mistake: 0.12, blunder: 0.2 };
/** A move is looked at again when it seems to lose so much. */
export const SUSPECT = 0.045;
/** Whoever keeps so much is winning all the same; whoever had so little had lost before. */
const WON = 0.92;
export const LOST = 0.08;
/** A mate missed matters no more than this, where the game stays as good as won. */
const WINNING = 0.85;

/** @param {number} loss of chances, 0..1 @returns {Label|null} */
export function labelOf(loss) {
  if (loss >= LOSSES.blunder) return "blunder";
  if (loss >= LOSSES.mistake) return "mistake";
  return loss >= LOSSES.inaccuracy ? "inaccuracy" : null;
}

/**
 * What is known of a move and of the better one: scores of the mover after each, found under the same conditions.
 * @typedef {object} Comparison
 * @property {Score} played
 * @property {Score} best
 */

/**
 * How much of the chances a move has lost, by the mildest of the comparisons.
 * @param {Comparison[]} comparisons @returns {number} 0..1
 */
export function lossOf(comparisons) {
  const losses = comparisons.map(({ played, best }) => chanceOf(best) - chanceOf(played));
  return Math.max(0, Math.min(1, ...losses));
}

/**
 * What to call a move; null when it is nothing worth a name.
 * @param {Comparison[]} comparisons @returns {Label|null}
 */
export function judge(comparisons) {
  if (comparisons.length === 0) return null;
  const isNothing = comparisons.some(({ played, best }) => {
    const [kept, had] = [chanceOf(played), chanceOf(best)];
    const isMateMissed = "mate" in best && best.mate > 0 && kept >= WINNING;
    return kept >= WON || had <= LOST || isMateMissed;
  });
  return isNothing ? null : labelOf(lossOf(comparisons));
}

/**
 * Whether a move should be looked at again: what the position was worth to the mover before it, and after it.
 * @param {Score} before @param {Score} after @param {boolean} isBest it is the move that the engine would have played
 */
export const isSuspect = (before, after, isBest) =>
  !isBest && chanceOf(before) - chanceOf(after) >= SUSPECT;

/**
 * How a side has played: how much of its chances a move lost on average, and how often it went wrong.
 * @param {{ side: "red"|"black", loss: number, label: Label|null }[]} moves
 * @param {"red"|"black"} side
 */
export function summary(moves, side) {
  const mine = moves.filter((move) => move.side === side);
  const count = (/** @type {Label} */ label) => mine.filter((move) => move.label === label).length;
  const lost = mine.reduce((sum, { loss }) => sum + loss, 0);
  return {
    moves: mine.length,
    average: mine.length > 0 ? lost / mine.length : 0,
    inaccuracy: count("inaccuracy"),
    mistake: count("mistake"),
    blunder: count("blunder"),
  };
}
