// Moves that are typed: the page's rules read them, the game plays them.

import { byId } from "../ui/dom.ts";
import { createMoveField } from "../ui/move-field.ts";
import { isPersonsTurn } from "./state.ts";
import { splitMove } from "../core/xiangqi.ts";
import { describeRefusal } from "../core/words.ts";
import { readMove } from "../shell/read-move.ts";

/**
 * @param {import("./context.ts").Page} page @param {import("../board/index.ts").Board} board
 * @param {(squares: string[]) => void} point  shows them on the board
 */
export function createTyping(page, board, point) {
  const { store, i18n, announce } = page;

  /** @param {string} move @returns {string|null} why it was not played, as far as it is not said elsewhere */
  function play(move) {
    const { controller } = page;
    const [from, to] = splitMove(move);
    const refused = controller.refusal(from, to);
    if (refused) {
      point(refused.checkers);
      return describeRefusal(refused, i18n);
    }
    return controller.move(from, to) ? null : "";
  }

  /** @param {string} text */
  function read(text) {
    const { startFen, moves, ply } = store.get().game;
    return page.rules
      ? readMove(page.rules.Game, { startFen, moves: moves.slice(0, ply) }, i18n.typed(text))
      : "";
  }

  return createMoveField(i18n, {
    after: byId("moves"),
    announce,
    read,
    mayMove: () => isPersonsTurn(store.get()),
    play,
    leave: () => board.focus(),
  });
}
