/**
 * Arrows over the pieces: a hint, what the engine thinks about. The heavier an arrow, the broader and the more opaque,
 * so that weights can be told apart without colour.
 */

import { pixelOfSquare, squareIndex } from "./geometry.ts";

/** @typedef {{ from: string, to: string, weight: number }} Arrow  `weight` 0..1 */
/** @typedef {{ from: number, to: number, weight: number }} DrawnArrow  by square */

/** All lengths in cells. */
const SHAFT = { least: 0.05, most: 0.17 };
const HEAD = { least: 0.17, most: 0.4 };
/** The arrow leaves the piece's rim and ends at the middle of its goal. */
const START = 0.36;

/** @param {Arrow[]} arrows @returns {DrawnArrow[]} the lightest first, so that none lies over a heavier one */
export function arrowsToDraw(arrows) {
  return arrows
    .map(({ from, to, weight }) => ({ from: squareIndex(from), to: squareIndex(to), weight }))
    .filter(({ from, to }) => from >= 0 && to >= 0 && from !== to)
    .toSorted((a, b) => a.weight - b.weight);
}

/** @param {{ least: number, most: number }} range @param {number} weight */
const at = ({ least, most }, weight) => least + (most - least) * weight;

/** @param {import("./marks.ts").Brush} brush @param {DrawnArrow[]} arrows */
export function drawArrows({ context, layout, palette }, arrows) {
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

/** The place that an arrow takes, in whole pixels. @param {import("./geometry.ts").Layout} layout @param {DrawnArrow} arrow @returns {import("./view.ts").Box} */
export function boxOfArrow(layout, { from, to }) {
  const [a, b] = [pixelOfSquare(layout, from), pixelOfSquare(layout, to)];
  const around = layout.cell * (HEAD.most * 0.6 + 0.05) + 2;
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)].map((least) =>
    Math.floor(least - around),
  );
  const [right, low] = [Math.max(a.x, b.x), Math.max(a.y, b.y)].map((most) =>
    Math.ceil(most + around),
  );
  return [left, top, right - left, low - top];
}

/** The arrows of one list that are not in the other, both ways. @param {DrawnArrow[]} before @param {DrawnArrow[]} now */
export function changedArrows(before, now) {
  const same = (/** @type {DrawnArrow} */ a, /** @type {DrawnArrow} */ b) =>
    a.from === b.from && a.to === b.to && a.weight === b.weight;
  const without = (/** @type {DrawnArrow[]} */ list, /** @type {DrawnArrow[]} */ others) =>
    list.filter((arrow) => !others.some((other) => same(arrow, other)));
  return [...without(before, now), ...without(now, before)];
}

/** @typedef {{ x: number, y: number }} Point */

/** @param {Point} from @param {Point} to @param {number} cell @param {number} weight */
function arrowPath(from, to, cell, weight) {
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
  ];
  for (const [along, aside] of outline)
    path.lineTo(from.x + ux * along - uy * aside, from.y + uy * along + ux * aside);
  path.closePath();
  return path;
}
