// The part of the start screen for a person who has not played here. It offers the lessons, pieces as pictures, and the
// board. Each choice also answers the question about experience, so the question is not asked later. The part is shown
// until the first move.

import { isWorthKeeping } from "../../core/game-record.ts";
import type { I18n } from "../../core/i18n.ts";
import { byId, setText } from "../../ui/dom.ts";
import type { State } from "../state.ts";

/**
 * Returns true if the person has not played here, and has answered the question about experience with "none" or not at
 * all.
 */
export const isNewcomer = ({ rating: { experience, history }, game }: State): boolean =>
  (experience === null || experience === "none") && history.length === 0 && !isWorthKeeping(game);

export function createNewcomer(
  i18n: I18n,
  commands: Record<"play" | "pictures" | "novice", () => void>,
) {
  const host = byId("newcomer");
  const title = byId("newcomer-title");
  const pictures = byId("newcomer-pictures", HTMLButtonElement);
  const board = byId("newcomer-board", HTMLButtonElement);
  byId("newcomer-learn").addEventListener("click", commands.novice);
  pictures.addEventListener("click", () => {
    commands.novice();
    commands.pictures();
  });
  board.addEventListener("click", () => {
    commands.novice();
    commands.play();
  });

  return {
    update(state: State) {
      host.hidden = !isNewcomer(state);
      const isAsked = state.rating.experience === null;
      const key = isAsked ? "start.newcomer" : "start.newcomer.said";
      title.dataset.i18n = key;
      if (i18n.ready) setText(title, i18n.t(key));
      pictures.disabled = board.disabled = !state.ready;
      pictures.setAttribute("aria-pressed", String(state.settings.pieces === "pictogram"));
    },
  };
}
