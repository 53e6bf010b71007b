// What a person does with the stored studies: opens, renames, saves and deletes them.

import type { I18n } from "../core/i18n.ts";
import { fileName } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import type { Notify } from "../ui/notice.ts";
import type { StudyOpener } from "./open-study.ts";
import type { OpeningFinder } from "./opening-name.ts";
import { createStudiesSheet } from "./studies-sheet.ts";
import { collectionName, saveStudies } from "./study-files.ts";
import { nameOf, rowOf, withTitle } from "./study-list.ts";
import type { StudyRow } from "./study-list.ts";
import { isWorthKeeping } from "./stored-study.ts";
import type { StudyStorage } from "./study-storage.ts";
import type { Study } from "./study.ts";

/** The most names of studies in a notice. */
const MAX_NAMED = 3;

interface StudiesPage {
  rules: Rules;
  study: Study;
  storage: StudyStorage;
  opener: Pick<StudyOpener, "openStored" | "beginQuietly">;
  openingOf: OpeningFinder;
  notify: Notify;
}

/** Creates the sheet with all stored studies. */
export function createMyStudies(
  i18n: I18n,
  { rules, study, storage, opener, openingOf, notify }: StudiesPage,
) {
  const { t } = i18n;
  const nameOfRow = ({ data }: StudyRow) => nameOf(data, i18n);
  const isOpen = ({ key }: StudyRow) => key === storage.key;
  const notifyFailed = (name: string) => notify(t("analysis.mine.failed", { name }), { ms: 8000 });

  async function open(row: StudyRow) {
    const faults = await opener.openStored(row.key);
    if (!faults) notifyFailed(nameOfRow(row));
    else if (faults.length > 0) notify(faults.join(" "), { ms: 12_000 });
    return faults?.length === 0;
  }

  async function rename(row: StudyRow, title: string) {
    const change = (tags: Record<string, string>) => withTitle(tags, title);
    if (isOpen(row)) study.retag(change(study.get().tags));
    else if (!(await storage.amend(row.key, (data) => ({ ...data, tags: change(data.tags) }))))
      return notifyFailed(nameOfRow(row));
    const name = nameOf({ tags: change(row.data.tags) }, i18n);
    notify(t("analysis.mine.renamed", { name }));
  }

  async function toLibrary(row: StudyRow) {
    const name = nameOfRow(row);
    const key = row.isInLibrary ? "analysis.mine.updated" : "analysis.mine.stored";
    if (await storage.toLibrary(row.key)) notify(t(key, { name }), { ms: 8000 });
    else notifyFailed(name);
  }

  function save(rows: readonly StudyRow[]) {
    const [first] = rows;
    if (!first) return;
    const isOne = rows.length === 1;
    const now = new Date();
    const name = isOne ? fileName("pgn-iccs", now, nameOfRow(first)) : collectionName(now);
    const unwritten = saveStudies(rules, rows, name);
    const count = unwritten.length;
    const names = unwritten.slice(0, MAX_NAMED).map(nameOfRow).join(t("list.facts"));
    const lines = [
      count < rows.length ? t("analysis.mine.exported", { name }) : "",
      count > 0 ? t("analysis.mine.unwritten", { count, names }) : "",
    ];
    notify(lines.filter(Boolean).join(" "), { ms: 8000 });
  }

  async function remove(row: StudyRow, onRestored: () => void) {
    const name = nameOfRow(row);
    const wasOpen = isOpen(row);
    // Nothing that still runs for this study, such as its review, may store it again or write into the next one.
    if (wasOpen) opener.beginQuietly();
    let restore: () => Promise<boolean>;
    try {
      restore = await storage.remove(row.key);
    } catch {
      if (wasOpen) await opener.openStored(row.key);
      return notifyFailed(name);
    }
    const emptyKey = storage.key;
    async function onAction() {
      if (!(await restore())) return notify(t("analysis.mine.failed", { name }), { ms: 0 });
      if (wasOpen && storage.key === emptyKey) await opener.openStored(row.key);
      notify(t("analysis.mine.restored", { name }));
      onRestored();
    }
    notify(t("analysis.mine.removed", { name }), {
      ms: 20_000,
      label: t("analysis.undo"),
      onAction: () => void onAction(),
    });
  }

  const sheet = createStudiesSheet(i18n, {
    async list() {
      const { studies, isWhole } = await storage.list();
      return { rows: studies.map(rowOf), isWhole };
    },
    openKey: () => storage.key,
    openingOf,
    open,
    rename,
    toLibrary,
    save,
    remove,
  });

  return {
    show: sheet.show,
    /** Puts the open study into the library, or updates its game there. */
    async openToLibrary() {
      const entry = await storage.find(storage.key);
      if (entry) await toLibrary(rowOf(entry));
      else if (isWorthKeeping(study.data())) notifyFailed(nameOf(study.data(), i18n));
      else notify(t("analysis.mine.nothing"));
    },
  };
}
