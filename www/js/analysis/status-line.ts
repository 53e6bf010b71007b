// The line below the board: the side to move, or the result of the game and its reason.

import type { I18n } from "../core/i18n.ts";
import { describeReason } from "../core/reason.ts";
import { sideOf } from "../core/xiangqi.ts";
import { setText } from "../ui/dom.ts";
import type { StudyPosition, StudyState } from "./study.ts";

export const createStatusLine = (host: HTMLElement, i18n: I18n) => ({
  update({ position }: StudyState) {
    setText(host, describeStatus(position, i18n));
    host.dataset.turn = position.turn;
  },
});

export function describeStatus({ verdict, turn, check }: StudyPosition, i18n: I18n): string {
  const { t } = i18n;
  const { result } = verdict;
  const side = t(`side.${sideOf(turn)}`);
  if (result === "ongoing") return t(check ? "analysis.check" : "analysis.turn", { side });
  return t("analysis.over", { result: t(`result.${result}`), why: describeReason(verdict, i18n) });
}
