// Wiring of the library's page: the list, its filters, what comes in and what goes out.

import { defaultGame } from "../core/game-record.ts";
import { downloadFile } from "../core/download.ts";
import { translate } from "../core/i18n.ts";
import { isOsMetadataFile } from "../core/os-metadata-files.ts";
import { errorDetails } from "../core/error-details.ts";
import { formatDay, readRecord } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { createPage } from "../shell/create-page.js";
import { bindDropAndPaste } from "../shell/drop-and-paste.js";
import { analysisAddress } from "../study/session-transfer.ts";
import { byId, setText } from "../ui/dom.ts";
import { createFilters, fenOf, hashOf } from "./filters.ts";
import { createGameList } from "./game-list.ts";
import { createImportReport } from "./import-report.ts";
import { createLabelSheet } from "./label-sheet.ts";
import { openLibrary } from "../database/library-client.js";

/** @import { News, Selection, State, Trouble } from "../database/types.js" */

/** While somebody types, a search waits for this long, in milliseconds. */
const PAUSE = 150;

const page = createPage({
  words: (lang) => new URL(`../../locales/library/${lang}.json`, import.meta.url),
  title: "library.page.title",
  show,
});
const { i18n, t, tell } = page;

/** @type {import("../database/library-client.js").LibraryClient} */
let library;
/** @type {import("../rules/records.ts").Rules} */
let rules;
/** @type {Selection} */
let shown = { ids: new Uint32Array(), plies: null, size: 0, labels: [] };
/** @type {Trouble} */
let trouble = null;
let isReading = false;
let isLost = false;
/** Counts questions, so that only the last one's answer is shown. */
let asked = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let pause;

const report = createImportReport(
  i18n,
  () => void library.cancel(),
  () => void attempt(() => library.forgetImport()),
);
const filters = createFilters(i18n, () => {
  clearTimeout(pause);
  pause = setTimeout(() => void search(false), PAUSE);
});
const list = createGameList(byId("library-grid"), i18n, {
  rows: (ids) => library.rows(ids),
  open: (id, ply) => void attempt(() => openInAnalysis(id, ply)),
  remove: (ids) => void attempt(() => remove(ids)),
  selected: showActions,
  sorted: () => void search(false),
});

const openLabels = createLabelSheet(
  i18n,
  (ids, given, taken) => void attempt(() => relabel(ids, given, taken)),
);

const painting = page.lazily(async () => {
  const { createPositionSheet } = await import("./position-sheet.ts");
  return createPositionSheet(page, rules, (text) => {
    filters.text = text;
    void search(false);
  });
});

/** Everything that words or settings change. */
function show() {
  filters.update();
  report.update();
  list.update();
  present();
  // The names of openings have another order in another language.
  if (list.sort.column === "opening") void search(true);
}

/** How many games there are, and whether any can be seen. */
function present() {
  const { ids, size } = shown;
  const isEmpty = size === 0;
  byId("library-empty").hidden = !isEmpty || isReading || !library;
  byId("library-tools").hidden = isEmpty;
  byId("library-none").hidden = isEmpty || ids.length > 0;
  byId("library-grid").hidden = ids.length === 0;
  const isAll = ids.length === size;
  const count = isAll
    ? t("library.count.all", { n: size })
    : t("library.count", { n: ids.length, all: size });
  setText(byId("library-count"), isEmpty ? "" : count);
  byId("library-trouble").hidden = trouble === null && !isLost;
  const why = isLost ? "lost" : trouble;
  if (why) setText(byId("library-trouble-words"), t(`library.trouble.${why}`));
  for (const id of ["library-rescue", "library-again"]) byId(id).hidden = isLost;
  showActions();
}

