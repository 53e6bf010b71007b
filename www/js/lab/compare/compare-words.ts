// Formats numbers and errors of a comparison.

import { errorDetails } from "../../core/error-details.ts";
import type { I18n } from "../../core/i18n.ts";
import { notationOf } from "../../core/languages.ts";
import { describeRulesError } from "../../rules/rules.ts";
import type { Lab } from "../lab-client.ts";
import { type Row, type Subject, branchingOf, pliesToEnd } from "./comparison.ts";

/** The messages, and the language in which numbers are formatted. */
export type Words = Pick<I18n, "t" | "htmlLang">;

export function formatTime(millis: number, { t, htmlLang }: Words): string {
  const isLong = millis >= 1000;
  const digits = isLong || millis >= 100 ? 3 : 2;
  const format = new Intl.NumberFormat(htmlLang, { maximumSignificantDigits: digits });
  const value = format.format(isLong ? millis / 1000 : millis);
  return t(`lab.compare.unit.${isLong ? "s" : "ms"}`, { value });
}

export const formatCount = (value: number, { htmlLang }: Words): string =>
  new Intl.NumberFormat(htmlLang).format(value);

export const formatBranching = (row: Row, { htmlLang }: Words): string =>
  new Intl.NumberFormat(htmlLang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
    branchingOf(row),
  );

/** Formats the magnitude of a share as a percentage; a share of 1 is 100 %. */
export const formatShare = (share: number, { htmlLang }: Words): string =>
  new Intl.NumberFormat(htmlLang, {
    style: "percent",
    maximumSignificantDigits: share > 0.99 ? 3 : 2,
  }).format(Math.abs(share));

/** Formats a factor, such as the 12 of "12 times as many". */
export const formatMultiple = (times: number, { htmlLang }: Words): string =>
  new Intl.NumberFormat(htmlLang, { maximumSignificantDigits: times < 100 ? 2 : 3 }).format(times);

export function formatValue(value: number, { t, htmlLang }: Words): string {
  const plies = pliesToEnd(value);
  if (plies !== null)
    return t(value > 0 ? "lab.compare.win" : "lab.compare.loss", { plies: Math.abs(plies) });
  return new Intl.NumberFormat(htmlLang, { signDisplay: "exceptZero" }).format(value);
}

export const methodName = (method: string, { t }: Pick<I18n, "t">): string =>
  t(`lab.compare.method.${method}.name`);

/**
 * Formats a line of moves in the notation of the settings. If the rules reject the line, returns its moves such as
 * h2e2.
 */
export function formatLine(
  { Game, settings, i18n }: Pick<Lab, "Game" | "settings" | "i18n">,
  { startFen, moves }: Subject,
  line: string[],
): string {
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

/** Describes an error of the worker; returns null if the search was aborted. */
export function describeFailure(error: unknown, i18n: I18n): string | null {
  const { name, code } = errorDetails(error);
  if (name === "AbortError") return null;
  return code === "workerFailed" ? i18n.t("lab.failed") : describeRulesError(error, i18n).join(" ");
}
