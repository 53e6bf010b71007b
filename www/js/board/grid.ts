// The board for the keyboard and for screen readers: a grid of 90 cells over the canvas, one cell for each point. The
// page's `GridWords` name the points. Arrow keys move the focus between the cells; Space and Enter press a cell like a
// tap. Pointer events pass through the grid to the canvas.

import type { Side } from "../core/xiangqi.ts";
import { FILES, RANKS, SQUARES, squareIndex, squareName } from "./geometry.ts";
import { adoptStyles } from "./adopt-styles.ts";
import { STYLES } from "./grid-styles.ts";
import type { BoardState } from "./index.ts";
import type { Effect } from "./input.ts";

/** The state of a point of the board, which the point's name describes. */
export interface Point {
  square: string;
  /** The piece's letter, `.` for none. */
  piece: string;
  /** 1 to 9, counted from the right of the side at the bottom. */
  file: number;
  /** 1 to 10, counted from the edge of the side at the bottom. */
  rank: number;
  selected: boolean;
  /** True if the selected piece may move to this point. */
  reach: boolean;
  /** True if a move of the selected piece to this point needs a warning. */
  risky: boolean;
  /** "from" or "to" if the last move began or ended at this point. */
  last: "from" | "to" | null;
  /** True for a general in check. */
  check: boolean;
  marker: string | null;
}

/** The outcome of a press that is neither a move nor a refusal. */
type PressOutcome = "picked" | "putBack" | "nothing";

export interface GridWords {
  label: (bottom: Side) => string;
  /** The description of the grid, which explains its keys. */
  help: string;
  name: (point: Point) => string;
  /** Announces the outcome of a press; `ways` is the number of legal targets of a picked piece. */
  announce: (outcome: PressOutcome, point: Point, ways: number) => void;
}

interface GridHandlers {
  /** Activates a square, by key or screen reader, with the same effects as a tap. Returns these effects. */
  press: (square: number) => Effect[];
  /** Deselects the selected piece. */
  escape: () => void;
  /** Returns the middle of the first cell, and the size of a cell, in CSS pixels of the host. */
  corner: () => { x: number; y: number; cell: number };
}

/**
 * Returns the cell to which a key moves the focus, 0 to 89 in reading order, or -1 if the key does not move the focus.
 * Arrow keys wrap around at the edges. With Control (`isWhole`), Home and End go to the first and last cell of the
 * board, not of the row.
 */
export function cellAfterKey(key: string, cell: number, isWhole = false): number {
  const column = cell % FILES;
  const row = Math.floor(cell / FILES);
  switch (key) {
    case "ArrowLeft":
      return row * FILES + ((column + FILES - 1) % FILES);
    case "ArrowRight":
      return row * FILES + ((column + 1) % FILES);
    case "ArrowUp":
      return ((row + RANKS - 1) % RANKS) * FILES + column;
    case "ArrowDown":
      return ((row + 1) % RANKS) * FILES + column;
    case "Home":
      return isWhole ? 0 : row * FILES;
    case "End":
      return isWhole ? SQUARES - 1 : row * FILES + FILES - 1;
    case "PageUp":
      return column;
    case "PageDown":
      return (RANKS - 1) * FILES + column;
    default:
      return -1;
  }
}

/** Converts a square to its cell, or a cell to its square; both conversions are the same. */
export function swapSquareAndCell(index: number, orientation: Side): number {
  const column = index % FILES;
  const row = Math.floor(index / FILES);
  return orientation === "black"
    ? row * FILES + FILES - 1 - column
    : (RANKS - 1 - row) * FILES + column;
}

/** Returns the state of the point with the square index `index`. */
export function pointOf(state: BoardState, index: number): Point {
  const { placement, orientation, selected, dests, showDests, risky, lastMove, check } = state;
  const square = squareName(index);
  const cell = swapSquareAndCell(index, orientation);
  const reach = showDests && selected !== null && (dests.get(selected)?.includes(square) ?? false);
  const last = lastMove?.indexOf(square) ?? -1;
  return {
    square,
    piece: placement.charAt(index),
    file: FILES - (cell % FILES),
    rank: RANKS - Math.floor(cell / FILES),
    selected: selected === square,
    reach,
    risky: reach && risky.includes(square),
    last: last < 0 ? null : last === 0 ? "from" : "to",
    check: check === square,
    marker: state.markers[square] ?? null,
  };
}

/** The fields of the state that the names of the points depend on. */
const NAMED = [
  "placement",
  "orientation",
  "selected",
  "dests",
  "showDests",
  "risky",
  "lastMove",
  "check",
  "markers",
  "words",
] as const satisfies readonly (keyof BoardState)[];

/** The number of grids so far, for ids that are unique on the page. */
let grids = 0;

export class Grid {
  #element = document.createElement("div");
  #help = document.createElement("p");
  #cells: HTMLElement[] = [];
  #handlers;
  #state;
  /** The square whose cell Tab reaches: the square that has the focus, or had the focus last. */
  #square;
  #observer;

