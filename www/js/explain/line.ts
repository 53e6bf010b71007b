// Plays out a line of moves by the rules, to be shown move by move.

import { pieceAt, sideOf, splitMove } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";

export interface Step {
  move: string;
  /** The side that moved. */
  side: Side;
  /** True if the move captures a piece. */
  captured: boolean;
  /** True if the move gives check. */
  check: boolean;
  /** The placement after the move. */
  placement: string;
}

/** The letter of an empty square in a placement. */
const EMPTY = ".";

/** Plays a line up to its first illegal move. `before` are the moves that lead to the start of the line. */
export function playOut(
  Game: GameClass,
  startFen: string | null,
  before: string[],
  line: readonly string[],
): Step[] {
  const game = new Game(startFen, before);
  try {
    const steps: Step[] = [];
    let { placement, turn } = game.view();
    for (const move of line) {
      if (game.refusal(move) !== undefined) break;
      const captured = pieceAt(placement, splitMove(move)[1]) !== EMPTY;
      const side = sideOf(turn);
      game.play(move);
      const after = game.view();
      ({ placement, turn } = after);
      steps.push({ move, side, captured, check: after.check !== null, placement });
    }
    return steps;
  } finally {
    game.free();
  }
}
