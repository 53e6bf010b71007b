// Makes the cells of a drawn grid accessible to the keyboard and to screen readers: places a named element over each
// cell of the picture. Arrow keys move the focus; pointer events pass through to the picture. There may be 1,600
// elements, so names are set directly, without templates.

import { el } from "../../ui/dom.ts";
import { type RouteGrid, cellByKey } from "./route-grid.ts";

interface Handlers {
  name: (cell: number) => string;
  /** Called with the focused cell; null when the focus leaves the grid. */
  onFocus: (cell: number | null) => void;
  /** Returns true if the key was handled. */
  onKey?: (cell: number, event: KeyboardEvent) => boolean;
}

/**
 * The delay before cells get new names, in milliseconds. Without it, the names would change too fast for screen readers
 * while a search plays.
 */
const DELAY_MS = 250;

export class CellElements {
  #element = el("div", "route-cells");
  #handlers: Handlers;
  #cells: HTMLElement[] = [];
  #grid: RouteGrid | null = null;
  /** The cell that has the focus, or that gets the focus when the grid is focused next. */
  #current = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `help` is the id of the element that explains the keys. */
  constructor(stage: HTMLElement, handlers: Handlers, help?: string) {
    this.#handlers = handlers;
    const element = this.#element;
    element.setAttribute("role", "grid");
    if (!handlers.onKey) element.setAttribute("aria-readonly", "true");
    if (help) element.setAttribute("aria-describedby", help);
    element.addEventListener("keydown", (event) => this.#onKey(event));
    element.addEventListener("focusin", ({ target }) => {
      const cell = this.#cells.findIndex((each) => each === target);
      if (cell < 0) return;
      this.moveTo(cell, false);
      this.#name(cell);
      handlers.onFocus(cell);
    });
    element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget)))
        handlers.onFocus(null);
    });
    stage.append(element);
  }

  set label(text: string) {
    this.#element.setAttribute("aria-label", text);
  }

  /**
   * Creates the elements for the cells of a grid. Null removes the elements, for a grid too large to be drawn by hand.
   */
  setGrid(grid: RouteGrid | null) {
    const before = this.#grid;
    this.#grid = grid;
    this.#element.hidden = grid === null;
    if (!grid) {
      this.#cells = [];
      this.#element.replaceChildren();
    } else if (before?.rows !== grid.rows || before.columns !== grid.columns) this.#build(grid);
  }

  #build({ rows, columns, cells }: RouteGrid) {
    this.#cells = Array.from(cells, () => {
      const cell = el("div", "route-cell");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      return cell;
    });
    this.#element.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`;
    this.#element.replaceChildren(
      ...Array.from({ length: rows }, (_, row) => {
        const line = this.#cells.slice(row * columns, (row + 1) * columns);
        const element = el("div", "route-row", ...line);
        element.setAttribute("role", "row");
        return element;
      }),
    );
    this.moveTo(Math.min(this.#current, cells.length - 1), false);
    this.rename();
  }

  /** Updates the names of all cells. Unless `isUrgent`, waits for `DELAY_MS`, because more changes often follow. */
  rename(isUrgent = false) {
    clearTimeout(this.#timer);
    const nameAll = () => this.#cells.forEach((_, cell) => this.#name(cell));
    if (isUrgent) nameAll();
    else this.#timer = setTimeout(nameAll, DELAY_MS);
  }

  #name(cell: number) {
    const element = this.#cells[cell];
    const name = this.#handlers.name(cell);
    if (element && element.ariaLabel !== name) element.ariaLabel = name;
  }

  /** The cell that has the focus; null if none has. */
  get focused(): number | null {
    return this.#element.contains(document.activeElement) ? this.#current : null;
  }

  /** Makes a cell the target of the Tab key. With `takesFocus`, also focuses the cell. */
  moveTo(cell: number, takesFocus: boolean) {
    const [before, next] = [this.#cells[this.#current], this.#cells[cell]];
    if (!next) return;
    if (before) before.tabIndex = -1;
    this.#current = cell;
    next.tabIndex = 0;
    if (takesFocus) next.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent) {
    if (!this.#grid) return;
    const isPlain = !event.altKey && !event.metaKey;
    const next = isPlain ? cellByKey(this.#grid, this.#current, event.key, event.ctrlKey) : -1;
    if (next >= 0) this.moveTo(next, true);
    else if (!this.#handlers.onKey?.(this.#current, event)) return;
    event.preventDefault();
  }
}
