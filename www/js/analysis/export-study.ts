// The sheet that saves a study: with a choice of the line that is handed on.

import { createExportDialog } from "../share/export-record.ts";
import { choice } from "../ui/sheet-parts.ts";

const LINES = /** @type {const} */ ([
  ["whole", "analysis.out.line.whole"],
  ["main", "analysis.out.line.main"],
  ["here", "analysis.out.line.here"],
]);

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {() => ReturnType<typeof import("./send-study.ts").createStudySender>} ways
 * @param {() => import("../core/xiangqi.ts").Notation} notation
 */
export async function createExport(i18n, ways, notation) {
  const lines = choice("analysis.out.line", "line", LINES);
  lines.id = "export-lines";
  const [whole, main, here] = lines.querySelectorAll("input");
  const { form, show } = await createExportDialog(
    i18n,
    {
      write: (format, bare) => ways().write(format, bare),
      shared: () => ways().shared(),
      notation,
    },
    lines,
  );
  return {
    /** @param {boolean} isMore  there is more than a line to hand on @param {boolean} isAside  another line than the main one is shown */
    show(isMore, isAside) {
      offer(whole, isMore);
      offer(here, isAside);
      lines.hidden = !isMore && !isAside;
      (isMore ? whole : main).checked = true;
      show();
    },
    /** @returns {import("./send-study.ts").Line} */
    line() {
      const chosen = new FormData(form).get("line");
      return chosen === "whole" || chosen === "here" ? chosen : "main";
    },
  };
}

/** @param {HTMLInputElement} input @param {boolean} there */
const offer = (input, there) => {
  const label = input.closest("label");
  if (label) label.hidden = !there;
};
