// Numbers of a comparison in words.

import { notationOf } from "../../core/languages.ts";
import { branchingOf, pliesToEnd } from "./comparison.ts";

/** @typedef {import("./comparison.ts").Row} Row */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */

/** @param {number} millis @param {I18n} i18n */
export function sayTime(millis, { t, htmlLang }) {
  const isLong = millis >= 1000;
  const digits = isLong || millis >= 100 ? 3 : 2;
  const format = new Intl.NumberFormat(htmlLang, { maximumSignificantDigits: digits });
  const value = format.format(isLong ? millis / 1000 : millis);
  return t(`lab.compare.unit.${isLong ? "s" : "ms"}`, { value });
}

/** @param {number} value @param {I18n} i18n */
export const sayCount = (value, { htmlLang }) => new Intl.NumberFormat(htmlLang).format(value);

/** @param {Row} row @param {I18n} i18n */
export const sayBranching = (row, { htmlLang }) =>
  new Intl.NumberFormat(htmlLang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
    branchingOf(row),
  );

/** @param {number} share of 1 @param {I18n} i18n */
export const sayShare = (share, { htmlLang }) =>
  new Intl.NumberFormat(htmlLang, {
    style: "percent",
    maximumSignificantDigits: share > 0.99 ? 3 : 2,
  }).format(Math.abs(share));

/** How many times as much. @param {number} times @param {I18n} i18n */
export const sayTimes = (times, { htmlLang }) =>
  new Intl.NumberFormat(htmlLang, { maximumSignificantDigits: times < 100 ? 2 : 3 }).format(times);

/** For the side to move. @param {number} value @param {I18n} i18n */
export function sayValue(value, { t, htmlLang }) {
  const plies = pliesToEnd(value);
  if (plies !== null)
    return t(plies >= 0 && value > 0 ? "lab.compare.win" : "lab.compare.loss", {
      plies: Math.abs(plies),
    });
  return new Intl.NumberFormat(htmlLang, { signDisplay: "exceptZero" }).format(value);
}

/** @param {string} method @param {I18n} i18n */
export const nameOf = (method, { t }) => t(`lab.compare.method.${method}.name`);

/**
 * A line as moves are written now; as it came where the rules do not know it.
 * @param {import("../lab-client.ts").Lab} lab @param {import("./comparison.ts").Subject} subject @param {string[]} line
 */
export function sayLine({ Game, settings, i18n }, { startFen, moves }, line) {
  try {
    const game = new Game(startFen, moves);
    try {
      return game.line(line, notationOf(settings)).map(i18n.move).join(" ");
    } finally {
      game.free();
    }
  } catch {
    return line.join(" ");
  }
}
