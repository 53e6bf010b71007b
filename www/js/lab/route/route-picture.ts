// A picture of a grid on two canvases: cells and what was expanded of them below, route, walker and marks above.
// Cells that have room are drawn with signs and numbers; those of a large grid are points of an image.

import { el } from "../../ui/dom.ts";
import { drawCell } from "./cell-drawing.ts";
import { channels, paletteOf, shade } from "./colours.ts";
import { END, ROAD, START, SUPPLY, isDrawn } from "./route-grid.ts";
import { lineOf } from "./route-walk.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */
/** @typedef {import("./trace.ts").Trace} Trace */
/** @typedef {import("./colours.ts").Palette} Palette */

/** The side of a cell, in pixels of the page. */
const MOST = 54;
const LEAST = 4;

export class Picture {
  /** What others put their cells into; as large as the grid. */
  stage = el("div", "route-stage");
  #base = el("canvas", "route-canvas");
  #over = el("canvas", "route-canvas");
  #host;
  /** @type {RouteGrid} */
  #grid;
  /** @type {Trace|null} */
  #trace = null;
  /** States that are shown as expanded, and how many there are in all searches beside each other. */
  #shown = 0;
  #all = 1;
  /** When each cell was expanded first and last, as a place among the states, and how often. */
  #first = new Int32Array(0);
  #last = new Int32Array(0);
  #times = new Uint16Array(0);
  /** @type {string|null} */
  #route = null;
  /** @type {ReturnType<typeof lineOf>|null} */
  #line = null;
  /** @type {{ x: number, y: number }|null} */
  #walker = null;
  /** @type {number|null} */
  #mark = null;
  /** @type {Palette} */
  #palette;
  /** The side of a cell in pixels of the page, and device pixels to one of those. */
  #side = 1;
  #ratio = 1;
  /** @type {OffscreenCanvas|null} */
  #image = null;
  /** @type {Set<number>|"all"} cells to be drawn anew */
  #dirty = "all";
  #isAsked = false;

