// The sheet that saves a study: with a choice of the line that is handed on.

import { createExportDialog } from "../panels/export.js";
import { choice } from "../panels/sheet-parts.js";

const LINES = /** @type {const} */ ([
  ["main", "analysis.out.line.main"],
  ["here", "analysis.out.line.here"],
]);

/**
 * @param {import("../i18n.js").I18n} i18n
 * @param {() => ReturnType<typeof import("./ways-out.js").createWaysOut>} ways
 * @param {() => import("../state.js").Notation} notation
 */
export function createExport(i18n, ways, notation) {
  const lines = choice("analysis.out.line", "line", LINES);
  lines.id = "export-lines";
  const [main] = lines.querySelectorAll("input");
  main.defaultChecked = true;
  const { form, show } = createExportDialog(
    i18n,
    {
      write: (format, bare) => ways().write(format, bare),
      shared: () => ways().shared(),
      notation,
    },
    lines,
  );
  return {
    /** @param {boolean} branches  there is another line than the main one */
    show(branches) {
      lines.hidden = !branches;
      show();
    },
    /** @returns {"main"|"here"} */
    line: () => (new FormData(form).get("line") === "here" ? "here" : "main"),
  };
}
