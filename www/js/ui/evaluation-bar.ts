// Shows the evaluation as a bar along the board. Red's share fills the bar from Red's edge.

import type { I18n } from "../core/i18n.ts";
import { describeScore } from "../core/words.ts";
import type { Side } from "../core/xiangqi.ts";
import type { Score } from "../engine/types.ts";
import { el } from "./dom.ts";

/** The score, in centipawns, at which one side has about three quarters of the bar. */
const STEEP = 330;

/** Returns Red's share of the bar, 0 to 1, from a score in Red's view; one half without a score. */
export function redShare(score: Score | null): number {
  if (!score) return 0.5;
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / STEEP));
}

export interface EvaluationBar {
  /** Labels the score as unknown, without moving the bar. */
  showUnknown(): void;
  /**
   * Shows a score in Red's view; null for an unknown one. `below` is the side at the bottom of the board. `words`
   * replaces the usual description of the score.
   */
  show(score: Score | null, below: Side, words?: string): void;
}

export function createEvaluationBar(host: HTMLElement, i18n: I18n): EvaluationBar {
  const fill = host.appendChild(el("span", "balance-fill"));
  const setName = (words: string) => {
    host.setAttribute("aria-label", i18n.t("score.label", { score: words }));
    host.title = words;
  };
  return {
    showUnknown: () => setName(i18n.t("score.unknown")),
    show(score, below, words) {
      host.dataset.below = below;
      setName(words ?? (score ? describeScore(score, "w", i18n) : i18n.t("score.unknown")));
      const share = redShare(score);
      host.dataset.share = share.toFixed(2);
      fill.style.transform = `scaleY(${share})`;
    },
  };
}
