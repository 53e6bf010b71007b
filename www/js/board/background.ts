// The board without pieces: its material, rim, engraved lines, river and labels, drawn once per size and theme.

import type { Notation } from "../core/xiangqi.ts";
import { contextOf, flushDrawing, newCanvas } from "./canvas.ts";
import { FILES, RANKS, pixelOf } from "./geometry.ts";
import type { Layout } from "./geometry.ts";
import { GLYPHS } from "./glyphs.ts";
import { broadGrain, fibreTile } from "./grain.ts";
import { fillOutline } from "./outline.ts";
import type { Palette } from "./theme.ts";

type Context = CanvasRenderingContext2D;

/** The number of pixels of grain that one step draws. */
const BAND = 600_000;
const HAN = "一二三四五六七八九";
const WIDE = "１２３４５６７８９";
/**
 * The names of the files for Red and for Black, each in the order from that player's right to left. In ICCS both
 * players use the same letters, which begin at Red's left.
 */
const NAMES = {
  chinese: [HAN, WIDE],
  wxf: [WIDE, WIDE],
  iccs: ["ＩＨＧＦＥＤＣＢＡ", "ＡＢＣＤＥＦＧＨＩ"],
} as const;
/** The outlines of the river's characters, and the distances of their centres from the leftmost line, in cells. */
export const RIVER = (
  [
    ["楚", 1.25],
    ["河", 2.6],
    ["漢", 5.4],
    ["界", 6.75],
  ] as const
).map(([character, left]) => ({ outline: GLYPHS[character] ?? "", left }));
/** Points with corner marks: the start points of the cannons and soldiers. */
const CORNERED: readonly (readonly [file: number, rank: number])[] = [
  [1, 2],
  [7, 2],
  [1, 7],
  [7, 7],
  ...[0, 2, 4, 6, 8].flatMap((file) => [[file, 3] as const, [file, 6] as const]),
];

/** The pictures of a palette's grain, reused for every board size. */
interface GrainPictures {
  broad: HTMLCanvasElement;
  fibres: HTMLCanvasElement;
}

const grains = new WeakMap<Palette, GrainPictures>();

/**
 * Returns the outline of a file's label for each side. `weight` is the width added to its strokes, in thousandths of
 * the em.
 */
export function labelsOfFile(labels: Notation, file: number) {
  const [red, black] = NAMES[labels];
  return {
    red: { outline: GLYPHS[red.charAt(FILES - 1 - file)] ?? "", weight: red === HAN ? 30 : 10 },
    black: { outline: GLYPHS[black.charAt(file)] ?? "", weight: 10 },
  };
}

/** Returns the radius of the board's corners in device pixels. */
export const cornerRadius = ({ cell }: Layout): number => Math.round(cell * 0.16);

/** Draws the board in steps. The caller spreads the steps over several frames. */
export function* drawBackground(
  layout: Layout,
  palette: Palette,
): Generator<void, HTMLCanvasElement> {
  const canvas = newCanvas(layout.width, layout.height);
  const context = contextOf(canvas);
  const grain = grains.get(palette) ?? (yield* drawGrainPictures(palette));
  grains.set(palette, grain);
  yield* drawGrain(context, layout, palette, grain);
  if (!palette.printed) drawRim(context, layout, palette);
  drawGrid(context, layout, palette);
  flushDrawing(canvas);
  yield;
  drawRiver(context, layout, palette);
  if (layout.labelled) drawLabels(context, layout, palette);
  flushDrawing(canvas);
  yield;
  return canvas;
}

function* drawGrainPictures(palette: Palette): Generator<void, GrainPictures> {
  const broad = yield* broadGrain(palette);
  const fibres = fibreTile(palette);
  flushDrawing(fibres);
  yield;
  return { broad, fibres };
}

