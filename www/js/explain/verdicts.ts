// Labels for bad moves: inaccuracy, mistake and blunder. All is measured in chances (chances.ts) of the side that
// moved.
//
// Two searches judge a move: one of the position after it and one of the position after the better move, with as many
// nodes each, and again to the same depth. A move that is not worse in every comparison gets no label, because two
// searches of one position can differ if one of them went deeper. Neither does a move after which a mate takes
// longer, or a lost game is lost sooner.

import type { Score } from "../engine/types.ts";
import type { Side } from "../core/xiangqi.ts";
import { chanceOf } from "./chances.ts";

export type MoveLabel = "inaccuracy" | "mistake" | "blunder";

/** The least loss of chances for each label. From an even game: one soldier, two, more than three. */
const LOSSES = { inaccuracy: 0.06, mistake: 0.12, blunder: 0.2 } satisfies Record<
  MoveLabel,
  number
>;
/** The least loss of chances with which a move is searched again beside the better move. */
export const SUSPECT_LOSS = 0.045;
/** A side with at least these chances wins all the same. */
const WON = 0.92;
/** A side with at most these chances has lost already. */
export const LOST = 0.08;
/** A missed mate is no mistake if the side keeps at least these chances. */
const STILL_WINNING = 0.85;

/** Returns the label of a loss of chances, 0 to 1; null for a small one. */
export function labelOf(loss: number): MoveLabel | null {
  if (loss >= LOSSES.blunder) return "blunder";
  if (loss >= LOSSES.mistake) return "mistake";
  return loss >= LOSSES.inaccuracy ? "inaccuracy" : null;
}

/** Scores of the side that moved, after the move and after the better move. Both searches had the same limits. */
export interface Comparison {
  played: Score;
  best: Score;
}

/** Returns the smallest loss of chances in the comparisons, 0 to 1. */
export function lossOf(comparisons: readonly Comparison[]): number {
  const losses = comparisons.map(({ played, best }) => chanceOf(best) - chanceOf(played));
  return Math.max(0, Math.min(1, ...losses));
}

/** Returns the label of a move; null if it is no mistake. */
export function judge(comparisons: readonly Comparison[]): MoveLabel | null {
  if (comparisons.length === 0) return null;
  const isHarmless = comparisons.some(({ played, best }) => {
    const [chanceAfter, chanceBefore] = [chanceOf(played), chanceOf(best)];
    const isMateMissed = "mate" in best && best.mate > 0 && chanceAfter >= STILL_WINNING;
    return chanceAfter >= WON || chanceBefore <= LOST || isMateMissed;
  });
  return isHarmless ? null : labelOf(lossOf(comparisons));
}

/**
 * Returns true if a move should be searched again. The scores are those of the side that moves, before and after the
 * move; `isBest` says that the engine would have played it too.
 */
export const isSuspect = (before: Score, after: Score, isBest: boolean): boolean =>
  !isBest && chanceOf(before) - chanceOf(after) >= SUSPECT_LOSS;

export interface SideSummary extends Record<MoveLabel, number> {
  /** The number of moves. */
  moves: number;
  /** The mean loss of chances of a move, 0 to 1. */
  average: number;
}

/** Returns how well a side has played: its mean loss of chances, and how often each label was given. */
export function summary(
  moves: readonly { side: Side; loss: number; label: MoveLabel | null }[],
  side: Side,
): SideSummary {
  const own = moves.filter((move) => move.side === side);
  const count = (label: MoveLabel) => own.filter((move) => move.label === label).length;
  const lost = own.reduce((sum, { loss }) => sum + loss, 0);
  return {
    moves: own.length,
    average: own.length > 0 ? lost / own.length : 0,
    inaccuracy: count("inaccuracy"),
    mistake: count("mistake"),
    blunder: count("blunder"),
  };
}
