// Paints the canvas: background, marks, pieces. The pictures of background and pieces are drawn beforehand. While
// pieces move or arrows change, only the areas that they touch are painted again.

import type { Side } from "../core/xiangqi.ts";
import { boxOfArrow, changedArrows } from "./arrows.ts";
import type { DrawnArrow } from "./arrows.ts";
import { cornerRadius, drawBackground } from "./background.ts";
import { contextOf } from "./canvas.ts";
import { isSameRecord, pixelOf, pixelOfSquare, sideOfLetter } from "./geometry.ts";
import type { Layout } from "./geometry.ts";
import type { Look } from "./looks.ts";
import { drawMarksAbove, drawMarksBelow, drawRaisedRing, drawTarget } from "./marks.ts";
import type { Brush, Marks } from "./marks.ts";
import type { ShownPiece } from "./moving-pieces.ts";
import { LIFTED_SCALE, makeSprites } from "./sprites.ts";
import type { Sprites } from "./sprites.ts";

type Context = CanvasRenderingContext2D;

export type Box = readonly [x: number, y: number, width: number, height: number];

/** The pictures that depend on size and look. */
export interface Surfaces {
  layout: Layout;
  look: Look;
  background: HTMLCanvasElement;
  sprites: Sprites;
}

/** A dragged piece, drawn `rise` cells above the pointer. */
interface DraggedPiece {
  square: number;
  rise: number;
  scale: number;
}

/** Everything that one call of `paint` shows. */
interface Frame {
  pieces: ShownPiece[];
  marks: Marks;
  drag: DraggedPiece | null;
  dimmed: boolean;
  /** The side whose pieces are upside down. */
  inverted: Side | null;
}

/** The distance by which a lifted piece is drawn higher, in cells. */
const RISE = 0.07;
/** The additional distance of the shadow below a lifted piece, in cells. */
const FALL = 0.13;
/** The distance of the shadow below a resting piece, in cells. */
const REST_FALL = 0.045;
/** Half the width, in cells, of a piece with its shadow and its ring. */
const EXTENT = 0.95;

/** Draws the pictures for a size and a look, in steps. Reuses the pictures of `old` that have not changed. */
export function* makeSurfaces(
  layout: Layout,
  look: Look,
  old: Surfaces | null,
): Generator<void, Surfaces> {
  const isSameBackground = old?.look.palette === look.palette && isSameRecord(old.layout, layout);
  const background = isSameBackground
    ? old.background
    : yield* drawBackground(layout, look.palette);
  const isSameSprites = old?.look === look && old.layout.cell === layout.cell;
  const sprites = isSameSprites ? old.sprites : yield* makeSprites(layout.cell, look);
  return { layout, look, background, sprites };
}

export class View {
  #context;
  /** The boxes of moving pieces in the last painting. */
  #stale: Box[] = [];
  /** The pieces that moved in the last painting. */
  #moved = new Set<ShownPiece>();
  /** The arrows of the last painting. */
  #arrows: DrawnArrow[] = [];

  constructor(canvas: HTMLCanvasElement) {
    this.#context = contextOf(canvas);
  }

  /** Paints a frame: all of it, or only the areas where pieces move or arrows have changed. */
  paint(surfaces: Surfaces, frame: Frame, isWhole: boolean): void {
    const { arrows } = frame.marks;
    const changed = changedArrows(this.#arrows, arrows).map((a) => boxOfArrow(surfaces.layout, a));
    this.#arrows = arrows;
    const moving = frame.pieces.filter((piece) => isMoving(piece, frame));
    // Pieces that have come to rest since the last painting. After a long frame, such a piece may be far from the point
    // where it was last painted.
    const resting = frame.pieces.filter((a) => this.#moved.has(a) && !moving.includes(a));
    const place = (piece: ShownPiece) => boxOf(piece, surfaces.layout, frame);
    const fresh = moving.map(place);
    const boxes = [...this.#stale, ...fresh, ...resting.map(place), ...changed];
    this.#stale = fresh;
    this.#moved = new Set(moving);
    if (!isWhole && boxes.length === 0) return;
    const context = this.#context;
    context.save();
    if (!isWhole) clipTo(context, boxes);
    paintFrame(context, surfaces, frame, isWhole ? null : boxes);
    context.restore();
  }
}

const dragOf = (piece: ShownPiece, { drag }: Frame): DraggedPiece | null =>
  drag?.square === piece.square ? drag : null;

const isMoving = (piece: ShownPiece, frame: Frame): boolean =>
  piece.tween !== null || dragOf(piece, frame) !== null;

function clipTo(context: Context, boxes: Box[]): void {
  context.beginPath();
  for (const box of boxes) context.rect(...box);
  context.clip();
}

function boxOf(piece: ShownPiece, layout: Layout, frame: Frame): Box {
  const { x, y } = pixelOf(layout, piece.pose.file, piece.pose.rank);
  const drag = dragOf(piece, frame);
  const extent = layout.cell * EXTENT * (drag ? drag.scale : 1);
  const rise = drag ? layout.cell * drag.rise : 0;
  const top = Math.floor(y - extent - rise);
  const left = Math.floor(x - extent);
  return [left, top, Math.ceil(2 * extent) + 1, Math.ceil(2 * extent + rise) + 1];
}

const overlap = (a: Box, b: Box): boolean =>
  a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];

/** Paints everything that touches one of `boxes`, or the whole board if `boxes` is null. */
function paintFrame(context: Context, surfaces: Surfaces, frame: Frame, boxes: Box[] | null): void {
  const { layout, background } = surfaces;
  const { palette } = surfaces.look;
  const brush = { context, layout, palette };
  for (const [x, y, w, h] of boxes ?? [[0, 0, layout.width, layout.height]]) {
    const left = Math.max(0, x);
    const top = Math.max(0, y);
    const width = Math.min(layout.width, x + w) - left;
    const height = Math.min(layout.height, y + h) - top;
    if (width > 0 && height > 0)
      context.drawImage(background, left, top, width, height, left, top, width, height);
  }
  drawMarksBelow(brush, frame.marks);
  const isTouched = (piece: ShownPiece) => {
    const box = boxOf(piece, layout, frame);
    return !boxes || boxes.some((other) => overlap(box, other));
  };
  const pieces = frame.pieces.filter(isTouched);
  const low = pieces.filter(({ pose }) => pose.lift === 0);
  for (const piece of low) paintShadow(context, surfaces, piece, null);
  for (const piece of low) paintPiece(context, surfaces, piece, null, frame.inverted);
  if (frame.drag) paintOrigin(context, surfaces, frame.drag.square, frame.pieces);
  drawMarksAbove(brush, frame.marks);
  if (frame.drag) drawTarget(brush, frame.marks);
  for (const piece of pieces.filter(({ pose }) => pose.lift > 0))
    paintLifted(brush, surfaces, frame, piece);
  if (frame.dimmed) paintVeil(brush);
}

/** Paints a faint picture of the dragged piece at its origin. */
function paintOrigin(
  context: Context,
  { layout, sprites }: Surfaces,
  square: number,
  pieces: ShownPiece[],
): void {
  const letter = pieces.find((piece) => piece.square === square)?.piece;
  const picture = letter && sprites.resting.get(letter);
  if (!picture) return;
  const { x, y } = pixelOfSquare(layout, square);
  context.globalAlpha = 0.3;
  context.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.width / 2));
  context.globalAlpha = 1;
}

