// Why a game is over, in words. Every page says it with these.

import { otherSide } from "./xiangqi.ts";

/** @param {import("./xiangqi.ts").Verdict} verdict of a game that is over @param {import("./i18n.ts").I18n} i18n */
export function describeReason({ result, reason, offender }, { t }) {
  const loser = result === "red" || result === "black" ? t(`side.${otherSide(result)}`) : "";
  return t(`reason.${reason}`, { loser, offender: offender ? t(`side.${offender}`) : loser });
}
