import type { BoardTurning } from "../../core/game-record.ts";
import type { I18n } from "../../core/i18n.ts";
import { createMenuSheet } from "../../ui/menu-sheet.ts";

const TURNINGS: readonly BoardTurning[] = ["none", "board", "pieces"];

/** Creates the sheet that asks two people at one device how they sit, side by side or opposite. */
export function createSeating(i18n: I18n, begin: (turning: BoardTurning) => void) {
  const menu = createMenuSheet("seating", i18n, TURNINGS, (turning) => {
    menu.dialog.close();
    begin(turning);
  });
  return {
    /** Opens the sheet with the focus on the choice `last`. */
    ask(last: BoardTurning) {
      for (const { name, write } of menu.rows)
        write(i18n.t(`seating.${name}`), i18n.t(`seating.${name}.more`));
      menu.open(i18n.t("seating.title"));
      menu.rows.find(({ name }) => name === last)?.element.focus();
    },
  };
}
