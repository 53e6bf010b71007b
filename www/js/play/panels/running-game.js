// Asked where a link has brought a game against the engine: whether to play it on or to look at it.

import { nearestLevel } from "../../core/levels.js";
import { createMenuSheet } from "../../ui/menu-sheet.js";

/**
 * @param {import("../../core/game-record.js").GameRecord} game @param {import("../../core/i18n.js").I18n} i18n
 * @returns {Promise<boolean>} true to play on, which closing the sheet means too
 */
export function askToPlayOn({ level, side, ply }, i18n) {
  const { t } = i18n;
  const sheet = createMenuSheet("running", i18n, /** @type {const} */ (["play", "look"]), (name) =>
    sheet.dialog.close(name),
  );
  const [play, look] = sheet.rows;
  const nearest = nearestLevel(level);
  play.write(t("running.play"), t("running.play.more", { side: t(`side.${side}`), plies: ply }));
  look.write(t("running.look"), t("running.look.more"));
  sheet.open(t("running.title", { level: nearest, name: t(`level.${nearest}.name`) }));
  play.element.focus();
  return new Promise((resolve) =>
    sheet.dialog.addEventListener("close", () => {
      sheet.dialog.remove();
      resolve(sheet.dialog.returnValue !== "look");
    }),
  );
}