function paintLifted(brush: Brush, surfaces: Surfaces, frame: Frame, piece: ShownPiece): void {
  const drag = dragOf(piece, frame);
  paintShadow(brush.context, surfaces, piece, drag);
  const { x, y, scale } = paintPiece(brush.context, surfaces, piece, drag, frame.inverted);
  const isRinged = piece.square === frame.marks.selected && piece.pose.lift > 0.5;
  if (isRinged && !drag) drawRaisedRing(brush, x, y, scale);
}

function paintShadow(
  context: Context,
  { layout, sprites }: Surfaces,
  { pose: { file, rank, lift, alpha } }: ShownPiece,
  drag: DraggedPiece | null,
): void {
  const { cell } = layout;
  const { x, y } = pixelOf(layout, file, rank);
  const fall = REST_FALL + (FALL + (drag ? 0.08 : 0)) * lift;
  const draw = (picture: HTMLCanvasElement, strength: number) => {
    if (strength <= 0) return;
    const size = picture.width * (drag ? drag.scale : 1);
    const up = drag ? drag.rise * cell : 0;
    context.globalAlpha = strength;
    const left = Math.round(x + cell * fall * 0.45 - size / 2);
    context.drawImage(picture, left, Math.round(y - up + cell * fall - size / 2), size, size);
  };
  draw(sprites.shadow, alpha * (1 - lift));
  if (lift > 0) draw(sprites.farShadow(), alpha * lift);
  context.globalAlpha = 1;
}

/** Paints a piece; returns its middle and its scale. */
function paintPiece(
  context: Context,
  { layout, sprites }: Surfaces,
  { piece, pose: { file, rank, lift, alpha } }: ShownPiece,
  drag: DraggedPiece | null,
  inverted: Side | null,
) {
  const { cell } = layout;
  const place = pixelOf(layout, file, rank);
  const scale = drag ? drag.scale : 1 + (LIFTED_SCALE - 1) * lift;
  const x = place.x;
  const y = place.y - cell * (RISE * lift + (drag ? drag.rise : 0));
  const isResting = lift === 0;
  const picture = isResting ? sprites.resting.get(piece) : sprites.lifted(piece);
  if (!picture) return { x, y, scale };
  const size = isResting ? picture.width : (picture.width * scale) / LIFTED_SCALE;
  context.globalAlpha = alpha;
  context.imageSmoothingQuality = "high";
  const left = isResting ? Math.round(x - size / 2) : x - size / 2;
  const top = isResting ? Math.round(y - size / 2) : y - size / 2;
  context.save();
  if (inverted && sideOfLetter(piece) === inverted)
    turnAround(context, left + size / 2, top + size / 2);
  context.drawImage(picture, left, top, size, size);
  context.restore();
  context.globalAlpha = 1;
  return { x, y, scale };
}

/** Rotates everything that is drawn later by 180 degrees around a point. */
function turnAround(context: Context, x: number, y: number): void {
  context.translate(x, y);
  context.rotate(Math.PI);
  context.translate(-x, -y);
}

function paintVeil({ context, layout, palette }: Brush): void {
  context.fillStyle = palette.veil;
  context.beginPath();
  context.roundRect(0, 0, layout.width, layout.height, cornerRadius(layout));
  context.fill();
}
