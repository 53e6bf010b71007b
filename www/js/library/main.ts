// The library's page: the list of games, its filters, import and export.

import { downloadFile } from "../core/download.ts";
import { errorDetails } from "../core/error-details.ts";
import { defaultGame } from "../core/game-record.ts";
import { translate } from "../core/i18n.ts";
import { isOsMetadataFile } from "../core/os-metadata-files.ts";
import { openLibrary } from "../database/library-client.ts";
import type { LibraryClient } from "../database/library-client.ts";
import type { LibraryEvent, Selection, State, Trouble } from "../database/types.ts";
import { formatDay, readRecord } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { createPage } from "../shell/create-page.ts";
import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { analysisAddress } from "../study/session-transfer.ts";
import { byId, setText } from "../ui/dom.ts";
import { createFilters, fenOf, hashOf } from "./filters.ts";
import { createGameList } from "./game-list.ts";
import { createImportReport } from "./import-report.ts";
import { createLabelSheet } from "./label-sheet.ts";

/** Milliseconds that a search waits for more typing. */
const TYPING_PAUSE = 150;

const page = createPage({
  words: (lang) => new URL(`../../locales/library/${lang}.json`, import.meta.url),
  title: "library.page.title",
  show: update,
});
const { i18n, t, notify } = page;

/** Both are null while they load. */
let library: LibraryClient | null = null;
let rules: Rules | null = null;
/** The games that the filters select. */
let games: Selection = { ids: new Uint32Array(), plies: null, size: 0, labels: [] };
let trouble: Trouble = null;
let isImporting = false;
let isWorkerDead = false;
/** Counts searches, so that results of a superseded search are dropped. */
let searchNumber = 0;
let pause: ReturnType<typeof setTimeout> | undefined;

const report = createImportReport(i18n, {
  cancel: () => void library?.cancel(),
  forget: () => attempt(({ forgetImport }) => forgetImport()),
});
const filters = createFilters(i18n, () => {
  clearTimeout(pause);
  pause = setTimeout(() => void search(), TYPING_PAUSE);
});
const list = createGameList(byId("library-grid"), i18n, {
  rows: async (ids) => (await library?.rows(ids)) ?? [],
  open: (id, ply) => attempt((client) => openInAnalysis(client, id, ply)),
  remove: (ids) => attempt((client) => remove(client, ids)),
  onSelect: showActions,
  onSort: () => void search(),
});
const openLabels = createLabelSheet(i18n, (ids, added, removed) =>
  attempt(async (client) => {
    await finishLabelling(await client.label(ids, added, removed), {
      ms: 0,
      label: t("library.undo"),
      onAction: () => attempt(async ({ unlabel }) => finishLabelling(await unlabel())),
    });
  }),
);

/** Updates everything that depends on the language or the settings. */
function update() {
  filters.update();
  report.update();
  list.update();
  present();
  // The order of openings depends on the language.
  if (list.sort.column === "opening") void search({ keepsPlace: true });
}

/** Shows the number of games, and the parts that fit it. */
function present() {
  const { ids, size } = games;
  const isEmpty = size === 0;
  byId("library-empty").hidden = !isEmpty || isImporting || !library;
  byId("library-tools").hidden = isEmpty;
  byId("library-none").hidden = isEmpty || ids.length > 0;
  byId("library-grid").hidden = ids.length === 0;
  const count =
    ids.length === size
      ? t("library.count.all", { n: size })
      : t("library.count", { n: ids.length, all: size });
  setText(byId("library-count"), isEmpty ? "" : count);
  const reason = isWorkerDead ? "lost" : trouble;
  byId("library-trouble").hidden = reason === null;
  if (reason) setText(byId("library-trouble-words"), t(`library.trouble.${reason}`));
  for (const id of ["library-rescue", "library-again"]) byId(id).hidden = isWorkerDead;
  showActions();
}

