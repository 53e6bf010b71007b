import type { Game as WasmGame } from "../../pkg/chuhe.js";
import type { I18n } from "./i18n.ts";
import { moveFacts } from "./move-facts.ts";
import { describeMove } from "./words.ts";
import type { Notation } from "./xiangqi.ts";

/**
 * Describes each move of a line for screen readers, with side, capture and check. The line begins after `moves`, played
 * from `startFen`. The result ends before the first illegal move.
 */
export function spokenLine(
  Game: typeof WasmGame,
  { startFen, moves }: { startFen: string | null; moves: string[] },
  line: string[],
  notation: Notation,
  i18n: I18n,
  describe: typeof describeMove = describeMove,
): string[] {
  const game = new Game(startFen, moves);
  try {
    // A line from an engine server may contain illegal moves.
    const legalMoves = line.slice(0, game.line(line, notation).length);
    return legalMoves.map((move) => {
      const facts = moveFacts(game, move);
      game.play(move);
      const check = game.view().check !== null ? i18n.t("say.check") : "";
      return describe(facts, notation, i18n) + check;
    });
  } finally {
    game.free();
  }
}
