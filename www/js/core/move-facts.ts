import type { Game, ToldMove } from "../../pkg/chuhe.js";

/** The side, the piece, the captured piece and the notations of a move. */
export type MoveFacts = ToldMove;

/** Returns the facts of a legal move in the current position of `game`. */
export function moveFacts(game: Pick<Game, "describe">, move: string): MoveFacts {
  // `told` is null only for a move that is not legal.
  return game.describe(move).told!;
}
