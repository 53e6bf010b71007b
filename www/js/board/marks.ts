// Marks on the board: last move, legal points, selection, check, drop target. Each kind of mark has its own shape, so
// the kinds can be told apart without colour.

import { drawArrows } from "./arrows.ts";
import type { DrawnArrow } from "./arrows.ts";
import type { LinePath } from "./background.ts";
import { FILES, RANKS, pixelOfSquare, squareIndex } from "./geometry.ts";
import type { Layout } from "./geometry.ts";
import type { Overlay } from "./shapes.ts";
import { RADIUS } from "./sprites.ts";
import type { Palette } from "./theme.ts";

export interface Brush {
  context: CanvasRenderingContext2D;
  layout: Layout;
  palette: Palette;
}

/** A square and the kind of its marker: "ring", "dot", "cross" or "warn". */
type MarkedSquare = readonly [square: number, kind: string];

export interface Marks {
  lastMove: readonly [from: number, to: number] | null;
  /** The square of the general in check, -1 for none. */
  check: number;
  /** The selected square, -1 for none. */
  selected: number;
  /** Legal targets of the selected piece. */
  points: number[];
  /** Legal targets that need a warning. */
  risky: number[];
  /** The square under a dragged piece, -1 for none. */
  over: number;
  overLegal: boolean;
  /** True to draw long lines through the target, because a finger hides the target. */
  guides: boolean;
  /** The markers that the page has set. */
  extra: MarkedSquare[];
  arrows: DrawnArrow[];
  overlay: Overlay | null;
  isOccupied: (square: number) => boolean;
}

/** Strokes a path twice: first a broader halo, which sets the mark off from the board, then the mark itself. */
function strokeMark(
  { context, palette, layout }: Brush,
  path: Path2D,
  width: number,
  warning = false,
): void {
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = warning ? palette.checkHalo : palette.markHalo;
  context.lineWidth = width + Math.max(1.5, layout.cell * (warning ? 0.04 : 0.026));
  context.stroke(path);
  context.strokeStyle = warning ? palette.check : palette.mark;
  context.lineWidth = width;
  context.stroke(path);
}

function ringPath(x: number, y: number, radius: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
}

