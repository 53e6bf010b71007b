// Stores which exercises are done. Invalid stored values are ignored.

import { createStoredValue, parseVersion } from "../core/stored.ts";

export const PROGRESS_KEY = "chuhe:learn";
const VERSION = 1;

/**
 * Returns the ids of the exercises that are done. `steps` are the ids of all exercises; stored ids that are not among
 * them are dropped.
 */
export function decodeProgress(text: string | null, steps: readonly string[]): Set<string> {
  const raw = parseVersion(text, VERSION);
  return new Set(Array.isArray(raw?.done) ? steps.filter((id) => raw.done.includes(id)) : []);
}

export const encodeProgress = (done: ReadonlySet<string>): string =>
  JSON.stringify({ version: VERSION, done: [...done] });

/**
 * Creates the learner's progress. `area` may throw, because some browsers forbid even access to the storage. `steps`
 * are the ids of all exercises.
 */
export function createLessonStorage(area: () => Storage, steps: readonly string[]) {
  const stored = createStoredValue(area, PROGRESS_KEY, {
    decode: (text) => decodeProgress(text, steps),
    encode: encodeProgress,
  });
  let done = stored.load();
  return {
    has: (id: string) => done.has(id),
    get count() {
      return done.size;
    },
    /** Stores that an exercise is done. Keeps the exercises that were done in other tabs. */
    add(id: string) {
      done = new Set([...stored.load(), ...done, id]);
      stored.save(done);
    },
    clear() {
      done = new Set();
      stored.save(done);
    },
    /** Loads the progress again after another tab has stored it. */
    reload() {
      done = stored.load();
    },
  };
}

export type Progress = ReturnType<typeof createLessonStorage>;
