// Queues changes of studies for the library, which stores them in the games that the studies are of.

import { errorDetails } from "../core/error-details.ts";
import type { StoreProblem } from "../core/stored.ts";
import type { EditStore } from "../database/library-edits.ts";
import { notifyTabs } from "../database/library-store.ts";
import type { LibraryGame } from "./study-storage.ts";
import type { StudyData } from "./study.ts";

/** Milliseconds after which tabs with the library are told of edits, so that they do not follow every letter. */
const PAUSE = 800;

interface QueuedEdit {
  game: LibraryGame;
  data: StudyData;
  done: () => void;
}

export type LibraryLink = ReturnType<typeof createLibraryLink>;

/** `write` writes a study as the library stores it. */
export function createLibraryLink(
  edits: EditStore,
  write: (data: StudyData) => string,
  onProblem: (problem: StoreProblem) => void,
) {
  /** By the names of the studies. */
  const waiting = new Map<string, QueuedEdit>();
  let isWorking = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function notifyLibrary() {
    clearTimeout(pause);
    pause = undefined;
    notifyTabs();
  }

  async function work() {
    isWorking = true;
    for (const [study, { game, data, done }] of waiting) {
      waiting.delete(study);
      try {
        await edits.queue({ study, id: game.id, base: game.base, pgn: write(data) });
        done();
        clearTimeout(pause);
        pause = setTimeout(notifyLibrary, PAUSE);
      } catch (error) {
        onProblem(errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked");
      }
    }
    isWorking = false;
  }

  return {
    /** Queues a change of the study with a name, in place of one that still waits. Calls `done` when it is stored. */
    queue(study: string, game: LibraryGame, data: StudyData, done: () => void) {
      waiting.set(study, { game, data, done });
      if (!isWorking) void work();
    },
    /** Tells the tabs with the library at once, because the page is being left. */
    flush() {
      if (pause !== undefined) notifyLibrary();
    },
  };
}
