// Judges whether a move is as good as the better move of a review. Both moves are searched with the same limits, as in
// the review.

import type { EngineClient } from "../engine/client.ts";
import { isAsGood } from "../explain/judge.ts";
import type { Reviewing } from "../explain/judge.ts";
import type { Exercise } from "../practice/exercises.ts";

/** The number of nodes that are searched for each of the two moves. */
const NODES = 200_000;

export async function isRightMove(
  engine: Pick<EngineClient, "getBestMove" | "newGame">,
  { GameReview }: Pick<Reviewing, "GameReview">,
  { startFen, before, ruleset, answers, mistake }: Exercise,
  move: string,
): Promise<boolean> {
  const nodes = { position: NODES, comparison: NODES };
  const review = new GameReview(startFen, [...before, move], ruleset, nodes);
  const start = review.startFen();
  const context = {
    review,
    search(moves: string[], limits: { nodes?: number; depth?: number }) {
      engine.newGame(); // each search begins with an empty hash table
      return engine.getBestMove(start, { ...limits, moves, rules: ruleset });
    },
  };
  // If the mistake was a missed mate, only a move that mates is right.
  const isMateMissed = mistake?.fact?.name === "missed-mate";
  try {
    return await isAsGood(context, before.length, answers[0]?.move ?? "", isMateMissed);
  } finally {
    review.free();
  }
}
