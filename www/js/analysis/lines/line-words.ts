// How the engine's thinking is coming along, in words.

import { isDecided, scoreInWords, shortScore, toneOf } from "./engine-line.ts";
import { sideOf } from "../../core/xiangqi.ts";

/** @typedef {import("./live-search.ts").Status} Status */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */

/**
 * How the sides stand, short and as a sentence has it.
 * @typedef {{ score: string, scoreWords: string, tone: "red"|"black"|"even" }} Standing
 */

/** @type {Standing} */
export const UNSAID = { score: "", scoreWords: "", tone: "even" };

/**
 * @param {import("../../engine/types.js").Score|null} score from Red's view
 * @param {import("../../core/xiangqi.ts").Verdict} verdict @param {I18n} i18n @returns {Standing}
 */
export function standingWords(score, { result }, i18n) {
  if (!score) return UNSAID;
  const tone = toneOf(score);
  if (result !== "ongoing") return { score: i18n.t(`result.${result}`), scoreWords: "", tone };
  return { score: shortScore(score, i18n), scoreWords: scoreInWords(score, i18n), tone };
}

/**
 * @param {{ status: Status, thought: import("./engine-line.ts").Thought, network: import("./index.ts").Network,
 *   passed: "w"|"b"|null }} now   passed: who moves because the other side has passed
 * @param {I18n} i18n @returns {string[]} in parts
 */
export function statusWords({ status, thought, network, passed }, i18n) {
  const { t } = i18n;
  if (status === "over") return [];
  if (status === "failed") return [t("engine.failed.short")];
  if (status === "off" || status === "waiting") return [t(`analysis.lines.${status}`)];
  const facts = thought.depth > 0 ? factsOf(thought, status === "thinking", i18n) : [];
  if (passed) facts.unshift(t("analysis.lines.threat.now", { side: t(`side.${sideOf(passed)}`) }));
  if (status === "loading" && facts.length === 0) return [t("engine.thinking")];
  const pauses = status === "hidden" || (status === "rested" && !isDecided(thought));
  if (pauses) facts.push(t(`analysis.lines.${status}`));
  if (network !== "loaded") facts.push(t(`analysis.lines.network.${network}`));
  return facts;
}

/** @param {import("./engine-line.ts").Thought} thought @param {boolean} running @param {I18n} i18n */
function factsOf({ depth, timeMs, nps }, running, { t, compact }) {
  const facts = [t("engine.depth", { depth })];
  facts.push(t("analysis.lines.time", { seconds: (timeMs / 1000).toFixed(timeMs < 9950 ? 1 : 0) }));
  if (running && nps > 0) facts.push(t("engine.speed", { nps: compact(nps) }));
  return facts;
}
