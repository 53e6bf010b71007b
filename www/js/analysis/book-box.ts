// The closed box of one's own opening book below the explorer. Its content is fetched when it is first opened.

import { memoizeAsync } from "../core/memoize.ts";
import { el, i18nElement } from "../ui/dom.ts";
import type { OwnBookPage } from "./book-panel.ts";
import type { StudyState } from "./study.ts";

export function createOwnBookBox(host: HTMLElement, options: OwnBookPage) {
  const { notify, t } = options.page;
  const body = el("div", "explorer-body");
  const box = el("details", "explorer", i18nElement("summary", "analysis.book"), body);
  box.id = "own-book";
  host.append(box);
  let panel: { update(now: StudyState): void; redraw(): Promise<void> } | null = null;
  let now: StudyState | null = null;

  const load = memoizeAsync(async () => {
    const { createOwnBook } = await import("./book-panel.ts");
    panel = await createOwnBook(body, options);
  });

  async function onToggle() {
    if (!box.open) return;
    try {
      await load();
      if (now) panel?.update(now);
    } catch (error) {
      box.open = false;
      notify(t("notice.partFailed"), { ms: 8000 });
      reportError(error);
    }
  }
  box.addEventListener("toggle", () => void onToggle());

  return {
    update(next: StudyState) {
      now = next;
      if (box.open) panel?.update(next);
    },
    redraw: () => void panel?.redraw(),
  };
}
