// Which steps have been done, in the browser's store under a key of its own. What cannot be read there is
// as if it were not there.

export const PROGRESS_KEY = "chuhe:learn";
const VERSION = 1;

/** @param {string|null} text @param {readonly string[]} known every step there is @returns {Set<string>} */
export function decodeProgress(text, known) {
  try {
    const raw = JSON.parse(text ?? "null");
    if (raw?.version !== VERSION || !Array.isArray(raw.done)) return new Set();
    return new Set(known.filter((id) => raw.done.includes(id)));
  } catch {
    return new Set();
  }
}

/** @param {Set<string>} done */
export const encodeProgress = (done) => JSON.stringify({ version: VERSION, done: [...done] });

/**
 * @param {() => Storage} area  may throw: some browsers forbid even to look
 * @param {readonly string[]} known
 */
export function createProgress(area, known) {
  const read = () => {
    try {
      return decodeProgress(area().getItem(PROGRESS_KEY), known);
    } catch {
      return new Set();
    }
  };
  /** @type {Set<string>} */
  let done = read();
  const write = () => {
    try {
      area().setItem(PROGRESS_KEY, encodeProgress(done));
    } catch {
      // Kept for this visit only.
    }
  };
  return {
    /** @param {string} id */
    has: (id) => done.has(id),
    get count() {
      return done.size;
    },
    /** What another tab has done counts too. @param {string} id */
    add(id) {
      done = new Set([...read(), ...done, id]);
      write();
    },
    clear() {
      done = new Set();
      write();
    },
    /** Another tab has written. */
    reread() {
      done = read();
    },
  };
}

/** @typedef {ReturnType<typeof createProgress>} Progress */
