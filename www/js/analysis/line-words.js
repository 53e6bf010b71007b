// How the engine's thinking is coming along, in words.

import { isDecided } from "./line-data.js";
import { other } from "../state.js";

/** @typedef {import("./live-search.js").Status} Status */
/** @typedef {import("../i18n.js").I18n} I18n */

/**
 * @param {{ status: Status, thought: import("./line-data.js").Thought, verdict: import("../state.js").Verdict,
 *   network: import("./lines.js").Network }} now
 * @param {I18n} i18n @returns {string[]} in parts
 */
export function statusWords({ status, thought, verdict, network }, i18n) {
  const { t } = i18n;
  if (status === "over") return verdictWords(verdict, i18n);
  if (status === "failed") return [t("engine.failed.short")];
  if (status === "off" || status === "waiting") return [t(`analysis.lines.${status}`)];
  const facts = thought.depth > 0 ? factsOf(thought, status === "thinking", i18n) : [];
  if (status === "loading" && facts.length === 0) return [t("engine.thinking")];
  const pauses = status === "hidden" || (status === "rested" && !isDecided(thought));
  if (pauses) facts.push(t(`analysis.lines.${status}`));
  if (network !== "loaded") facts.push(t(`analysis.lines.network.${network}`));
  return facts;
}

/** @param {import("./line-data.js").Thought} thought @param {boolean} running @param {I18n} i18n */
function factsOf({ depth, timeMs, nps }, running, { t, compact }) {
  const facts = [t("engine.depth", { depth })];
  facts.push(t("analysis.lines.time", { seconds: (timeMs / 1000).toFixed(timeMs < 9950 ? 1 : 0) }));
  if (running && nps > 0) facts.push(t("engine.speed", { nps: compact(nps) }));
  return facts;
}

/** How the game ended, and why. @param {import("../state.js").Verdict} verdict @param {I18n} i18n */
function verdictWords({ result, reason, offender }, { t }) {
  const loser = result === "red" || result === "black" ? t(`side.${other(result)}`) : "";
  const named = { loser, offender: offender ? t(`side.${offender}`) : loser };
  return [t(`result.${result}`), t(`reason.${reason}`, named)];
}
