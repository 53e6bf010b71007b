// What is read out when something happens in the game: the live region's sentences.

import { notationOf } from "../core/languages.ts";
import { describeMove } from "../core/words.ts";
import { sideOf } from "../core/xiangqi.ts";
import { resultWords } from "./result-words.ts";
import { isOver } from "./state.ts";

/** @typedef {import("./state.ts").State} State */
/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("./game-controller.ts").GameEvent} GameEvent */

/** What to read out after an event; null when there is nothing to say. @param {GameEvent} event @param {State} state @param {I18n} i18n */
export function sayEvent(event, state, i18n) {
  const { t } = i18n;
  switch (event.type) {
    case "move":
      return describeMove(event, notationOf(state.settings), i18n) + sayConsequence(state, i18n);
    case "ended":
      return sayResult(state, i18n);
    case "paused":
      return t("clock.paused");
    case "opened":
    case "undone":
    case "redone":
    case "resumed":
      if (isOver(state)) return sayResult(state, i18n);
      return t(`say.${event.type}`, { side: t(`side.${sideOf(state.position.turn)}`) });
    default:
      return null;
  }
}

/** @param {State} state @param {I18n} i18n */
function sayConsequence(state, i18n) {
  if (isOver(state)) return i18n.t("say.then") + sayResult(state, i18n);
  return state.position.check ? i18n.t("say.check") : "";
}

/** @param {State} state @param {I18n} i18n */
function sayResult(state, i18n) {
  const { headline, reason } = resultWords(state, i18n);
  return i18n.t("say.result", { result: headline, reason });
}
