// Signs behind moves: the numeric annotation glyphs of PGN, how they look, and what keys make of them.

/** Of the move: one at a time. */
export const OF_THE_MOVE = Object.freeze([1, 2, 3, 4, 5, 6]);
/** Of the position behind it: one at a time. */
export const OF_THE_POSITION = Object.freeze([10, 13, 14, 15, 16, 17, 18, 19]);

/** @type {Readonly<Record<number, string>>} */
const GLYPHS = Object.freeze({
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
});

/** As it is written behind a move. @param {number} sign */
export const glyphOf = (sign) => GLYPHS[sign] ?? `$${sign}`;

/** @param {readonly number[]} signs */
export const glyphsOf = (signs) => signs.map(glyphOf).join(" ");

/** In words. @param {number} sign @param {import("../core/i18n.js").I18n} i18n */
export const sayOf = (sign, { t }) =>
  isOffered(sign) ? t(`analysis.sign.${sign}`) : t("analysis.sign.other", { number: sign });

/** @param {number} sign */
const isOffered = (sign) => OF_THE_MOVE.includes(sign) || OF_THE_POSITION.includes(sign);

/** Sets a sign, which takes the place of others of its kind, or takes it away. @param {readonly number[]} signs @param {number} sign */
export function toggled(signs, sign) {
  const kind = [OF_THE_MOVE, OF_THE_POSITION].find((all) => all.includes(sign)) ?? [sign];
  const others = signs.filter((other) => !kind.includes(other));
  return signs.includes(sign) ? others : [...others, sign].toSorted((a, b) => a - b);
}

/** What a key makes of the sign of the move that there is, 0 for none: typed one behind the other, as they are written. @type {Readonly<Record<string, Readonly<Record<number, number>>>>} */
const TYPED = Object.freeze({
  "!": { 0: 1, 1: 3, 2: 6, 3: 0, 4: 1, 5: 1, 6: 1 },
  "?": { 0: 2, 1: 5, 2: 4, 3: 2, 4: 0, 5: 2, 6: 2 },
  "=": { 0: 10, 10: 0 },
  "~": { 0: 13, 13: 0 },
  "+": { 0: 14, 14: 16, 16: 18, 18: 0 },
  "-": { 0: 15, 15: 17, 17: 19, 19: 0 },
});

/** The keys of signs. */
export const SIGN_KEYS = Object.freeze(Object.keys(TYPED));

/** @param {readonly number[]} signs @param {string} key one of `SIGN_KEYS` @returns {readonly number[]} */
export function typed(signs, key) {
  const next = TYPED[key];
  const kind = OF_THE_MOVE.includes(next[0]) ? OF_THE_MOVE : OF_THE_POSITION;
  const now = signs.find((sign) => kind.includes(sign)) ?? 0;
  const wanted = next[now] ?? next[0];
  return toggled(signs, wanted === 0 ? now : wanted);
}
