/**
 * The board for the keyboard and for screen readers: a grid of 90 cells over the canvas, one to a point,
 * each named in words that come from outside (`GridWords`). One cell has the focus; arrows move it, Space
 * and Enter press it, as a finger would. Pointers go through it to the canvas.
 */

import { FILES, RANKS, SQUARES, squareIndex, squareName } from "./geometry.ts";

/** @typedef {import("./index.ts").BoardState} BoardState */
/** @typedef {import("./input.ts").Effect} Effect */

/**
 * What there is to say of a point.
 *
 * @typedef {object} Point
 * @property {string} square
 * @property {string} piece           its letter, `.` for none
 * @property {number} file            1 to 9 from the right of the side at the bottom, as that side counts
 * @property {number} rank            1 to 10 from the edge of that side
 * @property {boolean} selected
 * @property {boolean} reach          the selected piece may go there
 * @property {boolean} risky          it may, and there is something to be warned of
 * @property {"from" | "to" | null} last  part of the last move
 * @property {boolean} check          the general in check
 * @property {string | null} marker
 */

/** What a press of the keyboard came to, where nobody else tells. @typedef {"picked" | "putBack" | "nothing"} Told */

/**
 * @typedef {object} GridWords
 * @property {(bottom: BoardState["orientation"]) => string} label  of the whole
 * @property {string} help                             which keys do what
 * @property {(point: Point) => string} name
 * @property {(what: Told, point: Point, ways: number) => void} tell  `ways`: how many points a picked piece may go to
 */

/**
 * @typedef {object} GridHandlers
 * @property {(square: number) => Effect[]} press  picks up or drops as a tap does
 * @property {() => void} escape                   puts back what is picked up
 * @property {() => {x: number, y: number, cell: number}} corner  the middle of the first cell, and the size of one, in CSS pixels of the host
 */

const LAST = SQUARES - 1;

/**
 * The cell that a key leads to, 0 to 89 in the order of reading; over an edge it comes back at the other.
 *
 * @param {string} key of the event @param {number} cell @param {boolean} [whole] with Control: of the whole board
 * @returns {number} -1 for a key that leads nowhere
 */
export function walk(key, cell, whole = false) {
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
      return whole ? 0 : row * FILES;
    case "End":
      return whole ? LAST : row * FILES + FILES - 1;
    case "PageUp":
      return column;
    case "PageDown":
      return (RANKS - 1) * FILES + column;
    default:
      return -1;
  }
}

/** The square in a cell, or the cell of a square. @param {number} index @param {BoardState["orientation"]} orientation */
export function turned(index, orientation) {
  const column = index % FILES;
  const row = Math.floor(index / FILES);
  return orientation === "black"
    ? row * FILES + FILES - 1 - column
    : (RANKS - 1 - row) * FILES + column;
}

