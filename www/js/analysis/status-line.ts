// How the game stands at the present place, in one line: whose turn it is, or how it ended.

import { setText } from "../ui/dom.ts";
import { describeReason } from "../core/reason.ts";
import { sideOf } from "../core/xiangqi.ts";

/** @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n */
export function createStatusLine(host, i18n) {
  return {
    /** @param {import("./study.ts").StudyState} state */
    update({ position }) {
      setText(host, sayStatus(position, i18n));
      host.dataset.turn = position.turn;
    },
  };
}

/** @param {import("./study.ts").StudyPosition} position @param {import("../core/i18n.ts").I18n} i18n */
export function sayStatus({ verdict, turn, check }, i18n) {
  const { t } = i18n;
  const { result } = verdict;
  const side = t(`side.${sideOf(turn)}`);
  if (result === "ongoing") return t(check ? "analysis.check" : "analysis.turn", { side });
  return t("analysis.over", { result: t(`result.${result}`), why: describeReason(verdict, i18n) });
}
