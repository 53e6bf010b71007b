/**
 * What a person has drawn on the board, rings and arrows in four colours, and the sign of a move at its corner. Each
 * colour has a stroke of its own, and their arrows have open heads and a bar at the tail, where the engine's are solid: so
 * all are told apart without colour.
 */

import { pixelOfSquare, squareIndex } from "./geometry.ts";

/** @typedef {import("./marks.ts").Brush} Brush */
/** @typedef {(brush: Brush) => void} Overlay  drawn over the pieces */
/** @typedef {{ square: string, text: string, tone: keyof typeof TONES }} Badge */

/**
 * By its letter, as in `Gh2e2`: the colour, and its dashes in widths of the line, or a second line within the first.
 * @type {Readonly<Record<string, { ink: string, dashes: readonly number[], double?: boolean }>>}
 */
export const PENS = Object.freeze({
  G: { ink: "#1c9a46", dashes: [] },
  R: { ink: "#d42a2a", dashes: [], double: true },
  Y: { ink: "#dfa500", dashes: [0.01, 1.7] },
  B: { ink: "#2c6fe3", dashes: [1.6, 2] },
});

/** Behind white letters. */
const TONES = Object.freeze({
  good: "#1b7a3a",
  bad: "#b3261e",
  odd: "#2457b8",
  doubtful: "#8a5a00",
  plain: "#4a4a4a",
});

/** All lengths in cells. */
export const WIDTH = 0.1;
export const HALO = 0.07;
const START = 0.42;
const HEAD = 0.26;
export const RADIUS = 0.5;
const BADGE = { aside: 0.36, height: 0.36, letters: 0.27 };

/** @param {readonly string[]} shapes @param {Badge|null} [badge] @returns {Overlay|null} null where there is nothing to draw */
export function overlayOf(shapes, badge = null) {
  if (shapes.length === 0 && !badge) return null;
  return (brush) => {
    brush.context.save();
    for (const shape of shapes) drawShape(brush, shape);
    if (badge) drawBadge(brush, badge);
    brush.context.restore();
  };
}

/** @param {Brush} brush @param {string} shape */
function drawShape(brush, shape) {
  const pen = PENS[shape[0]];
  const [from, to] = [shape.slice(1, 3), shape.slice(3)].map(squareIndex);
  if (!pen || from < 0) return;
  const { layout } = brush;
  const a = pixelOfSquare(layout, from);
  if (to < 0) return strokeAs(brush, pen, ringAt(a, layout.cell), null);
  const parts = arrowOf(a, pixelOfSquare(layout, to), layout.cell, () => new Path2D());
  if (parts) strokeAs(brush, pen, parts.shaft, parts.ends);
}

/** @param {{ x: number, y: number }} middle @param {number} cell */
function ringAt({ x, y }, cell) {
  const path = new Path2D();
  path.arc(x, y, cell * RADIUS, 0, 2 * Math.PI);
  return path;
}

/** A point so far along an arrow and so far aside of it. @param {{ x: number, y: number }} from @param {number} ux @param {number} uy @returns {(length: number, aside: number) => [number, number]} */
const along =
  ({ x, y }, ux, uy) =>
  (length, aside) => [x + ux * length - uy * aside, y + uy * length + ux * aside];

/**
 * Null from a point to itself.
 *
 * @template {import("./background.ts").Lines} T
 * @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to @param {number} cell @param {() => T} newPath
 */
export function arrowOf(from, to, cell, newPath) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  const at = along(from, (to.x - from.x) / length, (to.y - from.y) / length);
  const [shaft, ends] = [newPath(), newPath()];
  const [tail, head] = [cell * START, cell * HEAD];
  shaft.moveTo(...at(tail, 0));
  shaft.lineTo(...at(length, 0));
  ends.moveTo(...at(tail, -head * 0.5));
  ends.lineTo(...at(tail, head * 0.5));
  ends.moveTo(...at(length - head, -head * 0.8));
  ends.lineTo(...at(length, 0));
  ends.lineTo(...at(length - head, head * 0.8));
  return { shaft, ends };
}

/**
 * A halo, then the line as the pen draws it; the ends of an arrow are never dashed.
 * @param {Brush} brush @param {typeof PENS[string]} pen @param {Path2D} path @param {Path2D|null} ends
 */
function strokeAs({ context, layout, palette }, { ink, dashes, double }, path, ends) {
  const width = Math.max(2.5, layout.cell * WIDTH);
  const paths = ends ? [path, ends] : [path];
  context.lineJoin = "round";
  context.lineCap = dashes.length > 0 && dashes[0] < 1 ? "round" : "butt";
  const stroke = (/** @type {string} */ colour, /** @type {number} */ thickness) => {
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    for (const one of paths) {
      context.setLineDash(one === path && colour === ink ? dashes.map((part) => part * width) : []);
      context.stroke(one);
    }
  };
  stroke(palette.markHalo, width + layout.cell * HALO);
  stroke(ink, width * (double ? 1.3 : 1));
  context.setLineDash([]);
  if (!double) return;
  context.strokeStyle = palette.markHalo;
  context.lineWidth = width * 0.45;
  context.stroke(path);
}

/** @param {number} left @param {number} top @param {number} width @param {number} height */
function pillAt(left, top, width, height) {
  const path = new Path2D();
  path.roundRect(left, top, width, height, height / 2);
  return path;
}

/** At the upper right of a piece, whole within the picture. @param {Brush} brush @param {Badge} badge */
function drawBadge({ context, layout, palette }, { square, text, tone }) {
  const { cell, width: right } = layout;
  const { x, y } = pixelOfSquare(layout, squareIndex(square));
  context.font = `700 ${cell * BADGE.letters}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const height = cell * BADGE.height;
  const width = Math.max(height, context.measureText(text).width + height * 0.6);
  const left = Math.min(x + cell * BADGE.aside - height / 2, right - width - 1);
  const top = Math.max(y - cell * BADGE.aside - height / 2, 1);
  const path = pillAt(left, top, width, height);
  context.lineWidth = Math.max(2, cell * 0.05);
  context.strokeStyle = palette.markHalo;
  context.stroke(path);
  context.fillStyle = TONES[tone];
  context.fill(path);
  context.fillStyle = "#fff";
  context.fillText(text, left + width / 2, top + height * 0.54);
}
