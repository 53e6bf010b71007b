// Where the analysis keeps its studies, what it tells the library, and what it says when something cannot be kept.

import { createEditStore } from "../database/library-edits.ts";
import { writeStudy } from "../study/study-record.ts";
import { createLibraryLink } from "./library-link.ts";
import { createStudyArchive } from "./study-archive.ts";
import { createStudyStorage } from "./study-storage.ts";

/** Bytes that the browser lets the site store still. */
async function roomLeft() {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return quota - usage;
}

/**
 * @param {(words: string, options: { ms: number }) => void} notify
 * @param {import("../core/i18n.ts").I18n["t"]} t
 * @param {() => import("../rules/records.ts").Rules|null} rules  there when something is changed
 */
export function keepStudies(notify, t, rules) {
  let isTold = false;
  const link = createLibraryLink(
    createEditStore(),
    (data) =>
      writeStudy(/** @type {import("../rules/records.ts").Rules} */ (rules()), data, "pgn-iccs"),
    (problem) => {
      if (!isTold) notify(t(`analysis.store.library.${problem}`), { ms: 0 });
      isTold = true;
    },
  );
  addEventListener("visibilitychange", () => document.hidden && link.flush());
  return createStudyStorage(
    () => localStorage,
    () => sessionStorage,
    {
      archive: createStudyArchive(),
      link,
      room: roomLeft,
      onProblem: (problem) => notify(t(`analysis.store.${problem}`), { ms: 0 }),
    },
  );
}
