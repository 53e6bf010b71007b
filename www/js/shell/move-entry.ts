// Typed moves beside the game: where a puzzle is solved, an ending played or a game analysed.

import { createMoveField } from "../ui/move-field.ts";
import { splitMove, squareIndex } from "../core/xiangqi.ts";
import { describeRefusal } from "../core/words.ts";
import { readMove } from "./read-move.ts";

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {import("../rules/rules.ts").GameClass} page.Game
 * @param {import("../board/index.js").Board} page.board
 * @param {HTMLElement} page.after  which the field follows
 * @param {(words: string) => void} page.announce
 * @param {() => { startFen: string|null, moves: string[] }} page.position
 * @param {(move: string) => string|undefined} page.refusal  the rules' code
 * @param {(move: string) => void} page.play
 */
export function createMoveEntry(i18n, { Game, board, position, refusal, play, ...page }) {
  return createMoveField(i18n, {
    ...page,
    read: (text) => readMove(Game, position(), i18n.typed(text)),
    mayMove: () => board.state.movable !== null,
    play(move) {
      const reason = refusal(move);
      const piece = board.state.placement[squareIndex(splitMove(move)[0])];
      if (reason) return describeRefusal({ reason, piece }, i18n);
      play(move);
      return null;
    },
    leave: () => board.focus(),
  });
}
