// What an import is doing and what it has brought: a bar, then a report of what could not be read, and why.

import { byId, el, setText } from "../ui/dom.ts";
import { describeReadFault } from "../rules/record-words.ts";

/** @import { ImportReport, Interrupted, Progress, Refusal } from "../database/types.js" */
/** @typedef {import("../core/i18n.ts").I18n} I18n */

/** The report in a sentence or three. @param {ImportReport} report @param {I18n} i18n */
export function sayReport({ added, updated, known, refusals, isCancelled }, { t }) {
  if (isCancelled && added > 0) return t("library.cancelled.partly", { n: added });
  if (isCancelled) return t("library.cancelled");
  const parts = [t("library.added", { n: added })];
  if (updated > 0) parts.push(t("library.updated", { n: updated }));
  if (known > 0) parts.push(t("library.known", { n: known }));
  if (refusals > 0) parts.push(t("library.refused", { n: refusals }));
  return parts.join(" ");
}

/** One thing that could not be read: where, and why. @param {Refusal} refusal @param {I18n} i18n */
export function sayRefusalOf({ file, game, partial, fault }, i18n) {
  const { t, has } = i18n;
  const where = game > 0 ? t("library.refused.game", { file, n: game }) : file;
  const key = `library.refused.${fault.reason}`;
  const why = has(key) ? t(key) : describeReadFault(fault, i18n).words;
  return t("record.at", { where, why: why + (partial ? t("library.refused.partial") : "") });
}

/** @param {I18n} i18n @param {() => void} cancel @param {() => void} forget  the import that was broken off */
export function createImportReport(i18n, cancel, forget) {
  const { t } = i18n;
  const host = byId("library-import");
  const bar = /** @type {HTMLProgressElement} */ (byId("library-bar"));
  const words = byId("library-import-words");
  const list = byId("library-refusals");
  const stop = byId("library-cancel");
  const close = byId("library-close");
  /** @type {ImportReport|null} */
  let last = null;
  /** The import that was broken off. @type {Interrupted|null} */
  let interrupted = null;
  stop.addEventListener("click", cancel);
  close.addEventListener("click", () => {
    if (interrupted) forget();
    last = null;
    interrupted = null;
    host.hidden = true;
  });

  /** @param {boolean} isRunning */
  function present(isRunning) {
    host.hidden = false;
    bar.hidden = !isRunning;
    stop.hidden = !isRunning;
    close.hidden = isRunning;
    list.hidden = isRunning;
  }

  function showReport() {
    if (interrupted) {
      const { file, added: n } = interrupted;
      setText(words, t("library.interrupted", { file, n }));
      list.replaceChildren();
      list.hidden = true;
    }
    if (!last) return;
    setText(words, sayReport(last, i18n));
    const items = last.refused.map((refusal) => el("li", "", sayRefusalOf(refusal, i18n)));
    const rest = last.refusals - last.refused.length;
    if (rest > 0) items.push(el("li", "", t("library.refused.more", { n: rest })));
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
  }

  return {
    begin() {
      last = null;
      interrupted = null;
      present(true);
      bar.removeAttribute("value"); // nothing is known yet
      list.replaceChildren();
      setText(words, t("library.reading"));
    },
    /** @param {Progress} progress */
    progress({ done, total, added }) {
      bar.max = Math.max(total, 1);
      bar.value = done;
      setText(words, t("library.read", { n: added }));
    },
    /** @param {ImportReport} report @returns {string} in words */
    end(report) {
      last = report;
      present(false);
      showReport();
      return sayReport(report, i18n);
    },
    /** An import was broken off when the page was left. @param {Interrupted} before */
    tellInterrupted(before) {
      interrupted = before;
      present(false);
      showReport();
    },
    /** It could not go on: what is said of that is said elsewhere. */
    fail() {
      host.hidden = true;
    },
    /** The language has changed. */
    update: showReport,
  };
}
