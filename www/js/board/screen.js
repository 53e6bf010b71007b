/**
 * The canvas in its host: how large, how sharp, and the pictures that fit it. Follows the size of
 * the host and the sharpness of the screen; new pictures are made little by little, and until they
 * are ready the old ones are shown, stretched.
 */

import { aspect, layoutFor, pixelOfSquare, squareAtPixel } from "./geometry.js";
import { cornerRadius } from "./ground.js";
import { paletteOf } from "./theme.js";
import { makeSurfaces } from "./view.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./theme.js").Palette} Palette */
/** @typedef {import("./view.js").Surfaces} Surfaces */

/** Time in milliseconds that making pictures may take of one frame: the first ones, later ones. */
const BUDGET_FIRST = 24;
const BUDGET = 9;

/**
 * @typedef {object} Look
 * @property {import("./geometry.js").Side} orientation
 * @property {boolean} fileLabels
 * @property {"light" | "dark"} theme
 */

export class Screen {
  /** @type {Surfaces | null} */
  surfaces = null;
  #host;
  #canvas;
  /** @type {Look} */
  #look = { orientation: "red", fileLabels: true, theme: "light" };
  /** Pictures in the making. @type {Generator<void, Surfaces> | null} */
  #making = null;
  #needWork;
  #observer;
  #stop = new AbortController();

  /** @param {HTMLElement} host @param {() => void} needWork  asks for a call of `work` in the next frame */
  constructor(host, needWork) {
    this.#host = host;
    this.#needWork = needWork;
    this.#canvas = makeCanvas(host);
    this.#observer = new ResizeObserver(() => this.#refit());
    this.#observer.observe(host);
    this.#watchRatio();
  }

  get canvas() {
    return this.#canvas;
  }

  /** Are pictures in the making? */
  get busy() {
    return this.#making !== null;
  }

  /** The layout of the picture shown. @returns {Layout} */
  get layout() {
    return this.surfaces?.layout ?? this.#wanted();
  }

  /** @param {Look} look */
  setLook({ orientation, fileLabels, theme }) {
    const { orientation: o, fileLabels: f, theme: t } = this.#look;
    if (o === orientation && f === fileLabels && t === theme) return;
    this.#look = { orientation, fileLabels, theme };
    this.#refit();
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
    const end = performance.now() + (this.surfaces ? BUDGET : BUDGET_FIRST);
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
    const { orientation, fileLabels } = this.#look;
    return layoutFor({ width, height, ratio: devicePixelRatio || 1, orientation, fileLabels });
  }

  /** Takes the present size and look, and starts to make pictures for them. */
  #refit() {
    const host = this.#host;
    if (host.clientWidth === 0) return;
    if (host.clientHeight === 0) host.style.aspectRatio = `${1 / aspect(this.#look.fileLabels)}`;
    const layout = this.#wanted();
    const palette = paletteOf(this.#look.theme);
    this.#place(layout, palette);
    const now = this.surfaces;
    const current = now && now.palette === palette && sameLayout(now.layout, layout);
    if (current || this.#making) return;
    this.#making = makeSurfaces(layout, palette, now);
    this.#needWork();
  }

  /** Puts the canvas in the middle of the host, on whole device pixels. */
  #place(/** @type {Layout} */ layout, /** @type {Palette} */ palette) {
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

/** @param {Layout} a @param {Layout} b */
function sameLayout(a, b) {
  const keys = /** @type {(keyof Layout)[]} */ (Object.keys(a));
  return keys.every((key) => a[key] === b[key]);
}