/** Adds four corner brackets around a point to a path. */
export function bracketPath<Path extends LinePath>(
  x: number,
  y: number,
  reach: number,
  arm: number,
  path: Path,
): Path {
  for (const [dx, dy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    path.moveTo(x + dx * (reach - arm), y + dy * reach);
    path.lineTo(x + dx * reach, y + dy * reach);
    path.lineTo(x + dx * reach, y + dy * (reach - arm));
  }
  return path;
}

/** Draws the marks under the pieces. */
export function drawMarksBelow(brush: Brush, marks: Marks): void {
  if (marks.check >= 0) drawCheckGlow(brush, marks.check);
  if (marks.lastMove) drawOrigin(brush, marks.lastMove[0]);
  if (marks.guides && isAimed(marks)) drawGuides(brush, marks);
}

/** Returns true if a dragged piece is over a point other than its own. */
const isAimed = ({ over, selected }: Marks): boolean => over >= 0 && over !== selected;

/** Draws the marks over the pieces. */
export function drawMarksAbove(brush: Brush, marks: Marks): void {
  const { cell } = brush.layout;
  if (marks.lastMove) {
    const { x, y } = pixelOfSquare(brush.layout, marks.lastMove[1]);
    strokeMark(brush, bracketPath(x, y, cell * 0.47, cell * 0.15, new Path2D()), line(cell, 0.042));
  }
  if (marks.check >= 0) drawCheckRing(brush, marks.check);
  drawArrows(brush, marks.arrows);
  marks.overlay?.(brush);
  for (const marker of marks.extra) drawExtra(brush, marker);
  if (marks.selected >= 0)
    for (const point of marks.points) {
      if (marks.risky.includes(point)) drawRisky(brush, point, marks.isOccupied(point));
      else drawPoint(brush, point, marks.isOccupied(point));
    }
}

/** Returns the width of a line in pixels; `share` is the width in cells. */
const line = (cell: number, share: number): number => Math.max(1.5, cell * share);

/** Marks the origin of the last move: small brackets and a hollow dot on the empty point. */
function drawOrigin(brush: Brush, square: number): void {
  const { cell } = brush.layout;
  const { x, y } = pixelOfSquare(brush.layout, square);
  strokeMark(brush, bracketPath(x, y, cell * 0.27, cell * 0.1, new Path2D()), line(cell, 0.036));
  strokeMark(brush, ringPath(x, y, cell * 0.075), line(cell, 0.036));
}

/** Marks a legal target: a dot, or a ring around a piece that can be captured. */
function drawPoint(brush: Brush, square: number, isCapture: boolean): void {
  const { context, layout, palette } = brush;
  const { x, y } = pixelOfSquare(layout, square);
  if (isCapture) {
    strokeMark(brush, ringPath(x, y, layout.cell * 0.47), line(layout.cell, 0.062));
    return;
  }
  context.fillStyle = palette.markHalo;
  context.fill(ringPath(x, y, layout.cell * 0.135));
  context.fillStyle = palette.mark;
  context.fill(ringPath(x, y, layout.cell * 0.108));
}

/** Marks a legal target that needs a warning: a cross in a ring, in the colour of check. */
function drawRisky(brush: Brush, square: number, isCapture: boolean): void {
  const { x, y } = pixelOfSquare(brush.layout, square);
  const { cell } = brush.layout;
  const path = ringPath(x, y, cell * (isCapture ? 0.47 : 0.24));
  path.addPath(crossPath(x, y, cell * (isCapture ? 0.2 : 0.11)));
  strokeMark(brush, path, line(cell, 0.055), true);
}

function crossPath(x: number, y: number, arm: number): Path2D {
  const path = new Path2D();
  path.moveTo(x - arm, y - arm);
  path.lineTo(x + arm, y + arm);
  path.moveTo(x + arm, y - arm);
  path.lineTo(x - arm, y + arm);
  return path;
}

function drawCheckGlow({ context, layout, palette }: Brush, square: number): void {
  const { x, y } = pixelOfSquare(layout, square);
  const { cell } = layout;
  const glow = context.createRadialGradient(x, y, cell * 0.3, x, y, cell * 0.86);
  glow.addColorStop(0, `rgba(${palette.checkGlow}, 0.95)`);
  glow.addColorStop(0.35, `rgba(${palette.checkGlow}, 0.75)`);
  glow.addColorStop(1, `rgba(${palette.checkGlow}, 0)`);
  context.fillStyle = glow;
  context.fillRect(x - cell, y - cell, 2 * cell, 2 * cell);
}

/** Draws a spiked ring around the general. */
function drawCheckRing(brush: Brush, square: number): void {
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

/** Draws the ring around a raised piece whose centre is at (x, y). */
export function drawRaisedRing(brush: Brush, x: number, y: number, scale: number): void {
  const { cell } = brush.layout;
  strokeMark(brush, ringPath(x, y, cell * (RADIUS * scale + 0.03)), line(cell, 0.05));
}

/** Marks the point that a dragged piece would be dropped on. */
export function drawTarget(brush: Brush, marks: Marks): void {
  if (!isAimed(marks)) return;
  const { layout, context, palette } = brush;
  const { x, y } = pixelOfSquare(layout, marks.over);
  const { cell } = layout;
  context.globalAlpha = marks.overLegal ? 1 : 0.45;
  context.fillStyle = palette.markHalo;
  if (marks.overLegal && !marks.isOccupied(marks.over)) context.fill(ringPath(x, y, cell * 0.2));
  const radius = marks.guides ? 0.62 : 0.47;
  strokeMark(brush, ringPath(x, y, cell * radius), line(cell, marks.overLegal ? 0.07 : 0.04));
  context.globalAlpha = 1;
}

/** Draws lines through the target, under the pieces. The lines are visible beside the finger that hides the target. */
function drawGuides({ context, layout, palette }: Brush, marks: Marks): void {
  const { x, y } = pixelOfSquare(layout, marks.over);
  const width = Math.round(layout.cell * 0.1);
  context.fillStyle = palette.mark;
  context.globalAlpha = marks.overLegal ? 0.42 : 0.18;
  context.fillRect(x - width / 2, layout.y0, width, layout.cell * (RANKS - 1));
  context.fillRect(layout.x0, y - width / 2, layout.cell * (FILES - 1), width);
  context.globalAlpha = 1;
}

function drawExtra(brush: Brush, [square, kind]: MarkedSquare): void {
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

/** Converts the page's markers to square indices; drops the markers on invalid squares. */
export const extraMarks = (markers: Readonly<Record<string, string>>): MarkedSquare[] =>
  Object.entries(markers)
    .map(([square, kind]) => [squareIndex(square), kind] as const)
    .filter(([square]) => square >= 0);
