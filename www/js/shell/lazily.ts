// Parts of the page that are fetched when they are first used, so that the board is there before them.

import { memoizeAsync } from "../core/memoize.ts";

/**
 * Says something for eyes and ears.
 * @typedef {(words: string, options?: { ms?: number, label?: string, onAction?: () => void, spoken?: string }) => void} Tell
 */

/**
 * @template Part
 * @typedef {object} Lazy
 * @property {Part|null} made  the part, once it is there
 */

/**
 * @template Part
 * @param {{ t: import("../core/i18n.ts").I18n["t"], tell: Tell }} page
 * @param {() => Promise<Part>} load  imports the part and makes it
 * @returns {((use: (part: Part) => void) => Promise<void>) & Lazy<Part>} does something with the part when it is there;
 *          says so when it cannot be had, and tries again the next time
 */
export function lazily({ t, tell }, load) {
  const get = memoizeAsync(load);
  /** @param {(part: Part) => void} use */
  const lazy = async (use) => {
    try {
      lazy.made = await get();
      use(lazy.made);
    } catch (error) {
      tell(t("notice.partFailed"), { ms: 8000 });
      reportError(error);
    }
  };
  /** @type {Part|null} */
  lazy.made = null;
  return lazy;
}