  constructor(host: HTMLElement, state: BoardState, handlers: GridHandlers) {
    this.#handlers = handlers;
    this.#state = state;
    // At first this is the start square of the general at the bottom.
    this.#square = swapSquareAndCell(SQUARES - Math.ceil(FILES / 2), state.orientation);
    this.#build();
    this.#writeNames();
    adoptStyles(host, STYLES);
    host.append(this.#element, this.#help);
    this.#observer = new ResizeObserver(() => this.fit());
    this.#observer.observe(host);
    const canvas = host.querySelector("canvas");
    if (canvas) this.#observer.observe(canvas);
  }

  update(state: BoardState): void {
    const before = this.#state;
    this.#state = state;
    if (NAMED.every((key) => state[key] === before[key])) return;
    const focused = this.#element.contains(focusNear(this.#element));
    this.#writeNames();
    if (focused && before.orientation !== state.orientation) this.focus();
  }

  /** Moves the focus to a square; by default to the square that had the focus last. */
  focus(square?: string): void {
    if (square) this.#setTabStop(squareIndex(square));
    this.#cellOf(this.#square)?.focus({ preventScroll: true });
  }

  /** Puts the cells over their points. */
  fit(): void {
    const { x, y, cell } = this.#handlers.corner();
    Object.assign(this.#element.style, {
      left: `${x - cell / 2}px`,
      top: `${y - cell / 2}px`,
      width: `${cell * FILES}px`,
      height: `${cell * RANKS}px`,
    });
  }

  remove(): void {
    this.#observer.disconnect();
    this.#element.remove();
    this.#help.remove();
  }

  #build(): void {
    const grid = this.#element;
    grid.className = "board-grid";
    grid.part.add("grid");
    grid.setAttribute("role", "grid");
    this.#help.hidden = true;
    this.#help.id = `board-grid-help-${++grids}`;
    grid.setAttribute("aria-describedby", this.#help.id);
    for (let row = 0; row < RANKS; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < FILES; column++) line.append(this.#createCell());
      grid.append(line);
    }
    grid.addEventListener("keydown", (event) => this.#onKey(event));
    grid.addEventListener("focusin", ({ target }) => this.#setTabStop(squareOf(target)));
    // Screen readers send a click without pointer events.
    grid.addEventListener("click", ({ target }) => this.#press(squareOf(target)));
  }

  #createCell(): HTMLElement {
    const cell = document.createElement("div");
    cell.setAttribute("role", "gridcell");
    cell.tabIndex = -1;
    this.#cells.push(cell);
    return cell;
  }

  #cellOf(square: number): HTMLElement | undefined {
    return this.#cells[swapSquareAndCell(square, this.#state.orientation)];
  }

  #writeNames(): void {
    const { words, orientation } = this.#state;
    if (!words) return;
    setLabel(this.#element, words.label(orientation));
    if (this.#help.textContent !== words.help) this.#help.textContent = words.help;
    for (const [index, cell] of this.#cells.entries()) {
      const square = swapSquareAndCell(index, orientation);
      const point = pointOf(this.#state, square);
      setLabel(cell, words.name(point));
      cell.dataset.square = point.square;
      cell.tabIndex = square === this.#square ? 0 : -1;
    }
  }

  #setTabStop(square: number): void {
    if (square < 0 || square === this.#square) return;
    for (const [index, tabIndex] of [
      [this.#square, -1],
      [square, 0],
    ] as const) {
      const cell = this.#cellOf(index);
      if (cell) cell.tabIndex = tabIndex;
    }
    this.#square = square;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || event.shiftKey || !this.#handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handles a key; returns true if the grid uses it. */
  #handleKey({ key, ctrlKey, repeat }: KeyboardEvent): boolean {
    const { orientation, selected } = this.#state;
    const cell = cellAfterKey(key, swapSquareAndCell(this.#square, orientation), ctrlKey);
    if (cell >= 0) {
      this.#cells[cell]?.focus({ preventScroll: true });
      return true;
    }
    if (ctrlKey) return false;
    if (key === " " || key === "Enter") {
      if (!repeat) this.#press(this.#square);
      return true;
    }
    if (key !== "Escape" || selected === null) return false;
    this.#handlers.escape();
    this.#announce("putBack", squareIndex(selected));
    return true;
  }

  /** Presses a square and announces the outcome. The page announces moves and refusals. */
  #press(square: number): void {
    if (square < 0) return;
    const effects = this.#handlers.press(square);
    if (effects.some(({ type }) => type === "move" || type === "refuse")) return;
    const select = effects.find((effect) => effect.type === "select");
    if (!select) this.#announce("nothing", square);
    else this.#announce(select.square < 0 ? "putBack" : "picked", square);
  }

  #announce(outcome: PressOutcome, square: number): void {
    const { words, dests } = this.#state;
    const point = pointOf(this.#state, square);
    words?.announce(outcome, point, dests.get(point.square)?.length ?? 0);
  }
}

/** Returns the element with the focus in the document or the shadow root of a node. */
export function focusNear(node: Node): Element | null {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : document.activeElement;
}

const squareOf = (target: EventTarget | null): number =>
  target instanceof HTMLElement ? squareIndex(target.dataset.square) : -1;

function setLabel(element: HTMLElement, words: string): void {
  if (element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
}
