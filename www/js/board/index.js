/**
 * A Xiangqi board on a canvas. It knows no rules: the page tells it which moves are legal
 * (`dests`), the board tells the page what a person did (`onMove`), and shows whatever placement
 * it is given; the way from one to the next is animated.
 *
 * Mutations go through `set`; drawing happens once per animation frame at most.
 */

import { extraMarks } from "./marks.js";
import { aspect, layoutFor, pixelOfSquare, placeAt, sideOf, squareAtPixel, squareIndex, squareName } from "./geometry.js";
import { cornerRadius } from "./ground.js";
import { bindInput } from "./input.js";
import { Stage } from "./stage.js";
import { paletteOf } from "./theme.js";
import { View, makeSurfaces } from "./view.js";

/** @typedef {import("./geometry.js").Side} Side */

/**
 * @typedef {object} BoardState
 * @property {string} placement       90 letters, index rank * 9 + file, `.` empty
 * @property {Side} orientation       the side at the bottom
 * @property {"w" | "b"} turn
 * @property {null | Side | "both"} movable  whose pieces a person may move
 * @property {Map<string, string[]>} dests   legal targets by square
 * @property {[string, string] | null} lastMove
 * @property {string | null} check    square of the general in check
 * @property {string | null} selected
 * @property {boolean} showDests
 * @property {number} animationMs     of a middling move; 0 for none
 * @property {"light" | "dark"} theme
 * @property {boolean} fileLabels
 * @property {Record<string, string>} markers  square to "ring", "dot", "cross" or "warn"
 * @property {boolean} dimmed         the game has ended
 * @property {string} label           what a screen reader says of the picture
 */

/**
 * @typedef {object} BoardEvents
 * @property {(from: string, to: string, how: {dragged: boolean}) => void} [onMove]   a legal move was made
 * @property {(square: string | null) => void} [onSelect]
 * @property {(from: string, to: string) => void} [onRefused]  a person tried a move that is not in `dests`
 */

/** @typedef {Partial<BoardState> & BoardEvents} BoardConfig */

/** Time in milliseconds that making pictures may take of one frame: the first ones, later ones. */
const BUDGET_FIRST = 24;
const BUDGET = 9;
/** A finger hides what is under it: the piece is shown this many cells above, and larger. */
const FINGER = { rise: 0.62, scale: 1.35 };
const MOUSE = { rise: 0, scale: 1.12 };

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
    selected: null,
    showDests: true,
    animationMs: 240,
    theme: "light",
    fileLabels: true,
    markers: {},
    dimmed: false,
    label: "",
  };
}

/** @param {HTMLElement} host @param {BoardConfig} [config] */
export function createBoard(host, config = {}) {
  return new Board(host, config);
}