/** What can be done with the games that are selected, or with all that are shown. */
function showActions() {
  const n = list?.selection.length ?? 0;
  const isSome = n > 0;
  for (const id of ["library-label-selected", "library-remove", "library-unselect"])
    byId(id).hidden = !isSome;
  setText(byId("library-selected"), isSome ? t("library.selected", { n }) : "");
  const { length } = shown.ids;
  byId("library-export").hidden = length === 0;
  const what = isSome ? ".selected" : length < shown.size ? ".shown" : "";
  setText(byId("library-export"), t(`library.export${what}`, { n: length }));
}

/** What is exported: the selection, else what the filters leave. */
function toExport() {
  const { selection } = list;
  if (selection.length > 0) return selection;
  return shown.ids.length < shown.size ? shown.ids : null;
}

/** Does something with the library; what goes wrong is said. @param {() => Promise<void>} act */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    // That the worker is gone is said where everybody sees it.
    if (!isLost) tell(t("library.failed"));
    reportFault(error);
  }
}

/** For the console: what a sentence cannot say. @param {unknown} error */
const reportFault = (error) => {
  if (!errorDetails(error).code) reportError(error);
};

/** Asks for the games that the filters want. @param {boolean} stay  the list keeps its place */
async function search(stay) {
  clearTimeout(pause);
  if (!library || isLost) return;
  const mine = ++asked;
  const hash = hashOf(filters.fen);
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  try {
    const { lang } = i18n;
    const found = await library.select({ ...filters.query(), ...list.sort, lang }, filters.place);
    if (mine !== asked) return;
    shown = found;
    filters.refuse("");
    // The label that was asked for is gone from its last game.
    if (filters.offerLabels(found.labels)) return void (await search(stay));
    present(); // a list that is hidden has no height
    list.show(found, stay);
  } catch (error) {
    if (mine !== asked || isLost) return;
    refuse(error);
    if (shown.size > 0) return; // the list stays as it was
    shown = await library.select({ ...list.sort }, null);
    present();
    list.show(shown, stay);
  }
}

/** A filter that the library does not understand. @param {unknown} error */
function refuse(error) {
  const { code, field } = errorDetails(error);
  if (code === "badOption" && field === "pattern") filters.refuse(t("library.badPattern"), "fen");
  else if (code === "badOption") filters.refuse(t("library.badDate"), field);
  else filters.refuse(describeRulesError(error, i18n).join(" "), "fen");
}

/** @param {File[]} files */
async function add(files) {
  if (isReading || !library || isLost || files.length === 0) return;
  isReading = true;
  present();
  report.begin();
  try {
    const brought = await library.importFiles(files);
    page.announce(report.end(brought));
    void navigator.storage?.persist?.().catch(() => {}); // a browser may refuse, and then nothing is lost yet
  } catch (error) {
    report.fail();
    if (!isLost) tell(t("library.failed"));
    reportFault(error);
  }
  isReading = false;
  await search(true);
  present();
}

/** @param {Uint32Array} ids */
async function remove(ids) {
  await library.remove(ids);
  list.clear();
  await search(true);
  tell(t("library.removed", { n: ids.length }), {
    ms: 0,
    label: t("library.undo"),
    onAction: () => void attempt(putBack),
  });
}

async function putBack() {
  const n = await library.restore();
  await search(true);
  tell(t("library.restored", { n }));
}

/** @param {Uint32Array} ids @param {string[]} given @param {string[]} taken  labels */
async function relabel(ids, given, taken) {
  const n = await library.label(ids, given, taken);
  await search(true);
  tell(t("library.labelled", { n }), {
    ms: 0,
    label: t("library.undo"),
    onAction: () => void attempt(unlabel),
  });
}

async function unlabel() {
  const n = await library.unlabel();
  await search(true);
  tell(t("library.labelled", { n }));
}

/** @param {Uint32Array|null} ids  null: all */
async function save(ids) {
  downloadFile(`chuhe-library-${formatDay(new Date())}.pgn`, await library.export(ids));
}

