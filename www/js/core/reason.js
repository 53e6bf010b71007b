// Why a game is over, in words. Every page says it with these.

import { other } from "./xiangqi.js";

/** @param {import("./xiangqi.js").Verdict} verdict of a game that is over @param {import("./i18n.js").I18n} i18n */
export function sayReason({ result, reason, offender }, { t }) {
  const loser = result === "red" || result === "black" ? t(`side.${other(result)}`) : "";
  return t(`reason.${reason}`, { loser, offender: offender ? t(`side.${offender}`) : loser });
}
