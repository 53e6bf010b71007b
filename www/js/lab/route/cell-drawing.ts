// Draws one cell: its kind, and when it was expanded.

import { type Palette, BRICKS, SIGNS, kindColours, shade } from "./colours.ts";
import { OBSTACLE } from "./route-grid.ts";

type Pen = CanvasRenderingContext2D;

export interface CellLook {
  kind: number;
  /** The index of the first state expanded at the cell; -1 if none was. */
  first: number;
  /** The index of the last state expanded at the cell; -1 if none was. */
  last: number;
  /** The number of states expanded at the cell. */
  times: number;
  /** The index `last` as a share of all states, from 0 to 1. */
  share: number;
}

/** The square of a cell, in device pixels. */
export interface CellPlace {
  x: number;
  y: number;
  side: number;
  /** The number of device pixels per CSS pixel. */
  ratio: number;
}

/** The smallest sides of a cell that has room for one number, for two numbers, and for bricks, in CSS pixels. */
const ROOM = { number: 19, two: 27, bricks: 11 };

const bricks = new Path2D(BRICKS);
const signs = Object.fromEntries(
  Object.entries(SIGNS).map(([kind, parts = []]) => [kind, parts.map((part) => new Path2D(part))]),
);

export function drawCell(pen: Pen, palette: Palette, place: CellPlace, look: CellLook): void {
  const { x, y, side, ratio } = place;
  const ground = look.times > 0 ? shade(palette, look.share) : null;
  pen.fillStyle = palette.joint;
  pen.fillRect(x, y, side, side);
  pen.fillStyle = ground ? `rgb(${ground.join(" ")})` : palette.road;
  const joint = side / ratio < 8 ? ratio / 2 : ratio;
  pen.fillRect(x, y, side - joint, side - joint);
  if (look.kind === OBSTACLE) return drawWall(pen, palette, place);
  if (look.kind in signs) drawSign(pen, palette, place, look.kind);
  else if (ground) drawTimes(pen, palette, place, look);
}

function drawWall(pen: Pen, palette: Palette, { x, y, side, ratio }: CellPlace) {
  pen.fillStyle = palette.wall;
  pen.fillRect(x, y, side, side);
  if (side / ratio < ROOM.bricks) return;
  pen.save();
  pen.translate(x, y);
  pen.scale(side / 24, side / 24);
  pen.strokeStyle = palette.joint;
  pen.lineWidth = 1;
  pen.stroke(bricks);
  pen.restore();
}

function drawSign(pen: Pen, palette: Palette, { x, y, side }: CellPlace, kind: number) {
  const colours = [kindColours(palette)[kind] ?? "", palette.figure];
  pen.save();
  pen.translate(x + side * 0.08, y + side * 0.08);
  pen.scale((side * 0.82) / 24, (side * 0.82) / 24);
  for (const [index, part] of (signs[kind] ?? []).entries()) {
    pen.fillStyle = colours[index] ?? "";
    pen.fill(part);
  }
  pen.restore();
}

/**
 * Draws one or two numbers that tell when a cell was expanded. If the cell has no room for numbers, draws a dot
 * instead, with a ring around it if the cell was expanded more than once.
 */
function drawTimes(pen: Pen, palette: Palette, place: CellPlace, look: CellLook) {
  const { x, y, side, ratio } = place;
  const width = side / ratio;
  pen.fillStyle = palette.ink;
  pen.strokeStyle = pen.fillStyle;
  if (width < ROOM.number) return drawDot(pen, x + side / 2, y + side / 2, side, look);
  const isTwo = look.times > 1 && width >= ROOM.two;
  const texts = isTwo ? [look.first + 1, look.last + 1] : [look.last + 1];
  for (const [row, number] of texts.entries()) {
    const digits = Math.max(2.2, String(number).length);
    const height = Math.min(side * (isTwo ? 0.36 : 0.44), (side * 1.45) / digits);
    pen.font = `${isTwo && row === 0 ? 400 : 600} ${height}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const middle = isTwo ? 0.29 + row * 0.42 : 0.52;
    pen.fillText(String(number), x + side / 2, y + side * middle);
  }
  if (look.times > 1) drawCorner(pen, x + side - ratio, y, side * 0.2);
}

function drawDot(pen: Pen, x: number, y: number, side: number, { share, times }: CellLook) {
  pen.beginPath();
  pen.arc(x, y, side * (0.1 + 0.12 * share), 0, Math.PI * 2);
  pen.fill();
  if (times < 2) return;
  pen.lineWidth = side * 0.08;
  pen.beginPath();
  pen.arc(x, y, side * 0.36, 0, Math.PI * 2);
  pen.stroke();
}

/** Draws a folded corner, which marks a cell that was expanded more than once. */
function drawCorner(pen: Pen, x: number, y: number, size: number) {
  pen.beginPath();
  pen.moveTo(x - size, y);
  pen.lineTo(x, y);
  pen.lineTo(x, y + size);
  pen.fill();
}
