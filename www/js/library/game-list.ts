// The list of games. Only the rows in view are drawn; their words are fetched from the worker when they come into view.

import type { I18n } from "../core/i18n.ts";
import { textIn } from "../core/languages.ts";
import type { Column, Row, Selection } from "../database/types.ts";
import { isTagFilled } from "../rules/record-words.ts";
import { el, i18nElement, setText } from "../ui/dom.ts";
import { firstInView, rowAfter, scrollFor, sortedBy, windowOf } from "./list-window.ts";
import type { ListView, Sorting } from "./list-window.ts";

const COLUMNS = [
  "red",
  "black",
  "result",
  "date",
  "event",
  "plies",
  "opening",
] as const satisfies Column[];
type ShownColumn = (typeof COLUMNS)[number];

const RESULT_SIGNS: Record<Row["result"], string> = {
  red: "1-0",
  black: "0-1",
  draw: "½-½",
  ongoing: "*",
};
/** Marks games with comments, variations, signs or drawings. */
const ANNOTATED_SIGN = "✎";
/** The number of cached rows above which the cache is emptied. */
const MAX_CACHED = 4000;
/** The number of rows of the head, which row indices count. */
const HEAD_ROWS = 1;

/** The games to show, in order, with the ply at which each is opened. */
type ListedGames = Pick<Selection, "ids" | "plies">;

interface ListOptions {
  /** Fetches rows. */
  rows: (ids: Uint32Array) => Promise<Row[]>;
  open: (id: number, ply: number) => void;
  remove: (ids: Uint32Array) => void;
  onSelect: () => void;
  onSort: () => void;
}

