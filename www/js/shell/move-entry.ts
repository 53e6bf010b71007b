// The field for typed moves, on the pages for puzzles, endings and analysis.

import type { Board } from "../board/index.ts";
import type { I18n } from "../core/i18n.ts";
import { describeRefusal } from "../core/words.ts";
import { splitMove, squareIndex } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { createMoveField } from "../ui/move-field.ts";
import type { MoveField, MoveFieldActions } from "../ui/move-field.ts";
import { readMove } from "./read-move.ts";
import type { Line } from "./read-move.ts";

interface MoveEntryPage extends Pick<MoveFieldActions, "after" | "announce"> {
  Game: GameClass;
  board: Board;
  position(): Line;
  /** Returns the rules' code for the reason why a move is illegal; undefined for a legal move. */
  refusal(move: string): string | undefined;
  play(move: string): void;
}

export const createMoveEntry = (
  i18n: I18n,
  { Game, board, position, refusal, play, ...page }: MoveEntryPage,
): MoveField =>
  createMoveField(i18n, {
    ...page,
    read: (text) => readMove(Game, position(), i18n.typed(text)),
    mayMove: () => board.state.movable !== null,
    play(move) {
      const reason = refusal(move);
      const piece = board.state.placement.charAt(squareIndex(splitMove(move)[0]));
      if (reason) return describeRefusal({ reason, piece }, i18n);
      play(move);
      return null;
    },
    leave: () => board.focus(),
  });
