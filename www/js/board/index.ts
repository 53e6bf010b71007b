/**
 * A Xiangqi board on a canvas. It knows no rules: the page tells it which moves are legal
 * (`dests`), the board tells the page what a person did (`onMove`), and shows whatever placement
 * it is given; the way from one to the next is animated.
 *
 * Mutations go through `set`; drawing happens once per animation frame at most.
 */

import { arrowsToDraw } from "./arrows.ts";
import { RANKS, placeAt, sideOf, squareIndex, squareName } from "./geometry.ts";
import { bindInput } from "./input.ts";
import { extraMarks } from "./marks.ts";
import { Screen } from "./board-canvas.ts";
import { Stage } from "./moving-pieces.ts";
import { View } from "./view.ts";

/** @typedef {import("./geometry.ts").Side} Side */
/** @typedef {import("./input.ts").Effect} Effect */

/**
 * @typedef {object} BoardState
 * @property {string} placement       90 letters, index rank * 9 + file, `.` empty
 * @property {Side} orientation       the side at the bottom
 * @property {"w" | "b"} turn
 * @property {null | Side | "both"} movable  whose pieces a person may move
 * @property {Map<string, string[]>} dests   legal targets by square
 * @property {[string, string] | null} lastMove
 * @property {string | null} check    square of the general in check
 * @property {string[]} risky         of the selected piece's legal targets those to be warned of
 * @property {string | null} selected
 * @property {boolean} showDests
 * @property {number} animationMs     of a middling move; 0 for none
 * @property {"system" | "full" | "reduced"} motion  whether anything moves on its own: as the system says, always, never
 * @property {"light" | "dark"} theme
 * @property {import("./looks.ts").BoardName} board
 * @property {import("./looks.ts").SetName} pieces
 * @property {boolean} fileLabels
 * @property {import("./geometry.ts").Labels} labels  what the files are labelled with: as moves are written beside the board
 * @property {Record<string, string>} markers  square to "ring", "dot", "cross" or "warn"
 * @property {import("./arrows.ts").Arrow[]} arrows
 * @property {import("./shapes.ts").Overlay | null} overlay  what else is drawn over the pieces
 * @property {Side | null} inverted   whose pieces stand on their heads, for a person opposite
 * @property {boolean} dimmed         the game has ended
 * @property {string} label           what a screen reader says of the picture
 * @property {import("./grid.ts").GridWords | null} words  makes it a grid of points, each with a name, for the keyboard and for
 *   screen readers; another language is another object
 */

/**
 * @typedef {object} BoardEvents
 * @property {(from: string, to: string, how: {dragged: boolean}) => void} [onMove]  a legal move;
 *   a dropped piece stays where it was dropped until `set` brings a placement, so show the old one
 *   to take it back
 * @property {(square: string | null) => void} [onSelect]
 * @property {(from: string, to: string) => void} [onRefused]  a try that is not in `dests`
 * @property {(turn: "w"|"b") => void} [onOutOfTurn]  a tap on a piece of the side that is not to move
 */

/** @typedef {Partial<BoardState> & BoardEvents} BoardConfig */

/** A finger hides what is under it: the piece is shown this many cells above, and larger. */
const FINGER = { rise: 0.62, scale: 1.35, guides: true };
const MOUSE = { rise: 0, scale: 1.12, guides: false };

/** @returns {BoardState} */
export function defaults() {
  return {
    placement: ".".repeat(90),
    orientation: "red",
    turn: "w",
    movable: null,
    dests: new Map(),
    lastMove: null,
    check: null,
    risky: [],
    selected: null,
    showDests: true,
    animationMs: 240,
    motion: "system",
    theme: "light",
    board: "wood",
    pieces: "brush",
    fileLabels: true,
    labels: "chinese",
    markers: {},
    arrows: [],
    overlay: null,
    inverted: null,
    dimmed: false,
    label: "",
    words: null,
  };
}

/** @param {HTMLElement} host @param {BoardConfig} [config] */
export function createBoard(host, config = {}) {
  return new Board(host, config);
}

