// The list of games: only the rows in view are there, and their words come from the worker as they come into view.

import { textIn } from "../core/languages.ts";
import { el, i18nElement, setText } from "../ui/dom.ts";
import { isTagFilled } from "../rules/record-words.ts";
import { firstInView, rowAfter, scrollFor, sortedBy, windowOf } from "./list-window.ts";

/** @import { Column, Row } from "../database/types.js" */

/** @type {Column[]} */
const COLUMNS = ["red", "black", "result", "date", "event", "plies", "opening"];
/** @type {Record<string, string>} */
const RESULTS = { red: "1-0", black: "0-1", draw: "½-½", ongoing: "*" };
/** Columns whose cells have more than a text. @type {Set<Column>} */
const MADE = new Set(["result", "event"]);
/** Marks games with comments, variations, signs or drawings. */
const NOTED = "✎";
/** Rows that are remembered. */
const REMEMBERED = 4000;
/** Rows of the head, for those who count. */
const HEAD = 1;

/**
 * @param {HTMLElement} grid
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} does
 * @param {(ids: Uint32Array) => Promise<Row[]>} does.rows
 * @param {(id: number, ply: number) => void} does.open
 * @param {(ids: Uint32Array) => void} does.remove
 * @param {() => void} does.selected      other games are selected
 * @param {() => void} does.sorted
 */
