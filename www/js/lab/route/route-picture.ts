// Draws a grid on two canvases. The lower canvas shows the cells and their expansions; the upper canvas shows the
// route, the walker and the marks. Large cells also show signs and numbers. In a grid too large to be drawn by hand,
// each cell is one pixel of a scaled image.

import { oncePerFrame } from "../../core/scheduling.ts";
import { el } from "../../ui/dom.ts";
import { itemAt } from "../item-at.ts";
import { drawCell } from "./cell-drawing.ts";
import { type Palette, channels, kindColours, paletteOf, shade } from "./colours.ts";
import { type RouteGrid, END, ROAD, START, isDrawn } from "./route-grid.ts";
import { type RouteLine, lineOf } from "./route-walk.ts";
import type { Trace } from "./two-searches.ts";

type Pen = CanvasRenderingContext2D;
interface Point {
  x: number;
  y: number;
}

/** The greatest side of a cell, in CSS pixels. */
const MAX_SIDE = 54;
/** The smallest side of a cell in a grid that can be drawn by hand, in CSS pixels. */
const MIN_SIDE = 4;
const MAX_TIMES = 65_535;
/** The number of shades for expanded cells of a large grid. */
const SHADES = 256;

export class Picture {
  /** The element that contains the picture and has its size. Callers may add elements that lie over the picture. */
  readonly stage = el("div", "route-stage");
  #base = el("canvas", "route-canvas");
  #over = el("canvas", "route-canvas");
  #host: HTMLElement;
  #grid: RouteGrid;
  #palette: Palette;
  #trace: Trace | null = null;
  #shown = 0;
  /** The index of the last state of the longer search; the colours of both pictures are relative to it. */
  #lastIndex = 1;
  /** The index of the first state expanded at each cell; -1 if none was. */
  #first = new Int32Array(0);
  /** The index of the last state expanded at each cell; -1 if none was. */
  #last = new Int32Array(0);
  /** The number of states expanded at each cell, at most `MAX_TIMES`. */
  #times = new Uint16Array(0);
  #route: string | null = null;
  #line: RouteLine | null = null;
  #walker: Point | null = null;
  #mark: number | null = null;
  /** The side of a cell, in CSS pixels. */
  #side = 1;
  /** The number of device pixels per CSS pixel. */
  #ratio = 1;
  /** The image of a grid too large to be drawn by hand, with a pixel for each cell; null for other grids. */
  #image: OffscreenCanvas | null = null;
  #dirty: Set<number> | "all" = "all";
  #requestDraw = oncePerFrame(() => this.#draw());

