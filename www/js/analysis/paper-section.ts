// The section of the export sheet for paper: print, the worksheet, and pictures of the diagrams.

import type { BoardState } from "../board/index.ts";
import { downloadFile, safeFileName } from "../core/download.ts";
import type { I18n } from "../core/i18n.ts";
import { describePlayers, gameName } from "../rules/record-words.ts";
import { formatDay } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { PictureFormat } from "../share/diagram-pictures.ts";
import { positionAt } from "../share/worksheet-positions.ts";
import { WORKSHEET_PAGE, createWorksheetStorage } from "../share/worksheet-storage.ts";
import type { SheetPosition } from "../share/worksheet-storage.ts";
import { diagramsOf } from "../study/diagrams.ts";
import { button, el, i18nElement, setText } from "../ui/dom.ts";
import type { StudyData } from "./study.ts";

export interface PaperOptions {
  i18n: I18n;
  Game: GameClass;
  data: () => StudyData;
  board: () => BoardState;
  /** Prints the study. */
  print: () => void;
}

export function createPaperSection({ i18n, Game, data, board, print }: PaperOptions) {
  const { t } = i18n;
  const storage = createWorksheetStorage(() => localStorage);
  const status = el("p", "hint export-said");
  status.setAttribute("role", "status");
  const link = i18nElement("a", "analysis.paper.open", "button paper-open");
  link.href = WORKSHEET_PAGE;
  const diagrams = () => diagramsOf(data().nodes);

  function add(positions: readonly SheetPosition[]) {
    const { added, size, problem } = storage.add(positions);
    const isFull = added < positions.length;
    if (problem) setText(status, t("analysis.paper.notStored"));
    else setText(status, t(isFull ? "analysis.paper.full" : "analysis.paper.added", { n: size }));
  }

  async function savePictures(format: PictureFormat) {
    setText(status, "");
    try {
      const { zipOfDiagrams } = await import("../share/diagram-pictures.ts");
      const parts = { Game, i18n, board: board() };
      const archive = await zipOfDiagrams(parts, data(), diagrams(), format);
      const { tags } = data();
      const title = safeFileName(gameName(tags, describePlayers(tags, i18n))) || "chuhe";
      const name = `${title}-diagrams-${formatDay(new Date())}.zip`;
      downloadFile(name, archive);
      setText(status, t("export.saved", { name }));
    } catch (error) {
      reportError(error);
      setText(status, t("share.failed"));
    }
  }

  const actions = {
    print,
    position: () => add([positionAt(Game, data(), data().at)]),
    diagrams: () => add(diagrams().map((node) => positionAt(Game, data(), node))),
    png: () => void savePictures("png"),
    svg: () => void savePictures("svg"),
  };
  const buttons = (Object.keys(actions) as (keyof typeof actions)[]).map((name) => {
    const element = button("button", actions[name]);
    element.id = `paper-${name}`;
    return { name, element };
  });
  const grid = el("div", "share-grid paper-ways", ...buttons.map(({ element }) => element));
  const title = i18nElement("h3", "analysis.paper", "field-label");
  const hint = i18nElement("p", "analysis.paper.hint", "hint");
  const section = el("section", "field is-ruled", title, grid, hint, status, link);

  return {
    section,
    /** Updates the section before the sheet is shown. */
    update() {
      const n = diagrams().length;
      for (const { name, element } of buttons) {
        const isAboutDiagrams = name !== "print" && name !== "position";
        element.hidden = isAboutDiagrams && n === 0;
        setText(element, t(`analysis.paper.${name}`, isAboutDiagrams ? { n } : {}));
      }
      hint.hidden = n > 0;
      setText(status, "");
    },
  };
}
