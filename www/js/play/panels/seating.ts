// Two people at one board: how they sit says what turns for the one opposite.

import { createMenuSheet } from "../../ui/menu-sheet.ts";

/** @typedef {import("../../core/game-record.ts").BoardTurning} Turning */

/** @type {Turning[]} */
const WAYS = ["none", "board", "pieces"];

/** @param {import("../../core/i18n.ts").I18n} i18n @param {(turning: Turning) => void} begin */
export function createSeating(i18n, begin) {
  const menu = createMenuSheet("seating", i18n, WAYS, (turning) => {
    menu.dialog.close();
    begin(turning);
  });
  return {
    /** @param {Turning} last  what was chosen before; the keyboard begins there */
    ask(last) {
      for (const { name, write } of menu.rows)
        write(i18n.t(`seating.${name}`), i18n.t(`seating.${name}.more`));
      menu.open(i18n.t("seating.title"));
      menu.rows.find(({ name }) => name === last)?.element.focus();
    },
  };
}
