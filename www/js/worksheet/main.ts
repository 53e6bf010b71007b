// The page of the worksheet: positions on paper, with their answers.

import { html, nothing, render } from "lit-html";
import { createI18n, fetchJson, translate } from "../core/i18n.ts";
import type { I18n, Lang } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import { Course } from "../practice/puzzle-course.ts";
import { motifsOf } from "../practice/puzzle-set.ts";
import type { Rules } from "../rules/records.ts";
import { loadPrintLook, printLook } from "../share/printed-board.ts";
import { WORKSHEET_KEY, createWorksheetStorage } from "../share/worksheet-storage.ts";
import { createPage } from "../shell/create-page.ts";
import { byId } from "../ui/dom.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { createPaper } from "./sheet-paper.ts";
import { answerOf } from "./position-facts.ts";
import { listTemplate, optionsTemplate, pasteTemplate, puzzlesTemplate } from "./side-template.ts";
import { createWorksheetCommands } from "./worksheet-commands.ts";
import { createWorksheetModel } from "./worksheet-model.ts";

const page = createPage({
  words: (lang) => new URL(`../../locales/worksheet/${lang}.json`, import.meta.url),
  title: "worksheet.page.title",
  show: () => void followSettings(),
});
const { i18n, t, notify, preferences } = page;
/** The words of the puzzles' page, for their motifs and tasks. */
const puzzleWords: I18n = createI18n(i18n.lang, (lang: Lang) =>
  fetchJson(new URL(`../../locales/puzzles/${lang}.json`, import.meta.url)),
);
const model = createWorksheetModel(
  createWorksheetStorage(() => localStorage),
  (problem) => notify(t(`worksheet.store.${problem}`), { ms: 0 }),
);
const drawPaper = createPaper();
let rules: Rules | null = null;
let motifs: string[] = [];
let refused = "";
const renderSoon = oncePerFrame(show);
const commands = createWorksheetCommands(page, {
  model,
  rules: () => rules,
  puzzles: { t: puzzleWords.t, load: loadPuzzleWords },
  refuse(words) {
    refused = words;
    renderSoon();
  },
});

/** Loads the words of the puzzles. If they cannot be fetched, those that are loaded stay. */
function loadPuzzleWords(): Promise<void> {
  return puzzleWords.use(i18n.lang).catch(() => {});
}

/** Loads the words and the look that the settings need, then shows the page. */
async function followSettings() {
  show();
  await Promise.all([loadPuzzleWords(), loadPrintLook(preferences.settings)]);
  show();
}

function actionsTemplate() {
  const { sheet, past, future } = model.get();
  const isEmpty = sheet.positions.length === 0;
  const tool = (name: "undo" | "redo", isUseless: boolean) =>
    html`<button
      type="button"
      class="tool"
      id="worksheet-${name}"
      aria-label=${t(`worksheet.${name}`)}
      title=${t(`worksheet.${name}`)}
      ?disabled=${isUseless}
      @click=${commands[name]}
    >
      ${iconTemplate(name)}
    </button>`;
  return html`${tool("undo", past.length === 0)} ${tool("redo", future.length === 0)}
    <button
      type="button"
      class="button"
      id="worksheet-clear"
      ?disabled=${isEmpty && sheet.title === ""}
      @click=${commands.clear}
    >
      ${t("worksheet.clear")}
    </button>
    <button
      type="button"
      class="button button-primary"
      id="worksheet-print"
      ?disabled=${isEmpty}
      @click=${commands.print}
    >
      ${t("worksheet.print")}
    </button>`;
}

function show() {
  if (!i18n.ready || !rules) return;
  const { sheet } = model.get();
  const { Game } = rules;
  const { settings } = preferences;
  const notation = notationOf(settings);
  const words = { t, puzzles: puzzleWords.t, motifs };
  const answers = sheet.positions.map((position) => answerOf(Game, position, notation, i18n.move));
  render(actionsTemplate(), byId("worksheet-actions"));
  render(
    html`${puzzlesTemplate(words, commands)} ${pasteTemplate(words, commands, refused)}
    ${optionsTemplate(words, sheet, commands)} ${listTemplate(words, sheet, answers, commands)}`,
    byId("worksheet-side"),
  );
  const isEmpty = sheet.positions.length === 0;
  const empty = html`<p class="worksheet-empty">${t("worksheet.empty")}</p>`;
  const look = printLook(settings);
  render(
    html`${isEmpty ? empty : nothing}${drawPaper(sheet, { i18n, Game, look, notation })}`,
    byId("worksheet-preview"),
  );
}

function listen() {
  byId("theme").addEventListener("click", () =>
    preferences.change({ theme: preferences.theme === "dark" ? "light" : "dark" }),
  );
  addEventListener("storage", ({ key }) => key === WORKSHEET_KEY && model.reload());
  // A page from the browser's back/forward cache has missed what other pages have added.
  addEventListener("pageshow", ({ persisted }) => persisted && model.reload());
  bindKeys({ "Ctrl+z": commands.undo, "Ctrl+y": commands.redo });
  addEventListener("keydown", (event) => {
    const isRedo = (event.ctrlKey || event.metaKey) && event.shiftKey && /^z$/i.test(event.key);
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
    if (!isRedo || isTyping) return;
    event.preventDefault();
    commands.redo();
  });
}

async function start() {
  model.subscribe(renderSoon);
  listen();
  rules = await page.begin();
  translate(document.body, i18n);
  await followSettings();
  model.begin();
  byId("worksheet").dataset.ready = "";
  // The motifs need every puzzle, which may take a moment.
  const puzzles = await Course.begin().then(
    (course) => course.all(),
    () => [],
  );
  motifs = motifsOf(puzzles);
  renderSoon();
}

const ready = page.run(start, "worksheet.loadFailed");

/** A handle for tests and the console. */
Object.defineProperty(window, "chuhe", { value: { ready, model } });
