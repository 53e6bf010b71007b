// Labels bad moves as inaccuracy, mistake or blunder. Losses are measured in chances (chances.ts) of the side that
// moved.
//
// A move is judged by two searches, one of the position after it and one of the position after the better move: first
// with the same number of nodes, then to the same depth. It gets a label only if it is worse in both comparisons,
// because the scores of two searches can differ merely because one of them went deeper. A move that only delays a mate,
// or only loses a lost game sooner, gets no label.

import type { Score } from "../engine/types.ts";
import type { Side } from "../core/xiangqi.ts";
import { chanceOf } from "./chances.ts";

export type MoveLabel = "inaccuracy" | "mistake" | "blunder";

/**
 * The smallest loss of chances for each label. In an even game, the losses are about one soldier, two soldiers, and
 * more than three soldiers.
 */
const LOSSES = { inaccuracy: 0.06, mistake: 0.12, blunder: 0.2 } satisfies Record<
  MoveLabel,
  number
>;
/** The smallest loss of chances at which a move is compared with the better move in longer searches. */
export const SUSPECT_LOSS = 0.045;
/** A side that still has at least these chances is winning anyway; its moves get no label. */
const WON = 0.92;
/** A side that had at most these chances had already lost; its moves get no label. */
export const LOST = 0.08;
/** A missed mate gets no label if the side keeps at least these chances. */
const STILL_WINNING = 0.85;

/** Returns the label for a loss of chances, 0 to 1; null for a small loss. */
export function labelOf(loss: number): MoveLabel | null {
  if (loss >= LOSSES.blunder) return "blunder";
  if (loss >= LOSSES.mistake) return "mistake";
  return loss >= LOSSES.inaccuracy ? "inaccuracy" : null;
}

/**
 * The scores after the played move and after the better one, from the point of view of the side that moved. Both
 * searches had the same limits.
 */
export interface Comparison {
  played: Score;
  best: Score;
}

/** Returns the smallest loss of chances in the comparisons, 0 to 1. */
export function lossOf(comparisons: readonly Comparison[]): number {
  const losses = comparisons.map(({ played, best }) => chanceOf(best) - chanceOf(played));
  return Math.max(0, Math.min(1, ...losses));
}

/** Returns the label of a move; null if it deserves none. */
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
 * Returns true if a move should be compared with the better move. `before` and `after` are the scores before and after
 * the move, from the point of view of the side that moves. `isBest` is true if the engine would have played the same
 * move.
 */
export const isSuspect = (before: Score, after: Score, isBest: boolean): boolean =>
  !isBest && chanceOf(before) - chanceOf(after) >= SUSPECT_LOSS;

export interface SideSummary extends Record<MoveLabel, number> {
  /** The number of the side's moves. */
  moves: number;
  /** The mean loss of chances per move, 0 to 1. */
  average: number;
}

/** Returns the mean loss of chances of a side's moves, and the number of moves with each label. */
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
