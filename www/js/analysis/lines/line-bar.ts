// The bar beside the board: how the sides stand, from Red's edge.

import { createEvaluationBar } from "../../ui/evaluation-bar.ts";

/** @param {HTMLElement} host @param {import("../../core/i18n.ts").I18n} i18n */
export function createLineBar(host, i18n) {
  const bar = createEvaluationBar(host, i18n);
  return {
    /**
     * What is not known yet leaves the bar where it was, but pale.
     * @param {import("../../engine/types.js").Score|null} score from Red's view @param {string} words
     * @param {import("../../core/xiangqi.ts").Side} below whose edge is at the bottom @param {boolean} on
     */
    update(score, words, below, on) {
      host.hidden = !on;
      host.classList.toggle("is-unknown", score === null);
      if (score) bar.show(score, below, words);
      else bar.showUnknown();
    },
  };
}
