// Formats facts as sentences of the locale files.

import type { I18n } from "../core/i18n.ts";
import type { Explanation, Fact } from "./judge.ts";

/**
 * The piece with which an amount of material is compared, by the smallest amount in soldiers. "more" stands for amounts
 * beyond a rook.
 */
const WORTHS: readonly (readonly [least: number, piece: string])[] = [
  [11, "more"],
  [7, "R"],
  [4, "N"],
  [2, "A"],
  [0, "P"],
];

const worthOf = (soldiers: number) => WORTHS.find(([least]) => soldiers >= least)?.[1];

/** Returns the sentence for a fact. The locale files of the folder `analysis` must be loaded. */
export function describeFact(
  { name, piece = "", other = "", count = 0 }: Fact,
  { t }: Pick<I18n, "t">,
): string {
  const words = (letter: string) =>
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
 * Returns a sentence for each fact, with the reason last. Without facts, returns a sentence that says that nothing is
 * proved.
 */
export function describeExplanation(
  { facts, reason }: Explanation,
  i18n: Pick<I18n, "t">,
): string[] {
  if (facts.length === 0) return [i18n.t("analysis.review.why.nothing")];
  return [...facts, ...(reason ? [reason] : [])].map((fact) => describeFact(fact, i18n));
}
