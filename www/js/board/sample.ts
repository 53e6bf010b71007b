// Draws the samples from which a person chooses a look in the settings: a small part of a board with a few pieces.

import { drawBackground } from "./background.ts";
import { contextOf } from "./canvas.ts";
import { BOARD_WIDTH, layoutFor, pixelOf } from "./geometry.ts";
import type { Look } from "./looks.ts";
import { blanksOf, drawPiece, drawShadow } from "./sprites.ts";

/** A part of the board, in cells from the upper left point, and its pieces. */
export interface Sample {
  left: number;
  top: number;
  width: number;
  height: number;
  pieces: readonly (readonly [piece: string, file: number, rank: number])[];
}

/** The distance of a shadow below its piece, in cells. */
const FALL = 0.045;

/** The sample for a choice of board: a corner with its edge. */
export const CORNER: Sample = {
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

/** The sample for a choice of pieces: four pieces of each side. */
export const MIDDLE: Sample = {
  left: 0.42,
  top: 0.42,
  width: 4.16,
  height: 2.16,
  pieces: [..."knrcKNRC"].map((piece, i) => [piece, 1 + (i % 4), i < 4 ? 8 : 7]),
};

/** Paints a sample at the size that its canvas has on the page, in steps. */
export function* paintSample(
  canvas: HTMLCanvasElement,
  look: Look,
  { left, top, width, height, pieces }: Sample,
): Generator<void, void> {
  const layout = layoutFor({
    width: (canvas.clientWidth * BOARD_WIDTH) / width,
    height: Infinity,
    ratio: devicePixelRatio || 1,
    orientation: "red",
    fileLabels: true,
  });
  const { cell } = layout;
  const background = yield* drawBackground(layout, look.palette);
  const context = contextOf(background);
  const shadow = drawShadow(cell, look.palette, { blur: 0.075, alpha: look.palette.shadowAlpha });
  const blanks = blanksOf(cell, look.palette);
  const place = (picture: HTMLCanvasElement, x: number, y: number) =>
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
  const target = contextOf(canvas);
  target.drawImage(background, -Math.round(x + left * cell), -Math.round(y + top * cell));
  canvas.dataset.look = look.name;
}
