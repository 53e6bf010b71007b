// Connects the storage of studies with the browser's stores, the library and the notices about problems.

import type { I18n } from "../core/i18n.ts";
import { createEditStore } from "../database/library-edits.ts";
import type { Rules } from "../rules/records.ts";
import { writeStudy } from "../study/study-record.ts";
import type { Notify } from "../ui/notice.ts";
import { createLibraryLink } from "./library-link.ts";
import { createStudyArchive } from "./study-archive.ts";
import { createStudyStorage } from "./study-storage.ts";

/** Returns the number of bytes that the browser still allows the site to store. */
async function freeBytes() {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return quota - usage;
}

/** `rules` is called only after a study has changed. The rules are loaded by then. */
export function openStudyStorage(notify: Notify, t: I18n["t"], rules: () => Rules) {
  let isReported = false;
  const link = createLibraryLink(
    createEditStore(),
    (data) => writeStudy(rules(), data, "pgn-iccs"),
    (problem) => {
      if (!isReported) notify(t(`analysis.store.library.${problem}`), { ms: 0 });
      isReported = true;
    },
  );
  const storage = createStudyStorage(
    () => localStorage,
    () => sessionStorage,
    {
      archive: createStudyArchive(),
      link,
      room: freeBytes,
      onProblem: (problem) => notify(t(`analysis.store.${problem}`), { ms: 0 }),
    },
  );
  addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    storage.flush();
    link.flush();
  });
  addEventListener("pagehide", storage.flush);
  return storage;
}
