/** Samples of a look: a small piece of a board with a few pieces on it, for a choice among looks. */

import { BOARD_WIDTH, layoutFor, pixelOf } from "./geometry.ts";
import { drawGround } from "./background.ts";
import { blanksOf, drawPiece, drawShadow } from "./sprites.ts";
import { contextOf } from "./canvas.ts";

/** @typedef {import("./looks.ts").Look} Look */

/**
 * A part of the board, in cells from the upper left point, and what stands there.
 *
 * @typedef {object} Sample
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {readonly (readonly [string, number, number])[]} pieces  piece, file, rank
 */

/** How far the shadow of a piece falls, in cells. */
const FALL = 0.045;

/** The corner with the board's edge. @type {Sample} */
export const CORNER = {
  left: -0.64,
  top: -0.98,
  width: 3.24,
  height: 2.55,
  pieces: [
    ["r", 0, 9],
    ["n", 1, 9],
    ["C", 2, 8],
  ],
};

/** Pieces of either side. @type {Sample} */
export const MIDDLE = {
  left: 0.42,
  top: 0.42,
  width: 4.16,
  height: 2.16,
  pieces: [..."knrcKNRC"].map((piece, i) => [piece, 1 + (i % 4), i < 4 ? 8 : 7]),
};

/**
 * Paints a sample as large as the canvas is on the page, in steps.
 *
 * @param {HTMLCanvasElement} canvas @param {Look} look @param {Sample} sample
 * @returns {Generator<void, void>}
 */
export function* paintSample(canvas, look, { left, top, width, height, pieces }) {
  const layout = layoutFor({
    width: (canvas.clientWidth * BOARD_WIDTH) / width,
    height: Infinity,
    ratio: devicePixelRatio || 1,
    orientation: "red",
    fileLabels: true,
  });
  const { cell } = layout;
  const ground = yield* drawGround(layout, look.palette);
  const context = contextOf(ground);
  const shadow = drawShadow(cell, look.palette, { blur: 0.075, alpha: look.palette.shadowAlpha });
  const blanks = blanksOf(cell, look.palette);
  const place = (/** @type {HTMLCanvasElement} */ picture, /** @type {number} */ x, y = 0) =>
    context.drawImage(
      picture,
      Math.round(x - picture.width / 2),
      Math.round(y - picture.height / 2),
    );
  for (const [piece, file, rank] of pieces) {
    const { x, y } = pixelOf(layout, file, rank);
    place(shadow, x, y + cell * FALL);
    place(drawPiece(piece, cell, look, blanks), x, y);
    yield;
  }
  canvas.width = Math.round(width * cell);
  canvas.height = Math.round(height * cell);
  const { x, y } = pixelOf(layout, 0, 9);
  contextOf(canvas).drawImage(ground, -Math.round(x + left * cell), -Math.round(y + top * cell));
  canvas.dataset.look = look.name;
}
