// The list of games. Only the rows in view are drawn; their data is fetched from the worker when they come into view.

import { html, nothing, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import type { Column, Row, Selection } from "../database/types.ts";
import { el } from "../ui/dom.ts";
import type { ListedGame } from "../database/listed-games.ts";
import { HEAD_ROWS, headTemplate, rowTemplate } from "./game-rows.ts";
import { firstInView, rowAfter, scrollFor, slotsOf, sortedBy, windowOf } from "./list-window.ts";
import type { ListView, Sorting } from "./list-window.ts";

/** The number of cached rows above which the cache is emptied. */
const MAX_CACHED = 4000;

/** The games to show, in order, with the ply at which each is opened. */
type ListedGames = Pick<Selection, "ids" | "plies">;

interface ListOptions {
  /** Fetches the rows of games from the worker. */
  rows: (ids: Uint32Array) => Promise<Row[]>;
  open: (game: ListedGame, ply: number) => void;
  remove: (ids: Uint32Array) => void;
  onSelect: () => void;
  onSort: () => void;
}

export type GameList = ReturnType<typeof createGameList>;

export function createGameList(grid: HTMLElement, i18n: I18n, options: ListOptions) {
  const head = Object.assign(el("div", "library-head"), { role: "rowgroup" });
  const body = Object.assign(el("div", "library-rows"), { role: "rowgroup" });
  grid.replaceChildren(head, body);

  let games: ListedGames = { ids: new Uint32Array(), plies: null };
  /** Rows that have been fetched, by the ids of their games. */
  const cache = new Map<number, Row>();
  /** The ids of the selected games. */
  const selection = new Set<number>();
  let sort: Sorting = { column: "added", descending: false };
  /** The index of the active row, on which keys act; -1 for none. */
  let at = -1;
  /** The height of a row in CSS pixels; 0 before it is measured. */
  let rowHeight = 0;
  /** The number of lists shown so far; rows fetched for an earlier list are dropped. */
  let listNumber = 0;
  let isFetching = false;
  const scheduleDraw = oncePerFrame(draw);

  const view = (): ListView => ({
    top: grid.scrollTop,
    height: Math.max(0, grid.clientHeight - head.offsetHeight),
    row: rowHeight,
    count: games.ids.length,
  });

  function onSort(column: Column) {
    sort = sortedBy(sort, column);
    draw();
    options.onSort();
  }

  function draw() {
    const { first, last } = windowOf(view());
    render(headTemplate(i18n, sort, onSort), head);
    render(html`${slotsOf(view()).map(rowAt)}`, body);
    // `aria-activedescendant` has to refer to a row that is drawn.
    if (at >= first && at < last) grid.setAttribute("aria-activedescendant", `library-row-${at}`);
    else grid.removeAttribute("aria-activedescendant");
    void fetchRows(games.ids.subarray(first, last));
  }

  function rowAt(index: number | null) {
    const id = index === null ? undefined : games.ids[index];
    if (index === null || id === undefined) return nothing;
    const state = {
      game: cache.get(id),
      index,
      isSelected: selection.has(id),
      isActive: index === at,
      top: index * rowHeight,
    };
    return rowTemplate(state, i18n);
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
      return; // the page reports that the worker has failed
    } finally {
      isFetching = false;
    }
    scheduleDraw();
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
    if (id === undefined) return;
    options.open({ id, index, count: games.ids.length }, games.plies?.[index] ?? 0);
  }

  /** Returns the ids of the selected games; if there are none, the id of the active row's game. */
  const targets = () =>
    selection.size > 0 ? Uint32Array.from(selection) : games.ids.slice(Math.max(at, 0), at + 1);

  body.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const row = target.closest<HTMLElement>(".library-row");
    if (!row) return;
    at = Number(row.dataset.place);
    if (target.closest(".is-selected")) toggle(at);
    else open(at);
    draw();
  });
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
  grid.addEventListener("scroll", scheduleDraw, { passive: true });
  // A mouse press also focuses the grid. The list must not scroll during the press, because the pressed row would move
  // away.
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

  /** Measures the height of a row, which depends on the width of the window, and keeps the first visible row in place. */
  function measure() {
    const row = body.appendChild(el("div", "library-row"));
    const { offsetHeight } = row;
    row.remove();
    const hasChanged = offsetHeight !== rowHeight;
    const first = rowHeight > 0 ? Math.floor(grid.scrollTop / rowHeight) : 0;
    rowHeight = offsetHeight;
    body.style.setProperty("height", `${rowHeight * games.ids.length}px`);
    if (hasChanged) grid.scrollTop = first * rowHeight;
    draw();
  }
  new ResizeObserver(measure).observe(grid);

  return {
    /** Shows games. Scrolls the list to the top unless `keepsPlace` is true. */
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
    /**
     * Returns to an earlier place: scrolls to the row `first`, and makes the row of `game` the active one. If other
     * rows precede the game now, scrolls with it.
     */
    goBack(first: number, game: ListedGame | null) {
      const index = game ? games.ids.indexOf(game.id) : -1;
      const moved = game && index >= 0 ? index - game.index : 0;
      grid.scrollTop = Math.max(0, first + moved) * rowHeight;
      at = index;
      draw();
    },
    /** The index of the first row in view. */
    get first() {
      return rowHeight > 0 ? Math.round(grid.scrollTop / rowHeight) : 0;
    },
    /** Draws the list again in the current language. */
    update: draw,
    clear,
    get sort() {
      return sort;
    },
    set sort(sorting: Sorting) {
      sort = sorting;
    },
    /** The ids of the selected games, in the order of their selection. */
    get selection() {
      return Uint32Array.from(selection);
    },
  };
}
