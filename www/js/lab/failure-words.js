// What went wrong, in words.

import { explain } from "../rules/rules.js";

/** @param {any} error of the desk @param {import("../core/i18n.js").I18n} i18n @returns {string|null} null when nothing did: it was aborted */
export function sayFailure(error, i18n) {
  if (error?.name === "AbortError") return null;
  return error?.code === "workerFailed" ? i18n.t("lab.failed") : explain(error, i18n).join(" ");
}
