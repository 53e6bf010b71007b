/** Reads glyphs from the many subset files of the packages @fontsource/*, and composes characters that a font lacks. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Command } from "./outline.ts";

export type Contour = Command[];
export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** The members of the package opentype.js that are used here; it is not installed with the project. */
export interface OpenType {
  parse(file: ArrayBuffer): {
    names: { windows?: { copyright?: { en?: string } } };
    charToGlyph(character: string): {
      index: number;
      getPath(x: number, y: number, size: number): { commands: Command[] };
    };
  };
}

function splitContours(commands: Command[]) {
  const contours: Contour[] = [];
  for (const command of commands) {
    if (command.type === "M") contours.push([]);
    if (command.type !== "Z") contours.at(-1)?.push(command);
  }
  return contours;
}

function boxOf(contours: Contour[]): Box {
  const xs = contours.flat().map((c) => c.x);
  const ys = contours.flat().map((c) => c.y);
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/** Returns the contours whose middle is left of `edge`, or right of it if not `isLeft`. */
const side = (contours: Contour[], edge: number, isLeft: boolean) =>
  contours.filter((contour) => {
    const { x0, x1 } = boxOf([contour]);
    return (x0 + x1) / 2 < edge === isLeft;
  });

type Scale = (value: number) => number;

function moved(contours: Contour[], fx: Scale, fy: Scale): Contour[] {
  const move = (c: Command) => ({
    ...c,
    x: fx(c.x),
    y: fy(c.y),
    ...(c.x1 === undefined || c.y1 === undefined ? {} : { x1: fx(c.x1), y1: fy(c.y1) }),
  });
  return contours.map((contour) => contour.map(move));
}

/**
 * Composes a character from the left part of one and the right part of another. Scales the right part into the box
 * `place`.
 */
export function compose(left: Contour[], right: Contour[], place: Box) {
  const part = side(right, 400, false);
  const from = boxOf(part);
  const fx = (x: number) =>
    place.x0 + ((x - from.x0) * (place.x1 - place.x0)) / (from.x1 - from.x0);
  const fy = (y: number) =>
    place.y0 + ((y - from.y0) * (place.y1 - place.y0)) / (from.y1 - from.y0);
  return [...side(left, 300, true), ...moved(part, fx, fy)];
}

/** Centres a glyph on the origin. */
export function centred(contours: Contour[]) {
  const { x0, x1, y0, y1 } = boxOf(contours);
  return moved(
    contours,
    (x) => x - (x0 + x1) / 2,
    (y) => y - (y0 + y1) / 2,
  );
}

/**
 * Returns the font inside a WOFF file. opentype.js is not used for this, since it decompresses some of these files
 * wrongly.
 */
function unpacked(woff: Buffer) {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
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
  return new Uint8Array(Buffer.concat(parts)).buffer;
}

/** Returns glyphs of a package by character, 1000 units to the em, y downwards, and the copyright of the font. */
export function readFont(opentype: OpenType, folder: string, weight: number, characters: string[]) {
  const glyphs = new Map<string, Contour[]>();
  let copyright = "";
  const files = readdirSync(join(folder, "files"));
  for (const name of files.filter((file) => file.endsWith(`-${weight}-normal.woff`))) {
    const font = opentype.parse(unpacked(readFileSync(join(folder, "files", name))));
    copyright ||= font.names.windows?.copyright?.en ?? "";
    for (const character of characters) {
      const glyph = font.charToGlyph(character);
      if (glyphs.has(character) || glyph.index === 0) continue;
      glyphs.set(character, splitContours(glyph.getPath(0, 0, 1000).commands));
    }
  }
  return { glyphs, copyright };
}
