// Signs that follow moves: the numeric annotation glyphs (NAG) of PGN, how they are written, and the keys that set
// them.

import type { I18n } from "../core/i18n.ts";

/** Signs that judge the move. A move has at most one of them. */
export const MOVE_SIGNS: readonly number[] = [1, 2, 3, 4, 5, 6];
/** Signs that judge the position after the move. A move has at most one of them. */
export const POSITION_SIGNS: readonly number[] = [10, 13, 14, 15, 16, 17, 18, 19];

const GLYPHS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "+=",
  15: "=+",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  146: "N",
  220: "▦",
};

/** The sign that asks for a diagram in print. */
export const DIAGRAM = 220;

/** Returns the glyph of a sign. For a sign without a glyph, returns `$` and its number. */
export const glyphOf = (sign: number): string => GLYPHS[sign] ?? `$${sign}`;

export const glyphsOf = (signs: readonly number[]): string => signs.map(glyphOf).join(" ");

const isOffered = (sign: number) =>
  MOVE_SIGNS.includes(sign) || POSITION_SIGNS.includes(sign) || sign === DIAGRAM;

/** Returns the meaning of a sign in words. */
export const describeSign = (sign: number, { t }: Pick<I18n, "t">): string =>
  isOffered(sign) ? t(`analysis.sign.${sign}`) : t("analysis.sign.other", { number: sign });

/**
 * Removes a sign if it is set. Otherwise adds it, in place of another sign of its group. Returns the signs in ascending
 * order.
 */
export function toggleSign(signs: readonly number[], sign: number): readonly number[] {
  const group = [MOVE_SIGNS, POSITION_SIGNS].find((all) => all.includes(sign)) ?? [sign];
  const others = signs.filter((other) => !group.includes(other));
  return signs.includes(sign) ? others : [...others, sign].toSorted((a, b) => a - b);
}

/** The keys that set signs. Pressed one after the other, they form a sign as it is written: "!" and "?" make "!?". */
export const SIGN_KEYS = ["!", "?", "=", "~", "+", "-"] as const;

export type SignKey = (typeof SIGN_KEYS)[number];

/** The sign that each key sets, by the sign that the move has now; 0 means no sign. */
const NEXT_SIGN: Record<SignKey, { 0: number; [sign: number]: number }> = {
  "!": { 0: 1, 1: 3, 2: 6, 3: 0, 4: 1, 5: 1, 6: 1 },
  "?": { 0: 2, 1: 5, 2: 4, 3: 2, 4: 0, 5: 2, 6: 2 },
  "=": { 0: 10, 10: 0 },
  "~": { 0: 13, 13: 0 },
  "+": { 0: 14, 14: 16, 16: 18, 18: 0 },
  "-": { 0: 15, 15: 17, 17: 19, 19: 0 },
};

/** Returns the signs after a key was pressed. */
export function applySignKey(signs: readonly number[], key: SignKey): readonly number[] {
  const next = NEXT_SIGN[key];
  const group = MOVE_SIGNS.includes(next[0]) ? MOVE_SIGNS : POSITION_SIGNS;
  const current = signs.find((sign) => group.includes(sign)) ?? 0;
  const sign = next[current] ?? next[0];
  return toggleSign(signs, sign === 0 ? current : sign);
}
