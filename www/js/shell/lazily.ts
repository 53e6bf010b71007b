// Parts of the page that are fetched at their first use, so that the board loads faster.

import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { Notify } from "../ui/notice.ts";

export interface LazyPart<Part> {
  /** Calls `use` when the part is loaded. If the part cannot be fetched, shows a notice; the next call tries again. */
  (use: (part: Part) => void): Promise<void>;
  /** Null until the part is loaded. */
  part: Part | null;
}

/** Returns a part of the page that is loaded at its first use. `load` imports its module and creates it. */
export function lazily<Part>(
  { t, notify }: { t: I18n["t"]; notify: Notify },
  load: () => Promise<Part>,
): LazyPart<Part> {
  const get = memoizeAsync(load);
  const lazy: LazyPart<Part> = Object.assign(
    async (use: (part: Part) => void) => {
      try {
        lazy.part = await get();
        use(lazy.part);
      } catch (error) {
        notify(t("notice.partFailed"), { ms: 8000 });
        reportError(error);
      }
    },
    { part: null },
  );
  return lazy;
}
