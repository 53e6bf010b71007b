import type { Board } from "../board/index.ts";
import { describeRefusal } from "../core/words.ts";
import { splitMove } from "../core/xiangqi.ts";
import { readMove } from "../shell/read-move.ts";
import { byId } from "../ui/dom.ts";
import { createMoveField } from "../ui/move-field.ts";
import type { Page } from "./context.ts";
import { isPersonsTurn } from "./state.ts";

/** Creates the field for typed moves. `point` highlights squares on the board. */
export function createTyping(page: Page, board: Board, point: (squares: string[]) => void) {
  const { store, i18n, announce, controller } = page;

  /**
   * Plays a move. Returns null if the move was played, the reason if the move is not legal, and an empty text if the
   * reason is shown elsewhere.
   */
  function play(move: string): string | null {
    const [from, to] = splitMove(move);
    const refused = controller.refusal(from, to);
    if (!refused) return controller.move(from, to) ? null : "";
    point(refused.checkers);
    return describeRefusal(refused, i18n);
  }

  function read(text: string): string {
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
