// The scale of strengths: levels 1 to 15 have names; between them, and below the first, every number is a strength too.

export const MAX_LEVEL = 15;

/**
 * Strengths of the second scale, on which the lowest levels moved nearly at random, and the strengths of today that play
 * as well (docs/LEVELS.md has the games). From 8 on the scales agree.
 */
const SECOND_SCALE_TO_TODAY = [
  [0, 0],
  [1, 0],
  [2, 0.2],
  [3, 0.6],
  [4, 1],
  [5, 2],
  [6, 3.4],
  [7, 5.7],
  [8, 8],
];

/** A strength of the second scale on the scale of today, in hundredths. @param {number} strength 0..15 */
export function fromSecondScale(strength) {
  const above = SECOND_SCALE_TO_TODAY.findIndex(([old]) => strength < old);
  if (above < 1) return strength;
  const [[oldLow, low], [oldHigh, high]] = SECOND_SCALE_TO_TODAY.slice(above - 1, above + 1);
  return inHundredths(low + ((strength - oldLow) / (oldHigh - oldLow)) * (high - low));
}

/** The first pages counted ten levels: their first was the sixth of the second scale. @param {number} level 1..10 */
export const fromTenLevels = (level) => fromSecondScale(level + 5);

/** @param {unknown} value */
export const isStrength = (value) => typeof value === "number" && value >= 0 && value <= MAX_LEVEL;

/** A strength as it is played, kept and linked: in hundredths of a level. @param {number} strength */
export const inHundredths = (strength) => Math.round(strength * 100) / 100;

/** The level that a strength is called by. @param {number} strength */
export const nearestLevel = (strength) =>
  Math.min(MAX_LEVEL, Math.max(1, Math.round(inHundredths(strength))));

/** @param {number} strength @param {Pick<import("./i18n.ts").I18n, "t">} i18n */
export const levelName = (strength, { t }) => t(`level.${nearestLevel(strength)}.name`);

/**
 * A strength in words that change with every third of a level.
 * @param {number} strength @param {Pick<import("./i18n.ts").I18n, "t">} i18n
 */
export function strengthName(strength, { t }) {
  const thirds = Math.round(Math.min(MAX_LEVEL, inHundredths(strength)) * 3);
  const level = Math.floor(thirds / 3);
  if (thirds < 2) return t("strength.first");
  if (thirds % 3 === 2) return t("strength.near", { name: t(`level.${level + 1}.name`) });
  const name = t(`level.${level}.name`);
  return thirds % 3 === 0 ? name : t("strength.past", { name });
}

/** @param {number} strength @param {Pick<import("./i18n.ts").I18n, "t">} i18n */
export const levelNumber = (strength, { t }) =>
  t("new.level.value", { level: nearestLevel(strength) });
