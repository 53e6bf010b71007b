// Whether another move than the one that a review found would have done as well: both are searched alike, as the review
// does it.

import { compare } from "../explain/judge.ts";
import { judge } from "../explain/verdicts.ts";

/** @typedef {import("../rules/rules.ts").GameClass} GameClass */
/** @typedef {import("../practice/exercises.ts").Exercise} Exercise */

/** For each of the two moves. */
const NODES = 200_000;

/**
 * @param {import("../engine/client.ts").EngineClient} engine @param {GameClass} Game
 * @param {Exercise} exercise @param {string} move @returns {Promise<boolean>}
 */
export async function isAsGood(engine, Game, exercise, move) {
  const { startFen, before, ruleset, answers, mistake } = exercise;
  const game = new Game(startFen, [], ruleset);
  const start = game.startFen();
  game.free();
  const walker = {
    Game,
    startFen: start,
    moves: [...before, move],
    nodes: { position: NODES, comparison: NODES },
    search: (
      /** @type {string[]} */ moves,
      /** @type {{ nodes?: number, depth?: number }} */ limits,
    ) => {
      engine.newGame(); // each begins with nothing known
      return engine.getBestMove(start, { ...limits, moves, rules: ruleset });
    },
  };
  const { comparisons } = await compare(walker, before.length, answers[0].move);
  const [{ played }] = comparisons;
  // Who asks for a mate is not content with a won game.
  if (mistake?.fact?.name === "missed-mate" && !("mate" in played && played.mate > 0)) return false;
  return judge(comparisons) === null;
}
