// Keeps a game at the position that was asked for last, because a step to a neighbour is much faster than a replay of
// the whole line.

import type { Ruleset } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";

/** The largest number of moves that are played one by one. A longer line is replayed from its start at once. */
const MAX_STEPS = 12;

/**
 * Creates a function that returns a game at the position after moves. The game is valid until the next call, and the
 * caller must neither change nor free it. Throws the ChuheErrors of the constructor of games.
 */
export function createPositionCursor(Game: GameClass) {
  let game: RulesGame | null = null;
  let start = "";
  let played: readonly string[] = [];

  function replace(startFen: string | null, moves: readonly string[], ruleset: Ruleset) {
    const next = new Game(startFen, [...moves], ruleset);
    game?.free();
    return (game = next);
  }

  /** Takes back and plays the moves that differ. Returns false if that is not possible. */
  function step(moves: readonly string[]): boolean {
    if (!game) return false;
    let common = 0;
    while (common < moves.length && moves[common] === played[common]) common++;
    if (moves.length - common + played.length - common > MAX_STEPS) return false;
    try {
      for (let count = played.length; count > common; count--) game.undo();
      for (const move of moves.slice(common)) game.play(move);
      return true;
    } catch {
      return false; // such as a move after the end of the game, which only the constructor accepts
    }
  }

  return (startFen: string | null, moves: readonly string[], ruleset: Ruleset): RulesGame => {
    const nextStart = `${startFen ?? ""} ${ruleset}`;
    const isNear = nextStart === start && step(moves);
    start = ""; // the game is unknown if the constructor throws
    const current = isNear && game ? game : replace(startFen, moves, ruleset);
    start = nextStart;
    played = [...moves];
    return current;
  };
}
