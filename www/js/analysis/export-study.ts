// The sheet that exports a study, with a choice of the whole tree, the main line or the line on the board.

import type { I18n } from "../core/i18n.ts";
import type { Notation } from "../core/xiangqi.ts";
import { createExportDialog } from "../share/export-record.ts";
import { el, i18nElement } from "../ui/dom.ts";
import { choice } from "../ui/sheet-parts.ts";
import type { ExportLine, StudySender } from "./send-study.ts";

const LINES = [
  ["whole", "analysis.out.line.whole"],
  ["main", "analysis.out.line.main"],
  ["here", "analysis.out.line.here"],
] as const;

export async function createStudyExport(
  i18n: I18n,
  { write, shared }: StudySender,
  notation: () => Notation,
  toLibrary: () => void,
) {
  const lines = choice("analysis.out.line", "line", LINES);
  lines.id = "export-lines";
  const inputs = [...lines.querySelectorAll("input")];
  const actions = { write, shared, notation };
  const library = i18nElement("button", "analysis.mine.toLibrary", "button");
  Object.assign(library, { type: "button", id: "export-library" });
  library.addEventListener("click", toLibrary);
  const more = el("div", "sheet-actions", lines, library);
  const { form, show } = await createExportDialog(i18n, actions, more);
  return {
    /**
     * Opens the sheet. `hasMore` is true if the study has anything besides a single line of moves. `isVariation` is
     * true if the node on the board is not on the main line.
     */
    show(hasMore: boolean, isVariation: boolean) {
      const isOffered = { whole: hasMore, main: true, here: isVariation };
      for (const input of inputs) {
        const label = input.closest("label");
        if (label) label.hidden = !isOffered[input.value as ExportLine];
        input.checked = input.value === (hasMore ? "whole" : "main");
      }
      lines.hidden = !hasMore && !isVariation;
      show();
    },
    line(): ExportLine {
      const line = new FormData(form).get("line");
      return line === "whole" || line === "here" ? line : "main";
    },
  };
}
