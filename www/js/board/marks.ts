/**
 * What is drawn on the board besides pieces: last move, legal points, selection, check, target.
 * Each has its own shape, so that none depends on colour.
 */

import { FILES, RANKS, pixelOfSquare, squareIndex } from "./geometry.ts";
import { drawArrows } from "./arrows.ts";
import { RADIUS } from "./sprites.ts";

/** @typedef {import("./geometry.ts").Layout} Layout */
/** @typedef {import("./theme.ts").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{context: Context, layout: Layout, palette: Palette}} Brush */

/**
 * @typedef {object} Marks
 * @property {[number, number] | null} lastMove
 * @property {number} check      square, or -1
 * @property {number} selected
 * @property {number[]} points   legal targets of the selected piece
 * @property {number[]} risky    of these, the ones to be warned of
 * @property {number} over       square under a dragged piece
 * @property {boolean} overLegal
 * @property {boolean} guides    long cross lines through the target, for a finger that hides it
 * @property {[number, string][]} extra   other marks: square and kind
 * @property {import("./arrows.ts").DrawnArrow[]} arrows
 * @property {import("./shapes.ts").Overlay | null} [overlay]
 * @property {(square: number) => boolean} occupied
 */

/**
 * Strokes a path twice: a halo to part it from the wood, then the colour.
 *
 * @param {Brush} brush @param {Path2D} path @param {number} width
 */
function strokeMark({ context, palette, layout }, path, width, warning = false) {
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = warning ? palette.checkHalo : palette.markHalo;
  context.lineWidth = width + Math.max(1.5, layout.cell * (warning ? 0.04 : 0.026));
  context.stroke(path);
  context.strokeStyle = warning ? palette.check : palette.mark;
  context.lineWidth = width;
  context.stroke(path);
}

/** @param {number} x @param {number} y @param {number} radius */
function ringPath(x, y, radius) {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
}

/**
 * Four corner brackets around a point.
 *
 * @template {import("./background.ts").Lines} T
 * @param {number} x @param {number} y @param {number} reach @param {number} arm @param {T} path @returns {T}
 */
export function bracketPath(x, y, reach, arm, path) {
  for (const [dx, dy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]) {
    path.moveTo(x + dx * (reach - arm), y + dy * reach);
    path.lineTo(x + dx * reach, y + dy * reach);
    path.lineTo(x + dx * reach, y + dy * (reach - arm));
  }
  return path;
}

/** Marks that pieces stand on. @param {Brush} brush @param {Marks} marks */
export function drawMarksBelow(brush, marks) {
  if (marks.check >= 0) drawCheckGlow(brush, marks.check);
  if (marks.lastMove) drawOrigin(brush, marks.lastMove[0]);
  if (marks.guides && isAimed(marks)) drawGuides(brush, marks);
}

/** Is a dragged piece over another point than its own? @param {Marks} marks */
function isAimed({ over, selected }) {
  return over >= 0 && over !== selected;
}

/** Marks over the pieces. @param {Brush} brush @param {Marks} marks */
export function drawMarksAbove(brush, marks) {
  const { cell } = brush.layout;
  if (marks.lastMove) {
    const { x, y } = pixelOfSquare(brush.layout, marks.lastMove[1]);
    strokeMark(brush, bracketPath(x, y, cell * 0.47, cell * 0.15, new Path2D()), line(cell, 0.042));
  }
  if (marks.check >= 0) drawCheckRing(brush, marks.check);
  drawArrows(brush, marks.arrows);
  marks.overlay?.(brush);
  for (const [square, kind] of marks.extra) drawExtra(brush, square, kind);
  if (marks.selected >= 0)
    for (const point of marks.points) {
      if (marks.risky.includes(point)) drawRisky(brush, point, marks.occupied(point));
      else drawPoint(brush, point, marks.occupied(point));
    }
}

/** @param {number} cell @param {number} share */
function line(cell, share) {
  return Math.max(1.5, cell * share);
}

/** Where the last move came from: small brackets and a hollow dot on the empty point. @param {Brush} brush @param {number} square */
function drawOrigin(brush, square) {
  const { cell } = brush.layout;
  const { x, y } = pixelOfSquare(brush.layout, square);
  strokeMark(brush, bracketPath(x, y, cell * 0.27, cell * 0.1, new Path2D()), line(cell, 0.036));
  strokeMark(brush, ringPath(x, y, cell * 0.075), line(cell, 0.036));
}

/** A legal point: a dot, or a ring round a piece to take. @param {Brush} brush @param {number} square @param {boolean} taken */
function drawPoint(brush, square, taken) {
  const { context, layout, palette } = brush;
  const { x, y } = pixelOfSquare(layout, square);
  if (taken) {
    strokeMark(brush, ringPath(x, y, layout.cell * 0.47), line(layout.cell, 0.062));
    return;
  }
  context.fillStyle = palette.markHalo;
  context.fill(ringPath(x, y, layout.cell * 0.135));
  context.fillStyle = palette.mark;
  context.fill(ringPath(x, y, layout.cell * 0.108));
}

