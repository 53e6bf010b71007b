// The canvas of a board, and the pictures drawn for its size. The canvas follows the size of its host and the pixel
// ratio of the screen. New pictures are drawn in steps. Until they are complete, the old pictures are shown scaled.

import { pauseForInput } from "../core/scheduling.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import { cornerRadius } from "./background.ts";
import { aspect, isSameRecord, layoutFor, pixelOfSquare, squareAtPixel } from "./geometry.ts";
import type { Layout, Point } from "./geometry.ts";
import { loadLook, lookOf, nearestLook } from "./looks.ts";
import type { Look, LookChoice } from "./looks.ts";
import { makeSurfaces } from "./view.ts";
import type { Surfaces } from "./view.ts";

/** The time limit for drawing the first pictures in one task, in milliseconds. */
const BUDGET_FIRST = 14;
/** The time limit for drawing later pictures in one frame, in milliseconds. */
const BUDGET = 9;

interface DisplayOptions extends LookChoice {
  orientation: Side;
  fileLabels: boolean;
  labels: Notation;
}

export class BoardCanvas {
  readonly canvas: HTMLCanvasElement;
  surfaces: Surfaces | null = null;
  #host;
  #options: DisplayOptions = {
    orientation: "red",
    fileLabels: true,
    labels: "chinese",
    theme: "light",
    board: "wood",
    pieces: "brush",
  };
  /** The requests for looks that had to be fetched. The key consists of the names of the board and of the piece set. */
  #requests = new Map<string, "pending" | "failed">();
  #drawing: Generator<void, Surfaces> | null = null;
  #requestWork;
  #observer;
  #measured = false;
  #controller = new AbortController();

  /** `requestWork` must arrange that `work` is called in the next frame. */
  constructor(host: HTMLElement, requestWork: () => void) {
    this.#host = host;
    this.#requestWork = requestWork;
    this.canvas = createCanvas(host);
    this.#observer = new ResizeObserver(() => {
      this.#measured = true;
      this.#refit();
    });
    this.#observer.observe(host);
    queueMicrotask(() => this.#measure());
    this.#watchRatio();
  }

  /** True while new pictures are being drawn to replace the shown ones. */
  get busy(): boolean {
    return this.#drawing !== null && this.surfaces !== null;
  }

  /** The layout of the shown pictures. Before the first pictures are complete, the layout that fits the host. */
  get layout(): Layout {
    return this.surfaces?.layout ?? this.#hostLayout();
  }

  setLook({ orientation, fileLabels, labels, theme, board, pieces }: DisplayOptions): void {
    const options = { orientation, fileLabels, labels, theme, board, pieces };
    if (isSameRecord(options, this.#options)) return;
    this.#options = options;
    // Measuring before the browser's first layout of the page would force an additional layout.
    if (this.#measured) this.#refit();
    else this.#look();
  }

  /** Converts a point of the window, in CSS pixels, to a canvas pixel. Works under any zoom or CSS transform. */
  pixel(clientX: number, clientY: number): Point {
    const box = this.canvas.getBoundingClientRect();
    const { width, height } = this.layout;
    return {
      x: ((clientX - box.left) * width) / (box.width || 1),
      y: ((clientY - box.top) * height) / (box.height || 1),
    };
  }

  /** Returns the square at a point of the window, -1 for none. */
  squareUnder({ clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">): number {
    const { x, y } = this.pixel(clientX, clientY);
    return squareAtPixel(this.layout, x, y);
  }

  /** Returns the middle of a square in CSS pixels of the host. */
  centre(square: number): Point {
    const { layout } = this;
    const { x, y } = pixelOfSquare(layout, square);
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.canvas;
    return {
      x: offsetLeft + (x * offsetWidth) / layout.width,
      y: offsetTop + (y * offsetHeight) / layout.height,
    };
  }

  /**
   * Draws pictures for at most `BUDGET` milliseconds. Returns true if the pictures are complete. The caller must then
   * paint the whole canvas, since a change of the canvas's size clears it.
   */
  work(): boolean {
    return this.busy && this.#workFor(BUDGET);
  }

  #workFor(milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    while (this.#drawing && performance.now() < end) {
      const step = this.#drawing.next();
      if (!step.done) continue;
      this.#adopt(step.value);
      return true;
    }
    return false;
  }

  remove(): void {
    this.#observer.disconnect();
    this.#controller.abort();
    this.canvas.remove();
  }

  /** Returns the layout that fits the host now. */
  #hostLayout(): Layout {
    const { clientWidth: width, clientHeight: height } = this.#host;
    return layoutFor({ ...this.#options, width, height, ratio: devicePixelRatio || 1 });
  }

  /** Measures the host at once, since the observer reports the first size only with the next frame. */
  #measure(): void {
    if (this.#measured || this.#controller.signal.aborted || this.#host.clientWidth === 0) return;
    this.#measured = true;
    this.#refit();
  }

  /** Adopts the current size and look, and starts to draw pictures for them. */
  #refit(): void {
    const host = this.#host;
    if (host.clientWidth === 0) return;
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    if (host.clientHeight === 0) host.style.aspectRatio = `${1 / aspect(this.#options.fileLabels)}`;
    const layout = this.#hostLayout();
    const look = this.#look();
    this.#place(layout, look);
    const old = this.surfaces;
    const isCurrent = !look || (old?.look === look && isSameRecord(old.layout, layout));
    if (isCurrent || this.#drawing) return;
    this.#drawing = makeSurfaces(layout, look, old);
    if (old) this.#requestWork();
    else void this.#drawFirst();
  }

  /** Draws the first pictures without waiting for frames, since the page has no board until they are ready. */
  async #drawFirst(): Promise<void> {
    while (!this.surfaces) {
      await pauseForInput();
      if (this.#controller.signal.aborted) return;
      this.#workFor(BUDGET_FIRST);
    }
    this.#requestWork();
  }

  /**
   * Returns the chosen look. While the chosen look is being fetched, returns the look shown so far. If it cannot be
   * fetched, returns the nearest look.
   */
  #look(): Look | null {
    const options = this.#options;
    const look = lookOf(options);
    if (look) return look;
    const key = `${options.board} ${options.pieces}`;
    const request = this.#requests.get(key);
    if (request === "failed") return nearestLook(options);
    if (!request) void this.#load(options, key);
    return this.surfaces?.look ?? null;
  }

  async #load(choice: LookChoice, key: string): Promise<void> {
    this.#requests.set(key, "pending");
    try {
      await loadLook(choice);
    } catch {
      this.#requests.set(key, "failed");
    }
    if (!this.#controller.signal.aborted) this.#refit();
  }

  /** Puts the canvas in the middle of the host, on whole device pixels. */
  #place(layout: Layout, look: Look | null): void {
    const host = this.#host;
    const css = (pixels: number) => `${pixels / layout.ratio}px`;
    const box = host.getBoundingClientRect();
    const middle = (from: number, room: number, size: number) => {
      const start = from * layout.ratio;
      const free = Math.max(0, Math.floor((room * layout.ratio - size) / 2));
      return css(free + Math.round(start) - start);
    };
    Object.assign(this.canvas.style, {
      width: css(layout.width),
      height: css(layout.height),
      left: middle(box.left + host.clientLeft, host.clientWidth, layout.width),
      top: middle(box.top + host.clientTop, host.clientHeight, layout.height),
      borderRadius: `var(--xiangqi-board-radius, ${css(cornerRadius(layout))})`,
    });
    if (!look) return;
    Object.assign(this.canvas.style, {
      boxShadow: `var(--xiangqi-board-shadow, ${look.palette.boardShadow})`,
      backgroundColor: `rgb(${look.palette.pale.join(", ")})`,
    });
  }

  /** Shows complete pictures. If the size has changed in the meantime, starts to draw new ones. */
  #adopt(surfaces: Surfaces): void {
    const { width, height } = surfaces.layout;
    this.surfaces = surfaces;
    this.#drawing = null;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.canvas.dataset.look = surfaces.look.name;
    this.#refit();
  }

  /** Follows the pixel ratio, which changes when the window is zoomed or moves to another screen. */
  #watchRatio(): void {
    const { signal } = this.#controller;
    if (signal.aborted) return;
    const onChange = () => {
      this.#refit();
      this.#watchRatio();
    };
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", onChange, { once: true, signal });
  }
}

function createCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.part.add("canvas");
  Object.assign(canvas.style, {
    position: "absolute",
    display: "block",
    width: "0", // a canvas without a size takes 300 x 150 px, and a narrow sheet would scroll
    height: "0",
    touchAction: "manipulation", // `preventPanning` keeps the page still under a finger that carries a piece
    userSelect: "none",
    webkitUserSelect: "none",
    webkitTouchCallout: "none",
    webkitTapHighlightColor: "transparent",
  });
  host.append(canvas);
  return canvas;
}
