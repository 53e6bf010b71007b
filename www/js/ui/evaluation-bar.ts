// Who stands better, as a bar along the board: Red's share from Red's edge.

import { sayScore } from "../core/words.js";

/** Hundredths of a soldier at which one side has about three quarters of the bar. */
const STEEP = 330;

/** @param {import("../engine/types.js").Score|null} score from Red's view @returns {number} 0..1 */
export function redShare(score) {
  if (!score) return 0.5;
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / STEEP));
}

/** The bar itself, whatever it stands beside. @param {HTMLElement} host @param {import("../core/i18n.js").I18n} i18n */
export function createBar(host, i18n) {
  const fill = host.appendChild(document.createElement("span"));
  fill.className = "balance-fill";
  /** @param {string} words */
  const name = (words) => {
    host.setAttribute("aria-label", i18n.t("score.label", { score: words }));
    host.title = words;
  };
  return {
    /** It is not known how the sides stand; the bar stays where it was. */
    doubt: () => name(i18n.t("score.unknown")),
    /**
     * @param {import("../engine/types.js").Score|null} score from Red's view; null: not known
     * @param {import("../core/xiangqi.js").Side} below whose edge is at the bottom @param {string} [said] the score in words
     */
    show(score, below, said) {
      host.dataset.below = below;
      name(said ?? (score ? sayScore(score, "w", i18n) : i18n.t("score.unknown")));
      const share = redShare(score);
      host.dataset.share = share.toFixed(2);
      fill.style.transform = `scaleY(${share})`;
    },
  };
}
