// Shows the progress of an import, and its report: the numbers of games, and the games and files that could not be
// read, with the reasons.

import type { I18n } from "../core/i18n.ts";
import type { ImportReport, InterruptedImport, Progress, Refusal } from "../database/types.ts";
import { describeReadFault } from "../rules/record-words.ts";
import { byId, el, setText } from "../ui/dom.ts";

/** Describes the result of an import in one to four sentences. */
export function describeReport(
  { added, updated, known, refusals, isCancelled }: ImportReport,
  { t }: Pick<I18n, "t">,
): string {
  if (isCancelled && added > 0) return t("library.cancelled.partly", { n: added });
  if (isCancelled) return t("library.cancelled");
  const parts = [t("library.added", { n: added })];
  if (updated > 0) parts.push(t("library.updated", { n: updated }));
  if (known > 0) parts.push(t("library.known", { n: known }));
  if (refusals > 0) parts.push(t("library.refused", { n: refusals }));
  return parts.join(" ");
}

/** Describes a game or a file that could not be read: its location, and the reason. */
export function describeUnread({ file, game, partial, fault }: Refusal, i18n: I18n): string {
  const { t, has } = i18n;
  const where = game > 0 ? t("library.refused.game", { file, n: game }) : file;
  const key = `library.refused.${fault.reason}`;
  const why = has(key) ? t(key) : describeReadFault(fault, i18n).words;
  return t("record.at", { where, why: why + (partial ? t("library.refused.partial") : "") });
}

interface ReportOptions {
  cancel: () => void;
  /** Forgets the interrupted import, so that it is not reported again. */
  forget: () => Promise<void>;
}

export function createImportReport(i18n: I18n, { cancel, forget }: ReportOptions) {
  const { t } = i18n;
  const host = byId("library-import");
  const bar = byId("library-bar", HTMLProgressElement);
  const words = byId("library-import-words");
  const list = byId("library-refusals");
  const stop = byId("library-cancel");
  const close = byId("library-close");
  let last: ImportReport | null = null;
  let interrupted: InterruptedImport | null = null;
  stop.addEventListener("click", cancel);
  close.addEventListener("click", async () => {
    const closed = interrupted;
    // A page that is left before an interrupted import is forgotten would report it again.
    if (closed) await forget();
    if (interrupted !== closed) return;
    last = null;
    interrupted = null;
    host.hidden = true;
  });

  function present(isRunning: boolean) {
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
    setText(words, describeReport(last, i18n));
    const items = last.refused.map((refusal) => el("li", "", describeUnread(refusal, i18n)));
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
      bar.removeAttribute("value"); // the amount of work is not known yet
      list.replaceChildren();
      setText(words, t("library.reading"));
    },
    progress({ done, total, added }: Progress) {
      bar.max = Math.max(total, 1);
      bar.value = done;
      setText(words, t("library.read", { n: added }));
    },
    /** Shows the report and returns it in words. */
    end(report: ImportReport): string {
      last = report;
      present(false);
      showReport();
      return describeReport(report, i18n);
    },
    /** Reports an earlier import that was interrupted, for example because its page was closed. */
    showInterrupted(before: InterruptedImport) {
      interrupted = before;
      present(false);
      showReport();
    },
    /** Hides the report of a failed import. The caller reports the failure. */
    fail() {
      host.hidden = true;
    },
    /** Shows the report in the current language. */
    update: showReport,
  };
}
