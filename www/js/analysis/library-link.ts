// Tells the library what has become of its games: what is added to one in the analysis is in the library, too.

import { notifyTabs } from "../database/library-store.ts";
import { errorDetails } from "../core/error-details.ts";

/** @typedef {import("./study.ts").StudyData} StudyData */
/** @typedef {import("./study-storage.ts").LibraryGame} LibraryGame */
/** @typedef {{ game: LibraryGame, data: StudyData, done: () => void }} Left */

/** Tabs with the library take in what was left after this pause, in milliseconds: not with every letter of a comment. */
const PAUSE = 800;

/**
 * @param {import("../database/library-edits.ts").EditStore} edits
 * @param {(data: StudyData) => string} write  a study as the library keeps it
 * @param {(problem: "full"|"blocked") => void} onProblem
 */
export function createLibraryLink(edits, write, onProblem) {
  /** What is still to be left, by the names of studies. @type {Map<string, Left>} */
  const next = new Map();
  let isLeaving = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let pause;

  function announce() {
    clearTimeout(pause);
    pause = undefined;
    notifyTabs();
  }

  async function work() {
    isLeaving = true;
    for (const [study, { game, data, done }] of next) {
      next.delete(study);
      try {
        await edits.queue({ study, id: game.id, base: game.base, pgn: write(data) });
        done();
        clearTimeout(pause);
        pause = setTimeout(announce, PAUSE);
      } catch (error) {
        onProblem(errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked");
      }
    }
    isLeaving = false;
  }

  return {
    /** Of changes in quick succession only the last one is left. @param {string} study  its name @param {LibraryGame} game @param {StudyData} data @param {() => void} done */
    leave(study, game, data, done) {
      next.set(study, { game, data, done });
      if (!isLeaving) void work();
    },
    /** The page is left: who has the library open hears of it now. */
    flush() {
      if (pause !== undefined) announce();
    },
  };
}
