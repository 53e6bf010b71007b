import type { GameClass } from "../rules/rules.ts";

/**
 * A start position and the moves that lead to the current position. `startFen` is null for the ordinary start position.
 */
export interface Line {
  startFen: string | null;
  moves: string[];
}

/**
 * Reads a typed move in any notation that the rules know. A text of two squares is returned as a move even if it is
 * illegal, so that the page can explain why. Throws ChuheError "badNotation".
 */
export function readMove(Game: GameClass, { startFen, moves }: Line, text: string): string {
  const [, from = "", to = ""] = /^([a-i][0-9])[-–]?([a-i][0-9])$/i.exec(text) ?? [];
  if (from !== to) return (from + to).toLowerCase();
  const game = new Game(startFen, moves);
  try {
    return game.readMove(text);
  } finally {
    game.free();
  }
}
