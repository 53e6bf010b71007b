import type { I18n } from "../../core/i18n.ts";
import { buildSheet } from "../../ui/build-sheet.ts";
import { button, el, setText } from "../../ui/dom.ts";

/** The number of presses that undo the move. */
const TIMES = 10;

/** Creates the sheet for 落子无悔 (a move played is final): a move is undone after ten presses, each with an answer. */
export function createConfirmUndo(i18n: I18n, undo: () => void) {
  let time = 0;
  const line = el("p", "insist-line");
  line.setAttribute("role", "status");
  const count = el("p", "hint insist-count");
  const giveUp = button("button", () => sheet.dialog.close());
  const insist = button("button button-primary", () => {
    if (time < TIMES) return show(time + 1);
    sheet.dialog.close();
    undo();
  });
  giveUp.id = "insist-give-up";
  insist.id = "insist-go-on";
  const actions = el("div", "sheet-actions is-pair", giveUp, insist);
  const sheet = buildSheet("insist-dialog", i18n, line, count, actions);

  /** Shows the answer to a press, 1 to 10. */
  function show(next: number) {
    time = next;
    sheet.dialog.style.setProperty("--share", String(time / TIMES));
    setText(line, i18n.t(`insist.${time}`));
    setText(count, i18n.t("insist.count", { time, times: TIMES }));
    setText(giveUp, i18n.t("insist.giveUp"));
    setText(insist, i18n.t(time < TIMES ? "insist.goOn" : "insist.take"));
  }

  return {
    ask() {
      show(1);
      sheet.open(i18n.t("insist.title"));
      insist.focus();
    },
  };
}
