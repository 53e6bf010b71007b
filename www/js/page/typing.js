// Moves that are typed: the page's rules read them, the game plays them.

import { createTyped } from "../panels/typed.js";
import { isPersonsTurn, splitMove } from "../state.js";
import { sayRefusal } from "../words.js";

/**
 * @param {import("./context.js").Page} page @param {import("../board/index.js").Board} board
 * @param {(squares: string[]) => void} point  shows them on the board
 */
export function createTyping(page, board, point) {
  const { store, i18n, announce } = page;

  /** @param {string} move @returns {string|null} why it was not played, as far as it is not said elsewhere */
  function play(move) {
    const { controller } = page;
    const [from, to] = splitMove(move);
    const refused = controller?.refusal(from, to);
    if (refused) {
      point(refused.checkers);
      return sayRefusal(refused, i18n);
    }
    return controller?.move(from, to) ? null : "";
  }

  return createTyped(i18n, {
    announce,
    read: (text) => readMove(page, text),
    mayMove: () => isPersonsTurn(store.get()),
    play,
    leave: () => board.focus(),
  });
}

/**
 * Two points are a move, legal or not: the game says in words why it is not. The rest is for the reader of the rules.
 * @param {import("./context.js").Page} page @param {string} text @throws ChuheError "badNotation"
 */
function readMove({ rules, store }, text) {
  const points = /^([a-i][0-9])[-–]?([a-i][0-9])$/i.exec(text);
  if (points && points[1] !== points[2]) return (points[1] + points[2]).toLowerCase();
  if (!rules) return "";
  const { startFen, moves, ply } = store.get().game;
  const game = new rules.Game(startFen, moves.slice(0, ply));
  try {
    return game.readMove(text);
  } finally {
    game.free();
  }
}
