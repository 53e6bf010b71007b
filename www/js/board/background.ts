/** The board without pieces: wood or what it is made of, rim, engraved lines, river, labels. Drawn once per size and theme. */

import { FILES, RANKS, pixelOf } from "./geometry.ts";
import { GLYPHS } from "./glyphs.ts";
import { fillOutline } from "./outline.ts";
import { carryOut, contextOf, newCanvas } from "./canvas.ts";
import { broadGrain, fibreTile } from "./grain.ts";

/** @typedef {import("./geometry.ts").Layout} Layout */
/** @typedef {import("./theme.ts").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Context */

/** Pixels of grain drawn in one step. */
const BAND = 600_000;
export const HAN = "一二三四五六七八九";
const WIDE = "１２３４５６７８９";
const LETTERS = "ＡＢＣＤＥＦＧＨＩ";
/** Each side's names of the files, from its right; letters run one way for both. */
export const NAMES = {
  chinese: [HAN, WIDE],
  wxf: [WIDE, WIDE],
  iccs: ["ＩＨＧＦＥＤＣＢＡ", LETTERS],
};
/** What stands in the river, and how many cells from the left. @type {readonly (readonly [string, number])[]} */
export const RIVER = [
  ["楚", 1.25],
  ["河", 2.6],
  ["漢", 5.4],
  ["界", 6.75],
];
/** Points with corner marks: cannons and soldiers of both sides. */
const CORNERED = [
  [1, 2],
  [7, 2],
  [1, 7],
  [7, 7],
  ...[0, 2, 4, 6, 8].flatMap((file) => [
    [file, 3],
    [file, 6],
  ]),
];

/** What does not depend on size, of each palette, made once. @type {WeakMap<Palette, Grain>} */
const grains = new WeakMap();

/** @typedef {{broad: HTMLCanvasElement, fibres: HTMLCanvasElement}} Grain */

/** Radius of the board's corners in device pixels. @param {Layout} layout */
export function cornerRadius(layout) {
  return Math.round(layout.cell * 0.16);
}

/**
 * Draws the board in steps, to be spread over frames.
 *
 * @param {Layout} layout @param {Palette} palette
 * @returns {Generator<void, HTMLCanvasElement>}
 */
export function* drawGround(layout, palette) {
  const canvas = newCanvas(layout.width, layout.height);
  const context = contextOf(canvas);
  const grain = grains.get(palette) ?? (yield* makeGrain(palette));
  grains.set(palette, grain);
  yield* drawGrain(context, layout, palette, grain);
  if (!palette.printed) drawRim(context, layout, palette);
  drawGrid(context, layout, palette);
  carryOut(canvas);
  yield;
  drawRiver(context, layout, palette);
  if (layout.labelled) drawLabels(context, layout, palette);
  carryOut(canvas);
  yield;
  return canvas;
}

/** @param {Palette} palette @returns {Generator<void, Grain>} */
function* makeGrain(palette) {
  const broad = yield* broadGrain(palette);
  const fibres = fibreTile(palette);
  carryOut(fibres);
  yield;
  return { broad, fibres };
}

/**
 * Fills everything with grain, band after band.
 *
 * @param {Context} context @param {Layout} layout @param {Palette} palette @param {Grain} grain
 * @returns {Generator<void, void>}
 */
function* drawGrain(context, { width, height }, palette, { broad, fibres }) {
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
    carryOut(context.canvas);
    yield;
  }
}

/** The broad grain with the light of a board of a size: it changes so slowly that it can be stretched with the grain. */
function litGrain(
  /** @type {HTMLCanvasElement} */ broad,
  /** @type {Palette} */ palette,
  /** @type {number} */ width,
  /** @type {number} */ height,
) {
  const canvas = newCanvas(broad.width, broad.height);
  const context = contextOf(canvas);
  context.drawImage(broad, 0, 0);
  context.scale(broad.width / width, broad.height / height);
  context.fillStyle = lightOn(context, palette, width, height);
  context.fillRect(0, 0, width, height);
  return canvas;
}

/** Light from the upper left, dusk in the corners. @param {Context} context @param {Palette} palette */
function lightOn(
  context,
  { light: { glow, glowAlpha, dusk, duskAlpha } },
  /** @type {number} */ width,
  /** @type {number} */ height,
) {
  const [x, y, near, far] = [width * 0.36, height * 0.26, width * 0.1, height * 0.75];
  const light = context.createRadialGradient(x, y, near, width * 0.5, height * 0.5, far);
  light.addColorStop(0, `rgba(${glow}, ${glowAlpha})`);
  light.addColorStop(0.55, `rgba(${glow}, 0)`);
  light.addColorStop(1, `rgba(${dusk}, ${duskAlpha})`);
  return light;
}