/** The board; the canvas carries it as its property `board`, for scripts that look from outside. */
export class Board {
  #state = defaults();
  #events;
  #host;
  #screen;
  #view;
  #input;
  #stage = new Stage();
  /** Fetched when there are words for it. @type {import("./grid.ts").Grid | null} */
  #grid = null;
  #gridAsked = false;
  /** Where the focus goes as soon as there are points. @type {{ square?: string } | null} */
  #focusAsked = null;
  /** @type {{square: number, over: number, rise: number, scale: number, guides: boolean} | null} */
  #drag = null;
  /** The next drawing paints everything. */
  #whole = true;
  #frame = 0;
  /** The check is marked when the piece that gives it has arrived. */
  #shownCheck = -1;
  /** @type {(() => void)[]} */
  #waiting = [];
  #stop = new AbortController();
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} host @param {BoardConfig} config */
  constructor(host, { onMove, onSelect, onRefused, onOutOfTurn, ...state }) {
    this.#host = host;
    this.#events = { onMove, onSelect, onRefused, onOutOfTurn };
    this.#screen = new Screen(host, () => this.#schedule());
    this.#view = new View(this.canvas);
    this.#input = bindInput(this.canvas, {
      known: () => this.#known(),
      squareUnder: (event) => this.#screen.squareUnder(event),
      apply: (effect) => this.#apply(effect),
      hover: (square) => this.#hover(square),
    });
    const { signal } = this.#stop;
    document.addEventListener("visibilitychange", () => this.#visibility(), { signal });
    Object.assign(this.canvas, { board: this });
    this.set(state);
  }

  get canvas() {
    return this.#screen.canvas;
  }

  /** The state shown, or on its way to be. @returns {BoardState} */
  get state() {
    return { ...this.#state };
  }

  /** Changes what is given and leaves the rest; of arrows alone little is painted. @param {Partial<BoardState>} partial */
  set(partial) {
    const before = this.#state;
    const next = { ...before, ...partial };
    this.#state = next;
    const [name, ...others] = Object.keys(partial);
    if (name === "arrows" && others.length === 0) return this.#schedule();
    if (partial.placement !== undefined) {
      if (next.placement !== before.placement) this.#input.cancel();
      if (partial.selected === undefined) next.selected = stillThere(before, next);
      this.#show(next);
    }
    this.#screen.setLook(next);
    this.canvas.setAttribute("aria-label", next.label);
    this.canvas.dataset.placement = next.placement;
    this.canvas.dataset.orientation = next.orientation;
    if (next.words && !this.#gridAsked) void this.#makeGrid();
    this.#grid?.update(next);
    this.#raise();
    this.#repaint();
  }

  /** @param {BoardState} next */
  #show({ placement, lastMove }) {
    const hint = /** @type {[number, number]} */ (lastMove?.map(squareIndex) ?? [-1, -1]);
    this.#stage.show(placement, { now: performance.now(), time: this.#time(), hint });
  }

  /** Milliseconds for animation now. */
  #time() {
    const { motion } = this.#state;
    const calm = motion === "system" ? this.#calm.matches : motion === "reduced";
    const still = calm || document.hidden || !this.#screen.surfaces;
    return still ? 0 : Math.max(0, this.#state.animationMs);
  }

  /** Settles when nothing moves any more. @returns {Promise<void>} */
  flushAnimation() {
    if (!this.#stage.active) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /** Settles when there is a picture; a page that is not seen draws none. @returns {Promise<void>} */
  whenDrawn() {
    if (this.#screen.surfaces || document.hidden) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The square at a place of the host, in CSS pixels. @param {number} x @param {number} y */
  squareAt(x, y) {
    const { left, top } = this.#host.getBoundingClientRect();
    const { clientLeft, clientTop } = this.#host;
    const place = { clientX: left + clientLeft + x, clientY: top + clientTop + y };
    const square = this.#screen.squareUnder(place);
    return square < 0 ? null : squareName(square);
  }

  /** The middle of a square, in CSS pixels of the host. @param {string} square */
  centerOf(square) {
    return this.#screen.centre(squareIndex(square));
  }

  /** The keyboard's focus to the point where it was, or to another one. @param {string} [square] */
  focus(square) {
    if (this.#grid) this.#grid.focus(square);
    else this.#focusAsked = { square };
  }

  /** Takes the board off the page. */
  destroy() {
    this.#input.unbind();
    this.#grid?.remove();
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    this.#settle();
    this.#screen.remove();
  }

  /** The points for the keyboard and for screen readers; without them the board is a picture with a name. */
  async #makeGrid() {
    this.#gridAsked = true;
    try {
      const { Grid } = await import("./grid.ts");
      if (this.#stop.signal.aborted) return;
      this.#grid = new Grid(this.#host, this.#state, {
        press: (square) => this.#input.press(square),
        escape: () => this.#input.escape(),
        corner: () => this.#corner(),
      });
      this.canvas.setAttribute("aria-hidden", "true");
      const isFree = document.activeElement === document.body;
      if (this.#focusAsked && isFree) this.#grid.focus(this.#focusAsked.square);
    } catch {
      this.#gridAsked = false; // asked for again with the next change
    }
  }

  /** The point at the top left, whichever it is, and the distance of points, in CSS pixels of the host. */
  #corner() {
    const [one, other] = [this.centerOf("a9"), this.centerOf("i0")];
    const cell = Math.abs(one.y - other.y) / (RANKS - 1);
    return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), cell };
  }

  // ---- what the pointer may know and what it brings about

  /** @returns {import("./input.ts").Known} */
  #known() {
    const { dests, selected } = this.#state;
    return {
      selected: squareIndex(selected),
      movable: (square) => this.#movable(square),
      dest: (from, to) =>
        this.#movable(from) && (dests.get(squareName(from))?.includes(squareName(to)) ?? false),
    };
  }

  /** @param {number} square */
  #movable(square) {
    const { placement, movable, turn } = this.#state;
    const side = sideOf(placement[square]);
    if (!side || side !== (turn === "w" ? "red" : "black")) return false;
    return movable === "both" || movable === side;
  }

  /** @param {Effect} effect */
  #apply(effect) {
    switch (effect.do) {
      case "select":
        return this.#select(effect.square);
      case "drag":
        return this.#dragTo(effect);
      case "return":
        return this.#release(this.#drag?.square ?? -1);
      case "touch":
        return this.#touch(effect.square);
      case "refuse":
        return this.#events.onRefused?.(squareName(effect.from), squareName(effect.to));
      default:
        return this.#move(effect);
    }
  }

  /** @param {Extract<Effect, {do: "move"}>} effect */
  #move({ from, to, dragged }) {
    if (dragged) this.#release(to);
    this.#events.onMove?.(squareName(from), squareName(to), { dragged });
  }

  /** @param {number} square */
  #touch(square) {
    const { placement, movable, turn } = this.#state;
    const side = sideOf(placement[square]);
    if (movable && side && side !== (turn === "w" ? "red" : "black"))
      this.#events.onOutOfTurn?.(turn);
  }

  /** @param {number} square */
  #select(square) {
    const name = square < 0 ? null : squareName(square);
    if (name === this.#state.selected) return;
    this.#state = { ...this.#state, selected: name };
    this.#grid?.update(this.#state);
    this.#raise();
    this.#repaint();
    this.#events.onSelect?.(name);
  }

  /** @param {Extract<Effect, {do: "drag"}>} effect */
  #dragTo({ from, over, x, y, device }) {
    const pixel = this.#screen.pixel(x, y);
    if (this.#drag?.over !== over) this.#whole = true;
    this.#drag = { square: from, over, ...(device === "mouse" ? MOUSE : FINGER) };
    this.#stage.hold(from, placeAt(this.#screen.layout, pixel.x, pixel.y));
    this.canvas.style.cursor = "grabbing";
    this.#schedule();
  }

  /** @param {number} to */
  #release(to) {
    if (!this.#drag) return;
    this.#drag = null;
    this.canvas.style.cursor = "";
    this.#stage.release(to, performance.now(), this.#time());
    this.#raise();
    this.#repaint();
  }

  #raise() {
    this.#stage.raise(squareIndex(this.#state.selected), performance.now(), this.#time());
  }

  /** @param {number} square */
  #hover(square) {
    if (this.#drag) return;
    const { selected, dest } = this.#known();
    const aimed = selected >= 0 && square >= 0 && dest(selected, square);
    const grab = square >= 0 && this.#movable(square) ? "grab" : "";
    this.canvas.style.cursor = aimed ? "pointer" : grab;
  }

  // ---- drawing

  #repaint() {
    this.#whole = true;
    this.#schedule();
  }

  #schedule() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.#frame = 0;
    if (this.#screen.work()) this.#whole = true;
    const active = this.#stage.tick(now);
    if (this.#screen.surfaces) this.#paint(this.#screen.surfaces);
    if (active || this.#screen.busy) this.#schedule();
    if (!active && this.#screen.surfaces) this.#settle();
  }

  /** @param {import("./view.ts").Surfaces} surfaces */
  #paint(surfaces) {
    const wanted = squareIndex(this.#state.check);
    const check = this.#stage.travelling && wanted !== this.#shownCheck ? -1 : wanted;
    const whole = this.#whole || check !== this.#shownCheck;
    this.#shownCheck = check;
    this.#whole = false;
    const { dimmed, inverted } = this.#state;
    const shown = { actors: this.#stage.actors, marks: this.#marks(), drag: this.#drag };
    const scene = { ...shown, dimmed, inverted };
    this.#view.paint(surfaces, scene, whole);
    this.canvas.dataset.ready = "true";
  }

  /** @returns {import("./marks.ts").Marks} */
  #marks() {
    const { selected, dests, risky, showDests, lastMove, placement } = this.#state;
    const from = squareIndex(selected);
    const points = (selected && showDests && dests.get(selected)) || [];
    const over = this.#drag?.over ?? -1;
    return {
      lastMove: lastMove && [squareIndex(lastMove[0]), squareIndex(lastMove[1])],
      check: this.#shownCheck,
      selected: from,
      points: points.map(squareIndex),
      risky: risky.map(squareIndex),
      over,
      overLegal: over >= 0 && this.#known().dest(from, over),
      guides: this.#drag?.guides ?? false,
      extra: extraMarks(this.#state.markers),
      arrows: arrowsToDraw(this.#state.arrows),
      overlay: this.#state.overlay,
      occupied: (square) => placement[square] !== ".",
    };
  }

  #settle() {
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  /** A hidden page gets no frames: what moves ends at once. */
  #visibility() {
    if (document.hidden) {
      this.#stage.finish();
      this.#settle();
    }
    this.#repaint();
  }
}

/** The selection survives a change of placement that leaves its piece alone. @param {BoardState} before @param {BoardState} next */
function stillThere(before, next) {
  const square = squareIndex(next.selected);
  return next.placement[square] === before.placement[square] ? next.selected : null;
}
