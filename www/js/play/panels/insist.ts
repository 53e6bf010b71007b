// 落子无悔: a move played is a move played. Whoever wants it back must say so ten times, and hear something each time.

import { button, el, setText } from "../../ui/dom.ts";
import { buildSheet } from "../../ui/build-sheet.ts";

/** How often one must insist. */
export const TIMES = 10;

/**
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {() => void} undo  what was insisted on
 */
export function createInsist(i18n, undo) {
  let said = 0;
  const line = el("p", "insist-line");
  line.setAttribute("role", "status");
  const count = el("p", "hint insist-count");
  const giveUp = button("button", () => sheet.dialog.close());
  const insist = button("button button-primary", () => {
    if (said < TIMES) return say(said + 1);
    sheet.dialog.close();
    undo();
  });
  giveUp.id = "insist-give-up";
  insist.id = "insist-go-on";
  const actions = el("div", "sheet-actions is-pair", giveUp, insist);
  const sheet = buildSheet("insist-dialog", i18n, line, count, actions);

  /** @param {number} time from 1 */
  function say(time) {
    said = time;
    sheet.dialog.style.setProperty("--share", String(time / TIMES));
    setText(line, i18n.t(`insist.${time}`));
    setText(count, i18n.t("insist.count", { time, times: TIMES }));
    setText(giveUp, i18n.t("insist.giveUp"));
    setText(insist, i18n.t(time < TIMES ? "insist.goOn" : "insist.take"));
  }

  return {
    ask() {
      say(1);
      sheet.open(i18n.t("insist.title"));
      insist.focus();
    },
  };
}
