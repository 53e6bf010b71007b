// What one does to a game less often: offer a draw, resign, begin again, leave. What cannot be undone by a slip asks
// once more, in its own place.

import { createMenuSheet } from "../../ui/menu-sheet.js";
import { isOver } from "../state.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {"draw"|"resign"|"restart"|"analyse"|"setup"|"exit"|"referee"|"progress"|"type"|"help"} Deed */

/** @type {Deed[]} */
const DEEDS = [
  "draw",
  "resign",
  "restart",
  "analyse",
  "setup",
  "exit",
  "referee",
  "progress",
  "type",
  "help",
];

/**
 * @param {import("../../core/i18n.js").I18n} i18n
 * @param {Record<Deed, () => void>} actions
 * @param {() => boolean} recurs  whether the position on the board has occurred before
 */
export function createMenu(i18n, actions, recurs) {
  /** The deed that was asked for once. @type {Deed|null} */
  let armed = null;
  /** @type {State|null} */
  let shown = null;
  const menu = createMenuSheet("menu", i18n, DEEDS, press);

  /** @param {Deed} deed */
  function press(deed) {
    if (shown && asksTwice(deed, shown) && armed !== deed) {
      armed = deed;
      return write(shown);
    }
    menu.dialog.close();
    actions[deed]();
  }

  /** @param {State} state */
  function write(state) {
    for (const { name: deed, element, write: say } of menu.rows) {
      const name = nameOf(deed, state);
      element.classList.toggle("is-armed", armed === deed);
      element.disabled = isOver(state) && (deed === "draw" || deed === "resign");
      say(
        i18n.t(armed === deed ? `menu.${name}.sure` : `menu.${name}`),
        i18n.t(`menu.${name}.more`),
      );
    }
  }

  return {
    /** @param {State} state */
    show(state) {
      for (const { name, element } of menu.rows) if (name === "referee") element.hidden = !recurs();
      armed = null;
      shown = state;
      write(state);
      menu.open(i18n.t("menu.title"));
    },
  };
}

/** @param {Deed} deed @param {State} state */
function asksTwice(deed, { game, position }) {
  const goesOn = position.verdict.result === "ongoing" && game.ply > 0;
  if (deed === "restart") return goesOn;
  return deed === "resign" || (deed === "draw" && game.mode === "local");
}

/** @param {Deed} deed @param {State} state */
function nameOf(deed, { game, drawOffered }) {
  if (deed !== "draw") return deed;
  if (game.mode === "local") return "agree";
  return drawOffered ? "take" : "draw";
}