/** Fills the board with grain, one horizontal band in each step. */
function* drawGrain(
  context: Context,
  { width, height }: Layout,
  palette: Palette,
  { broad, fibres }: GrainPictures,
): Generator<void, void> {
  const lit = litGrain(broad, palette, width, height);
  const pattern = context.createPattern(fibres, "repeat");
  const step = Math.ceil(BAND / width);
  for (let y = 0; y < height; y += step) {
    context.save();
    context.beginPath();
    context.rect(0, y, width, step);
    context.clip();
    context.drawImage(lit, 0, 0, width, height);
    context.fillStyle = pattern ?? palette.line;
    context.fillRect(0, y, width, step);
    context.restore();
    flushDrawing(context.canvas);
    yield;
  }
}

/**
 * Returns a copy of the small grain picture with the light of a board of `width` by `height` drawn over it. The light
 * has no fine detail, so it can be scaled up together with the grain.
 */
function litGrain(
  broad: HTMLCanvasElement,
  palette: Palette,
  width: number,
  height: number,
): HTMLCanvasElement {
  const canvas = newCanvas(broad.width, broad.height);
  const context = contextOf(canvas);
  context.drawImage(broad, 0, 0);
  context.scale(broad.width / width, broad.height / height);
  context.fillStyle = lightOn(context, palette, width, height);
  context.fillRect(0, 0, width, height);
  return canvas;
}

/** Creates the gradient of the light: bright near the upper left, dark in the corners. */
function lightOn(
  context: Context,
  { light: { glow, glowAlpha, dusk, duskAlpha } }: Palette,
  width: number,
  height: number,
): CanvasGradient {
  const [x, y, near, far] = [width * 0.36, height * 0.26, width * 0.1, height * 0.75];
  const light = context.createRadialGradient(x, y, near, width * 0.5, height * 0.5, far);
  light.addColorStop(0, `rgba(${glow}, ${glowAlpha})`);
  light.addColorStop(0.55, `rgba(${glow}, 0)`);
  light.addColorStop(1, `rgba(${dusk}, ${duskAlpha})`);
  return light;
}

/** Draws the band around the board, with a light upper edge and a dark lower edge. */
function drawRim(context: Context, layout: Layout, palette: Palette): void {
  const { width, height, cell } = layout;
  const band = Math.max(3, Math.round(cell * 0.1));
  const radius = cornerRadius(layout);
  const frame = (inset: number) => {
    const path = new Path2D();
    const r = Math.max(0, radius - inset);
    path.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, r);
    return path;
  };
  const sheen = context.createLinearGradient(0, 0, width, height);
  sheen.addColorStop(0, palette.rimLight);
  sheen.addColorStop(0.3, palette.rim);
  sheen.addColorStop(1, palette.rim);
  const ring = frame(-2);
  ring.addPath(frame(band));
  context.fillStyle = sheen;
  context.fill(ring, "evenodd");
  const fine = Math.max(1, Math.round(cell * 0.02));
  context.lineWidth = fine;
  context.strokeStyle = palette.lineGlow;
  context.stroke(frame(band + fine / 2));
  context.strokeStyle = "rgba(0, 0, 0, 0.28)";
  context.stroke(frame(band - fine / 2));
}

/** Strokes a path as an engraving: a dark line with a light edge at its lower right. */
function engrave(context: Context, palette: Palette, path: Path2D, width: number): void {
  const lip = Math.max(1, Math.round(width * 0.5));
  context.lineWidth = width;
  context.lineCap = "square";
  context.lineJoin = "miter";
  context.save();
  context.translate(lip, lip);
  context.strokeStyle = palette.lineGlow;
  context.stroke(path);
  context.restore();
  context.strokeStyle = palette.line;
  context.stroke(path);
}

function drawGrid(context: Context, layout: Layout, palette: Palette): void {
  const { cell } = layout;
  const fine = Math.max(1, Math.round(cell * 0.022));
  const bold = Math.max(2, Math.round(cell * 0.05));
  engrave(context, palette, linesPath(layout, fine, new Path2D()), fine);
  engrave(context, palette, palacePath(layout, new Path2D()), fine);
  engrave(context, palette, cornersPath(layout, fine, new Path2D()), fine);
  const gap = Math.round(cell * 0.115) + (bold % 2) / 2;
  const { x0, y0 } = layout;
  const outer = new Path2D();
  outer.rect(x0 - gap, y0 - gap, (FILES - 1) * cell + 2 * gap, (RANKS - 1) * cell + 2 * gap);
  engrave(context, palette, outer, bold);
}

