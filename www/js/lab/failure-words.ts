import { errorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { describeRulesError } from "../rules/rules.ts";

/** Describes an error of the worker; returns null if the search was only aborted. */
export function describeFailure(error: unknown, i18n: I18n): string | null {
  const { name, code } = errorDetails(error);
  if (name === "AbortError") return null;
  return code === "workerFailed" ? i18n.t("lab.failed") : describeRulesError(error, i18n).join(" ");
}
