// The evaluation bar of the game, shown when the settings say so.

import { createEvaluationBar } from "../../ui/evaluation-bar.ts";
import { bottomSide } from "../state.ts";

/** @param {HTMLElement} host @param {import("../../core/i18n.ts").I18n} i18n */
export function createBalance(host, i18n) {
  const bar = createEvaluationBar(host, i18n);
  return {
    /** @param {import("../state.ts").State} state */
    update(state) {
      const { settings, evaluation, start } = state;
      host.hidden = !settings.evalBar || start;
      if (!host.hidden) bar.show(evaluation, bottomSide(state));
    },
  };
}