/** The methods for lines that a canvas path and `PathText` in svg.ts have in common. */
export type LinePath = Pick<Path2D, "moveTo" | "lineTo">;

/** Adds the lines of files and ranks to a path. Lines of odd width are shifted by half a pixel to keep them sharp. */
export function linesPath<Path extends LinePath>(
  { x0, y0, cell }: Layout,
  width: number,
  path: Path,
): Path {
  const half = (width % 2) / 2;
  const right = x0 + (FILES - 1) * cell + half;
  const bottom = y0 + (RANKS - 1) * cell + half;
  const line = (xa: number, ya: number, xb: number, yb: number) => {
    path.moveTo(xa, ya);
    path.lineTo(xb, yb);
  };
  for (let row = 0; row < RANKS; row += 1) {
    const y = y0 + row * cell + half;
    line(x0 + half, y, right, y);
  }
  for (let column = 0; column < FILES; column += 1) {
    const x = x0 + column * cell + half;
    const edge = column === 0 || column === FILES - 1;
    if (edge) line(x, y0 + half, x, bottom);
    else line(x, y0 + half, x, y0 + 4 * cell + half);
    if (!edge) line(x, y0 + 5 * cell + half, x, bottom);
  }
  return path;
}

export function palacePath<Path extends LinePath>({ x0, y0, cell }: Layout, path: Path): Path {
  for (const top of [0, 7]) {
    path.moveTo(x0 + 3 * cell, y0 + top * cell);
    path.lineTo(x0 + 5 * cell, y0 + (top + 2) * cell);
    path.moveTo(x0 + 5 * cell, y0 + top * cell);
    path.lineTo(x0 + 3 * cell, y0 + (top + 2) * cell);
  }
  return path;
}

export function cornersPath<Path extends LinePath>(
  layout: Layout,
  width: number,
  path: Path,
): Path {
  const gap = Math.max(2, Math.round(layout.cell * 0.075)) + (width % 2) / 2;
  const arm = Math.round(layout.cell * 0.17);
  for (const [file, rank] of CORNERED) {
    const { x, y } = pixelOf(layout, file, rank);
    for (const dx of [-1, 1]) {
      const column = Math.round((x - layout.x0) / layout.cell) + dx;
      if (column < 0 || column >= FILES) continue;
      for (const dy of [-1, 1]) {
        path.moveTo(x + dx * gap, y + dy * (gap + arm));
        path.lineTo(x + dx * gap, y + dy * gap);
        path.lineTo(x + dx * (gap + arm), y + dy * gap);
      }
    }
  }
  return path;
}

/** Draws the characters of the river as an engraving. */
function drawRiver(context: Context, { x0, y0, cell }: Layout, palette: Palette): void {
  const y = y0 + 4.5 * cell;
  const size = cell * 0.7;
  const lip = Math.max(1, Math.round(cell * 0.012));
  for (const { outline, left } of RIVER) {
    const x = x0 + left * cell;
    fillOutline(context, outline, { x: x + lip, y: y + lip, size, colour: palette.lineGlow });
    fillOutline(context, outline, { x, y, size, colour: palette.river });
  }
}

/** Draws the file labels at each player's edge, in the notation of the moves beside the board. */
function drawLabels(context: Context, layout: Layout, palette: Palette): void {
  const { y0, cell, height } = layout;
  const size = Math.max(9, cell * 0.235);
  const low = y0 + (RANKS - 1) * cell;
  const away = Math.min(0.69 * cell, (height - low) * 0.76);
  const [top, bottom] = [y0 - away, low + away];
  for (let file = 0; file < FILES; file += 1) {
    const { red, black } = labelsOfFile(layout.labels, file);
    const label = ({ outline, weight }: typeof red, y: number) =>
      fillOutline(context, outline, {
        x: pixelOf(layout, file, 0).x,
        y,
        size,
        colour: palette.label,
        weight,
      });
    label(red, layout.flipped ? top : bottom);
    label(black, layout.flipped ? bottom : top);
  }
}
