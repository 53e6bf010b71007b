// The sheet that exports a study, with a choice of the whole tree, the main line or the line on the board, and of the
// evaluations and clocks, which some programs show as comments.

import type { I18n } from "../core/i18n.ts";
import type { Notation } from "../core/xiangqi.ts";
import { createExportDialog } from "../share/export-record.ts";
import { fields, choice, toggle } from "../ui/sheet-parts.ts";
import { el, i18nElement } from "../ui/dom.ts";
import { createPaperSection } from "./paper-section.ts";
import type { PaperOptions } from "./paper-section.ts";
import type { ExportLine, StudySender } from "./send-study.ts";

const LINES = [
  ["whole", "analysis.out.line.whole"],
  ["main", "analysis.out.line.main"],
  ["here", "analysis.out.line.here"],
] as const;
const NOTES = ["evaluations", "clocks"] as const;
type Note = (typeof NOTES)[number];

export async function createStudyExport(
  i18n: I18n,
  { write, writeFile, shared }: StudySender,
  {
    notation,
    toLibrary,
    ...paperOptions
  }: Omit<PaperOptions, "i18n"> & { notation: () => Notation; toLibrary: () => void },
) {
  const lines = choice("analysis.out.line", "line", LINES);
  lines.id = "export-lines";
  const inputs = [...lines.querySelectorAll("input")];
  const switches = {
    evaluations: toggle("evaluations", "analysis.out.evaluations", "analysis.out.notesHint"),
    clocks: toggle("clocks", "analysis.out.clocks", "analysis.out.notesHint"),
  };
  const options = el("div", "", switches.evaluations, switches.clocks);
  const paper = createPaperSection({ i18n, ...paperOptions });
  /** What the person has chosen; without a choice, PGN keeps the notes and other formats do not. */
  const chosen: Partial<Record<Note, boolean>> = {};

  function isKept(note: Note): boolean {
    const input = switches[note].querySelector("input");
    return input?.checked ?? true;
  }
  const kept = () => ({ evaluations: isKept("evaluations"), clocks: isKept("clocks") });

  /** Sets the switches to the person's choices, or to those that suit a format. */
  function suit(format: string) {
    const { nodes } = paperOptions.data();
    const present = {
      evaluations: nodes.some(({ evaluation }) => evaluation !== null),
      clocks: nodes.some(({ clock }) => clock !== null),
    };
    const holdsNotes = format.startsWith("pgn") || format === "dhtmlxq" || format === "xqf";
    for (const note of NOTES) {
      switches[note].hidden = !present[note] || !holdsNotes;
      const input = switches[note].querySelector("input");
      if (input) input.checked = chosen[note] ?? format.startsWith("pgn");
    }
  }

  const actions = {
    write: (format: Parameters<typeof write>[0], bare?: boolean) => write(format, bare, kept()),
    shared,
    notation,
  };
  const library = i18nElement("button", "analysis.mine.toLibrary", "button");
  Object.assign(library, { type: "button", id: "export-library" });
  library.addEventListener("click", toLibrary);
  const { form, show } = await createExportDialog(i18n, actions, {
    options,
    savesFirst: true,
    saving: el("div", "field", library),
    sharing: lines,
    below: paper.section,
    binary: {
      code: "xqf",
      name: "analysis.out.xqf",
      hint: "analysis.out.xqfHint",
      write: () => writeFile(kept()),
    },
    onFormat: suit,
  });
  // Before the sheet's own listener, which writes the text anew.
  form.addEventListener(
    "change",
    ({ target }) => {
      const note = NOTES.find((name) => name === (target as Element).getAttribute("name"));
      if (note) chosen[note] = fields(form)(note).checked;
    },
    { capture: true },
  );
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
      paper.update();
      show();
    },
    line(): ExportLine {
      const line = new FormData(form).get("line");
      return line === "whole" || line === "here" ? line : "main";
    },
  };
}
