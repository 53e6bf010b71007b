// Stores the evaluations that a review finds in the study.

import type { Study } from "../study.ts";

/** The game that a review has read: the number of its study, and the moves of the main line. */
interface ReviewedLine {
  study: number;
  moves: readonly string[];
}

/**
 * Stores the evaluation of the position after `ply` moves, in centipawns from Red's point of view. Does nothing if
 * another study was opened since the review has read the game, or if the main line up to `ply` has changed.
 */
export function storeEvaluation(study: Study, game: ReviewedLine, ply: number, cp: number | null) {
  const node = ply === 0 ? 0 : study.mainLine()[ply - 1];
  if (node === undefined || game.study !== study.get().study) return;
  if (study.lineTo(node).join() === game.moves.slice(0, ply).join()) study.evaluate(node, cp);
}
