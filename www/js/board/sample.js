/** Samples of a look: a small piece of a board with a few pieces on it, for a choice among looks. */

import { BOARD_WIDTH, layoutFor, pixelOf } from "./geometry.js";
import { drawGround } from "./ground.js";
import { RADIUS, drawPiece, drawShadow } from "./sprites.js";
import { contextOf } from "./surface.js";

/** @typedef {import("./looks.js").Look} Look */

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
export function* paintSample(canvas, look, sample) {
  const { left, top, width, height, pieces } = sample;
  const ratio = devicePixelRatio || 1;
  const share = BOARD_WIDTH / width;
  const layout = layoutFor({
    width: (canvas.clientWidth || 120) * share,
    height: Infinity,
    ratio,
    orientation: "red",
    fileLabels: true,
  });
  const ground = yield* drawGround(layout, look.palette);
  const { cell } = layout;
  canvas.width = Math.round(width * cell);
  canvas.height = Math.round(height * cell);
  const context = contextOf(canvas);
  const origin = pixelOf(layout, 0, 9);
  context.translate(-Math.round(origin.x + left * cell), -Math.round(origin.y + top * cell));
  context.drawImage(ground, 0, 0);
  yield;
  const shadow = drawShadow(cell, look.palette, { blur: 0.075, alpha: look.palette.shadowAlpha });
  for (const [piece, file, rank] of pieces) {
    const { x, y } = pixelOf(layout, file, rank);
    const fall = cell * (RADIUS * 0.1);
    for (const [picture, drop] of /** @type {const} */ ([
      [shadow, fall],
      [drawPiece(piece, cell, look), 0],
    ]))
      context.drawImage(
        picture,
        Math.round(x - picture.width / 2),
        Math.round(y + drop - picture.height / 2),
      );
    yield;
  }
  canvas.dataset.look = look.name;
}
