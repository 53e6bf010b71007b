// The end of a game in words, for the card and for screen readers.

import { sayReason } from "../core/reason.js";

/**
 * @param {import("./state.js").State} state @param {import("../core/i18n.js").I18n} i18n
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
    reason: sayReason(position.verdict, i18n),
  };
}
