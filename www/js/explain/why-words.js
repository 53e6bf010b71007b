// Facts in words: one whole sentence each, from the locale files.

/** @typedef {import("./explain.js").Fact} Fact */
/** @typedef {import("./explain.js").Explanation} Explanation */

/**
 * @param {Fact} fact @param {Pick<import("../core/i18n.js").I18n, "t">} i18n words of the family "analysis" among them
 */
export function sayFact({ name, piece = "", other = "", count = 0 }, { t }) {
  const words = (/** @type {string} */ letter) =>
    letter
      ? { the: t(`piece.${letter}`), a: t(`analysis.review.a.${letter}`) }
      : { the: "", a: "" };
  const [first, second] = [words(piece), words(other)];
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