/** Shows the actions for the selected games, or for all games of the list. */
function showActions() {
  const n = list.selection.length;
  for (const id of ["library-label-selected", "library-remove", "library-unselect"])
    byId(id).hidden = n === 0;
  setText(byId("library-selected"), n > 0 ? t("library.selected", { n }) : "");
  const { length } = games.ids;
  byId("library-export").hidden = length === 0;
  const which = n > 0 ? ".selected" : length < games.size ? ".shown" : "";
  setText(byId("library-export"), t(`library.export${which}`, { n: length }));
}

/** Returns the games to export: the selected ones, else those of the filters; null for all. */
function gamesToExport() {
  const { selection } = list;
  if (selection.length > 0) return selection;
  return games.ids.length < games.size ? games.ids : null;
}

/** Runs an action on the library once it is loaded, and reports a failure. */
function attempt(act: (client: LibraryClient) => Promise<void>) {
  if (library) act(library).catch(reportFailure);
}

function reportFailure(error: unknown) {
  if (!isWorkerDead) notify(t("library.failed")); // that the worker is gone is shown above the list
  if (!errorDetails(error).code) reportError(error);
}

/** Shows the games that the filters select. With `keepsPlace` the list does not scroll to its top. */
async function search({ keepsPlace = false } = {}): Promise<void> {
  clearTimeout(pause);
  if (!library || isWorkerDead) return;
  const number = ++searchNumber;
  const hash = hashOf(filters.fen);
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  try {
    const query = { ...filters.query(), ...list.sort, lang: i18n.lang };
    const result = await library.select(query, filters.place);
    if (number !== searchNumber) return;
    games = result;
    filters.showFault("");
    // Where the last game lost the label of the filter, the search is repeated without the filter.
    if (filters.offerLabels(games.labels)) return await search({ keepsPlace });
    present(); // first, since a hidden list has no height
    list.show(games, keepsPlace);
  } catch (error) {
    if (number !== searchNumber || isWorkerDead) return;
    showFilterFault(error);
    if (games.size > 0) return; // the list stays as it is
    games = await library.select({ ...list.sort }, null);
    present();
    list.show(games, keepsPlace);
  }
}

/** Explains which filter the library rejected, and why. */
function showFilterFault(error: unknown) {
  const { code, field } = errorDetails(error);
  if (code === "badOption" && field === "pattern")
    filters.showFault(t("library.badPattern"), "fen");
  else if (code === "badOption") filters.showFault(t("library.badDate"), field);
  else filters.showFault(describeRulesError(error, i18n).join(" "), "fen");
}

async function importFiles(files: File[]) {
  if (isImporting || !library || isWorkerDead || files.length === 0) return;
  isImporting = true;
  present();
  report.begin();
  try {
    page.announce(report.end(await library.importFiles(files)));
    // Asks the browser never to evict the games. A refusal loses nothing yet.
    void navigator.storage?.persist?.().catch(() => {});
  } catch (error) {
    report.fail();
    reportFailure(error);
  }
  isImporting = false;
  await search({ keepsPlace: true });
  present();
}

async function remove(client: LibraryClient, ids: Uint32Array) {
  await client.remove(ids);
  list.clear();
  await search({ keepsPlace: true });
  notify(t("library.removed", { n: ids.length }), {
    ms: 0,
    label: t("library.undo"),
    onAction: () => attempt(restore),
  });
}

async function restore(client: LibraryClient) {
  const n = await client.restore();
  await search({ keepsPlace: true });
  notify(t("library.restored", { n }));
}

/** Shows the games again after the labels of `n` of them have changed. */
async function finishLabelling(n: number, options?: Parameters<typeof notify>[1]) {
  await search({ keepsPlace: true });
  notify(t("library.labelled", { n }), options);
}

/** Saves games as a file; null saves all. */
async function save(client: LibraryClient, ids: Uint32Array | null) {
  downloadFile(`chuhe-library-${formatDay(new Date())}.pgn`, await client.export(ids));
}

async function openInAnalysis(client: LibraryClient, id: number, ply: number) {
  const pgn = await client.write(id);
  if (!pgn || !rules) return;
  const { choices } = readRecord(rules, pgn, defaultGame());
  const record = { ...defaultGame(), ...choices, ply };
  const transfer = { pgn, ply, flipped: false, isRecord: true, game: id };
  location.href = analysisAddress(transfer, record, () => localStorage);
}

