// Who stands better, as a bar along the board: Red's share from Red's edge. Shown when the settings say so.

import { bottomSide } from "../state.js";
import { sayScore } from "../words.js";

/** Hundredths of a soldier at which one side has about three quarters of the bar. */
const STEEP = 330;

/** @param {import("../engine/types.js").Score|null} score from Red's view @returns {number} 0..1 */
export function redShare(score) {
  if (!score) return 0.5;
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / STEEP));
}

/** @param {HTMLElement} host @param {import("../i18n.js").I18n} i18n */
export function createBalance(host, i18n) {
  const fill = host.appendChild(document.createElement("span"));
  fill.className = "balance-fill";
  return {
    /** @param {import("../state.js").State} state */
    update(state) {
      const { settings, evaluation, start } = state;
      host.hidden = !settings.evalBar || start;
      if (host.hidden) return;
      const words = evaluation ? sayScore(evaluation, "w", i18n) : i18n.t("score.unknown");
      host.dataset.below = bottomSide(state);
      host.setAttribute("aria-label", i18n.t("score.label", { score: words }));
      host.title = words;
      const share = redShare(evaluation);
      host.dataset.share = share.toFixed(2);
      fill.style.transform = `scaleY(${share})`;
    },
  };
}
