// Queues the changes of studies that were opened from the library. The library stores the changes in its games.

import { errorDetails } from "../core/error-details.ts";
import type { StoreProblem } from "../core/stored.ts";
import type { EditStore } from "../database/library-edits.ts";
import { notifyTabs } from "../database/library-store.ts";
import type { LibraryGame } from "./study-storage.ts";
import type { StudyData } from "./study.ts";

/**
 * The delay before tabs with the library are notified of edits, in milliseconds. It avoids a notification for every
 * keystroke.
 */
const PAUSE = 800;

interface QueuedEdit {
  game: LibraryGame;
  data: StudyData;
  done: () => void;
  failed: () => void;
}

export type LibraryLink = ReturnType<typeof createLibraryLink>;

/** `write` formats a study as the library stores it. */
export function createLibraryLink(
  edits: EditStore,
  write: (data: StudyData) => string,
  onProblem: (problem: StoreProblem) => void,
) {
  /** The queued edits by the names of their studies. */
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
    for (const [study, { game, data, done, failed }] of waiting) {
      waiting.delete(study);
      try {
        await edits.queue({ study, id: game.id, base: game.base, pgn: write(data) });
        done();
        clearTimeout(pause);
        pause = setTimeout(notifyLibrary, PAUSE);
      } catch (error) {
        failed();
        onProblem(errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked");
      }
    }
    isWorking = false;
  }

  return {
    /**
     * Queues a change of the study named `study`, and replaces a queued change of the same study. Calls `done` when the
     * change, or the one that has replaced it, is stored, and `failed` if it cannot be stored.
     */
    queue(
      study: string,
      game: LibraryGame,
      data: StudyData,
      done: () => void,
      failed?: () => void,
    ) {
      const replaced = waiting.get(study);
      waiting.set(study, {
        game,
        data,
        done() {
          replaced?.done();
          done();
        },
        failed() {
          replaced?.failed();
          failed?.();
        },
      });
      if (!isWorking) void work();
    },
    /** Notifies the tabs with the library without delay. Called when the page is being left. */
    flush() {
      if (pause !== undefined) notifyLibrary();
    },
  };
}