export function createGameList(grid: HTMLElement, i18n: I18n, options: ListOptions) {
  const { t } = i18n;
  const heads = COLUMNS.map((column) => ({ column, cell: makeHead(column) }));
  const corner = makeHeadCell("selected", i18nElement("span", "library.column.selected", "unseen"));
  const head = el("div", "library-row library-row-head", corner, ...heads.map(({ cell }) => cell));
  head.role = "row";
  head.ariaRowIndex = "1";
  const body = el("div", "library-rows");
  body.role = "rowgroup";
  const top = el("div", "library-head", head);
  top.role = "rowgroup";
  grid.replaceChildren(top, body);

  let games: ListedGames = { ids: new Uint32Array(), plies: null };
  /** Rows that have been fetched, by the ids of their games. */
  const cache = new Map<number, Row>();
  /** The rows in view, by their indices. */
  let shown = new Map<number, ReturnType<typeof makeRow>>();
  /** The ids of the selected games. */
  const selection = new Set<number>();
  let sort: Sorting = { column: "added", descending: false };
  /** The index of the active row, which the keyboard is at; -1 for none. */
  let at = -1;
  /** The height of a row in pixels. */
  let rowHeight = 0;
  /** Counts the lists that were shown, so that rows of an earlier list are dropped. */
  let listNumber = 0;
  let isFetching = false;
  let isDrawScheduled = false;

  function makeHeadCell(name: string, content: HTMLElement) {
    const cell = el("div", `library-cell is-${name}`, content);
    cell.role = "columnheader";
    return cell;
  }

  function makeHead(column: ShownColumn) {
    const press = i18nElement("button", `library.column.${column}`, "library-sort");
    press.type = "button";
    press.dataset.column = column;
    press.addEventListener("click", () => {
      sort = sortedBy(sort, column);
      showSort();
      options.onSort();
    });
    return makeHeadCell(column, press);
  }

  function showSort() {
    const direction = sort.descending ? "descending" : "ascending";
    for (const { column, cell } of heads)
      cell.ariaSort = column === sort.column ? direction : "none";
  }

  const view = (): ListView => ({
    top: grid.scrollTop,
    height: Math.max(0, grid.clientHeight - top.offsetHeight),
    row: rowHeight,
    count: games.ids.length,
  });

  function draw() {
    isDrawScheduled = false;
    const { first, last } = windowOf(view());
    const before = shown;
    shown = new Map();
    for (let index = first; index < last; index++) shown.set(index, before.get(index) ?? makeRow());
    for (const [index, { element }] of before) if (!shown.has(index)) element.remove();
    const ids = games.ids.subarray(first, last);
    for (const [offset, id] of ids.entries()) {
      const row = shown.get(first + offset);
      if (!row) continue;
      fill(row, first + offset, id);
      if (!row.element.parentElement) body.append(row.element);
    }
    markActive();
    void fetchRows(ids);
  }

  /** Names the active row to screen readers, which is possible only while it is drawn. */
  function markActive() {
    const active = shown.get(at)?.element;
    for (const { element } of shown.values()) element.classList.toggle("is-at", element === active);
    if (active) grid.setAttribute("aria-activedescendant", active.id);
    else grid.removeAttribute("aria-activedescendant");
  }

  function scheduleDraw() {
    if (isDrawScheduled) return;
    isDrawScheduled = true;
    requestAnimationFrame(draw);
  }

  async function fetchRows(ids: Uint32Array) {
    const missing = ids.filter((id) => !cache.has(id));
    if (missing.length === 0 || isFetching) return;
    isFetching = true;
    const number = listNumber;
    try {
      const rows = await options.rows(missing);
      if (cache.size > MAX_CACHED) cache.clear();
      if (number === listNumber) for (const row of rows) cache.set(row.id, row);
    } catch {
      return; // the page reports that the worker is gone
    } finally {
      isFetching = false;
    }
    scheduleDraw();
  }

  function makeRow() {
    // Screen readers get the result and the notes in words instead of signs.
    const sign = el("span");
    const annotated = el("span", "library-noted");
    const labels = el("span", "library-labels");
    for (const element of [sign, annotated, labels]) element.ariaHidden = "true";
    const [result, event, notes] = [el("span", "unseen"), el("span"), el("span", "unseen")];
    const contents: Partial<Record<ShownColumn, HTMLElement[]>> = {
      result: [sign, result],
      event: [annotated, labels, event, notes],
    };
    const cells = COLUMNS.map((column) => ({
      column,
      cell: el("div", `library-cell is-${column}`, ...(contents[column] ?? [])),
    }));
    const select = el("div", "library-cell is-selected", el("span", "library-mark"));
    const all = [select, ...cells.map(({ cell }) => cell)];
    for (const cell of all) cell.role = "gridcell";
    const element = el("div", "library-row", ...all);
    element.role = "row";
    const texts = cells.filter(({ column }) => !contents[column]);

    return {
      element,
      /** Shows a game; undefined while it is being fetched. */
      show(game: Row | undefined) {
        for (const { column, cell } of texts) setText(cell, game ? textOf(game, column) : "");
        const names = game?.labels.join(t("list.facts")) ?? "";
        setText(annotated, game?.annotated ? ANNOTATED_SIGN : "");
        setText(labels, names);
        setText(event, game ? textOf(game, "event") : "");
        const note = game?.annotated ? t("library.annotated") : "";
        setText(notes, note + (names && t("library.labels.heard", { labels: names })));
        setText(sign, game ? RESULT_SIGNS[game.result] : "");
        setText(result, game ? t(`library.result.${game.result}`) : "");
      },
    };
  }

  function fill({ element, show }: ReturnType<typeof makeRow>, index: number, id: number) {
    element.id = `library-row-${index}`;
    element.dataset.place = String(index);
    element.ariaRowIndex = String(index + 1 + HEAD_ROWS);
    element.ariaSelected = String(selection.has(id));
    element.style.setProperty("transform", `translateY(${index * rowHeight}px)`);
    show(cache.get(id));
  }

  function textOf(game: Row, column: ShownColumn) {
    if (column === "plies") return String(game.plies);
    if (column === "opening") return `${game.opening} ${textIn(game.named, i18n.lang).text}`.trim();
    if (isTagFilled(game[column])) return game[column];
    return column === "red" || column === "black" ? t("library.unknown") : "";
  }

  function goTo(index: number) {
    at = index;
    grid.scrollTop = scrollFor(view(), index);
    draw();
  }

  function toggle(index: number) {
    const id = games.ids[index];
    if (id === undefined) return;
    if (!selection.delete(id)) selection.add(id);
    draw();
    options.onSelect();
  }

  function open(index: number) {
    const id = games.ids[index];
    if (id !== undefined) options.open(id, games.plies?.[index] ?? 0);
  }

  /** Returns the selected games, or else the active one. */
  const targets = () =>
    selection.size > 0 ? Uint32Array.from(selection) : games.ids.slice(Math.max(at, 0), at + 1);

  grid.addEventListener("keydown", (event) => {
    if (event.target !== grid) return;
    const isAll = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey);
    if (!isAll && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const page = Math.max(1, Math.floor(view().height / rowHeight) - 1);
    const next = rowAfter(event.key, at, games.ids.length, page);
    if (next !== null) goTo(next);
    else if (isAll) selectAll();
    else if (event.key === "Enter") open(at);
    else if (event.key === " ") toggle(at);
    else if (event.key === "Escape") clear();
    else if (event.key === "Delete" && targets().length > 0) options.remove(targets());
    else return;
    event.preventDefault();
  });
  body.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const row = target.closest<HTMLElement>(".library-row");
    if (!row) return;
    at = Number(row.dataset.place);
    if (target.closest(".is-selected")) toggle(at);
    else open(at);
    draw();
  });
  grid.addEventListener("scroll", scheduleDraw, { passive: true });
  // A mouse press focuses the grid too. The list does not scroll then, because the pressed row would move away.
  grid.addEventListener("focus", () => {
    if (at >= 0 || games.ids.length === 0) return;
    at = firstInView(view());
    draw();
  });

  function selectAll() {
    for (const id of games.ids) selection.add(id);
    draw();
    options.onSelect();
  }

  function clear() {
    if (selection.size === 0) return;
    selection.clear();
    draw();
    options.onSelect();
  }

  /** Measures the height of a row, which depends on the width of the window. */
  function measure() {
    const { element } = makeRow();
    body.append(element);
    const { offsetHeight } = element;
    element.remove();
    const hasChanged = offsetHeight !== rowHeight;
    const first = rowHeight > 0 ? Math.floor(grid.scrollTop / rowHeight) : 0;
    rowHeight = offsetHeight;
    body.style.setProperty("height", `${rowHeight * games.ids.length}px`);
    if (hasChanged) grid.scrollTop = first * rowHeight;
    draw();
  }
  new ResizeObserver(measure).observe(grid);
  showSort();

  return {
    /** Shows games, from the first one unless `keepsPlace`. */
    show(next: ListedGames, keepsPlace: boolean) {
      games = next;
      listNumber++;
      cache.clear();
      const present = new Set(games.ids);
      for (const id of selection) if (!present.has(id)) selection.delete(id);
      at = keepsPlace ? Math.min(at, games.ids.length - 1) : -1;
      if (!keepsPlace) grid.scrollTop = 0;
      grid.ariaRowCount = String(games.ids.length + HEAD_ROWS);
      measure();
      options.onSelect();
    },
    /** Writes the rows in the current language. */
    update: draw,
    clear,
    get sort() {
      return sort;
    },
    /** The ids of the selected games, in the order of their selection. */
    get selection() {
      return Uint32Array.from(selection);
    },
  };
}
