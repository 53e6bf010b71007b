/**
 * The canvas in its host: how large, how sharp, and the pictures that fit it. Follows the size of
 * the host and the sharpness of the screen; new pictures are made little by little, and until they
 * are ready the old ones are shown, stretched.
 */

import { aspect, layoutFor, pixelOfSquare, sameLayout, squareAtPixel } from "./geometry.ts";
import { cornerRadius } from "./background.ts";
import { loadLook, lookOf, nearestLook } from "./looks.ts";
import { makeSurfaces } from "./view.ts";
import { pauseForInput } from "../core/scheduling.ts";

/** @typedef {import("./geometry.ts").Layout} Layout */
/** @typedef {import("./looks.ts").Look} Look */
/** @typedef {import("./view.ts").Surfaces} Surfaces */

/** Time in milliseconds that making pictures may take at once: of each task the first ones, of a frame later ones. */
const BUDGET_FIRST = 14;
const BUDGET = 9;

/**
 * What is to be seen.
 *
 * @typedef {import("./looks.ts").Choice & {orientation: import("./geometry.ts").Side, fileLabels: boolean, labels: import("./geometry.ts").Labels}} Wish
 */

export class Screen {
  /** @type {Surfaces | null} */
  surfaces = null;
  #host;
  #canvas;
  /** @type {Wish} */
  #wish = {
    orientation: "red",
    fileLabels: true,
    labels: "chinese",
    theme: "light",
    board: "wood",
    pieces: "brush",
  };
  /** The boards and sets asked for that were not there at once; their answer, if it has come. @type {Map<string, "asked" | "failed">} */
  #asked = new Map();
  /** Pictures in the making. @type {Generator<void, Surfaces> | null} */
  #making = null;
  #needWork;
  #observer;
  #measured = false;
  #stop = new AbortController();

  /** @param {HTMLElement} host @param {() => void} needWork  asks for a call of `work` in the next frame */
  constructor(host, needWork) {
    this.#host = host;
    this.#needWork = needWork;
    this.#canvas = makeCanvas(host);
    this.#observer = new ResizeObserver(() => {
      this.#measured = true;
      this.#refit();
    });
    this.#observer.observe(host);
    queueMicrotask(() => this.#measure());
    this.#watchRatio();
    this.#watchZoom();
  }

  get canvas() {
    return this.#canvas;
  }

  /** Are other pictures in the making than those shown? */
  get busy() {
    return this.#making !== null && this.surfaces !== null;
  }

  /** The layout of the picture shown. @returns {Layout} */
  get layout() {
    return this.surfaces?.layout ?? this.#wanted();
  }

  /** @param {Wish} wish */
  setLook({ orientation, fileLabels, labels, theme, board, pieces }) {
    const wish = { orientation, fileLabels, labels, theme, board, pieces };
    const keys = /** @type {(keyof Wish)[]} */ (Object.keys(wish));
    if (keys.every((key) => wish[key] === this.#wish[key])) return;
    this.#wish = wish;
    // Not before the page has been laid out once: to ask for sizes now would have it done twice.
    if (this.#measured) this.#refit();
    else this.#look();
  }

  /** Canvas pixel of a place in the window, whatever zoom or transform is in force. */
  pixel(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const box = this.#canvas.getBoundingClientRect();
    const { width, height } = this.layout;
    return {
      x: ((clientX - box.left) * width) / (box.width || 1),
      y: ((clientY - box.top) * height) / (box.height || 1),
    };
  }

  /** The square meant by a place in the window, or -1. @param {{clientX: number, clientY: number}} event */
  squareUnder({ clientX, clientY }) {
    const { x, y } = this.pixel(clientX, clientY);
    return squareAtPixel(this.layout, x, y);
  }

  /** The middle of a square in CSS pixels of the host. @param {number} square */
  centre(square) {
    const layout = this.layout;
    const { x, y } = pixelOfSquare(layout, square);
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.#canvas;
    return {
      x: offsetLeft + (x * offsetWidth) / layout.width,
      y: offsetTop + (y * offsetHeight) / layout.height,
    };
  }

  /**
   * Works on pictures in the making for as long as a frame can spare.
   *
   * @returns {boolean} new pictures are there, and the canvas is empty
   */
  work() {
    return this.busy && this.#workFor(BUDGET);
  }

  /** @param {number} budget milliseconds */
  #workFor(budget) {
    const end = performance.now() + budget;
    while (this.#making && performance.now() < end) {
      const step = this.#making.next();
      if (!step.done) continue;
      this.#adopt(step.value);
      return true;
    }
    return false;
  }

  remove() {
    this.#observer.disconnect();
    this.#stop.abort();
    this.#canvas.remove();
  }

  #wanted() {
    const { clientWidth: width, clientHeight: height } = this.#host;
    const { orientation, fileLabels, labels } = this.#wish;
    const ratio = devicePixelRatio || 1;
    return layoutFor({ width, height, ratio, orientation, fileLabels, labels });
  }

  /** The observer would wait for a frame to say for the first time how large the host is. */
  #measure() {
    if (this.#measured || this.#stop.signal.aborted || this.#host.clientWidth === 0) return;
    this.#measured = true;
    this.#refit();
  }

  /** Takes the present size and look, and starts to make pictures for them. */
  #refit() {
    const host = this.#host;
    if (host.clientWidth === 0) return;
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    if (host.clientHeight === 0) host.style.aspectRatio = `${1 / aspect(this.#wish.fileLabels)}`;
    const layout = this.#wanted();
    const look = this.#look();
    this.#place(layout, look?.palette);
    const now = this.surfaces;
    const current = !look || (now && now.look === look && sameLayout(now.layout, layout));
    if (current || this.#making) return;
    this.#making = makeSurfaces(layout, look, now);
    if (now) this.#needWork();
    else void this.#rush();
  }

  /** Makes the first pictures: there is nothing to see yet, so no frame is waited for. */
  async #rush() {
    while (!this.surfaces) {
      await pauseForInput();
      if (this.#stop.signal.aborted) return;
      this.#workFor(BUDGET_FIRST);
    }
    this.#needWork();
  }

  /** The look to draw now: the one chosen, or as long as that is not here the one shown. @returns {Look | null} */
  #look() {
    const wish = this.#wish;
    const look = lookOf(wish);
    if (look) return look;
    const key = `${wish.board} ${wish.pieces}`;
    if (this.#asked.get(key) === "failed") return nearestLook(wish);
    if (!this.#asked.has(key)) void this.#load(wish, key);
    return this.surfaces?.look ?? null;
  }

  /** @param {Wish} wish @param {string} key */
  async #load(wish, key) {
    this.#asked.set(key, "asked");
    try {
      await loadLook(wish);
    } catch {
      this.#asked.set(key, "failed");
    }
    if (!this.#stop.signal.aborted) this.#refit();
  }

  /** Puts the canvas in the middle of the host, on whole device pixels. */
  #place(/** @type {Layout} */ layout, /** @type {Look["palette"] | undefined} */ palette) {
    const css = (/** @type {number} */ pixels) => `${pixels / layout.ratio}px`;
    const box = this.#host.getBoundingClientRect();
    const middle = (
      /** @type {number} */ from,
      /** @type {number} */ room,
      /** @type {number} */ size,
    ) => {
      const start = from * layout.ratio;
      const free = Math.max(0, Math.floor((room * layout.ratio - size) / 2));
      return css(free + Math.round(start) - start);
    };
    Object.assign(this.#canvas.style, {
      width: css(layout.width),
      height: css(layout.height),
      left: middle(box.left + this.#host.clientLeft, this.#host.clientWidth, layout.width),
      top: middle(box.top + this.#host.clientTop, this.#host.clientHeight, layout.height),
      borderRadius: css(cornerRadius(layout)),
    });
    if (!palette) return;
    Object.assign(this.#canvas.style, {
      boxShadow: palette.boardShadow,
      backgroundColor: `rgb(${palette.pale.join(", ")})`,
    });
  }

  /** Puts finished pictures in place; if the size has changed meanwhile, makes them again. */
  #adopt(/** @type {Surfaces} */ surfaces) {
    const { width, height } = surfaces.layout;
    this.surfaces = surfaces;
    this.#making = null;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#canvas.dataset.look = surfaces.look.name;
    this.#refit();
  }

  /** Sharpness changes when the window goes to another screen or is zoomed. */
  #watchRatio() {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const changed = () => {
      this.#refit();
      this.#watchRatio();
    };
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", changed, { once: true, signal });
  }

  /** Two fingers always zoom; where the page is zoomed in, one finger moves it, unless `input.js` holds it back. */
  #watchZoom() {
    const { visualViewport } = globalThis;
    const changed = () => {
      const isZoomed = (visualViewport?.scale ?? 1) > 1.01;
      this.#canvas.style.touchAction = isZoomed ? "manipulation" : "pinch-zoom";
    };
    visualViewport?.addEventListener("resize", changed, { signal: this.#stop.signal });
    changed();
  }
}

/** @param {HTMLElement} host */
function makeCanvas(host) {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  Object.assign(canvas.style, {
    position: "absolute",
    display: "block",
    width: "0", // a canvas without a size takes 300 x 150 px, which a narrow sheet would scroll for
    height: "0",
    userSelect: "none",
    webkitUserSelect: "none",
    webkitTouchCallout: "none",
    webkitTapHighlightColor: "transparent",
  });
  host.append(canvas);
  return canvas;
}