/** A legal point to be warned of: a cross in a ring, in the colour of danger. @param {Brush} brush @param {number} square @param {boolean} taken */
function drawRisky(brush, square, taken) {
  const { x, y } = pixelOfSquare(brush.layout, square);
  const { cell } = brush.layout;
  const path = ringPath(x, y, cell * (taken ? 0.47 : 0.24));
  path.addPath(crossPath(x, y, cell * (taken ? 0.2 : 0.11)));
  strokeMark(brush, path, line(cell, 0.055), true);
}

/** @param {number} x @param {number} y @param {number} arm */
function crossPath(x, y, arm) {
  const path = new Path2D();
  path.moveTo(x - arm, y - arm);
  path.lineTo(x + arm, y + arm);
  path.moveTo(x + arm, y - arm);
  path.lineTo(x - arm, y + arm);
  return path;
}

/** @param {Brush} brush @param {number} square */
function drawCheckGlow({ context, layout, palette }, square) {
  const { x, y } = pixelOfSquare(layout, square);
  const { cell } = layout;
  const glow = context.createRadialGradient(x, y, cell * 0.3, x, y, cell * 0.86);
  glow.addColorStop(0, `rgba(${palette.checkGlow}, 0.95)`);
  glow.addColorStop(0.35, `rgba(${palette.checkGlow}, 0.75)`);
  glow.addColorStop(1, `rgba(${palette.checkGlow}, 0)`);
  context.fillStyle = glow;
  context.fillRect(x - cell, y - cell, 2 * cell, 2 * cell);
}

/** A spiked ring around the general: readable without colour. @param {Brush} brush @param {number} square */
function drawCheckRing(brush, square) {
  const { layout } = brush;
  const { x, y } = pixelOfSquare(layout, square);
  const { cell } = layout;
  const spikes = new Path2D();
  for (let i = 0; i < 12; i += 1) {
    const angle = (i + 0.5) * (Math.PI / 6);
    spikes.moveTo(x + Math.cos(angle) * cell * 0.53, y + Math.sin(angle) * cell * 0.53);
    spikes.lineTo(x + Math.cos(angle) * cell * 0.61, y + Math.sin(angle) * cell * 0.61);
  }
  strokeMark(brush, spikes, line(cell, 0.05), true);
  strokeMark(brush, ringPath(x, y, cell * 0.475), line(cell, 0.06), true);
}

/** The ring of a raised piece, drawn around it wherever it is. @param {Brush} brush @param {number} x @param {number} y @param {number} scale */
export function drawRaisedRing(brush, x, y, scale) {
  const { cell } = brush.layout;
  strokeMark(brush, ringPath(x, y, cell * (RADIUS * scale + 0.03)), line(cell, 0.05));
}

/** The point a dragged piece would be dropped on. @param {Brush} brush @param {Marks} marks */
export function drawTarget(brush, marks) {
  if (!isAimed(marks)) return;
  const { layout, context, palette } = brush;
  const { x, y } = pixelOfSquare(layout, marks.over);
  const { cell } = layout;
  context.globalAlpha = marks.overLegal ? 1 : 0.45;
  context.fillStyle = palette.markHalo;
  if (marks.overLegal && !marks.occupied(marks.over)) context.fill(ringPath(x, y, cell * 0.2));
  const radius = marks.guides ? 0.62 : 0.47;
  strokeMark(brush, ringPath(x, y, cell * radius), line(cell, marks.overLegal ? 0.07 : 0.04));
  context.globalAlpha = 1;
}

/** Cross lines under the pieces that show the target beyond the finger. @param {Brush} brush @param {Marks} marks */
function drawGuides({ context, layout, palette }, marks) {
  const { x, y } = pixelOfSquare(layout, marks.over);
  const width = Math.round(layout.cell * 0.1);
  context.fillStyle = palette.mark;
  context.globalAlpha = marks.overLegal ? 0.42 : 0.18;
  context.fillRect(x - width / 2, layout.y0, width, layout.cell * (RANKS - 1));
  context.fillRect(layout.x0, y - width / 2, layout.cell * (FILES - 1), width);
  context.globalAlpha = 1;
}

/** Marks set by the page: "ring", "dot", "cross", "warn". @param {Brush} brush @param {number} square @param {string} kind */
function drawExtra(brush, square, kind) {
  const { layout } = brush;
  const { x, y } = pixelOfSquare(layout, square);
  const { cell } = layout;
  if (kind === "dot") {
    drawPoint(brush, square, false);
  } else if (kind === "cross") {
    strokeMark(brush, crossPath(x, y, cell * 0.16), line(cell, 0.06));
  } else {
    strokeMark(brush, ringPath(x, y, cell * 0.5), line(cell, 0.06), kind === "warn");
  }
}

/** @param {Record<string, string> | undefined} markers @returns {[number, string][]} */
export function extraMarks(markers) {
  return Object.entries(markers ?? {}).flatMap(([name, kind]) => {
    const square = squareIndex(name);
    return square < 0 ? [] : [/** @type {[number, string]} */ ([square, kind])];
  });
}
