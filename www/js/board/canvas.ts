/** Canvases to draw on out of sight. */

/** @param {number} width @param {number} height */
export function newCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {CanvasRenderingContext2D} */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser gives no 2d canvas");
  return context;
}

/** @type {CanvasRenderingContext2D | null} */
let sink = null;

/**
 * Makes the browser carry out at once what was drawn so far. Without graphics hardware, drawing is
 * only noted down and then done in one go at the end of the frame, which would hold up the page;
 * asking for the picture splits that work.
 *
 * @param {HTMLCanvasElement} canvas
 */
export function carryOut(canvas) {
  sink ??= contextOf(newCanvas(1, 1));
  sink.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
}