  constructor(host: HTMLElement, grid: RouteGrid) {
    this.#host = host;
    this.#grid = grid;
    this.#palette = paletteOf(host);
    for (const canvas of [this.#base, this.#over]) canvas.setAttribute("aria-hidden", "true");
    this.stage.append(this.#base, this.#over);
    host.append(this.stage);
    this.#clearExpansions();
    new ResizeObserver(() => this.#fit()).observe(host);
  }

  /**
   * Sets the accessible name of the picture as an image. Null means that the picture is no image to screen readers,
   * because named cells lie over it.
   */
  set label(name: string | null) {
    this.stage.role = name === null ? null : "img";
    this.stage.ariaLabel = name;
  }

  setGrid(grid: RouteGrid) {
    const before = this.#grid;
    if (before === grid) return;
    this.#grid = grid;
    if (before.rows !== grid.rows || before.columns !== grid.columns) {
      this.#clearExpansions();
      return this.#fit();
    }
    for (const [cell, kind] of grid.cells.entries())
      if (kind !== before.cells[cell]) this.#markDirty(cell);
    this.#requestDraw();
  }

  /** Sets the trace of the search to show. `count` is the number of states of the longer search. */
  setTrace(trace: Trace | null, count: number) {
    this.#trace = trace;
    this.#lastIndex = Math.max(1, count - 1);
    this.#clearExpansions();
    this.#requestDraw();
  }

  show(count: number) {
    const trace = this.#trace;
    if (!trace || count === this.#shown) return;
    if (count < this.#shown) this.#clearExpansions();
    for (; this.#shown < count; this.#shown++) {
      const cell = trace.cell(this.#shown);
      const times = this.#times[cell] ?? 0;
      if (times === 0) this.#first[cell] = this.#shown;
      this.#times[cell] = Math.min(times + 1, MAX_TIMES);
      this.#last[cell] = this.#shown;
      if (!this.#image) this.#markDirty(cell);
    }
    if (this.#image) this.#dirty = "all";
    this.#requestDraw();
  }

  /** Sets the route as the letters of its steps, and the walker's point in units of a cell. */
  setRoute(letters: string | null, walker: Point | null) {
    if (letters === this.#route && walker === this.#walker) return;
    if (letters !== this.#route) this.#line = letters === null ? null : lineOf(this.#grid, letters);
    this.#route = letters;
    this.#walker = walker;
    this.#requestDraw();
  }

  /** Draws a frame around a cell; null removes it. */
  setMark(cell: number | null) {
    if (cell === this.#mark) return;
    this.#mark = cell;
    this.#requestDraw();
  }

  recolour() {
    this.#palette = paletteOf(this.#host);
    this.#dirty = "all";
    this.#requestDraw();
  }

  /** Returns the cell at a point of the window; null outside the grid. */
  cellAt({ clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">): number | null {
    const { left, top, width, height } = this.#base.getBoundingClientRect();
    const { rows, columns } = this.#grid;
    const column = Math.floor(((clientX - left) / width) * columns);
    const row = Math.floor(((clientY - top) / height) * rows);
    const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
    return isInside ? row * columns + column : null;
  }

  #clearExpansions() {
    const { length } = this.#grid.cells;
    this.#first = new Int32Array(length).fill(-1);
    this.#last = new Int32Array(length).fill(-1);
    this.#times = new Uint16Array(length);
    this.#shown = 0;
    this.#dirty = "all";
  }

  #markDirty(cell: number) {
    if (this.#dirty !== "all") this.#dirty.add(cell);
  }

  #fit() {
    const { rows, columns } = this.#grid;
    const available = this.#host.clientWidth;
    if (available === 0) return; // hidden; the ResizeObserver calls again when the picture is shown
    const tallest = Math.max(280, Math.min(640, innerHeight * 0.7));
    const side = Math.min(available / columns, tallest / rows, MAX_SIDE);
    this.#side = isDrawn(this.#grid) ? Math.max(MIN_SIDE, Math.floor(side)) : side;
    this.#ratio = devicePixelRatio || 1;
    const width = Math.max(1, Math.round(columns * this.#side));
    const height = Math.max(1, Math.round(rows * this.#side));
    this.stage.style.width = `${width}px`;
    this.stage.style.height = `${height}px`;
    for (const canvas of [this.#base, this.#over]) {
      canvas.width = Math.round(width * this.#ratio);
      canvas.height = Math.round(height * this.#ratio);
    }
    this.#image = isDrawn(this.#grid) ? null : new OffscreenCanvas(columns, rows);
    this.#dirty = "all";
    this.#requestDraw();
  }

  #draw() {
    if (this.#image) this.#drawImage(this.#image);
    else this.#drawCells();
    this.#dirty = new Set();
    this.#drawOver();
  }

  #drawCells() {
    const pen = penOf(this.#base);
    const side = this.#side * this.#ratio;
    const { columns, cells } = this.#grid;
    for (const cell of this.#dirty === "all" ? cells.keys() : this.#dirty) {
      const [x, y] = [(cell % columns) * side, Math.floor(cell / columns) * side];
      const last = itemAt(this.#last, cell);
      drawCell(
        pen,
        this.#palette,
        { x, y, side, ratio: this.#ratio },
        {
          kind: itemAt(cells, cell),
          first: itemAt(this.#first, cell),
          last,
          times: itemAt(this.#times, cell),
          share: last / this.#lastIndex,
        },
      );
    }
  }

  /** If any cell has changed, draws each cell as a pixel of the image. Then scales the image to the canvas. */
  #drawImage(image: OffscreenCanvas) {
    if (this.#dirty === "all" || this.#dirty.size > 0) {
      const { rows, columns, cells } = this.#grid;
      const data = new ImageData(columns, rows);
      const pixels = new Uint32Array(data.data.buffer);
      const kinds = kindColours(this.#palette).map((colour) => pixelOf(channels(colour)));
      const shades = Array.from({ length: SHADES }, (_, step) =>
        pixelOf(shade(this.#palette, step / (SHADES - 1))),
      );
      for (const [cell, kind] of cells.entries()) {
        const first = kind === ROAD ? itemAt(this.#first, cell) : -1;
        const step = Math.floor((first / this.#lastIndex) * (SHADES - 1));
        pixels[cell] = first >= 0 ? itemAt(shades, step) : itemAt(kinds, kind);
      }
      image.getContext("2d")?.putImageData(data, 0, 0);
    }
    const pen = penOf(this.#base);
    pen.imageSmoothingEnabled = this.#side < 1;
    pen.drawImage(image, 0, 0, this.#base.width, this.#base.height);
  }

  #drawOver() {
    const pen = penOf(this.#over);
    pen.clearRect(0, 0, this.#over.width, this.#over.height);
    pen.save();
    const unit = this.#side * this.#ratio;
    pen.scale(unit, unit);
    // Keeps lines at least 1.6 CSS pixels wide, even if cells are very small.
    const visible = (width: number) => Math.max(width, (1.6 * this.#ratio) / unit);
    if (this.#image) this.#drawEnds(pen, visible(1));
    if (this.#line) this.#drawRoute(pen, visible(0.1), this.#line);
    if (this.#walker) drawDisc(pen, this.#walker, visible(0.3), this.#palette);
    if (this.#mark !== null) this.#drawMark(pen, (2 * this.#ratio) / unit, this.#mark);
    pen.restore();
  }

  /** Marks start and end on a large grid, where a cell is too small to be seen. */
  #drawEnds(pen: Pen, unit: number) {
    const { start, end, rim } = this.#palette;
    for (const kind of [START, END]) {
      const cell = this.#grid.cells.indexOf(kind);
      const { x, y } = this.#placeOf(cell);
      const size = unit * 7;
      pen.fillStyle = kind === START ? start : end;
      pen.strokeStyle = rim;
      pen.lineWidth = unit * 0.8;
      pen.beginPath();
      if (kind === START) pen.arc(x + 0.5, y + 0.5, size / 2, 0, Math.PI * 2);
      else pen.rect(x + 0.5 - size / 2, y + 0.5 - size / 2, size, size);
      pen.stroke();
      pen.fill();
    }
  }

  #placeOf(cell: number): Point {
    const { columns } = this.#grid;
    return { x: cell % columns, y: Math.floor(cell / columns) };
  }

  #drawRoute(pen: Pen, width: number, { points, heads }: RouteLine) {
    pen.lineJoin = "round";
    pen.lineCap = "round";
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    this.#strokeTwice(pen, width, 1.8, () => pen.stroke());
    if (this.#side < 9) return;
    pen.fillStyle = this.#palette.line;
    pen.lineWidth = width * 0.6;
    pen.strokeStyle = this.#palette.rim;
    for (const head of heads) drawArrowhead(pen, head);
  }

  #drawMark(pen: Pen, width: number, cell: number) {
    const { x, y } = this.#placeOf(cell);
    const side = 1 - 2 * width;
    this.#strokeTwice(pen, width, 2, () => pen.strokeRect(x + width, y + width, side, side));
  }

  /** Strokes a rim, `factor` times as wide as the line, and then the line. */
  #strokeTwice(pen: Pen, width: number, factor: number, stroke: () => void) {
    pen.strokeStyle = this.#palette.rim;
    pen.lineWidth = width * factor;
    stroke();
    pen.strokeStyle = this.#palette.line;
    pen.lineWidth = width;
    stroke();
  }
}

const pixelOf = ([red = 0, green = 0, blue = 0]: number[]) =>
  ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

function penOf(canvas: HTMLCanvasElement): Pen {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the canvas cannot be drawn on");
  return pen;
}

function drawArrowhead(pen: Pen, { x, y, turn }: RouteLine["heads"][number]) {
  pen.save();
  pen.translate(x, y);
  pen.rotate((turn * Math.PI) / 2);
  pen.beginPath();
  pen.moveTo(0.17, 0);
  pen.lineTo(-0.1, -0.14);
  pen.lineTo(-0.1, 0.14);
  pen.closePath();
  pen.stroke();
  pen.fill();
  pen.restore();
}

function drawDisc(pen: Pen, { x, y }: Point, radius: number, { line, rim }: Palette) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fillStyle = line;
  pen.fill();
  pen.strokeStyle = rim;
  pen.lineWidth = radius * 0.35;
  pen.stroke();
}