/** The band around the board, with a lit upper and a dark lower edge. */
function drawRim(
  /** @type {Context} */ context,
  /** @type {Layout} */ layout,
  /** @type {Palette} */ palette,
) {
  const { width, height, cell } = layout;
  const band = Math.max(3, Math.round(cell * 0.1));
  const radius = cornerRadius(layout);
  const frame = (/** @type {number} */ inset) => {
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

/** A path engraved into the wood: a dark cut with a lit lower lip. */
function engrave(
  /** @type {Context} */ context,
  /** @type {Palette} */ palette,
  /** @type {Path2D} */ path,
  /** @type {number} */ width,
) {
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

/** @param {Context} context @param {Layout} layout @param {Palette} palette */
function drawGrid(context, layout, palette) {
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

/** Where lines are drawn to: of a canvas or of a text. @typedef {Pick<Path2D, "moveTo" | "lineTo">} Lines */

/**
 * Lines of odd width sit on pixel middles.
 *
 * @template {Lines} T @param {Layout} layout @param {number} width @param {T} path @returns {T}
 */
export function linesPath({ x0, y0, cell }, width, path) {
  const half = (width % 2) / 2;
  const right = x0 + (FILES - 1) * cell + half;
  const bottom = y0 + (RANKS - 1) * cell + half;
  const line = (/** @type {number[]} */ [xa, ya, xb, yb]) => {
    path.moveTo(xa, ya);
    path.lineTo(xb, yb);
  };
  for (let row = 0; row < RANKS; row += 1) {
    const y = y0 + row * cell + half;
    line([x0 + half, y, right, y]);
  }
  for (let column = 0; column < FILES; column += 1) {
    const x = x0 + column * cell + half;
    const edge = column === 0 || column === FILES - 1;
    if (edge) line([x, y0 + half, x, bottom]);
    else line([x, y0 + half, x, y0 + 4 * cell + half]);
    if (!edge) line([x, y0 + 5 * cell + half, x, bottom]);
  }
  return path;
}

/** @template {Lines} T @param {Layout} layout @param {T} path @returns {T} */
export function palacePath({ x0, y0, cell }, path) {
  for (const top of [0, 7]) {
    path.moveTo(x0 + 3 * cell, y0 + top * cell);
    path.lineTo(x0 + 5 * cell, y0 + (top + 2) * cell);
    path.moveTo(x0 + 5 * cell, y0 + top * cell);
    path.lineTo(x0 + 3 * cell, y0 + (top + 2) * cell);
  }
  return path;
}

/** @template {Lines} T @param {Layout} layout @param {number} width @param {T} path @returns {T} */
export function cornersPath(layout, width, path) {
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

/** @param {Context} context @param {string} character @param {import("./outline.ts").How} how */
function fillGlyph(context, character, how) {
  fillOutline(context, GLYPHS[character], how);
}

/** 楚河 and 漢界, brushed into the river. @param {Context} context @param {Layout} layout @param {Palette} palette */
function drawRiver(context, { x0, y0, cell }, palette) {
  const y = y0 + 4.5 * cell;
  const size = cell * 0.7;
  const lip = Math.max(1, Math.round(cell * 0.012));
  for (const [character, away] of RIVER) {
    const x = x0 + away * cell;
    fillGlyph(context, character, { x: x + lip, y: y + lip, size, colour: palette.lineGlow });
    fillGlyph(context, character, { x, y, size, colour: palette.river });
  }
}

/** Files count from each player's right, as the moves beside the board name them. */
function drawLabels(
  /** @type {Context} */ context,
  /** @type {Layout} */ layout,
  /** @type {Palette} */ palette,
) {
  const { y0, cell, height } = layout;
  const [red, black] = NAMES[layout.labels];
  const size = Math.max(9, cell * 0.235);
  const low = y0 + (RANKS - 1) * cell;
  const away = Math.min(0.69 * cell, (height - low) * 0.76);
  for (let file = 0; file < FILES; file += 1) {
    const { x } = pixelOf(layout, file, 0);
    const rows = layout.flipped ? [y0 - away, low + away] : [low + away, y0 - away];
    const how = { x, size, colour: palette.label };
    fillGlyph(context, red[FILES - 1 - file], {
      ...how,
      y: rows[0],
      weight: red === HAN ? 30 : 10,
    });
    fillGlyph(context, black[file], { ...how, y: rows[1], weight: 10 });
  }
}
