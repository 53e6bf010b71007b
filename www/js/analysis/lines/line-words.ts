// Formats the engine's score and the progress of its search.

import type { I18n } from "../../core/i18n.ts";
import { sideOf } from "../../core/xiangqi.ts";
import type { Verdict } from "../../core/xiangqi.ts";
import type { Score } from "../../engine/types.ts";
import { isDecided, scoreInWords, shortScore, toneOf } from "./engine-line.ts";
import type { Thought, Tone } from "./engine-line.ts";
import type { LinesState } from "./lines-model.ts";

export interface Standing {
  /** The score in a few characters; empty without a score. */
  score: string;
  /** The score as a part of a sentence. */
  scoreWords: string;
  tone: Tone;
}

export const NO_STANDING: Standing = { score: "", scoreWords: "", tone: "even" };

/** Formats a score from Red's point of view, or the result of a game that is over. */
export function standingWords(score: Score | null, { result }: Verdict, i18n: I18n): Standing {
  if (!score) return NO_STANDING;
  const tone = toneOf(score);
  if (result !== "ongoing") return { score: i18n.t(`result.${result}`), scoreWords: "", tone };
  return { score: shortScore(score, i18n), scoreWords: scoreInWords(score, i18n), tone };
}

/** Returns the parts of the status text below the switch. */
export function statusWords({ search, network }: LinesState, i18n: I18n): string[] {
  const { t } = i18n;
  const { status, thought, place } = search;
  if (status === "over") return [];
  if (status === "failed") return [t("engine.failed.short")];
  if (status === "off" || status === "waiting") return [t(`analysis.lines.${status}`)];
  const facts = thought.depth > 0 ? factsOf(thought, status === "thinking", i18n) : [];
  if (place?.passed)
    facts.unshift(t("analysis.lines.threat.now", { side: t(`side.${sideOf(place.turn)}`) }));
  if (status === "loading" && facts.length === 0) return [t("engine.thinking")];
  if (status === "hidden" || (status === "rested" && !isDecided(thought)))
    facts.push(t(`analysis.lines.${status}`));
  if (network !== "loaded") facts.push(t(`analysis.lines.network.${network}`));
  return facts;
}

function factsOf({ depth, timeMs, nps }: Thought, isRunning: boolean, { t, compact }: I18n) {
  const facts = [t("engine.depth", { depth })];
  facts.push(t("analysis.lines.time", { seconds: (timeMs / 1000).toFixed(timeMs < 9950 ? 1 : 0) }));
  if (isRunning && nps > 0) facts.push(t("engine.speed", { nps: compact(nps) }));
  return facts;
}
