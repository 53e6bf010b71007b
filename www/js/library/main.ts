// The library page: the list of games, its filters, import and export.

import { errorDetails } from "../core/error-details.ts";
import { translate } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { isOsMetadataFile } from "../core/os-metadata-files.ts";
import { openLibrary } from "../database/library-client.ts";
import type { LibraryEvent } from "../database/types.ts";
import { createPage } from "../shell/create-page.ts";
import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { byId } from "../ui/dom.ts";
import type { createCollections } from "./collections.ts";
import { createFilters, fenOf } from "./filters.ts";
import { createGameList } from "./game-list.ts";
import { createImportReport } from "./import-report.ts";
import { createLibraryCommands } from "./library-commands.ts";
import { createLibraryModel } from "./library-model.ts";
import { createLibraryView } from "./library-view.ts";

const page = createPage({
  words: (lang) => new URL(`../../locales/library/${lang}.json`, import.meta.url),
  title: "library.page.title",
  show: update,
});
const { i18n, t, notify } = page;
const report = createImportReport(i18n, {
  cancel: () => void model.get().client?.cancel(),
  forget: () => commands.forgetImport(),
});
const filters = createFilters(i18n, () => model.searchSoon());
const list = createGameList(byId("library-grid"), i18n, {
  rows: async (ids) => (await model.get().client?.rows(ids)) ?? [],
  open: (game, ply) => commands.open(game, ply),
  remove: (ids) => commands.remove(ids),
  onSelect: present,
  onSort: () => void search(),
});
const model = createLibraryModel(i18n, filters, list);
const { search } = model;
const commands = createLibraryCommands(page, model, list, report);
const show = createLibraryView(i18n, list, commands);

function present() {
  show(model.get());
}

/** Updates everything that depends on the language or the settings. */
function update() {
  filters.update();
  report.update();
  collections?.redraw();
  list.update();
  present();
  // The order of openings depends on the language.
  if (list.sort.column === "opening") void search({ keepsPlace: true });
}

function onLibraryEvent(event: LibraryEvent) {
  if (event.type === "progress")
    (collections?.isRunning ? collections : report).progress(event.progress);
  else if (event.type === "trouble") model.change({ trouble: event.trouble });
  else {
    notify(t("library.overtaken"));
    void search({ keepsPlace: true });
  }
}

/** The packs of games beside the page; null until their list is fetched. */
let collections: Awaited<ReturnType<typeof createCollections>> | null = null;

const showCollections = memoizeAsync(async () => {
  const { createCollections } = await import("./collections.ts");
  collections = await createCollections({ page, model, commands });
});

/** Offers the packs, unless they are offered or there is no connection. */
const offerPacks = () =>
  void showCollections().catch((error: unknown) => {
    if (!errorDetails(error).code) reportError(error);
  });

const openPositionSheet = page.lazily(async () => {
  const { createPositionSheet } = await import("./position-sheet.ts");
  const { rules } = model.get();
  if (!rules) throw new Error("the rules are not loaded");
  return createPositionSheet(page, rules, (text) => {
    filters.text = text;
    void search();
  });
});

const openPersonSheet = page.lazily(async () => {
  const { createPersonSheet } = await import("./person-sheet.ts");
  return createPersonSheet(i18n, {
    find: async (text, limit) =>
      (await model.get().client?.persons(text, model.spellings.load(), limit)) ?? null,
    spellings: model.spellings,
    onSplit: () => void search({ keepsPlace: true }),
    choose(name) {
      filters.player = `"${name}"`;
      void search();
    },
  });
});

/** Returns the path of a file below the chosen folder. */
const pathBelow = ({ webkitRelativePath }: File) => webkitRelativePath.replace(/^[^/]*/, "");

const fileOfText = (text: string) => new File([text], t("library.pasted"), { type: "text/plain" });

function listen() {
  for (const id of ["library-file", "library-folder"]) {
    const field = byId(id, HTMLInputElement);
    field.addEventListener("change", () => {
      const files = [...(field.files ?? [])].filter((file) => !isOsMetadataFile(pathBelow(file)));
      if (files.length > 0) void commands.importFiles(files);
      else notify(t("library.nothing"));
      field.value = ""; // so that the same file can be chosen again
    });
  }
  // Most phones cannot choose a folder.
  byId("library-add-folder").hidden = !("webkitdirectory" in HTMLInputElement.prototype);
  byId("library-persons").addEventListener(
    "click",
    () => void openPersonSheet((sheet) => sheet.show()),
  );
  byId("library-paint").addEventListener("click", () => {
    if (model.get().rules)
      void openPositionSheet((sheet) => sheet.show(filters.search, filters.text));
  });
  byId("theme").addEventListener("click", () =>
    page.preferences.change({ theme: page.preferences.theme === "dark" ? "light" : "dark" }),
  );
  bindDropAndPaste({
    ready: () => !model.get().isImporting && !model.get().isWorkerDead,
    take: (data) => void commands.importFiles([data instanceof File ? data : fileOfText(data)]),
    takeAll: (files) => void commands.importFiles(files),
    hover: (isOver) => byId("library").classList.toggle("is-hovered", isOver),
  });
  addEventListener("hashchange", model.followAddress);
  addEventListener("pagehide", () => model.get().games && model.remember());
  // A page from the browser's back/forward cache has missed the changes of other tabs.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    commands.refresh();
    model.followAnalysis();
  });
}

async function start() {
  model.subscribe(show);
  filters.fen = fenOf(location.hash);
  listen();
  const onEnd = () => model.change({ isWorkerDead: true });
  const opening = openLibrary({ onEvent: onLibraryEvent, onEnd });
  opening.catch(() => {}); // a failure is handled where `opening` is awaited
  model.change({ rules: await page.begin() });
  model.restore();
  translate(document.body, i18n);
  const client = await opening;
  model.change({ client });
  commands.showState(await client.open());
  await model.goBack();
  byId("library").dataset.ready = "";
  void commands.preparePaper();
  offerPacks();
  addEventListener("online", offerPacks);
  return client;
}

const ready = page.run(start, "library.loadFailed");

/** A handle for scripts and the console: `const library = await chuhe.ready`. */
Object.defineProperty(window, "chuhe", { value: { ready } });
