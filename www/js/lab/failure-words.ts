// What went wrong, in words.

import { errorDetails } from "../core/error-details.ts";
import { describeRulesError } from "../rules/rules.ts";

/** @param {unknown} error of the worker @param {import("../core/i18n.ts").I18n} i18n @returns {string|null} null when nothing did: it was aborted */
export function sayFailure(error, i18n) {
  const { name, code } = errorDetails(error);
  if (name === "AbortError") return null;
  return code === "workerFailed" ? i18n.t("lab.failed") : describeRulesError(error, i18n).join(" ");
}
