// What one does to a game less often: begin again, leave, offer a draw, resign. What cannot be undone by a slip asks
// once more, in its own place.

import { el } from "../../ui/dom.ts";
import { createMenuSheet } from "../../ui/menu-sheet.ts";
import { isOver, isPaused } from "../state.ts";

/** @typedef {import("../state.ts").State} State */
/** @typedef {"draw"|"resign"|"restart"|"analyse"|"setup"|"exit"|"referee"|"progress"|"type"|"help"} Command */

/** What ends the game: it stays at the lower edge, near the button that opens the sheet. @type {Command[]} */
const ENDING = ["draw", "resign"];
/** @type {Command[]} */
const COMMANDS = [
  "restart",
  "analyse",
  "setup",
  "exit",
  "referee",
  "progress",
  "type",
  "help",
  ...ENDING,
];

/**
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {Record<Command, () => void>} actions
 * @param {() => boolean} recurs  whether the position on the board has occurred before
 */
export function createMenu(i18n, actions, recurs) {
  /** The command that was asked for once. @type {Command|null} */
  let armed = null;
  /** @type {State|null} */
  let shown = null;
  const menu = createMenuSheet("menu", i18n, COMMANDS, press);
  const ending = menu.rows.filter(({ name }) => ENDING.includes(name));
  menu.dialog.append(el("div", "menu-foot", ...ending.map(({ element }) => element)));

  /** @param {Command} command */
  function press(command) {
    if (shown && asksTwice(command, shown) && armed !== command) {
      armed = command;
      return write(shown);
    }
    menu.dialog.close();
    actions[command]();
  }

  /** @param {State} state */
  function write(state) {
    for (const { name: command, element, write: say } of menu.rows) {
      const name = nameOf(command, state);
      element.classList.toggle("is-armed", armed === command);
      element.disabled = isOver(state) && ENDING.includes(command);
      if (command === "draw" && isPaused(state)) element.disabled = true;
      say(
        i18n.t(armed === command ? `menu.${name}.sure` : `menu.${name}`),
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

/** @param {Command} command @param {State} state */
function asksTwice(command, { game, position }) {
  const goesOn = position.verdict.result === "ongoing" && game.ply > 0;
  if (command === "restart") return goesOn;
  return ENDING.includes(command);
}

/** @param {Command} command @param {State} state */
function nameOf(command, { game, drawOffered }) {
  if (command !== "draw") return command;
  if (game.mode === "local") return "agree";
  return drawOffered ? "take" : "draw";
}
