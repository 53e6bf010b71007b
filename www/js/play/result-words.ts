// The end of a game in words, for the card and for screen readers.

import { describeReason } from "../core/reason.ts";

/**
 * @param {import("./state.ts").State} state @param {import("../core/i18n.ts").I18n} i18n
 * @returns {{ outcome: "won"|"lost"|"draw", headline: string, reason: string }}
 */
export function resultWords({ game, position }, i18n) {
  const { t } = i18n;
  const { result } = position.verdict;
  const won = result === game.side || game.mode === "local";
  const outcome = result === "draw" ? "draw" : won ? "won" : "lost";
  const personal = game.mode === "engine" && result !== "draw";
  return {
    outcome,
    headline: personal ? t(`result.you.${outcome}`) : t(`result.${result}`),
    reason: describeReason(position.verdict, i18n),
  };
}
