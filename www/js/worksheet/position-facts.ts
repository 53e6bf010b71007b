// What a worksheet says about its positions: who is to move, and the solution in words.

import { sideOf } from "../core/xiangqi.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { SheetPosition } from "../share/worksheet-storage.ts";

export interface PositionFacts {
  placement: string;
  side: Side;
}

/** Returns the pieces and the side to move; null if the rules reject the position. */
export function factsOf(Game: GameClass, fen: string): PositionFacts | null {
  try {
    return withGame(new Game(fen), (game) => ({
      placement: game.placement(),
      side: sideOf(game.view().turn),
    }));
  } catch {
    return null;
  }
}

/** Returns a line with the numbers of its moves, such as `1. a b 2. c`, or `1… a 2. b c` if Black begins. */
export function numbered(moves: readonly string[], begins: Side): string {
  const ahead = begins === "red" ? 0 : 1;
  const words = moves.map((move, index) => {
    const ply = index + ahead;
    const number = Math.floor(ply / 2) + 1;
    if (ply % 2 === 0) return `${number}. ${move}`;
    return index === 0 ? `${number}… ${move}` : move;
  });
  return words.join(" ");
}

/** Returns the answer: what the person has written, or else the moves of the solution. */
export function answerOf(
  Game: GameClass,
  { fen, moves, answer }: SheetPosition,
  notation: Notation,
  write: (move: string) => string,
): string {
  if (answer !== null || moves.length === 0) return answer ?? "";
  try {
    return withGame(new Game(fen, [...moves]), (game) =>
      numbered(
        game.notation(notation).map((move) => write(move)),
        factsOf(Game, fen)?.side ?? "red",
      ),
    );
  } catch {
    return ""; // the rules reject the stored line
  }
}
