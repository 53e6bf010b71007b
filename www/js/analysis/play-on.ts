// Whom to play on against from the present place.

import { createMenuSheet } from "../ui/menu-sheet.ts";

/** @typedef {{ mode: import("../core/game-record.ts").GameMode, side: import("../core/xiangqi.ts").Side }} Opponent */

/** @satisfies {Record<string, Opponent>} */
const WAYS = /** @type {const} */ ({
  red: { mode: "engine", side: "red" },
  black: { mode: "engine", side: "black" },
  local: { mode: "local", side: "red" },
});
const NAMES = /** @type {(keyof typeof WAYS)[]} */ (Object.keys(WAYS));

/** @param {import("../core/i18n.ts").I18n} i18n @param {(opponent: Opponent) => void} play */
export function createPlayOn(i18n, play) {
  const sheet = createMenuSheet("play-on", i18n, NAMES, (name) => {
    sheet.dialog.close();
    play(WAYS[name]);
  });
  return {
    show() {
      for (const { name, write } of sheet.rows)
        write(i18n.t(`analysis.play.${name}`), i18n.t(`analysis.play.${name}.more`));
      sheet.open(i18n.t("analysis.play.title"));
    },
  };
}
