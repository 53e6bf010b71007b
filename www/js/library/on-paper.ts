// Prints the games of the library, and adds their positions to the worksheet.

import type { I18n } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import type { LibraryClient } from "../database/library-client.ts";
import type { Row } from "../database/types.ts";
import { createPrintView, onPrintKey } from "../share/print-view.ts";
import { loadPrintLook, printLook } from "../share/printed-board.ts";
import { printedGame } from "../share/printed-game.ts";
import { positionAt } from "../share/worksheet-positions.ts";
import { WORKSHEET_PAGE, createWorksheetStorage } from "../share/worksheet-storage.ts";
import type { SheetPosition } from "../share/worksheet-storage.ts";
import type { PageShell } from "../shell/create-page.ts";
import { diagramsOf } from "../study/diagrams.ts";
import { readStudy } from "../study/study-record.ts";
import type { StudyData } from "../study/study-data.ts";
import { mainFrom } from "../study/tree.ts";
import { el, i18nElement } from "../ui/dom.ts";
import { choice, fields, makeSheet, show, submit } from "../ui/sheet-parts.ts";
import { COLUMNS, cellText } from "./game-rows.ts";
import type { GameList } from "./game-list.ts";
import type { LibraryModel } from "./library-model.ts";

/** The most games of a printed list, and the most games that are printed with their moves. */
const MAX_LISTED = 1000;
const MAX_PRINTED = 100;
/** The most games whose positions are added to the worksheet at once. */
const MAX_READ = 2000;
/** The most unreadable games that a notice names. */
const MAX_NAMED = 5;
/** The wait after a search before the rows of the list are fetched for the browser's own command to print. */
const QUIET_MS = 1000;

const PLACES = ["last", "start", "found", "diagrams"] as const;
type Place = (typeof PLACES)[number];