/** @param {BoardState} state @param {number} index of the square @returns {Point} */
export function pointOf(state, index) {
  const { placement, orientation, selected, dests, showDests, risky, lastMove, check } = state;
  const square = squareName(index);
  const cell = turned(index, orientation);
  const reach = showDests && selected !== null && (dests.get(selected)?.includes(square) ?? false);
  const last = lastMove?.indexOf(square) ?? -1;
  return {
    square,
    piece: placement[index],
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

/** What names depend on. */
const NAMED = /** @type {const} */ ([
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
]);

export class Grid {
  #element = document.createElement("div");
  #help = document.createElement("p");
  /** @type {HTMLElement[]} */
  #cells = [];
  #handlers;
  /** @type {BoardState} */
  #state;
  /** The square that has, or will have, the focus. */
  #square;
  #observer;

  /** @param {HTMLElement} host @param {BoardState} state @param {GridHandlers} handlers */
  constructor(host, state, handlers) {
    this.#handlers = handlers;
    this.#state = state;
    // Where the person's own general stands.
    this.#square = turned(SQUARES - Math.ceil(FILES / 2), state.orientation);
    this.#build();
    this.#write();
    host.append(this.#element, this.#help);
    this.#observer = new ResizeObserver(() => this.fit());
    this.#observer.observe(host);
    this.#observer.observe(/** @type {Element} */ (host.querySelector("canvas")));
  }

  /** @param {BoardState} state */
  update(state) {
    const before = this.#state;
    this.#state = state;
    if (NAMED.every((key) => state[key] === before[key])) return;
    const focused = this.#element.contains(document.activeElement);
    this.#write();
    if (focused && before.orientation !== state.orientation) this.focus();
  }

  /** To the point where the keyboard was, or to another one. @param {string} [square] */
  focus(square) {
    if (square) this.#rove(squareIndex(square));
    this.#cells[turned(this.#square, this.#state.orientation)].focus({ preventScroll: true });
  }

  /** Puts the cells over their points. */
  fit() {
    const { x, y, cell } = this.#handlers.corner();
    Object.assign(this.#element.style, {
      left: `${x - cell / 2}px`,
      top: `${y - cell / 2}px`,
      width: `${cell * FILES}px`,
      height: `${cell * RANKS}px`,
    });
  }

  remove() {
    this.#observer.disconnect();
    this.#element.remove();
    this.#help.remove();
  }

  #build() {
    const grid = this.#element;
    grid.className = "board-grid";
    grid.setAttribute("role", "grid");
    this.#help.hidden = true;
    this.#help.id = "board-grid-help";
    grid.setAttribute("aria-describedby", this.#help.id);
    for (let row = 0; row < RANKS; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < FILES; column++) line.append(this.#cell());
      grid.append(line);
    }
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("focusin", ({ target }) => this.#rove(this.#squareOf(target)));
    // A screen reader presses without any pointer.
    grid.addEventListener("click", ({ target }) => this.#press(this.#squareOf(target)));
  }

  #cell() {
    const cell = document.createElement("div");
    cell.setAttribute("role", "gridcell");
    cell.tabIndex = -1;
    this.#cells.push(cell);
    return cell;
  }

  /** Names what has a new name. */
  #write() {
    const { words, orientation } = this.#state;
    if (!words) return;
    name(this.#element, words.label(orientation));
    if (this.#help.textContent !== words.help) this.#help.textContent = words.help;
    for (const [index, cell] of this.#cells.entries()) {
      const square = turned(index, orientation);
      const point = pointOf(this.#state, square);
      name(cell, words.name(point));
      cell.dataset.square = point.square;
      cell.tabIndex = square === this.#square ? 0 : -1;
    }
  }

  /** @param {EventTarget | null} target */
  #squareOf(target) {
    return squareIndex(/** @type {HTMLElement} */ (target).dataset?.square);
  }

  /** @param {number} square */
  #rove(square) {
    if (square < 0 || square === this.#square) return;
    const { orientation } = this.#state;
    this.#cells[turned(this.#square, orientation)].tabIndex = -1;
    this.#cells[turned(square, orientation)].tabIndex = 0;
    this.#square = square;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey || event.shiftKey || !this.#take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was for the grid */
  #take({ key, ctrlKey, repeat }) {
    const { orientation, selected } = this.#state;
    const cell = walk(key, turned(this.#square, orientation), ctrlKey);
    if (cell >= 0) {
      this.#cells[cell].focus({ preventScroll: true });
      return true;
    }
    if (ctrlKey) return false;
    if (key === " " || key === "Enter") {
      if (!repeat) this.#press(this.#square);
      return true;
    }
    if (key !== "Escape" || selected === null) return false;
    this.#handlers.escape();
    this.#tell("putBack", squareIndex(selected));
    return true;
  }

  /** A move and a refusal are told by who plays and refuses; the rest is told here. @param {number} square */
  #press(square) {
    if (square < 0) return;
    const effects = this.#handlers.press(square);
    if (effects.some((effect) => effect.do === "move" || effect.do === "refuse")) return;
    const select = effects.find((effect) => effect.do === "select");
    if (!select) this.#tell("nothing", square);
    else this.#tell(select.square < 0 ? "putBack" : "picked", square);
  }

  /** @param {Told} what @param {number} square */
  #tell(what, square) {
    const { words, dests } = this.#state;
    const point = pointOf(this.#state, square);
    words?.tell(what, point, dests.get(point.square)?.length ?? 0);
  }
}

/** @param {HTMLElement} element @param {string} words */
function name(element, words) {
  if (element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
}
