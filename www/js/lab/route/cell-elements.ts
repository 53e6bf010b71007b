// The cells of a drawn grid for the keyboard and for screen readers: a grid of elements over the picture, each named
// in words. One of them has the focus; arrows move it. Pointers go through to the picture.

import { el } from "../../ui/dom.ts";
import { keyed } from "./route-grid.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/**
 * @typedef {object} CellsHandlers
 * @property {(cell: number) => string} name
 * @property {(cell: number|null) => void} onFocus  null: the focus has left
 * @property {(cell: number, event: KeyboardEvent) => boolean} [onKey]  true: the key has done something
 */

/** How long names may be behind what is shown, in milliseconds: nobody listens while it plays. */
const LATE = 250;

export class Cells {
  #element = el("div", "route-cells");
  #handlers;
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {RouteGrid|null} */
  #grid = null;
  /** The cell that has, or will have, the focus. */
  #at = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {HTMLElement} stage @param {CellsHandlers} handlers */
  constructor(stage, handlers) {
    this.#handlers = handlers;
    this.#element.setAttribute("role", "grid");
    if (!handlers.onKey) this.#element.setAttribute("aria-readonly", "true");
    this.#element.addEventListener("keydown", (event) => this.#key(event));
    this.#element.addEventListener("focusin", (event) => this.#focused(event.target));
    this.#element.addEventListener("focusout", (event) => {
      if (!this.#element.contains(/** @type {Node|null} */ (event.relatedTarget)))
        handlers.onFocus(null);
    });
    stage.append(this.#element);
  }

  /** Which keys do what. @param {string} id of the words */
  set help(id) {
    this.#element.setAttribute("aria-describedby", id);
  }

  /** @param {string} words */
  set label(words) {
    this.#element.setAttribute("aria-label", words);
  }

  /** Elements for a grid of this size; null: it is too large for that. @param {RouteGrid|null} grid */
  setGrid(grid) {
    const before = this.#grid;
    this.#grid = grid;
    this.#element.hidden = grid === null;
    if (grid && (before?.rows !== grid.rows || before.columns !== grid.columns)) this.#build(grid);
    else if (!grid) this.#clear();
  }

  #clear() {
    this.#cells = [];
    this.#element.replaceChildren();
  }

  /** @param {RouteGrid} grid */
  #build({ rows, columns, cells }) {
    this.#at = Math.min(this.#at, cells.length - 1);
    this.#cells = Array.from(cells, () => {
      const cell = el("div", "route-cell");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      return cell;
    });
    this.#element.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`;
    this.#element.replaceChildren(
      ...Array.from({ length: rows }, (_, row) => {
        const line = el(
          "div",
          "route-row",
          ...this.#cells.slice(row * columns, (row + 1) * columns),
        );
        line.setAttribute("role", "row");
        return line;
      }),
    );
    this.#cells[this.#at].tabIndex = 0;
    this.rename();
  }

  /** Names every cell anew, a little later: often more is to come. @param {boolean} [atOnce] */
  rename(atOnce = false) {
    clearTimeout(this.#timer);
    const write = () => {
      for (const [cell, element] of this.#cells.entries()) {
        const name = this.#handlers.name(cell);
        if (element.ariaLabel !== name) element.ariaLabel = name;
      }
    };
    if (atOnce) write();
    else this.#timer = setTimeout(write, LATE);
  }

  /** The cell that has the focus. @returns {number|null} */
  get focused() {
    return this.#element.contains(document.activeElement) ? this.#at : null;
  }

  /** Names one cell. @param {number} cell */
  nameOne(cell) {
    if (this.#cells[cell]) this.#cells[cell].ariaLabel = this.#handlers.name(cell);
  }

  /** The cell for the focus to come to. @param {number} cell @param {boolean} take it comes now */
  moveTo(cell, take) {
    if (!this.#cells[cell]) return;
    this.#cells[this.#at].tabIndex = -1;
    this.#at = cell;
    this.#cells[cell].tabIndex = 0;
    if (take) this.#cells[cell].focus({ preventScroll: true });
  }

  /** @param {EventTarget|null} target */
  #focused(target) {
    const cell = this.#cells.indexOf(/** @type {HTMLElement} */ (target));
    if (cell < 0) return;
    this.moveTo(cell, false);
    this.nameOne(cell);
    this.#handlers.onFocus(cell);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#grid) return;
    const isPlain = !event.altKey && !event.metaKey;
    const next = isPlain ? keyed(this.#grid, this.#at, event.key, event.ctrlKey) : -1;
    if (next >= 0) this.moveTo(next, true);
    else if (!this.#handlers.onKey?.(this.#at, event)) return;
    event.preventDefault();
  }
}
