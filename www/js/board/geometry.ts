// Geometry of the board: squares, points and the layout of the grid in a given space.
//
// A square is an index `rank * 9 + file` (rank 0 is Red's back rank, file 0 is Red's left) or a name `a0` to `i9`. All
// lengths of a layout are whole device pixels, so engraved lines are sharp. Divided by `ratio`, they are CSS pixels.

import { FILES, RANKS, SQUARES } from "../core/xiangqi.ts";
import type { Notation, Side } from "../core/xiangqi.ts";

export { squareIndex, squareName } from "../core/xiangqi.ts";
export { FILES, RANKS, SQUARES };

export interface Point {
  x: number;
  y: number;
}

/** The margin to the left and right of the outermost lines, in cells. */
const MARGIN_SIDE = 0.64;
/** The width of a board with its margins, in cells. */
export const BOARD_WIDTH = FILES - 1 + 2 * MARGIN_SIDE;
/** The margin above and below the outermost lines, in cells. */
const MARGIN_END = 0.64;
/** The margin above and below the outermost lines if the files are labelled, in cells. */
const MARGIN_END_LABELLED = 0.9;
/**
 * The largest number of device pixels added to the margins, to use the space that is lost by rounding the cell down.
 */
const SLACK = FILES;
/**
 * The greatest height of a board, in device pixels: more than the height of a 4K screen, and small enough for a machine
 * without graphics hardware to paint without a pause.
 */
const MAX_HEIGHT = 2400;
/**
 * The largest distance between a pointer and the point that it selects, in cells. Distances along files and along ranks
 * are compared separately.
 */
const REACH = 0.5;
/**
 * The same distance for a pointer outside the outermost lines, in cells. It is larger, since no other point is near.
 */
const REACH_RIM = 0.62;

export interface Layout {
  /** Device pixels. */
  width: number;
  /** Device pixels. */
  height: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** The distance between neighbouring lines, in device pixels. */
  cell: number;
  /** x of the leftmost file line. */
  x0: number;
  /** y of the topmost rank line. */
  y0: number;
  /** True if Black is at the bottom. */
  flipped: boolean;
  /** True if the files are labelled. */
  labelled: boolean;
  /** The notation that the file labels follow. */
  labels: Notation;
}

/** Returns the side of a placement's letter, null for an empty square. */
export function sideOfLetter(letter: string): Side | null {
  if (letter >= "A" && letter <= "Z") return "red";
  return letter >= "a" && letter <= "z" ? "black" : null;
}

/** Returns the distance between two squares in cells. */
export function distance(a: number, b: number): number {
  const ranks = Math.floor(a / FILES) - Math.floor(b / FILES);
  return Math.hypot((a % FILES) - (b % FILES), ranks);
}

interface Space extends Pick<Layout, "width" | "height" | "ratio"> {
  orientation: Side;
  fileLabels: boolean;
  labels?: Notation | undefined;
}

/** Returns the largest board that fits into `width` by `height` CSS pixels. */
export function layoutFor(space: Space): Layout {
  const { width, height, ratio: screenRatio, orientation, fileLabels } = space;
  const across = BOARD_WIDTH;
  const down = RANKS - 1 + 2 * (fileLabels ? MARGIN_END_LABELLED : MARGIN_END);
  const tallest = Math.min(height, (width * down) / across) || 1;
  const ratio = Math.min(screenRatio, MAX_HEIGHT / tallest);
  const room = { x: Math.floor(width * ratio), y: Math.floor(height * ratio) };
  const cell = Math.max(4, Math.floor(Math.min(room.x / across, room.y / down)));
  const fill = (cells: number, limit: number) => {
    const needed = Math.round(cells * cell);
    return needed + Math.max(0, Math.min(SLACK, limit - needed));
  };
  const w = fill(across, room.x);
  const h = fill(down, room.y);
  return {
    width: w,
    height: h,
    ratio,
    cell,
    x0: Math.round((w - (FILES - 1) * cell) / 2),
    y0: Math.round((h - (RANKS - 1) * cell) / 2),
    flipped: orientation === "black",
    labelled: fileLabels,
    labels: space.labels ?? "chinese",
  };
}

/** Returns the height of a board divided by its width. */
export function aspect(fileLabels: boolean): number {
  const end = fileLabels ? MARGIN_END_LABELLED : MARGIN_END;
  return (RANKS - 1 + 2 * end) / BOARD_WIDTH;
}

/** Returns the pixel of a file and a rank; fractional values lie between the lines. */
export function pixelOf(layout: Layout, file: number, rank: number): Point {
  const column = layout.flipped ? FILES - 1 - file : file;
  const row = layout.flipped ? rank : RANKS - 1 - rank;
  return { x: layout.x0 + column * layout.cell, y: layout.y0 + row * layout.cell };
}

export const pixelOfSquare = (layout: Layout, square: number): Point =>
  pixelOf(layout, square % FILES, Math.floor(square / FILES));

/** Returns the fractional file and rank of a pixel; the inverse of `pixelOf`. */
export function placeAt(layout: Layout, x: number, y: number): { file: number; rank: number } {
  const column = (x - layout.x0) / layout.cell;
  const row = (y - layout.y0) / layout.cell;
  return layout.flipped
    ? { file: FILES - 1 - column, rank: row }
    : { file: column, rank: RANKS - 1 - row };
}

/** Returns the square whose point is nearest to a pixel, -1 if none is within reach. */
export function squareAtPixel(layout: Layout, x: number, y: number): number {
  const { file, rank } = placeAt(layout, x, y);
  const f = nearest(file, FILES - 1);
  const r = nearest(rank, RANKS - 1);
  return f < 0 || r < 0 ? -1 : r * FILES + f;
}

/** Returns the index of the line nearest to `value`, 0 to `last`, or -1 if no line is within reach. */
function nearest(value: number, last: number): number {
  const line = Math.min(last, Math.max(0, Math.round(value)));
  const reach = value < 0 || value > last ? REACH_RIM : REACH;
  return Math.abs(value - line) <= reach ? line : -1;
}

/** Returns true if two objects with the same keys have the same values. */
export const isSameRecord = <Item extends object>(a: Item, b: Item): boolean =>
  (Object.keys(a) as (keyof Item)[]).every((key) => a[key] === b[key]);
