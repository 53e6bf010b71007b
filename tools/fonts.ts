/** Fonts of the packages @fontsource/*: glyphs read from their many subset files, and put together. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

/** @typedef {import("./outline.ts").Command} Command */
/** @typedef {Command[]} Contour */

/** @param {Command[]} commands @returns {Contour[]} */
function splitContours(commands) {
  /** @type {Contour[]} */
  const contours = [];
  for (const command of commands) {
    if (command.type === "M") contours.push([]);
    if (command.type !== "Z") contours.at(-1)?.push(command);
  }
  return contours;
}

/** @param {Contour[]} contours */
function box(contours) {
  const xs = contours.flat().map((c) => c.x);
  const ys = contours.flat().map((c) => c.y);
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/**
 * The contours whose middle lies left (or right) of `edge`.
 *
 * @param {Contour[]} contours @param {number} edge @param {boolean} wantLeft
 */
function side(contours, edge, wantLeft) {
  return contours.filter((contour) => {
    const { x0, x1 } = box([contour]);
    return (x0 + x1) / 2 < edge === wantLeft;
  });
}

/**
 * @param {Contour[]} contours
 * @param {(x: number) => number} fx @param {(y: number) => number} fy
 * @returns {Contour[]}
 */
function moved(contours, fx, fy) {
  const map = (/** @type {Command} */ c) => ({
    ...c,
    x: fx(c.x),
    y: fy(c.y),
    ...(c.x1 === undefined || c.y1 === undefined ? {} : { x1: fx(c.x1), y1: fy(c.y1) }),
  });
  return contours.map((contour) => contour.map(map));
}

/**
 * The left part of one character beside the right part of another.
 *
 * @param {Contour[]} left @param {Contour[]} right
 * @param {{x0: number, x1: number, y0: number, y1: number}} place
 */
export function compose(left, right, place) {
  const part = side(right, 400, false);
  const from = box(part);
  const fx = (/** @type {number} */ x) =>
    place.x0 + ((x - from.x0) * (place.x1 - place.x0)) / (from.x1 - from.x0);
  const fy = (/** @type {number} */ y) =>
    place.y0 + ((y - from.y0) * (place.y1 - place.y0)) / (from.y1 - from.y0);
  return [...side(left, 300, true), ...moved(part, fx, fy)];
}

/** Centres a glyph on the origin: all are placed by their middle. @param {Contour[]} contours */
export function centred(contours) {
  const { x0, x1, y0, y1 } = box(contours);
  return moved(
    contours,
    (x) => x - (x0 + x1) / 2,
    (y) => y - (y0 + y1) / 2,
  );
}

/**
 * The font inside a WOFF file: the same tables, unpacked.
 *
 * @param {Buffer} woff
 */
function unpacked(woff) {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let at = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = 44 + 20 * i;
    const [offset, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    const raw = woff.subarray(offset, offset + packed);
    const table = packed < size ? inflateSync(raw) : raw;
    const record = 12 + 16 * i;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, record + 8);
    head.writeUInt32BE(size, record + 12);
    const gap = Buffer.alloc(-table.length & 3);
    parts.push(table, gap);
    at += table.length + gap.length;
  }
  return Buffer.concat(parts);
}

/**
 * Reads the wanted glyphs, 1000 units to the em, y downwards, and who made them.
 *
 * @param {any} opentype  the package opentype.js
 * @param {string} folder of the package @param {number} weight @param {string[]} wanted
 * @returns {{glyphs: Map<string, Contour[]>, copyright: string}}
 */
export function readFont(opentype, folder, weight, wanted) {
  const glyphs = new Map();
  let copyright = "";
  const files = readdirSync(join(folder, "files"));
  for (const name of files.filter((n) => n.endsWith(`-${weight}-normal.woff`))) {
    const bytes = unpacked(readFileSync(join(folder, "files", name)));
    const { buffer, byteOffset, length } = bytes;
    const font = opentype.parse(buffer.slice(byteOffset, byteOffset + length));
    copyright ||= font.names.windows?.copyright?.en ?? "";
    for (const character of wanted) {
      const glyph = font.charToGlyph(character);
      if (glyphs.has(character) || glyph.index === 0) continue;
      glyphs.set(character, splitContours(glyph.getPath(0, 0, 1000).commands));
    }
  }
  return { glyphs, copyright };
}