  /** @param {HTMLElement} host @param {RouteGrid} grid */
  constructor(host, grid) {
    this.#host = host;
    this.#grid = grid;
    this.#palette = paletteOf(host);
    for (const canvas of [this.#base, this.#over]) canvas.setAttribute("aria-hidden", "true");
    this.stage.append(this.#base, this.#over);
    host.append(this.stage);
    this.#forget();
    new ResizeObserver(() => this.#fit()).observe(host);
  }

  /** @param {RouteGrid} grid */
  setGrid(grid) {
    const before = this.#grid;
    if (before === grid) return;
    this.#grid = grid;
    if (before.rows !== grid.rows || before.columns !== grid.columns) {
      this.#forget();
      this.#fit();
      return;
    }
    for (let cell = 0; cell < grid.cells.length; cell++)
      if (grid.cells[cell] !== before.cells[cell]) this.#touch(cell);
    this.#draw();
  }

  /** @param {Trace|null} trace @param {number} all states of the longest search beside it, for the colours */
  setTrace(trace, all) {
    this.#trace = trace;
    this.#all = Math.max(1, all - 1);
    this.#forget();
    this.#draw();
  }

  /** How many states are shown as expanded. @param {number} count */
  show(count) {
    const trace = this.#trace;
    if (!trace || count === this.#shown) return;
    if (count < this.#shown) this.#forget();
    for (; this.#shown < count; this.#shown++) {
      const cell = trace.cell(this.#shown);
      if (this.#times[cell] === 0) this.#first[cell] = this.#shown;
      if (this.#times[cell] < 65_535) this.#times[cell] += 1;
      if (!this.#image) this.#touch(cell);
      this.#last[cell] = this.#shown;
    }
    if (this.#image) this.#dirty = "all";
    this.#draw();
  }

  /** @param {string|null} letters @param {{ x: number, y: number }|null} walker in cells */
  setRoute(letters, walker) {
    if (letters === this.#route && walker === this.#walker) return;
    if (letters !== this.#route) this.#line = letters === null ? null : lineOf(this.#grid, letters);
    this.#route = letters;
    this.#walker = walker;
    this.#draw();
  }

  /** The cell that is pointed at. @param {number|null} cell */
  setMark(cell) {
    if (cell === this.#mark) return;
    this.#mark = cell;
    this.#draw();
  }

  /** The colours have changed. */
  recolor() {
    this.#palette = paletteOf(this.#host);
    this.#dirty = "all";
    this.#draw();
  }

  /** The cell under a place on the screen; null outside. @param {{ clientX: number, clientY: number }} place */
  cellAt({ clientX, clientY }) {
    const box = this.#base.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * this.#grid.columns);
    const row = Math.floor(((clientY - box.top) / box.height) * this.#grid.rows);
    const inside = column >= 0 && row >= 0 && column < this.#grid.columns && row < this.#grid.rows;
    return inside ? row * this.#grid.columns + column : null;
  }

  #forget() {
    const { length } = this.#grid.cells;
    this.#first = new Int32Array(length).fill(-1);
    this.#last = new Int32Array(length).fill(-1);
    this.#times = new Uint16Array(length);
    this.#shown = 0;
    this.#dirty = "all";
  }

  /** @param {number} cell */
  #touch(cell) {
    if (this.#dirty !== "all") this.#dirty.add(cell);
  }

  /** Takes the room that there is. */
  #fit() {
    const { rows, columns } = this.#grid;
    const width = this.#host.clientWidth;
    if (width === 0) return; // not shown: the observer tells when it is
    const height = Math.max(280, Math.min(640, innerHeight * 0.7));
    const side = Math.min(width / columns, height / rows, MOST);
    this.#side = isDrawn(this.#grid) ? Math.max(LEAST, Math.floor(side)) : side;
    this.#ratio = devicePixelRatio || 1;
    const size = [columns, rows].map((count) => Math.max(1, Math.round(count * this.#side)));
    this.stage.style.width = `${size[0]}px`;
    this.stage.style.height = `${size[1]}px`;
    for (const canvas of [this.#base, this.#over]) {
      canvas.width = Math.round(size[0] * this.#ratio);
      canvas.height = Math.round(size[1] * this.#ratio);
    }
    this.#image = isDrawn(this.#grid) ? null : new OffscreenCanvas(columns, rows);
    this.#dirty = "all";
    this.#draw();
  }

  #draw() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      if (this.#image) this.#drawImage(this.#image);
      else this.#drawCells();
      this.#dirty = new Set();
      this.#drawOver();
    });
  }

  #drawCells() {
    const pen = context(this.#base);
    const side = this.#side * this.#ratio;
    const { columns, cells } = this.#grid;
    const drawn = this.#dirty === "all" ? cells.keys() : this.#dirty;
    for (const cell of drawn) {
      const [x, y] = [(cell % columns) * side, Math.floor(cell / columns) * side];
      drawCell(
        pen,
        this.#palette,
        { x, y, side, fine: this.#ratio },
        {
          kind: cells[cell],
          first: this.#first[cell],
          last: this.#last[cell],
          times: this.#times[cell],
          share: this.#last[cell] / this.#all,
        },
      );
    }
  }

  /** A point to a cell. @param {OffscreenCanvas} image */
  #drawImage(image) {
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (image.getContext("2d"));
    if (this.#dirty !== "all" && this.#dirty.size === 0) return this.#lay(image);
    const { rows, columns, cells } = this.#grid;
    const points = pen.createImageData(columns, rows);
    const pixels = new Uint32Array(points.data.buffer);
    const { kinds, shades } = pointColors(this.#palette);
    for (let cell = 0; cell < cells.length; cell++) {
      const first = cells[cell] === ROAD ? this.#first[cell] : -1;
      const step = Math.floor((first / this.#all) * (SHADES - 1));
      pixels[cell] = first >= 0 ? shades[step] : kinds[cells[cell]];
    }
    pen.putImageData(points, 0, 0);
    this.#lay(image);
  }

  /** @param {OffscreenCanvas} image */
  #lay(image) {
    const pen = context(this.#base);
    pen.imageSmoothingEnabled = this.#side < 1;
    pen.drawImage(image, 0, 0, this.#base.width, this.#base.height);
  }

  #drawOver() {
    const pen = context(this.#over);
    pen.clearRect(0, 0, this.#over.width, this.#over.height);
    pen.save();
    const unit = this.#side * this.#ratio;
    pen.scale(unit, unit);
    // Never thinner than what can be seen, however small a cell is.
    const least = (/** @type {number} */ width) => Math.max(width, (1.6 * this.#ratio) / unit);
    if (this.#image) this.#drawEnds(pen, least(1));
    if (this.#line) this.#drawRoute(pen, least(0.1), this.#line);
    if (this.#walker) disc(pen, this.#walker, least(0.3), this.#palette);
    if (this.#mark !== null) this.#drawMark(pen, (2 * this.#ratio) / unit);
    pen.restore();
  }

  /** Where it begins and ends is to be found on a large grid. @param {CanvasRenderingContext2D} pen @param {number} unit */
  #drawEnds(pen, unit) {
    for (const kind of [START, END]) {
      const cell = this.#grid.cells.indexOf(kind);
      const [x, y] = [cell % this.#grid.columns, Math.floor(cell / this.#grid.columns)];
      const size = unit * 7;
      pen.fillStyle = this.#palette.grounds[kind];
      pen.strokeStyle = this.#palette.rim;
      pen.lineWidth = unit * 0.8;
      pen.beginPath();
      if (kind === START) pen.arc(x + 0.5, y + 0.5, size / 2, 0, Math.PI * 2);
      else pen.rect(x + 0.5 - size / 2, y + 0.5 - size / 2, size, size);
      pen.stroke();
      pen.fill();
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} width @param {ReturnType<typeof lineOf>} line */
  #drawRoute(pen, width, { points, heads }) {
    pen.lineJoin = "round";
    pen.lineCap = "round";
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    const strokes = /** @type {const} */ ([
      [this.#palette.rim, width * 1.8],
      [this.#palette.line, width],
    ]);
    for (const [color, thickness] of strokes) {
      pen.strokeStyle = color;
      pen.lineWidth = thickness;
      pen.stroke();
    }
    if (this.#side < 9) return;
    pen.fillStyle = this.#palette.line;
    pen.lineWidth = width * 0.6;
    pen.strokeStyle = this.#palette.rim;
    for (const head of heads) arrowhead(pen, head);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} width */
  #drawMark(pen, width) {
    const mark = /** @type {number} */ (this.#mark);
    const { columns } = this.#grid;
    const [x, y] = [mark % columns, Math.floor(mark / columns)];
    for (const [color, thickness] of /** @type {const} */ ([
      [this.#palette.rim, width * 2],
      [this.#palette.line, width],
    ])) {
      pen.strokeStyle = color;
      pen.lineWidth = thickness;
      pen.strokeRect(x + width, y + width, 1 - 2 * width, 1 - 2 * width);
    }
  }
}

/** Steps from the first colour to the last, where there are no numbers. */
const SHADES = 256;

/** A colour as a point of an image. @param {number[]} color */
const point = ([red, green, blue]) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/** @param {Palette} palette */
function pointColors(palette) {
  const { road, wall, grounds } = palette;
  const colors = [road, wall, grounds[SUPPLY], grounds[START], grounds[END]];
  return {
    kinds: colors.map((color) => point(channels(color))),
    shades: Uint32Array.from({ length: SHADES }, (_, step) =>
      point(shade(palette, step / (SHADES - 1))),
    ),
  };
}

/** @param {HTMLCanvasElement} canvas */
const context = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @param {CanvasRenderingContext2D} pen @param {{ x: number, y: number, turn: number }} head */
function arrowhead(pen, { x, y, turn }) {
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

/** @param {CanvasRenderingContext2D} pen @param {{ x: number, y: number }} place @param {number} radius @param {Palette} palette */
function disc(pen, { x, y }, radius, { line, rim }) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fillStyle = line;
  pen.fill();
  pen.strokeStyle = rim;
  pen.lineWidth = radius * 0.35;
  pen.stroke();
}
