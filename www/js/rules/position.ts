import { fenOf } from "../core/fen.ts";
import { squareIndex } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "./rules.ts";

/** The squares of Black's palace in the order in which `redToMoveAgain` tries them. */
const BLACK_PALACE = ["e9", "d9", "f9", "d8", "f8", "e8", "d7", "f7", "e7"];

/**
 * Returns a game from the placement with Red to move, as if Black had passed. If Black's general would then be in check
 * or face Red's general, moves Black's general to another square of its palace.
 */
export function redToMoveAgain(Game: GameClass, placement: string): RulesGame {
  const home = placement.indexOf("k");
  const free = BLACK_PALACE.map(squareIndex).filter((index) => placement[index] === ".");
  for (const index of [home, ...free]) {
    const letters = [...placement];
    letters[home] = ".";
    letters[index] = "k";
    try {
      return new Game(fenOf(letters.join(""), "w"));
    } catch {
      // The general would be in check on this square, so the next square is tried.
    }
  }
  throw new Error("Black's general has no square to stand on");
}
