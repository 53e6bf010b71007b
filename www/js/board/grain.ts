/**
 * Wood, paper and stone, made by computation: the broad grain in a small bitmap that is scaled up, and
 * fine fibres in a tile that is repeated at full sharpness. The same every time.
 *
 * The work is cut into steps (generators), so that a caller can spread it over frames.
 */

import { contextOf, newCanvas } from "./canvas.ts";

/** Size of the bitmaps in pixels; what they cost does not depend on the size of the board. */
const GRAIN_WIDTH = 240;
const TILE = 256;
const ROWS_PER_STEP = 6;

/** A small deterministic source of numbers in [0, 1). @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
  };
}

/**
 * Smooth noise: a lattice of 64 by 64 random numbers, softly mixed in between. `[a, b, c, d]` is the noise that has at
 * (x, y) of the board what the lattice has at (a x + b, c y + d).
 *
 * @typedef {readonly [number, number, number, number]} Noise
 */

const LATTICE = 64;

/** @param {number} seed */
function latticeFrom(seed) {
  const random = randomFrom(seed);
  const lattice = new Float32Array(LATTICE * LATTICE);
  for (let i = 0; i < lattice.length; i += 1) lattice[i] = random();
  return lattice;
}

/** How far a place in the lattice is softly towards the next value. @param {number} at */
function softPart(at) {
  const t = at - Math.floor(at);
  return t * t * (3 - 2 * t);
}

/**
 * What a noise has to say of each row: `mix` is called for it, the rest is the same for all.
 *
 * @param {Float32Array} lattice @param {Noise} noise
 */
function rowsOf(lattice, [scaleX, shiftX, scaleY, shiftY]) {
  const last = LATTICE - 1;
  const places = new Uint8Array(GRAIN_WIDTH);
  const parts = new Float32Array(GRAIN_WIDTH);
  for (let i = 0; i < GRAIN_WIDTH; i += 1) {
    const at = (i / GRAIN_WIDTH) * scaleX + shiftX;
    places[i] = Math.floor(at) & last;
    parts[i] = softPart(at);
  }
  /** The lattice along the row: its values, and the first one again. */
  const line = new Float32Array(LATTICE + 1);
  const mix = (/** @type {number} */ y) => {
    const at = y * scaleY + shiftY;
    const above = (Math.floor(at) & last) * LATTICE;
    const below = (Math.floor(at + 1) & last) * LATTICE;
    const part = softPart(at);
    for (let i = 0; i < LATTICE; i += 1)
      line[i] = lattice[above + i] + (lattice[below + i] - lattice[above + i]) * part;
    line[LATTICE] = line[0];
  };
  return { places, parts, line, mix };
}

/**
 * A plank: how deep in a growth ring a place of it lies. The rings run along y, bent by slow noise; fast noise along
 * the grain breaks them up.
 *
 * @type {Pick<import("./theme.ts").Material, "noises" | "depth">}
 */
export const PLANK_GRAIN = {
  noises: [
    [2.2, 3, 0.9, 0],
    [5, 40, 2.2, 0],
    [90, 0, 3.5, 11],
    [3, 17, 1.7, 5],
  ],
  depth(noise, x) {
    const phase = x * 7 + noise[0] * 5.1 + noise[1] * 1.19;
    const saw = phase - Math.floor(phase);
    const ring = saw < 0.82 ? (saw / 0.82) ** 2 : (1 - saw) / 0.18;
    return ring * 0.5 + noise[2] * 0.3 + noise[3] * 0.34 - 0.12;
  },
};

/**
 * The board's broad grain as a small canvas.
 *
 * @param {Pick<import("./theme.ts").Palette, "pale" | "deep" | "material">} palette
 * @returns {Generator<void, HTMLCanvasElement>}
 */
export function* broadGrain({ pale, deep, material }) {
  const { noises, rows, depth } = material;
  const canvas = newCanvas(GRAIN_WIDTH, rows);
  const context = contextOf(canvas);
  const image = context.createImageData(GRAIN_WIDTH, rows);
  const { data } = image;
  const lattice = latticeFrom(20);
  const sources = noises.map((noise) => rowsOf(lattice, noise));
  const heard = new Float32Array(noises.length);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const y = row / rows;
    for (const source of sources) source.mix(y);
    for (let column = 0; column < GRAIN_WIDTH; column += 1) {
      for (let n = 0; n < heard.length; n += 1) {
        const { places, parts, line } = sources[n];
        const i = places[column];
        heard[n] = line[i] + (line[i + 1] - line[i]) * parts[column];
      }
      const share = Math.min(1, Math.max(0, depth(heard, column / GRAIN_WIDTH, y)));
      data[at] = pale[0] + (deep[0] - pale[0]) * share;
      data[at + 1] = pale[1] + (deep[1] - pale[1]) * share;
      data[at + 2] = pale[2] + (deep[2] - pale[2]) * share;
      data[at + 3] = 255;
      at += 4;
    }
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Fibres differ in so many strengths and widths. */
const STRENGTHS = 6;
const WIDTHS = 3;
/** No fibre reaches further than this beside its line, in pixels. */
const BROADEST = 1;

/**
 * A tile of fine fibres and pores, to be repeated; transparent but for the streaks.
 *
 * @param {Pick<import("./theme.ts").Palette, "fibre" | "material">} palette
 * @returns {HTMLCanvasElement}
 */
export function fibreTile({ fibre, material }) {
  const { count, length: longest, tilt, alpha } = material.fibres;
  const canvas = newCanvas(TILE, TILE);
  const context = contextOf(canvas);
  const random = randomFrom(7);
  const kinds = Array.from({ length: STRENGTHS * WIDTHS }, () => new Path2D());
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [random() * TILE, random() * TILE];
    const length = longest / 15 + random() * random() * longest;
    const lean = (random() - 0.5) * 2 * tilt;
    addFibre(kinds[i % kinds.length], x, y, length * Math.sin(lean), length * Math.cos(lean));
  }
  context.lineCap = "round";
  kinds.forEach((path, kind) => {
    const strength = 0.02 + (((kind % STRENGTHS) + 0.5) / STRENGTHS) * 0.07;
    context.strokeStyle = `rgba(${fibre}, ${(strength * alpha).toFixed(3)})`;
    context.lineWidth = 0.5 + ((Math.floor(kind / STRENGTHS) + 0.5) / WIDTHS) * 0.9;
    context.stroke(path);
  });
  return canvas;
}

/** Again on the other side of each edge that it comes near, so that the tiles join. */
function addFibre(
  /** @type {Path2D} */ path,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ dx,
  /** @type {number} */ dy,
) {
  for (const left of wraps(x, dx)) {
    for (const up of wraps(y, dy)) {
      path.moveTo(x + left, y + up);
      path.lineTo(x + left + dx, y + up + dy);
    }
  }
}

/** By how much a stretch is moved for each of its places in the tile. @param {number} from @param {number} length */
function wraps(from, length) {
  const moves = [0];
  if (Math.min(from, from + length) < BROADEST) moves.push(TILE);
  if (Math.max(from, from + length) > TILE - BROADEST) moves.push(-TILE);
  return moves;
}
