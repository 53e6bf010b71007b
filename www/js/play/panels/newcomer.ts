// For who comes here first: the ways to move, pieces as pictures, or the board at once. Whoever takes one of these has
// said how well they play, and is not asked again: until the first move the ways stay, under another name.

import { isWorthKeeping } from "../../core/game-record.ts";
import { byId, setText } from "../../ui/dom.ts";

/** @typedef {import("../state.ts").State} State */

/** Nobody has played here yet, nor said that they can. @param {State} state */
export const isNew = ({ rating: { experience, history }, game }) =>
  (experience === null || experience === "none") && history.length === 0 && !isWorthKeeping(game);

/** @param {import("../../core/i18n.ts").I18n} i18n @param {Record<"play"|"pictures"|"novice", () => void>} actions */
export function createNewcomer(i18n, actions) {
  const host = byId("newcomer");
  const title = byId("newcomer-title");
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
      title.dataset.i18n = `start.newcomer${state.rating.experience === null ? "" : ".said"}`;
      if (i18n.ready) setText(title, i18n.t(title.dataset.i18n));
      pictures.disabled = board.disabled = !state.ready;
      pictures.setAttribute("aria-pressed", String(state.settings.pieces === "pictogram"));
    },
  };
}