/** @param {number} id @param {number} ply */
async function openInAnalysis(id, ply) {
  const pgn = await library.write(id);
  if (!pgn) return;
  const { choices } = readRecord(rules, pgn, defaultGame());
  const record = { ...defaultGame(), ...choices, ply };
  const handed = { pgn, ply, flipped: false, isRecord: true, game: id };
  location.href = analysisAddress(handed, record, () => localStorage);
}

/** @param {News} news */
function hear(news) {
  if (news.type === "progress") report.progress(news.progress);
  else if (news.type === "trouble") {
    trouble = news.trouble;
    present();
  } else {
    tell(t("library.overtaken"));
    void search(true);
  }
}

function lose() {
  isLost = true;
  present();
}

/** @param {State} state */
function begin({ trouble: why, damaged, interrupted }) {
  trouble = why;
  if (interrupted) report.tellInterrupted(interrupted);
  if (damaged > 0) tell(t("library.damaged", { n: damaged }), { ms: 0 });
}

function listen() {
  for (const id of ["library-file", "library-folder"]) {
    const field = /** @type {HTMLInputElement} */ (byId(id));
    field.addEventListener("change", () => {
      const chosen = [...(field.files ?? [])];
      const files = chosen.filter((file) => !isOsMetadataFile(belowFolder(file)));
      if (files.length > 0) void add(files);
      else tell(t("library.nothing"));
      field.value = ""; // so that the same file can be chosen again
    });
  }
  // Most phones have no folders to choose.
  byId("library-add-folder").hidden = !("webkitdirectory" in HTMLInputElement.prototype);
  byId("library-export").addEventListener("click", () => void attempt(() => save(toExport())));
  byId("library-remove").addEventListener(
    "click",
    () => void attempt(() => remove(list.selection)),
  );
  byId("library-label-selected").addEventListener(
    "click",
    () => void attempt(async () => openLabels(await library.rows(list.selection), shown.labels)),
  );
  byId("library-paint").addEventListener(
    "click",
    () => rules && void painting((sheet) => sheet.show(filters.search, filters.text)),
  );
  byId("library-unselect").addEventListener("click", list.clear);
  byId("library-rescue").addEventListener("click", () => void attempt(() => save(null)));
  byId("library-again").addEventListener("click", () => void attempt(storeAgain));
  byId("theme").addEventListener("click", () =>
    page.preferences.change({ theme: page.preferences.theme === "dark" ? "light" : "dark" }),
  );
  bindDropAndPaste({
    ready: () => !isReading && !isLost,
    take: (data) => void add([data instanceof File ? data : pasted(data)]),
    takeAll: (all) => void add(all),
    hover: (isOver) => byId("library").classList.toggle("is-hovered", isOver),
  });
  addEventListener("hashchange", follow);
  // A page that comes back as it was left has not heard of what was changed meanwhile.
  addEventListener(
    "pageshow",
    ({ persisted }) => persisted && void attempt(() => library?.refresh()),
  );
}

/** The path in the folder that was chosen, whatever that is called. @param {File} file */
const belowFolder = ({ webkitRelativePath }) => webkitRelativePath.replace(/^[^/]*/, "");

/** @param {string} text */
const pasted = (text) => new File([text], t("library.pasted"), { type: "text/plain" });

async function storeAgain() {
  begin(await library.storeAgain());
  present();
}

/** The address asks for a position. */
function follow() {
  const fen = fenOf(location.hash);
  if (fen === filters.fen) return;
  filters.fen = fen;
  void search(false);
}

async function start() {
  filters.fen = fenOf(location.hash);
  listen();
  const opening = openLibrary({ tell: hear, died: lose });
  opening.catch(() => {}); // heard below
  rules = await page.begin();
  translate(document.body, i18n);
  library = await opening;
  begin(await library.open());
  await search(false);
  byId("library").dataset.ready = "";
  return library;
}

const ready = page.run(start, "library.loadFailed");

/** A handle for scripts and the console: `const library = await chuhe.ready`. */
Object.defineProperty(window, "chuhe", { value: { ready } });
