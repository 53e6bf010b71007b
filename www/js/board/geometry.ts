/**
 * Geometry of the board: squares, points and the layout of the grid in a given space. Pure.
 *
 * A square is an index `rank * 9 + file` (rank 0 is Red's back rank, file 0 is Red's left) or a
 * name `a0`..`i9`. All lengths of a layout are device pixels and whole numbers, so that engraved
 * lines stay sharp; `ratio` turns them into CSS pixels.
 */

import { FILES, RANKS, SQUARES } from "../core/xiangqi.ts";

export { squareIndex, squareName } from "../core/xiangqi.ts";
export { FILES, RANKS, SQUARES };

/** Wood around the outermost lines, in cells: at the sides, and above and below. */
const MARGIN_SIDE = 0.64;
/** Of a board, in cells. */
export const BOARD_WIDTH = FILES - 1 + 2 * MARGIN_SIDE;
const MARGIN_END = 0.64;
const MARGIN_END_LABELLED = 0.9;
/** Device pixels that the margins may take over from the rounding of the cell, in all. */
const SLACK = FILES;
/**
 * Device pixels of height beyond which sharpness is not raised any more: above the height of a 4K
 * screen, and small enough that a machine without graphics hardware can still paint it at once.
 */
const MAX_HEIGHT = 2400;
/** How far from a point, in cells, a pointer still means it. */
const REACH = 0.5;
/** The same towards the rim, where no other point competes. */
const REACH_RIM = 0.62;

/** @typedef {"red" | "black"} Side */
/** @typedef {"chinese" | "wxf" | "iccs"} Labels  the notation whose names the files bear */

/**
 * @typedef {object} Layout
 * @property {number} width      device pixels
 * @property {number} height     device pixels
 * @property {number} ratio      device pixels per CSS pixel
 * @property {number} cell       distance of neighbouring lines
 * @property {number} x0         x of the leftmost file line
 * @property {number} y0         y of the topmost rank line
 * @property {boolean} flipped   Black at the bottom
 * @property {boolean} labelled  file labels are drawn
 * @property {Labels} labels     what they are written in
 */

/** @param {string} piece a letter of the placement @returns {Side | null} */
export function sideOf(piece) {
  if (piece >= "A" && piece <= "Z") return "red";
  return piece >= "a" && piece <= "z" ? "black" : null;
}

/** Distance between two squares in cells. @param {number} a @param {number} b */
export function distance(a, b) {
  const ranks = Math.floor(a / FILES) - Math.floor(b / FILES);
  return Math.hypot((a % FILES) - (b % FILES), ranks);
}

/**
 * The largest board that fits into `width` by `height` CSS pixels.
 *
 * @param {{width: number, height: number, ratio: number, orientation: Side, fileLabels: boolean, labels?: Labels}} space
 * @returns {Layout}
 */
export function layoutFor(space) {
  const { width, height, ratio: screenRatio, orientation, fileLabels } = space;
  const across = BOARD_WIDTH;
  const down = RANKS - 1 + 2 * (fileLabels ? MARGIN_END_LABELLED : MARGIN_END);
  const tallest = Math.min(height, (width * down) / across) || 1;
  const ratio = Math.min(screenRatio, MAX_HEIGHT / tallest);
  const room = { x: Math.floor(width * ratio), y: Math.floor(height * ratio) };
  const cell = Math.max(4, Math.floor(Math.min(room.x / across, room.y / down)));
  const fill = (/** @type {number} */ cells, /** @type {number} */ limit) => {
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

/** Height over width of a board with or without labels. @param {boolean} fileLabels */
export function aspect(fileLabels) {
  const end = fileLabels ? MARGIN_END_LABELLED : MARGIN_END;
  return (RANKS - 1 + 2 * end) / BOARD_WIDTH;
}

/**
 * The pixel of a place on the board; fractions of files and ranks are places between the lines.
 *
 * @param {Layout} layout @param {number} file @param {number} rank
 */
export function pixelOf(layout, file, rank) {
  const column = layout.flipped ? FILES - 1 - file : file;
  const row = layout.flipped ? rank : RANKS - 1 - rank;
  return { x: layout.x0 + column * layout.cell, y: layout.y0 + row * layout.cell };
}

/** @param {Layout} layout @param {number} index */
export function pixelOfSquare(layout, index) {
  return pixelOf(layout, index % FILES, Math.floor(index / FILES));
}

/** The inverse of `pixelOf`. @param {Layout} layout @param {number} x @param {number} y */
export function placeAt(layout, x, y) {
  const column = (x - layout.x0) / layout.cell;
  const row = (y - layout.y0) / layout.cell;
  return layout.flipped
    ? { file: FILES - 1 - column, rank: row }
    : { file: column, rank: RANKS - 1 - row };
}

/**
 * The square whose point is meant by a pixel: the nearest one within half a cell.
 *
 * @param {Layout} layout @param {number} x @param {number} y @returns {number} index, or -1
 */
export function squareAtPixel(layout, x, y) {
  const { file, rank } = placeAt(layout, x, y);
  const f = nearest(file, FILES - 1);
  const r = nearest(rank, RANKS - 1);
  return f < 0 || r < 0 ? -1 : r * FILES + f;
}

/** @param {number} value @param {number} last */
function nearest(value, last) {
  const line = Math.min(last, Math.max(0, Math.round(value)));
  const reach = value < 0 || value > last ? REACH_RIM : REACH;
  return Math.abs(value - line) <= reach ? line : -1;
}

/** @param {Layout} a @param {Layout} b */
export function sameLayout(a, b) {
  const keys = /** @type {(keyof Layout)[]} */ (Object.keys(a));
  return keys.every((key) => a[key] === b[key]);
}
