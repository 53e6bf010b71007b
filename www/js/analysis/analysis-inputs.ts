// Binds the inputs from outside the panels of the analysis page: keys, tabs, dropped and pasted games, links, and
// changes by other browser tabs.

import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { byId } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import type { Session } from "./analysis-model.ts";
import { partTabs } from "./analysis-view.ts";
import type { PageParts } from "./analysis-view.ts";
import { isCopiedLine } from "./line-clipboard.ts";
import { reveal } from "./scroll-into-view.ts";
import { bindStudyKeys } from "./study-keys.ts";

/** Returns true if a game may be dropped or pasted: no sheet is open, or only the sheet for opening a game. */
function mayTakeIn() {
  const sheet = document.querySelector("dialog:modal");
  return !sheet || sheet.id === "open-dialog";
}

export function bindInputs(
  { commands, opener, lines }: Session,
  { page, model, board, view }: PageParts,
) {
  for (const tab of partTabs())
    tab.addEventListener("click", async () => {
      const { part = "tree" } = tab.dataset;
      await view.showPart(part);
      requestAnimationFrame(() => reveal(byId(part === "review" ? "review" : "tree-area")));
    });
  bindDropAndPaste({
    ready: mayTakeIn,
    take(data) {
      const isLine = typeof data === "string" && isCopiedLine(data);
      if (isLine && !document.querySelector("dialog:modal")) commands.paste(data);
      else void opener.takeIn(data);
    },
    takeAll: view.showFiles,
    hover: (isOver) => (byId("drop").hidden = !isOver),
  });
  addEventListener("storage", opener.followTab);
  addEventListener("hashchange", opener.followLink);
  const { steps, markings } = view;
  // Before the keys without modifiers, which do not look at Shift.
  bindStudyKeys({
    redo: commands.redo,
    order: commands.order,
    extend: view.selection.extend,
    copy: commands.copy,
  });
  bindKeys({
    ArrowLeft: steps.back,
    ArrowRight: steps.on,
    ArrowUp: () => commands.goAside(-1),
    ArrowDown: () => commands.goAside(1),
    Home: steps.first,
    End: steps.last,
    p: () => view.stepGame("back"),
    n: () => view.stepGame("on"),
    f: model.flip,
    o: commands.openRecord,
    e: commands.exportStudy,
    m: commands.showStudies,
    c: view.focusComment,
    l: () => lines.part?.toggle(),
    x: () => lines.part?.threat(),
    s: page.toggleSound,
    b: () => board.board.focus(),
    "/": commands.typeMove,
    "Ctrl+z": commands.undo,
    ...markings.keys,
    Escape: () => view.selection.clear() || page.toast.hide(),
  });
}
