// The scale of strengths: levels 1 to 15 have names; between them, and below the first, every number is a strength too.

export const LEVELS = 15;

/** The first pages counted ten levels: their first is the sixth of these. @param {number} level 1..10 */
export const fromTen = (level) => level + 5;

/** @param {unknown} value */
export const isStrength = (value) => typeof value === "number" && value >= 0 && value <= LEVELS;

/** A strength as it is played, kept and linked: in hundredths of a level. @param {number} strength */
export const inHundredths = (strength) => Math.round(strength * 100) / 100;

/** The level that a strength is called by. @param {number} strength */
export const nearestLevel = (strength) =>
  Math.min(LEVELS, Math.max(1, Math.round(inHundredths(strength))));

/** @param {number} strength @param {Pick<import("./i18n.js").I18n, "t">} i18n */
export const levelName = (strength, { t }) => t(`level.${nearestLevel(strength)}.name`);

/**
 * A strength in words that change with every third of a level.
 * @param {number} strength @param {Pick<import("./i18n.js").I18n, "t">} i18n
 */
export function strengthName(strength, { t }) {
  const thirds = Math.round(Math.min(LEVELS, inHundredths(strength)) * 3);
  const level = Math.floor(thirds / 3);
  if (thirds < 2) return t("strength.first");
  if (thirds % 3 === 2) return t("strength.near", { name: t(`level.${level + 1}.name`) });
  const name = t(`level.${level}.name`);
  return thirds % 3 === 0 ? name : t("strength.past", { name });
}

/** @param {number} strength @param {Pick<import("./i18n.js").I18n, "t">} i18n */
export const levelNumber = (strength, { t }) =>
  t("new.level.value", { level: nearestLevel(strength) });
