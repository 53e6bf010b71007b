// One cell of a picture: what it is, and when it was expanded.

import { BRICKS, SIGNS, shade } from "./colours.ts";
import { OBSTACLE } from "./route-grid.ts";

/** @typedef {import("./colours.ts").Palette} Palette */

/**
 * @typedef {object} CellLook
 * @property {number} kind
 * @property {number} first  its first place among the expanded states, from 0; -1: none
 * @property {number} last   its last place
 * @property {number} times  how often it was expanded
 * @property {number} share  of the last place among all, from 0 to 1
 */

/** In device pixels; fine: device pixels to one of the page. @typedef {{ x: number, y: number, side: number, fine: number }} Seat */

/** From this side on there is room for a number, for two of them, and for bricks, in pixels of the page. */
const ROOM = { number: 19, two: 27, bricks: 11 };

const bricks = typeof Path2D === "undefined" ? null : new Path2D(BRICKS);
const signs = new Map(
  typeof Path2D === "undefined"
    ? []
    : Object.entries(SIGNS).map(([kind, parts]) => [
        Number(kind),
        parts.map((part) => new Path2D(part)),
      ]),
);

/** @param {CanvasRenderingContext2D} pen @param {Palette} palette @param {Seat} seat @param {CellLook} look */
export function drawCell(pen, palette, seat, look) {
  const { x, y, side, fine } = seat;
  const ground = look.times > 0 ? shade(palette, look.share) : null;
  pen.fillStyle = palette.joint;
  pen.fillRect(x, y, side, side);
  pen.fillStyle = ground ? `rgb(${ground.join(" ")})` : palette.road;
  const joint = side / fine < 8 ? fine / 2 : fine;
  pen.fillRect(x, y, side - joint, side - joint);
  if (look.kind === OBSTACLE) return drawWall(pen, palette, seat);
  const sign = signs.get(look.kind);
  if (sign) drawSign(pen, palette, seat, look, sign);
  if (ground && !sign) drawTimes(pen, palette, seat, look);
}

/** @param {CanvasRenderingContext2D} pen @param {Palette} palette @param {Seat} seat */
function drawWall(pen, palette, { x, y, side, fine }) {
  pen.fillStyle = palette.wall;
  pen.fillRect(x, y, side, side);
  if (side / fine < ROOM.bricks || !bricks) return;
  pen.save();
  pen.translate(x, y);
  pen.scale(side / 24, side / 24);
  pen.strokeStyle = palette.joint;
  pen.lineWidth = 1;
  pen.stroke(bricks);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {Palette} palette @param {Seat} seat @param {CellLook} look @param {Path2D[]} sign */
function drawSign(pen, palette, { x, y, side }, { kind }, [ground, figure]) {
  pen.save();
  pen.translate(x + side * 0.08, y + side * 0.08);
  pen.scale((side * 0.82) / 24, (side * 0.82) / 24);
  pen.fillStyle = palette.grounds[kind];
  pen.fill(ground);
  pen.fillStyle = palette.figure;
  pen.fill(figure);
  pen.restore();
}

/** When it was expanded: as numbers, or where there is no room as a dot, with a ring for more than one time. @param {CanvasRenderingContext2D} pen @param {Palette} palette @param {Seat} seat @param {CellLook} look */
function drawTimes(pen, palette, seat, look) {
  const { x, y, side, fine } = seat;
  const width = side / fine;
  pen.fillStyle = palette.ink;
  pen.strokeStyle = pen.fillStyle;
  if (width < ROOM.number) {
    dot(pen, x + side / 2, y + side / 2, side, look);
    return;
  }
  const isTwo = look.times > 1 && width >= ROOM.two;
  const texts = isTwo ? [look.first + 1, look.last + 1] : [look.last + 1];
  for (const [row, number] of texts.entries()) {
    const digits = Math.max(2.2, String(number).length);
    const height = Math.min(side * (isTwo ? 0.36 : 0.44), (side * 1.45) / digits);
    pen.font = `${isTwo && row === 0 ? 400 : 600} ${height}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const middle = isTwo ? 0.29 + row * 0.42 : 0.52;
    pen.fillText(String(number), x + side / 2, y + side * middle);
  }
  if (look.times > 1) fold(pen, x + side - fine, y, side * 0.2);
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} side @param {CellLook} look */
function dot(pen, x, y, side, { share, times }) {
  pen.beginPath();
  pen.arc(x, y, side * (0.1 + 0.12 * share), 0, Math.PI * 2);
  pen.fill();
  if (times < 2) return;
  pen.lineWidth = side * 0.08;
  pen.beginPath();
  pen.arc(x, y, side * 0.36, 0, Math.PI * 2);
  pen.stroke();
}

/** A turned corner: more than one state of this cell. @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} size */
function fold(pen, x, y, size) {
  pen.beginPath();
  pen.moveTo(x - size, y);
  pen.lineTo(x, y);
  pen.lineTo(x, y + size);
  pen.fill();
}
