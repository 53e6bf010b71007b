// The scale of engine strengths. A strength is any number from 0 to 15, including fractions. The levels 1 to 15 have
// names.

import type { I18n } from "./i18n.ts";

export const MAX_LEVEL = 15;

/**
 * Pairs of strengths that play equally well, as measured in docs/LEVELS.md: a strength on the second scale, then the
 * one on today's scale. The lowest levels of the second scale moved almost at random. The scales agree from 8 on.
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
] as const;

/** Converts a strength of the second scale, 0 to 15, to today's scale, rounded to hundredths. */
export function fromSecondScale(strength: number): number {
  const above = SECOND_SCALE_TO_TODAY.findIndex(([old]) => strength < old);
  const lower = SECOND_SCALE_TO_TODAY[above - 1];
  const upper = SECOND_SCALE_TO_TODAY[above];
  if (!lower || !upper) return strength;
  const [[oldLow, low], [oldHigh, high]] = [lower, upper];
  return inHundredths(low + ((strength - oldLow) / (oldHigh - oldLow)) * (high - low));
}

/**
 * Converts a level of the first scale, 1 to 10, to today's scale. Level 1 of the first scale was level 6 of the second.
 */
export const fromTenLevels = (level: number): number => fromSecondScale(level + 5);

export const isStrength = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= MAX_LEVEL;

/** Rounds a strength to hundredths of a level, the precision in which strengths are played, stored and linked. */
export const inHundredths = (strength: number): number => Math.round(strength * 100) / 100;

/** Returns the level, 1 to 15, that gives a strength its name. */
export const nearestLevel = (strength: number): number =>
  Math.min(MAX_LEVEL, Math.max(1, Math.round(inHundredths(strength))));

export const levelName = (strength: number, { t }: Pick<I18n, "t">): string =>
  t(`level.${nearestLevel(strength)}.name`);

/** Describes a strength in words that change with every third of a level. */
export function strengthName(strength: number, { t }: Pick<I18n, "t">): string {
  const thirds = Math.round(Math.min(MAX_LEVEL, inHundredths(strength)) * 3);
  const level = Math.floor(thirds / 3);
  if (thirds < 2) return t("strength.first");
  if (thirds % 3 === 2) return t("strength.near", { name: t(`level.${level + 1}.name`) });
  const name = t(`level.${level}.name`);
  return thirds % 3 === 0 ? name : t("strength.past", { name });
}

export const levelNumber = (strength: number, { t }: Pick<I18n, "t">): string =>
  t("new.level.value", { level: nearestLevel(strength) });
