// The exercises that are done, stored under a key of their own. Whatever cannot be read is dropped.

import { createStoredValue, parseVersion } from "../core/stored.ts";

export const PROGRESS_KEY = "chuhe:learn";
const VERSION = 1;

/** Reads the ids of the exercises that are done; `steps` are the ids of all exercises. */
export function decodeProgress(text: string | null, steps: readonly string[]): Set<string> {
  const raw = parseVersion(text, VERSION);
  return new Set(Array.isArray(raw?.done) ? steps.filter((id) => raw.done.includes(id)) : []);
}

export const encodeProgress = (done: ReadonlySet<string>): string =>
  JSON.stringify({ version: VERSION, done: [...done] });

/** `area` may throw, as some browsers forbid even access to the storage. `steps` are the ids of all exercises. */
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
    /** Adds an exercise to those that are done here or in other tabs. */
    add(id: string) {
      done = new Set([...stored.load(), ...done, id]);
      stored.save(done);
    },
    clear() {
      done = new Set();
      stored.save(done);
    },
    /** Reads again what another tab has written. */
    reload() {
      done = stored.load();
    },
  };
}

export type Progress = ReturnType<typeof createLessonStorage>;
