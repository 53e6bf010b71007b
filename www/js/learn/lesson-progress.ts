// Which steps have been done, in the browser's store under a key of its own. What cannot be read there is
// as if it were not there.

import { createStoredValue, parseVersion } from "../core/stored.ts";

export const PROGRESS_KEY = "chuhe:learn";
const VERSION = 1;

/** @param {string|null} text @param {readonly string[]} known every step there is @returns {Set<string>} */
export function decodeProgress(text, known) {
  const raw = parseVersion(text, VERSION);
  return new Set(Array.isArray(raw?.done) ? known.filter((id) => raw.done.includes(id)) : []);
}

/** @param {Set<string>} done */
export const encodeProgress = (done) => JSON.stringify({ version: VERSION, done: [...done] });

/**
 * @param {() => Storage} area  may throw: some browsers forbid even to look
 * @param {readonly string[]} known
 */
export function createLessonStorage(area, known) {
  const stored = createStoredValue(area, PROGRESS_KEY, {
    decode: (text) => decodeProgress(text, known),
    encode: encodeProgress,
  });
  let done = stored.load();
  return {
    /** @param {string} id */
    has: (id) => done.has(id),
    get count() {
      return done.size;
    },
    /** What another tab has done counts too. @param {string} id */
    add(id) {
      done = new Set([...stored.load(), ...done, id]);
      stored.save(done);
    },
    clear() {
      done = new Set();
      stored.save(done);
    },
    /** Another tab has written. */
    reread() {
      done = stored.load();
    },
  };
}

/** @typedef {ReturnType<typeof createLessonStorage>} Progress */
