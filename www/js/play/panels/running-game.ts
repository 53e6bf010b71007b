// Asked where a link has brought a game against the engine: whether to play it on or to look at it.

import { nearestLevel } from "../../core/levels.ts";
import { createMenuSheet } from "../../ui/menu-sheet.ts";

/** The sheet that is open. @type {HTMLDialogElement|null} */
let current = null;

/**
 * A second question takes the place of the first.
 * @param {import("../../core/game-record.ts").GameRecord} game @param {import("../../core/i18n.ts").I18n} i18n
 * @returns {Promise<"play"|"look"|"replaced"|"closed">} "replaced" by a second question
 */
export function askToPlayOn({ level, side, ply }, i18n) {
  const { t } = i18n;
  current?.close("replaced");
  current?.remove();
  const sheet = createMenuSheet("running", i18n, /** @type {const} */ (["play", "look"]), (name) =>
    sheet.dialog.close(name),
  );
  const { dialog } = sheet;
  current = dialog;
  const [play, look] = sheet.rows;
  const nearest = nearestLevel(level);
  play.write(t("running.play"), t("running.play.more", { side: t(`side.${side}`), plies: ply }));
  look.write(t("running.look"), t("running.look.more"));
  sheet.open(t("running.title", { level: nearest, name: t(`level.${nearest}.name`) }));
  play.element.focus();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (current === dialog) current = null;
      const { returnValue: answer } = dialog;
      resolve(answer === "play" || answer === "look" || answer === "replaced" ? answer : "closed");
    }),
  );
}
