// Words about a game played here: as one that can be had back, and as the tags of its record.

import { textIn } from "../core/languages.ts";
import { levelNumber, nearestLevel } from "../core/levels.ts";
import { rulesetTag } from "../rules/records.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */

/** The game one can go back to. @param {GameRecord} game @param {I18n} i18n */
export function sayBefore({ mode, level, moves }, { t }) {
  const opponent = mode === "engine" ? levelNumber(level, { t }) : t("new.mode.local");
  return t("open.before", { opponent, plies: moves.length });
}

/**
 * The tags of a game played here.
 * @param {GameRecord} game @param {import("../core/xiangqi.ts").PositionView["opening"]} opening
 * @param {string} date 2026.11.21 @param {I18n} i18n @returns {Record<string, string>}
 */
export function tagsOf({ mode, side, level, ruleset }, opening, date, { t, lang }) {
  /** @type {Record<string, string>} */
  const more = { ...rulesetTag(ruleset), ...(opening && { Opening: textIn(opening, lang).text }) };
  if (mode === "local") return { Date: date, ...more };
  const engine = t("export.engine", { level: nearestLevel(level) });
  const person = t("export.person");
  const [Red, Black] = side === "red" ? [person, engine] : [engine, person];
  return { Date: date, Red, Black, ...more };
}