export function createLibraryPaper(page: PageShell, model: LibraryModel, list: GameList) {
  const { i18n, t, notify, preferences } = page;
  const storage = createWorksheetStorage(() => localStorage);
  /** The rows of the list that were fetched last. */
  let rows: Row[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const listed = () => model.get().games?.ids ?? new Uint32Array();

  async function fetchRows(client: LibraryClient): Promise<Row[]> {
    rows = await client.rows(listed().slice(0, MAX_LISTED));
    return rows;
  }

  /** Returns the studies of games, as many as `most`, and a sentence that names those that cannot be read. */
  async function readGames(ids: Uint32Array, most: number) {
    const { client, rules } = model.get();
    const games: [number, StudyData][] = [];
    if (!client || !rules) return { games, leftOut: "" };
    const unread: number[] = [];
    for (const id of ids.slice(0, most)) {
      const pgn = await client.write(id);
      try {
        if (pgn) games.push([id, readStudy(rules, pgn).data]);
      } catch {
        unread.push(id);
      }
    }
    return { games, leftOut: unread.length > 0 ? await describeUnread(client, unread) : "" };
  }

  async function describeUnread(client: LibraryClient, ids: number[]): Promise<string> {
    const named = await client.rows(Uint32Array.from(ids.slice(0, MAX_NAMED)));
    const names = named.map((row) =>
      (["red", "black"] as const)
        .map((column) => cellText(row, column, i18n))
        .filter(Boolean)
        .join(" – "),
    );
    if (ids.length > MAX_NAMED) names.push("…");
    return t("library.unread", { n: ids.length, games: names.join(t("list.facts")) });
  }

  /** Returns the selected games or, if none is selected, the list. */
  async function make(): Promise<Node | null> {
    const { client, rules } = model.get();
    if (!client || !rules) return null;
    const { selection } = list;
    if (selection.length === 0) return listOf(await fetchRows(client), listed().length, i18n);
    await loadPrintLook(preferences.settings);
    const look = printLook(preferences.settings);
    const notation = notationOf(preferences.settings);
    const { Game } = rules;
    const { games, leftOut } = await readGames(selection, MAX_PRINTED);
    if (leftOut) notify(leftOut, { ms: 0 });
    const articles = games.map(([, study]) => printedGame(study, { i18n, Game, look, notation }));
    const rest = selection.length - games.length;
    if (rest > 0) articles.push(el("p", "", t("library.print.rest", { n: rest })));
    return el("div", "", ...articles);
  }

  const view = createPrintView(make, () =>
    rows.length > 0 ? listOf(rows, listed().length, i18n) : null,
  );
  const print = () =>
    void view.print().catch((error: unknown) => {
      reportError(error);
      notify(t("library.failed"));
    });
  onPrintKey(print);
  model.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { client, isWorkerDead } = model.get();
      if (client && !isWorkerDead) fetchRows(client).catch(() => {}); // the next print fetches them
    }, QUIET_MS);
  });

  const { form, places } = makeForm();
  const dialog = makeSheet("library-sheet", "library.sheet.title", i18n, form);

  /** Returns the positions of a game that the person has chosen. */
  function positionsOf(study: StudyData, place: Place, ply: number): SheetPosition[] {
    const { rules } = model.get();
    if (!rules) return [];
    const main = [0, ...mainFrom(study.nodes)];
    const nodes = {
      last: [main.at(-1) ?? 0],
      start: [0],
      found: [main[ply] ?? 0],
      diagrams: diagramsOf(study.nodes),
    }[place];
    return nodes.map((node) => positionAt(rules.Game, study, node));
  }

  async function addToSheet(place: Place) {
    const { games } = model.get();
    const plies = new Map(games?.plies && [...games.ids].map((id, at) => [id, games.plies?.[at]]));
    const { games: read, leftOut } = await readGames(list.selection, MAX_READ);
    const positions = read.flatMap(([id, study]) => positionsOf(study, place, plies.get(id) ?? 0));
    if (positions.length === 0) return notify(leftOut || t("library.sheet.none"));
    const { added, size: n, problem } = storage.add(positions);
    if (problem) return notify(t("library.sheet.notStored"), { ms: 0 });
    const onAction = () => (location.href = WORKSHEET_PAGE);
    const words = t(added < positions.length ? "library.sheet.full" : "library.sheet.added", { n });
    const label = t("library.sheet.open");
    notify([leftOut, words].filter(Boolean).join(" "), { ms: 0, label, onAction });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    const chosen = PLACES.find((place) => place === fields(form)("place").value) ?? "last";
    addToSheet(chosen).catch((error: unknown) => {
      reportError(error);
      notify(t("library.failed"));
    });
  });

  return {
    print,
    /** Opens the sheet that adds positions of the selected games to the worksheet. */
    openSheet() {
      const isFound = model.get().games?.plies !== null;
      for (const input of places.querySelectorAll("input")) {
        const label = input.closest("label");
        if (label && input.value === "found") label.hidden = !isFound;
        input.checked = input.value === (isFound ? "found" : "last");
      }
      show(dialog);
    },
  };
}

function makeForm() {
  const options = PLACES.map((place) => [place, `library.sheet.${place}`] as const);
  const places = choice("library.sheet.which", "place", options, "is-fluid");
  places.querySelector(".segments")?.classList.add("is-fluid");
  const link = i18nElement("a", "library.sheet.open", "button library-link");
  link.href = WORKSHEET_PAGE;
  const actions = el("div", "sheet-actions is-pair", link, submit("library.sheet.add"));
  const form = el("form", "", places, actions);
  return { form, places };
}

/** Returns the table of a list of games; `count` is the number of all games of the list. */
function listOf(rows: readonly Row[], count: number, i18n: I18n): HTMLElement {
  const { t } = i18n;
  const heads = COLUMNS.map((column) => el("th", "", t(`library.column.${column}`)));
  const lines = rows.map((row, index) => {
    const cells = COLUMNS.map((column) => el("td", "", cellText(row, column, i18n)));
    return el("tr", "", el("td", "", String(index + 1)), ...cells);
  });
  const table = el("table", "print-list");
  table.append(el("thead", "", el("tr", "", el("th"), ...heads)), el("tbody", "", ...lines));
  const title = el("h1", "", t("library.title"));
  const total = el("p", "", t("library.count.all", { n: count }));
  const rest = count - rows.length;
  return el(
    "article",
    "print-games",
    el("header", "print-head", title, total),
    table,
    rest > 0 ? el("p", "", t("library.print.rest", { n: rest })) : "",
  );
}
