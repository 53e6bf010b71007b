// A person's drawings (rings and arrows in four colours), and the badge with a move's sign at the corner of a piece.
// Each colour has its own line style. A person's arrows have open heads and a bar at the tail; the engine's arrows are
// solid. So all these drawings can be told apart without colour.

import type { LinePath } from "./background.ts";
import { pixelOfSquare, squareIndex } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import type { Brush } from "./marks.ts";

/** A function that draws over the pieces. */
export type Overlay = (brush: Brush) => void;

export interface Badge {
  square: string;
  text: string;
  tone: keyof typeof TONES;
}

interface Pen {
  ink: string;
  /** The lengths of dashes and gaps, as multiples of the line's width. */
  dashes: readonly number[];
  /** True to draw a thinner line of the halo's colour inside the line, so the line looks double. */
  double?: boolean;
}

/** Pens by the letter that a shape such as `Gh2e2` begins with. */
export const PENS: Readonly<Record<string, Pen>> = {
  G: { ink: "#1c9a46", dashes: [] },
  R: { ink: "#d42a2a", dashes: [], double: true },
  Y: { ink: "#dfa500", dashes: [0.01, 1.7] },
  B: { ink: "#2c6fe3", dashes: [1.6, 2] },
};

/** The background colours of badges, whose letters are white. */
const TONES = {
  good: "#1b7a3a",
  bad: "#b3261e",
  odd: "#2457b8",
  doubtful: "#8a5a00",
  plain: "#4a4a4a",
} as const;

// All lengths are in cells.
export const WIDTH = 0.1;
export const HALO = 0.07;
const START = 0.42;
const HEAD = 0.26;
export const RADIUS = 0.5;
const BADGE = { aside: 0.36, height: 0.36, letters: 0.27 };

/** Returns the overlay that draws shapes and a badge; null if there is nothing to draw. */
export function overlayOf(shapes: readonly string[], badge: Badge | null = null): Overlay | null {
  if (shapes.length === 0 && !badge) return null;
  return (brush) => {
    brush.context.save();
    for (const shape of shapes) drawShape(brush, shape);
    if (badge) drawBadge(brush, badge);
    brush.context.restore();
  };
}

/** Parses a shape such as `Gh2e2`; `to` is -1 for a ring. Returns null for an invalid shape. */
export function parseShape(shape: string): { pen: Pen; from: number; to: number } | null {
  const pen = PENS[shape.charAt(0)];
  const from = squareIndex(shape.slice(1, 3));
  return pen && from >= 0 ? { pen, from, to: squareIndex(shape.slice(3)) } : null;
}

function drawShape(brush: Brush, shape: string): void {
  const parsed = parseShape(shape);
  if (!parsed) return;
  const { pen, from, to } = parsed;
  const { layout } = brush;
  const a = pixelOfSquare(layout, from);
  if (to < 0) return strokeAs(brush, pen, ringAt(a, layout.cell), null);
  const parts = arrowOf(a, pixelOfSquare(layout, to), layout.cell, () => new Path2D());
  if (parts) strokeAs(brush, pen, parts.shaft, parts.ends);
}

function ringAt({ x, y }: Point, cell: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, cell * RADIUS, 0, 2 * Math.PI);
  return path;
}

/**
 * Returns two paths of an arrow: its shaft, and its head together with the bar at the tail. Returns null if both points
 * are the same.
 */
export function arrowOf<Path extends LinePath>(
  from: Point,
  to: Point,
  cell: number,
  newPath: () => Path,
): { shaft: Path; ends: Path } | null {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (along: number, aside: number): [x: number, y: number] => [
    from.x + ux * along - uy * aside,
    from.y + uy * along + ux * aside,
  ];
  const [shaft, ends] = [newPath(), newPath()];
  const [tail, head] = [cell * START, cell * HEAD];
  shaft.moveTo(...at(tail, 0));
  shaft.lineTo(...at(length, 0));
  ends.moveTo(...at(tail, -head * 0.5));
  ends.lineTo(...at(tail, head * 0.5));
  ends.moveTo(...at(length - head, -head * 0.8));
  ends.lineTo(...at(length, 0));
  ends.lineTo(...at(length - head, head * 0.8));
  return { shaft, ends };
}

/** Strokes a path with a pen: first a halo, then the line. The ends of an arrow are never dashed. */
function strokeAs(
  { context, layout, palette }: Brush,
  { ink, dashes, double }: Pen,
  path: Path2D,
  ends: Path2D | null,
): void {
  const width = Math.max(2.5, layout.cell * WIDTH);
  const paths = ends ? [path, ends] : [path];
  context.lineJoin = "round";
  context.lineCap = capOf(dashes);
  const stroke = (colour: string, thickness: number) => {
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    for (const one of paths) {
      context.setLineDash(one === path && colour === ink ? dashes.map((part) => part * width) : []);
      context.stroke(one);
    }
  };
  stroke(palette.markHalo, width + layout.cell * HALO);
  stroke(ink, width * (double ? 1.3 : 1));
  context.setLineDash([]);
  if (!double) return;
  context.strokeStyle = palette.markHalo;
  context.lineWidth = width * 0.45;
  context.stroke(path);
}

/** Returns the shape of a line's caps. Dashes shorter than the line's width get round caps, which make them dots. */
export const capOf = ([dash = 1]: readonly number[]): "round" | "butt" =>
  dash < 1 ? "round" : "butt";

/** Draws a badge at the upper right of a piece, moved inwards if it would leave the picture. */
function drawBadge({ context, layout, palette }: Brush, { square, text, tone }: Badge): void {
  const { cell, width: right } = layout;
  const { x, y } = pixelOfSquare(layout, squareIndex(square));
  context.font = `700 ${cell * BADGE.letters}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const height = cell * BADGE.height;
  const width = Math.max(height, context.measureText(text).width + height * 0.6);
  const left = Math.min(x + cell * BADGE.aside - height / 2, right - width - 1);
  const top = Math.max(y - cell * BADGE.aside - height / 2, 1);
  context.beginPath();
  context.roundRect(left, top, width, height, height / 2);
  context.lineWidth = Math.max(2, cell * 0.05);
  context.strokeStyle = palette.markHalo;
  context.stroke();
  context.fillStyle = TONES[tone];
  context.fill();
  context.fillStyle = "#fff";
  context.fillText(text, left + width / 2, top + height * 0.54);
}
