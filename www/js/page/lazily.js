// Parts of the page that are fetched when they are first used, so that the board is there before them.

import { once } from "../once.js";

/**
 * @template Part
 * @param {import("./context.js").Page} page
 * @param {() => Promise<Part>} load  imports the part and makes it
 * @returns {(use: (part: Part) => void) => Promise<void>} does something with the part when it is there; says so when
 *          it cannot be had, and tries again the next time
 */
export function lazily({ t, tell }, load) {
  const get = once(load);
  return async (use) => {
    try {
      use(await get());
    } catch (error) {
      tell(t("notice.partFailed"), { ms: 8000 });
      reportError(error);
    }
  };
}
