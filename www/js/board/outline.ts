/** Outlines given as path data, filled. */

/** @type {Map<string, Path2D>} */
const paths = new Map();

/** @param {string} data */
function pathOf(data) {
  let path = paths.get(data);
  if (!path) {
    path = new Path2D(data);
    paths.set(data, path);
  }
  return path;
}

/**
 * @typedef {object} How
 * @property {number} x
 * @property {number} y
 * @property {number} size      of the em, in pixels
 * @property {string} colour
 * @property {number} [weight]  thousandths of the em by which strokes are broadened
 * @property {CanvasFillRule} [rule]
 */

/**
 * Fills an outline of 1000 units to the em with its origin at a pixel.
 *
 * @param {CanvasRenderingContext2D} context @param {string} data @param {How} how
 */
export function fillOutline(context, data, { x, y, size, colour, weight = 0, rule = "nonzero" }) {
  const path = pathOf(data);
  context.save();
  context.translate(x, y);
  context.scale(size / 1000, size / 1000);
  context.fillStyle = colour;
  context.fill(path, rule);
  if (weight > 0) {
    context.strokeStyle = colour;
    context.lineWidth = weight;
    context.lineJoin = "round";
    context.stroke(path);
  }
  context.restore();
}
