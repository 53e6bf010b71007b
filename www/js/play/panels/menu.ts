// The sheet of less frequent commands. A command that ends the game has to be pressed twice.

import type { I18n } from "../../core/i18n.ts";
import { el } from "../../ui/dom.ts";
import { createMenuSheet } from "../../ui/menu-sheet.ts";
import { isOver, isPaused } from "../state.ts";
import type { State } from "../state.ts";

/** The commands that end the game. They are at the lower edge of the sheet, near the button that opens it. */
const ENDING: readonly string[] = ["draw", "resign"];
const COMMANDS = [
  "restart",
  "analyse",
  "setup",
  "exit",
  "referee",
  "progress",
  "type",
  "help",
  "draw",
  "resign",
] as const;
type Command = (typeof COMMANDS)[number];
export type MenuCommands = Record<Command, () => void>;

/** Creates the menu. `isRepeated` returns true if the position on the board has occurred before. */
export function createMenu(i18n: I18n, commands: MenuCommands, isRepeated: () => boolean) {
  /** The command that was pressed once and runs if it is pressed again. */
  let armed: Command | null = null;
  let shown: State | null = null;
  const menu = createMenuSheet("menu", i18n, COMMANDS, press);
  const ending = menu.rows.filter(({ name }) => ENDING.includes(name));
  menu.dialog.append(el("div", "menu-foot", ...ending.map(({ element }) => element)));

  function press(command: Command) {
    if (shown && needsConfirmation(command, shown) && armed !== command) {
      armed = command;
      return update(shown);
    }
    menu.dialog.close();
    commands[command]();
  }

  function update(state: State) {
    for (const { name: command, element, write } of menu.rows) {
      const name = keyOf(command, state);
      element.classList.toggle("is-armed", armed === command);
      element.disabled =
        (isOver(state) && ENDING.includes(command)) || (command === "draw" && isPaused(state));
      write(
        i18n.t(armed === command ? `menu.${name}.sure` : `menu.${name}`),
        i18n.t(`menu.${name}.more`),
      );
    }
  }

  return {
    show(state: State) {
      for (const { name, element } of menu.rows)
        if (name === "referee") element.hidden = !isRepeated();
      armed = null;
      shown = state;
      update(state);
      menu.open(i18n.t("menu.title"));
    },
  };
}

const needsConfirmation = (command: Command, state: State): boolean =>
  command === "restart" ? !isOver(state) && state.game.ply > 0 : ENDING.includes(command);

/** Returns the name of a command in the locale keys. */
function keyOf(command: Command, { game, drawOffered }: State): string {
  if (command !== "draw") return command;
  if (game.mode === "local") return "agree";
  return drawOffered ? "take" : "draw";
}
