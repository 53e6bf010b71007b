// What went wrong, in words.

import { thrown } from "../core/thrown.js";
import { explain } from "../rules/rules.js";

/** @param {unknown} error of the worker @param {import("../core/i18n.js").I18n} i18n @returns {string|null} null when nothing did: it was aborted */
export function sayFailure(error, i18n) {
  const { name, code } = thrown(error);
  if (name === "AbortError") return null;
  return code === "workerFailed" ? i18n.t("lab.failed") : explain(error, i18n).join(" ");
}
