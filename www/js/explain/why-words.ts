// Facts in words: one whole sentence each, from the locale files.

/** @typedef {import("./explain.ts").Fact} Fact */
/** @typedef {import("./explain.ts").Explanation} Explanation */

/** Material as the piece that is worth about as much: from how many soldiers on. @type {[number, string][]} */
const WORTHS = [
  [11, "more"],
  [7, "R"],
  [4, "N"],
  [2, "A"],
  [0, "P"],
];

/** @param {number} soldiers */
const worthOf = (soldiers) => WORTHS.find(([least]) => soldiers >= least)?.[1];

/**
 * @param {Fact} fact @param {Pick<import("../core/i18n.js").I18n, "t">} i18n words of the family "analysis" among them
 */
export function sayFact({ name, piece = "", other = "", count = 0 }, { t }) {
  const words = (/** @type {string} */ letter) =>
    letter
      ? { the: t(`piece.${letter}`), a: t(`analysis.review.a.${letter}`) }
      : { the: "", a: "" };
  const first = piece ? words(piece) : { the: "", a: t(`analysis.review.worth.${worthOf(count)}`) };
  const second = words(other);
  return t(`analysis.review.why.${name}`, {
    piece: first.the,
    aPiece: first.a,
    other: second.the,
    aOther: second.a,
    count,
  });
}

/**
 * Everything that is proved, or that nothing is.
 * @param {Explanation} explanation @param {Pick<import("../core/i18n.js").I18n, "t">} i18n @returns {string[]} sentences
 */
export function sayWhy({ facts, reason }, i18n) {
  if (facts.length === 0) return [i18n.t("analysis.review.why.nothing")];
  return [...facts, ...(reason ? [reason] : [])].map((fact) => sayFact(fact, i18n));
}
