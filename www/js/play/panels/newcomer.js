// For who comes here first: the ways to move, pieces as pictures, or the board at once. Whoever takes one of these has
// said how well they play, and is not asked again.

import { isWorthKeeping } from "../../core/game-record.js";
import { byId } from "../../ui/dom.js";

/** @typedef {import("../state.js").State} State */

/** Nobody has played here yet, nor said that they can. @param {State} state */
export const isNew = ({ rating: { experience, history }, game }) =>
  (experience === null || experience === "none") && history.length === 0 && !isWorthKeeping(game);

/** @param {Record<"play"|"pictures"|"novice", () => void>} actions */
export function createNewcomer(actions) {
  const host = byId("newcomer");
  const pictures = /** @type {HTMLButtonElement} */ (byId("newcomer-pictures"));
  const board = /** @type {HTMLButtonElement} */ (byId("newcomer-board"));
  byId("newcomer-learn").addEventListener("click", actions.novice);
  pictures.addEventListener("click", () => {
    actions.novice();
    actions.pictures();
  });
  board.addEventListener("click", () => {
    actions.novice();
    actions.play();
  });

  return {
    /** @param {State} state */
    update(state) {
      host.hidden = !isNew(state);
      pictures.disabled = board.disabled = !state.ready;
      pictures.setAttribute("aria-pressed", String(state.settings.pieces === "pictogram"));
    },
  };
}
