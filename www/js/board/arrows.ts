// Arrows over the pieces, for hints and for moves that the engine considers. A heavier arrow is broader and more
// opaque, so weights can be told apart without colour.

import { isSameRecord, pixelOfSquare, squareIndex } from "./geometry.ts";
import type { Layout, Point } from "./geometry.ts";
import type { Brush } from "./marks.ts";
import type { Box } from "./view.ts";

/** An arrow between two squares; `weight` is 0 to 1. */
export interface Arrow {
  from: string;
  to: string;
  weight: number;
}

/** An arrow whose squares are given as indices. */
export interface DrawnArrow {
  from: number;
  to: number;
  weight: number;
}

/** The width of the shaft, in cells: of the lightest and of the heaviest arrow. */
const SHAFT = { least: 0.05, most: 0.17 };
/** The size of the head, in cells: of the lightest and of the heaviest arrow. */
const HEAD = { least: 0.17, most: 0.4 };
/**
 * The distance between the centre of an arrow's first square and the start of the arrow, in cells. The arrow starts at
 * the rim of a piece on that square, and ends at the centre of its last square.
 */
const START = 0.36;

/**
 * Converts arrows for drawing: drops the invalid ones and sorts the others by weight. The heaviest arrow is drawn last,
 * on top.
 */
export const arrowsToDraw = (arrows: readonly Arrow[]): DrawnArrow[] =>
  arrows
    .map(({ from, to, weight }) => ({ from: squareIndex(from), to: squareIndex(to), weight }))
    .filter(({ from, to }) => from >= 0 && to >= 0 && from !== to)
    .toSorted((a, b) => a.weight - b.weight);

const at = ({ least, most }: typeof SHAFT, weight: number): number =>
  least + (most - least) * weight;

export function drawArrows({ context, layout, palette }: Brush, arrows: DrawnArrow[]): void {
  const { cell } = layout;
  context.save();
  context.lineJoin = "round";
  for (const { from, to, weight } of arrows) {
    const path = arrowPath(pixelOfSquare(layout, from), pixelOfSquare(layout, to), cell, weight);
    context.globalAlpha = 0.4 + 0.5 * weight;
    context.lineWidth = Math.max(2, cell * 0.05);
    context.strokeStyle = palette.markHalo;
    context.stroke(path);
    context.fillStyle = palette.mark;
    context.fill(path);
  }
  context.restore();
}

/** Returns the rectangle that encloses an arrow and its halo, in whole pixels. */
export function boxOfArrow(layout: Layout, { from, to }: DrawnArrow): Box {
  const [a, b] = [pixelOfSquare(layout, from), pixelOfSquare(layout, to)];
  const around = layout.cell * (HEAD.most * 0.6 + 0.05) + 2;
  const left = Math.floor(Math.min(a.x, b.x) - around);
  const top = Math.floor(Math.min(a.y, b.y) - around);
  const right = Math.ceil(Math.max(a.x, b.x) + around);
  const bottom = Math.ceil(Math.max(a.y, b.y) + around);
  return [left, top, right - left, bottom - top];
}

/** Returns the arrows that are in only one of the two lists. */
export function changedArrows(before: DrawnArrow[], now: DrawnArrow[]): DrawnArrow[] {
  const without = (list: DrawnArrow[], others: DrawnArrow[]) =>
    list.filter((arrow) => !others.some((other) => isSameRecord(arrow, other)));
  return [...without(before, now), ...without(now, before)];
}

function arrowPath(from: Point, to: Point, cell: number, weight: number): Path2D {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = cell * at(HEAD, weight);
  const shaft = (cell * at(SHAFT, weight)) / 2;
  const path = new Path2D();
  const outline = [
    [cell * START, -shaft],
    [length - head, -shaft],
    [length - head, -head * 0.6],
    [length, 0],
    [length - head, head * 0.6],
    [length - head, shaft],
    [cell * START, shaft],
  ] as const;
  for (const [along, aside] of outline)
    path.lineTo(from.x + ux * along - uy * aside, from.y + uy * along + ux * aside);
  path.closePath();
  return path;
}
