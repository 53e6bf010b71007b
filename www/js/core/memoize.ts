// Things that are made when they are first needed.

/**
 * Remembers the first success of `make`; a failure is forgotten, so the next call tries again.
 * @template T @param {() => Promise<T>} make @returns {() => Promise<T>}
 */
export function memoizeAsync(make) {
  /** @type {Promise<T>|null} */
  let made = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}