export class Board {
  #state = defaults();
  /** @type {BoardEvents} */
  #events;
  #host;
  #canvas;
  #view;
  #stage = new Stage();
  /** @type {import("./view.js").Surfaces | null} */
  #surfaces = null;
  /** Pictures in the making. @type {Generator<void, import("./view.js").Surfaces> | null} */
  #making = null;
  /** @type {{square: number, over: number, rise: number, scale: number, guides: boolean} | null} */
  #drag = null;
  #whole = true;
  #frame = 0;
  /** The check is marked when the piece that gives it has arrived. */
  #shownCheck = -1;
  /** @type {(() => void)[]} */
  #waiting = [];
  #stop = new AbortController();
  #input;
  #observer;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} host @param {BoardConfig} config */
  constructor(host, { onMove, onSelect, onRefused, ...state }) {
    this.#host = host;
    this.#events = { onMove, onSelect, onRefused };
    this.#canvas = makeCanvas(host);
    this.#view = new View(this.#canvas);
    this.#input = bindInput(this.#canvas, {
      known: () => this.#known(),
      squareUnder: (event) => this.#squareUnder(event),
      apply: (effect) => this.#apply(effect),
      hover: (square) => this.#hover(square),
    });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.set({ animationMs: 0, ...state });
    this.#state.animationMs = state.animationMs ?? defaults().animationMs;
    this.#observer.observe(host);
    document.addEventListener("visibilitychange", () => this.#hide(), { signal: this.#stop.signal });
    this.#watchRatio();
    Object.assign(this.#canvas, { board: this });
  }

  /** The state shown, or on its way to be. @returns {BoardState} */
  get state() {
    return { ...this.#state };
  }

  get canvas() {
    return this.#canvas;
  }

  /** Changes what is given and leaves the rest. @param {Partial<BoardState>} partial */
  set(partial) {
    const before = this.#state;
    const next = { ...before, ...partial };
    this.#state = next;
    if (partial.placement !== undefined) this.#show(next);
    const fits = this.#surfaces || this.#making;
    const resized = next.orientation !== before.orientation || next.fileLabels !== before.fileLabels;
    if (resized || next.theme !== before.theme || !fits) this.#resize();
    if (next.label !== before.label) this.#canvas.setAttribute("aria-label", next.label);
    this.#raise();
    this.#expose();
    this.#repaint();
  }

  /** @param {BoardState} next */
  #show(next) {
    if (this.#drag && this.#stage.placement !== next.placement) this.#input.cancel();
    const hint = next.lastMove && [squareIndex(next.lastMove[0]), squareIndex(next.lastMove[1])];
    const known = hint && hint[0] >= 0 && hint[1] >= 0;
    this.#stage.show(next.placement, {
      now: performance.now(),
      time: this.#time(),
      hint: known ? /** @type {[number, number]} */ (hint) : null,
    });
  }

  /** Milliseconds for animation now. */
  #time() {
    const still = this.#calm.matches || document.hidden || !this.#surfaces;
    return still ? 0 : Math.max(0, this.#state.animationMs);
  }

  /** Settles when nothing moves any more. @returns {Promise<void>} */
  flushAnimation() {
    if (!this.#stage.active) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#repaint();
    });
  }

  /** The square at a place of the host, in CSS pixels. @param {number} x @param {number} y @returns {string | null} */
  squareAt(x, y) {
    const { left, top } = this.#host.getBoundingClientRect();
    const border = { x: this.#host.clientLeft, y: this.#host.clientTop };
    const square = this.#squareUnder({ clientX: left + border.x + x, clientY: top + border.y + y });
    return square < 0 ? null : squareName(square);
  }

  /** The middle of a square, in CSS pixels of the host. @param {string} square @returns {{x: number, y: number}} */
  centerOf(square) {
    const layout = this.#layout();
    const { x, y } = pixelOfSquare(layout, squareIndex(square));
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.#canvas;
    return {
      x: offsetLeft + (x * offsetWidth) / layout.width,
      y: offsetTop + (y * offsetHeight) / layout.height,
    };
  }

  /** Takes the board off the page. */
  destroy() {
    this.#input.unbind();
    this.#observer.disconnect();
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    this.#waiting.splice(0).forEach((resolve) => resolve());
    this.#canvas.remove();
  }

  // ---- what the pointer may know and what it brings about

  #known() {
    const { dests } = this.#state;
    return {
      selected: squareIndex(this.#state.selected),
      movable: (/** @type {number} */ square) => this.#movable(square),
      dest: (/** @type {number} */ from, /** @type {number} */ to) =>
        dests.get(squareName(from))?.includes(squareName(to)) ?? false,
    };
  }

  /** @param {number} square */
  #movable(square) {
    const { placement, movable, turn } = this.#state;
    const side = sideOf(placement[square]);
    if (!side || side !== (turn === "w" ? "red" : "black")) return false;
    return movable === "both" || movable === side;
  }

  /** @param {{clientX: number, clientY: number}} event */
  #squareUnder({ clientX, clientY }) {
    const { x, y } = this.#pixel(clientX, clientY);
    return squareAtPixel(this.#layout(), x, y);
  }

  /** Canvas pixel of a place on the screen, whatever zoom or transform is in force. */
  #pixel(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const box = this.#canvas.getBoundingClientRect();
    const layout = this.#layout();
    return {
      x: ((clientX - box.left) * layout.width) / (box.width || 1),
      y: ((clientY - box.top) * layout.height) / (box.height || 1),
    };
  }

  /** @param {import("./input.js").Effect} effect */
  #apply(effect) {
    switch (effect.do) {
      case "select":
        return this.#select(effect.square);
      case "drag":
        return this.#dragTo(effect);
      case "return":
        return this.#release(this.#drag?.square ?? -1);
      case "refuse":
        return this.#events.onRefused?.(squareName(effect.from), squareName(effect.to));
      default:
        if (effect.dragged) this.#release(effect.to);
        return this.#events.onMove?.(squareName(effect.from), squareName(effect.to), { dragged: effect.dragged });
    }
  }

  /** @param {number} square */
  #select(square) {
    const name = square < 0 ? null : squareName(square);
    if (name === this.#state.selected) return;
    this.#state = { ...this.#state, selected: name };
    this.#raise();
    this.#repaint();
    this.#events.onSelect?.(name);
  }

  /** @param {Extract<import("./input.js").Effect, {do: "drag"}>} effect */
  #dragTo({ from, over, x, y, device }) {
    const finger = device !== "mouse";
    const pixel = this.#pixel(x, y);
    const place = placeAt(this.#layout(), pixel.x, pixel.y);
    if (this.#drag?.over !== over) this.#whole = true;
    this.#drag = { square: from, over, guides: finger, ...(finger ? FINGER : MOUSE) };
    this.#stage.hold(from, place);
    this.#canvas.style.cursor = "grabbing";
    this.#schedule();
  }

  /** @param {number} to */
  #release(to) {
    if (!this.#drag) return;
    this.#drag = null;
    this.#canvas.style.cursor = "";
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
    const { selected } = this.#state;
    const aimed = selected !== null && this.#known().dest(squareIndex(selected), square);
    const cursor = aimed ? "pointer" : square >= 0 && this.#movable(square) ? "grab" : "";
    this.#canvas.style.cursor = cursor;
  }

  // ---- size

  #layout() {
    return this.#surfaces?.layout ?? this.#wanted();
  }

  #wanted() {
    const { orientation, fileLabels } = this.#state;
    const { clientWidth: width, clientHeight: height } = this.#host;
    return layoutFor({ width, height, ratio: devicePixelRatio || 1, orientation, fileLabels });
  }

  /** Takes the present size and theme, and starts to make the pictures for them. */
  #resize() {
    const host = this.#host;
    if (host.clientWidth === 0) return;
    if (host.clientHeight === 0) host.style.aspectRatio = `${1 / aspect(this.#state.fileLabels)}`;
    const layout = this.#wanted();
    const palette = paletteOf(this.#state.theme);
    this.#place(layout, palette);
    const now = this.#surfaces;
    const current = now && now.palette === palette && sameLayout(now.layout, layout);
    if (current || this.#making) return;
    this.#making = makeSurfaces(layout, palette, now);
    this.#schedule();
  }

  /** Puts the canvas in the middle of the host; the old picture is stretched until the new one is there. */
  #place(/** @type {import("./geometry.js").Layout} */ layout, /** @type {import("./theme.js").Palette} */ palette) {
    const css = (/** @type {number} */ pixels) => `${pixels / layout.ratio}px`;
    const middle = (/** @type {number} */ room, /** @type {number} */ size) =>
      css(Math.max(0, Math.floor((room * layout.ratio - size) / 2)));
    Object.assign(this.#canvas.style, {
      width: css(layout.width),
      height: css(layout.height),
      left: middle(this.#host.clientWidth, layout.width),
      top: middle(this.#host.clientHeight, layout.height),
      borderRadius: css(cornerRadius(layout)),
      boxShadow: palette.boardShadow,
      backgroundColor: `rgb(${palette.pale.join(", ")})`,
    });
  }

  /** Puts finished pictures in place; if the size has changed meanwhile, makes them again. */
  #adopt(/** @type {import("./view.js").Surfaces} */ surfaces) {
    const { width, height } = surfaces.layout;
    this.#surfaces = surfaces;
    this.#making = null;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#whole = true;
    this.#expose();
    this.#resize();
  }

  /** Sharpness changes when the window goes to another screen or is zoomed. */
  #watchRatio() {
    if (this.#stop.signal.aborted) return;
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const changed = () => {
      this.#resize();
      this.#watchRatio();
    };
    query.addEventListener("change", changed, { once: true, signal: this.#stop.signal });
  }

  /** Leaves what scripts and tests want to know on the canvas. */
  #expose() {
    const { dataset } = this.#canvas;
    dataset.placement = this.#state.placement;
    dataset.orientation = this.#state.orientation;
    dataset.ready = String(Boolean(this.#surfaces));
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
    this.#make();
    const active = this.#stage.tick(now);
    if (this.#surfaces) this.#paint(this.#surfaces);
    if (active || this.#making) this.#schedule();
    if (!active) this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Works on pictures in the making for as long as a frame can spare. */
  #make() {
    const end = performance.now() + (this.#surfaces ? BUDGET : BUDGET_FIRST);
    while (this.#making && performance.now() < end) {
      const step = this.#making.next();
      if (step.done) this.#adopt(step.value);
    }
  }

  /** @param {import("./view.js").Surfaces} surfaces */
  #paint(surfaces) {
    const check = this.#stage.travelling ? this.#shownCheck : squareIndex(this.#state.check);
    if (check !== this.#shownCheck) this.#whole = true;
    this.#shownCheck = check;
    const scene = {
      actors: this.#stage.actors,
      marks: this.#marks(check),
      drag: this.#drag,
      dimmed: this.#state.dimmed,
    };
    this.#view.paint(surfaces, scene, this.#whole);
    this.#whole = false;
  }

  /** @param {number} check @returns {import("./marks.js").Marks} */
  #marks(check) {
    const { selected, dests, showDests, lastMove, markers, placement } = this.#state;
    const from = squareIndex(selected);
    const points = (selected && showDests && dests.get(selected)) || [];
    const over = this.#drag?.over ?? -1;
    return {
      lastMove: lastMove && [squareIndex(lastMove[0]), squareIndex(lastMove[1])],
      check,
      selected: from,
      points: points.map(squareIndex),
      over,
      overLegal: over >= 0 && this.#known().dest(from, over),
      guides: this.#drag?.guides ?? false,
      extra: extraMarks(markers),
      occupied: (square) => placement[square] !== ".",
    };
  }

  /** A hidden page gets no frames: end what moves. */
  #hide() {
    if (!document.hidden) return this.#repaint();
    this.#stage.finish();
    this.#whole = true;
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}

/** @param {HTMLElement} host */
function makeCanvas(host) {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  Object.assign(canvas.style, {
    position: "absolute",
    display: "block",
    touchAction: "none",
    userSelect: "none",
    webkitUserSelect: "none",
    webkitTouchCallout: "none",
    webkitTapHighlightColor: "transparent",
  });
  if (getComputedStyle(host).position === "static") host.style.position = "relative";
  host.append(canvas);
  return canvas;
}

/** @param {import("./geometry.js").Layout} a @param {import("./geometry.js").Layout} b */
function sameLayout(a, b) {
  const keys = /** @type {(keyof import("./geometry.js").Layout)[]} */ (Object.keys(a));
  return keys.every((key) => a[key] === b[key]);
}
