import type { Game, ToldMove } from "../../pkg/chuhe.js";

/** The mover, the piece, the captured piece and the notations of a move. */
export type MoveFacts = ToldMove;

/** Returns the facts of a legal move; `game` stands before the move. */
export function moveFacts(game: Pick<Game, "describe">, move: string): MoveFacts {
  // `told` is null only for a move that is not legal.
  return game.describe(move).told!;
}