export function createGameList(grid, i18n, does) {
  const { t } = i18n;
  const heads = COLUMNS.map(makeHead);
  const head = el("div", "library-row library-row-head", makeCorner(), ...heads);
  head.role = "row";
  head.ariaRowIndex = "1";
  const body = el("div", "library-rows");
  body.role = "rowgroup";
  const top = el("div", "library-head", head);
  top.role = "rowgroup";
  grid.replaceChildren(top, body);

  /** The games shown, in order, and the ply at which each is opened. @type {{ ids: Uint32Array, plies: Uint32Array|null }} */
  let games = { ids: new Uint32Array(), plies: null };
  /** @type {Map<number, Row>} */
  const known = new Map();
  /** Elements of the rows in view, by their place. @type {Map<number, HTMLElement>} */
  let shown = new Map();
  /** @type {Set<number>} */
  const selection = new Set();
  /** @type {{ column: Column, descending: boolean }} */
  let sort = { column: "added", descending: false };
  let at = -1;
  let row = 0;
  /** A question of a list that is no more is not answered. */
  let turn = 0;
  let isAsking = false;
  let isAwaited = false;

  /** @param {Column} column */
  function makeHead(column) {
    const cell = el("div", `library-cell is-${column}`);
    cell.role = "columnheader";
    const press = i18nElement("button", `library.column.${column}`, "library-sort");
    press.type = "button";
    press.dataset.column = column;
    press.addEventListener("click", () => {
      sort = sortedBy(sort, column);
      showSort();
      does.sorted();
    });
    cell.append(press);
    return cell;
  }

  function makeCorner() {
    const words = i18nElement("span", "library.column.selected", "unseen");
    const cell = el("div", "library-cell is-selected", words);
    cell.role = "columnheader";
    return cell;
  }

  function showSort() {
    for (const [index, cell] of heads.entries()) {
      const isBy = COLUMNS[index] === sort.column;
      cell.ariaSort = isBy ? (sort.descending ? "descending" : "ascending") : "none";
    }
  }

  const view = () => ({
    top: grid.scrollTop,
    height: Math.max(0, grid.clientHeight - top.offsetHeight),
    row,
    count: games.ids.length,
  });

  function draw() {
    isAwaited = false;
    const { first, last } = windowOf(view());
    const before = shown;
    shown = new Map();
    for (let place = first; place < last; place++) shown.set(place, before.get(place) ?? makeRow());
    for (const [place, element] of before) if (!shown.has(place)) element.remove();
    for (const [place, element] of shown) {
      fill(element, place);
      if (!element.parentElement) body.append(element);
    }
    keepActive();
    void fetchRows();
  }

  /** The row that the keyboard is at is named only while it is there. */
  function keepActive() {
    const active = shown.get(at);
    for (const element of shown.values()) element.classList.toggle("is-at", element === active);
    if (active) grid.setAttribute("aria-activedescendant", active.id);
    else grid.removeAttribute("aria-activedescendant");
  }

  const soon = () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(draw);
  };

  async function fetchRows() {
    const wanted = [...shown.keys()].map((place) => games.ids[place]);
    const missing = wanted.filter((id) => !known.has(id));
    if (missing.length === 0 || isAsking) return;
    isAsking = true;
    const mine = turn;
    try {
      const rows = await does.rows(Uint32Array.from(missing));
      if (known.size > REMEMBERED) known.clear();
      if (mine === turn) for (const one of rows) known.set(one.id, one);
    } catch {
      return; // the page says that the worker is gone
    } finally {
      isAsking = false;
    }
    soon();
  }

  function makeRow() {
    const mark = el("span", "library-mark");
    const select = el("div", "library-cell is-selected", mark);
    const cells = COLUMNS.map((column) => el("div", `library-cell is-${column}`));
    for (const cell of [select, ...cells]) cell.role = "gridcell";
    // For ears the sign of a result is no word.
    const sign = el("span");
    sign.ariaHidden = "true";
    cells[COLUMNS.indexOf("result")].append(sign, el("span", "unseen"));
    const signs = el("span", "library-labels");
    signs.ariaHidden = "true";
    const noted = el("span", "library-noted");
    noted.ariaHidden = "true";
    cells[COLUMNS.indexOf("event")].append(noted, signs, el("span"), el("span", "unseen"));
    const element = el("div", "library-row", select, ...cells);
    element.role = "row";
    return element;
  }

  /** @param {HTMLElement} element @param {number} place */
  function fill(element, place) {
    const id = games.ids[place];
    const isSelected = selection.has(id);
    element.id = `library-row-${place}`;
    element.dataset.place = String(place);
    element.ariaRowIndex = String(place + 1 + HEAD);
    element.ariaSelected = String(isSelected);
    element.style.setProperty("transform", `translateY(${place * row}px)`);
    const game = known.get(id);
    const [, ...cells] = element.children;
    for (const [index, column] of COLUMNS.entries())
      if (!MADE.has(column)) setText(cells[index], game ? say(game, column) : "");
    const [noted, signs, event, heard] = cells[COLUMNS.indexOf("event")].children;
    const labels = game?.labels.join(t("list.facts")) ?? "";
    setText(noted, game?.annotated ? NOTED : "");
    setText(signs, labels);
    setText(event, game ? say(game, "event") : "");
    const told = game?.annotated ? t("library.annotated") : "";
    setText(heard, told + (labels && t("library.labels.heard", { labels })));
    const [sign, words] = cells[COLUMNS.indexOf("result")].children;
    setText(sign, game ? (RESULTS[game.result] ?? "") : "");
    setText(words, game ? t(`library.result.${game.result}`) : "");
  }

  /** @param {Row} game @param {Column} column */
  function say(game, column) {
    if (column === "plies") return String(game.plies);
    const text = String(game[/** @type {"red"} */ (column)]);
    if (column === "red" || column === "black")
      return isTagFilled(text) ? text : t("library.unknown");
    if (column === "opening") return `${text} ${textIn(game.named, i18n.lang).text}`.trim();
    return isTagFilled(text) ? text : "";
  }

  /** @param {number} place */
  function goTo(place) {
    at = place;
    grid.scrollTop = scrollFor(view(), place);
    draw();
  }

  /** @param {number} place */
  function toggle(place) {
    const id = games.ids[place];
    if (id === undefined) return;
    if (!selection.delete(id)) selection.add(id);
    draw();
    does.selected();
  }

  /** @param {number} place */
  const open = (place) => {
    if (games.ids[place] !== undefined) does.open(games.ids[place], games.plies?.[place] ?? 0);
  };

  const chosen = () => {
    if (selection.size > 0) return Uint32Array.from(selection);
    return games.ids.slice(Math.max(at, 0), at + 1);
  };

  grid.addEventListener("keydown", (event) => {
    if (event.target !== grid) return;
    const isAll = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey);
    if (!isAll && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const inView = Math.max(1, Math.floor(view().height / row) - 1);
    const next = rowAfter(event.key, at, games.ids.length, inView);
    if (next !== null) goTo(next);
    else if (isAll) selectAll();
    else if (event.key === "Enter") open(at);
    else if (event.key === " ") toggle(at);
    else if (event.key === "Escape") clear();
    else if (event.key === "Delete" && chosen().length > 0) does.remove(chosen());
    else return;
    event.preventDefault();
  });
  body.addEventListener("click", ({ target }) => {
    const cell = /** @type {HTMLElement} */ (target);
    const element = /** @type {HTMLElement|null} */ (cell.closest(".library-row"));
    if (!element) return;
    const place = Number(element.dataset.place);
    at = place;
    if (cell.closest(".is-selected")) toggle(place);
    else open(place);
    draw();
  });
  grid.addEventListener("scroll", soon, { passive: true });
  // Focus comes with the press of a mouse, too: it must not move the row that is about to be clicked.
  grid.addEventListener("focus", () => {
    if (at >= 0 || games.ids.length === 0) return;
    at = firstInView(view());
    draw();
  });

  function selectAll() {
    for (const id of games.ids) selection.add(id);
    draw();
    does.selected();
  }

  function clear() {
    if (selection.size === 0) return;
    selection.clear();
    draw();
    does.selected();
  }

  /** How high a row is, which the window decides. */
  function measure() {
    const probe = makeRow();
    body.append(probe);
    const { offsetHeight } = probe;
    probe.remove();
    const isOther = offsetHeight !== row;
    const seen = row > 0 ? Math.floor(grid.scrollTop / row) : 0;
    row = offsetHeight;
    body.style.setProperty("height", `${row * games.ids.length}px`);
    if (isOther) grid.scrollTop = seen * row;
    draw();
  }
  new ResizeObserver(measure).observe(grid);
  showSort();

  return {
    /** Shows these games, from the first on unless it is the same question. @param {{ ids: Uint32Array, plies: Uint32Array|null }} next @param {boolean} stay */
    show(next, stay) {
      games = next;
      turn++;
      known.clear();
      const there = new Set(games.ids);
      for (const id of selection) if (!there.has(id)) selection.delete(id);
      at = stay ? Math.min(at, games.ids.length - 1) : -1;
      if (!stay) grid.scrollTop = 0;
      grid.ariaRowCount = String(games.ids.length + HEAD);
      measure();
      does.selected();
    },
    /** The language has changed. */
    update: draw,
    clear,
    selectAll,
    get sort() {
      return sort;
    },
    /** The games that are selected, in the order in which they were. */
    get selection() {
      return Uint32Array.from(selection);
    },
  };
}
