// Judges whether a move is as good as the better move of a review. Both moves are searched with the same limits, as in
// the review.

import type { EngineClient } from "../engine/client.ts";
import { compare } from "../explain/judge.ts";
import { judge } from "../explain/verdicts.ts";
import type { Exercise } from "../practice/exercises.ts";
import type { GameClass } from "../rules/rules.ts";

/** The number of nodes that are searched for each of the two moves. */
const NODES = 200_000;

export async function isAsGood(
  engine: Pick<EngineClient, "getBestMove" | "newGame">,
  Game: GameClass,
  { startFen, before, ruleset, answers, mistake }: Exercise,
  move: string,
): Promise<boolean> {
  const game = new Game(startFen, [], ruleset);
  const start = game.startFen();
  game.free();
  const walker = {
    Game,
    startFen: start,
    moves: [...before, move],
    nodes: { position: NODES, comparison: NODES },
    search(moves: string[], limits: { nodes?: number; depth?: number }) {
      engine.newGame(); // each search begins with an empty hash table
      return engine.getBestMove(start, { ...limits, moves, rules: ruleset });
    },
  };
  const { comparisons } = await compare(walker, before.length, answers[0]?.move ?? "");
  const [{ played }] = comparisons;
  const isMate = "mate" in played && played.mate > 0;
  // If the mistake was a missed mate, only a move that mates is right.
  if (mistake?.fact?.name === "missed-mate" && !isMate) return false;
  return judge(comparisons) === null;
}