function onLibraryEvent(event: LibraryEvent) {
  if (event.type === "progress") report.progress(event.progress);
  else if (event.type === "trouble") {
    ({ trouble } = event);
    present();
  } else {
    notify(t("library.overtaken"));
    void search({ keepsPlace: true });
  }
}

function onWorkerEnd() {
  isWorkerDead = true;
  present();
}

function showState(state: State) {
  ({ trouble } = state);
  if (state.interrupted) report.showInterrupted(state.interrupted);
  if (state.damaged > 0) notify(t("library.damaged", { n: state.damaged }), { ms: 0 });
}

const openPositionSheet = page.lazily(async () => {
  const { createPositionSheet } = await import("./position-sheet.ts");
  if (!rules) throw new Error("the rules are not loaded");
  return createPositionSheet(page, rules, (text) => {
    filters.text = text;
    void search();
  });
});

function listen() {
  for (const id of ["library-file", "library-folder"]) {
    const field = byId(id, HTMLInputElement);
    field.addEventListener("change", () => {
      const files = [...(field.files ?? [])].filter((file) => !isOsMetadataFile(pathBelow(file)));
      if (files.length > 0) void importFiles(files);
      else notify(t("library.nothing"));
      field.value = ""; // so that the same file can be chosen again
    });
  }
  // Most phones cannot choose a folder.
  byId("library-add-folder").hidden = !("webkitdirectory" in HTMLInputElement.prototype);
  const onPress = (id: string, act: () => void) => byId(id).addEventListener("click", act);
  onPress("library-export", () => attempt((client) => save(client, gamesToExport())));
  onPress("library-remove", () => attempt((client) => remove(client, list.selection)));
  onPress("library-label-selected", () =>
    attempt(async ({ rows }) => openLabels(await rows(list.selection), games.labels)),
  );
  onPress("library-paint", () => {
    if (rules) void openPositionSheet((sheet) => sheet.show(filters.search, filters.text));
  });
  onPress("library-unselect", list.clear);
  onPress("library-rescue", () => attempt((client) => save(client, null)));
  onPress("library-again", () =>
    attempt(async ({ storeAgain }) => {
      showState(await storeAgain());
      present();
    }),
  );
  onPress("theme", () =>
    page.preferences.change({ theme: page.preferences.theme === "dark" ? "light" : "dark" }),
  );
  bindDropAndPaste({
    ready: () => !isImporting && !isWorkerDead,
    take: (data) => void importFiles([data instanceof File ? data : fileOfText(data)]),
    takeAll: (files) => void importFiles(files),
    hover: (isOver) => byId("library").classList.toggle("is-hovered", isOver),
  });
  addEventListener("hashchange", followAddress);
  // A page from the browser's back/forward cache has missed the changes of other tabs.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) attempt(async ({ refresh }) => refresh());
  });
}

/** Returns the path of a file below the chosen folder. */
const pathBelow = ({ webkitRelativePath }: File) => webkitRelativePath.replace(/^[^/]*/, "");

const fileOfText = (text: string) => new File([text], t("library.pasted"), { type: "text/plain" });

/** Searches for the position in the address. */
function followAddress() {
  const fen = fenOf(location.hash);
  if (fen === filters.fen) return;
  filters.fen = fen;
  void search();
}

async function start() {
  filters.fen = fenOf(location.hash);
  listen();
  const opening = openLibrary({ onEvent: onLibraryEvent, onEnd: onWorkerEnd });
  opening.catch(() => {}); // a failure is handled where `opening` is awaited
  rules = await page.begin();
  translate(document.body, i18n);
  library = await opening;
  showState(await library.open());
  await search();
  byId("library").dataset.ready = "";
  return library;
}

const ready = page.run(start, "library.loadFailed");

/** A handle for scripts and the console: `const library = await chuhe.ready`. */
Object.defineProperty(window, "chuhe", { value: { ready } });
