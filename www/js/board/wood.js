/**
 * Wood, paper and stone, made by computation: the broad grain in a small bitmap that is scaled up, and
 * fine fibres in a tile that is repeated at full sharpness. The same every time.
 *
 * The work is cut into steps (generators), so that a caller can spread it over frames.
 */

import { contextOf, newCanvas } from "./surface.js";

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

/** Smooth noise over a lattice of random values. @param {number} seed */
function noiseFrom(seed) {
  const random = randomFrom(seed);
  const lattice = new Float32Array(4096);
  for (let i = 0; i < lattice.length; i += 1) lattice[i] = random();
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    lattice[((j & 63) << 6) | (i & 63)];
  const soft = (/** @type {number} */ t) => t * t * (3 - 2 * t);
  return (/** @type {number} */ x, /** @type {number} */ y) => {
    const i = Math.floor(x);
    const j = Math.floor(y);
    const u = soft(x - i);
    const v = soft(y - j);
    const top = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
    const low = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
    return top + (low - top) * v;
  };
}

/**
 * How deep in a growth ring a place of the plank lies, 0 to 1. The rings run along y, bent by slow
 * noise; fast noise along the grain breaks them up.
 *
 * @param {(x: number, y: number) => number} noise @param {number} x 0..1 @param {number} y 0..1
 */
export function woodDepth(noise, x, y) {
  const bend = noise(x * 2.2 + 3, y * 0.9) * 1.5 + noise(x * 5 + 40, y * 2.2) * 0.35;
  const phase = x * 7 + bend * 3.4;
  const saw = phase - Math.floor(phase);
  const ring = saw < 0.82 ? (saw / 0.82) ** 2 : (1 - saw) / 0.18;
  const streak = noise(x * 90, y * 3.5 + 11);
  const cloud = noise(x * 3 + 17, y * 1.7 + 5);
  return Math.min(1, Math.max(0, ring * 0.5 + streak * 0.3 + cloud * 0.34 - 0.12));
}

/**
 * The board's broad grain as a small canvas.
 *
 * @param {Pick<import("./theme.js").Palette, "pale" | "deep" | "material">} palette
 * @returns {Generator<void, HTMLCanvasElement>}
 */
export function* broadGrain({ pale, deep, material }) {
  const [width, height] = [GRAIN_WIDTH, material.rows];
  const canvas = newCanvas(width, height);
  const context = contextOf(canvas);
  const image = context.createImageData(width, height);
  const noise = noiseFrom(20);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const depth = material.depth(noise, column / width, row / height);
      const at = (row * width + column) * 4;
      for (let k = 0; k < 3; k += 1) image.data[at + k] = pale[k] + (deep[k] - pale[k]) * depth;
      image.data[at + 3] = 255;
    }
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * A tile of fine fibres and pores, to be repeated; transparent but for the streaks.
 *
 * @param {Pick<import("./theme.js").Palette, "fibre" | "material">} palette
 * @returns {HTMLCanvasElement}
 */
export function fibreTile({ fibre, material }) {
  const { count, length: longest, tilt, alpha } = material.fibres;
  const canvas = newCanvas(TILE, TILE);
  const context = contextOf(canvas);
  const random = randomFrom(7);
  context.lineCap = "round";
  for (let i = 0; i < count; i += 1) {
    const x = random() * TILE;
    const y = random() * TILE;
    const length = longest / 15 + random() * random() * longest;
    const lean = (random() - 0.5) * 2 * tilt;
    const [dx, dy] = [length * Math.sin(lean), length * Math.cos(lean)];
    context.strokeStyle = `rgba(${fibre}, ${((0.02 + random() * 0.07) * alpha).toFixed(3)})`;
    context.lineWidth = 0.5 + random() * 0.9;
    context.beginPath();
    // Again on the other side of each edge that it may cross, so that the tiles join.
    for (const across of tilt > 0.1 ? [-TILE, 0, TILE] : [0]) {
      for (const along of [0, -TILE]) {
        context.moveTo(x + across, y + along);
        context.lineTo(x + across + dx, y + along + dy);
      }
    }
    context.stroke();
  }
  return canvas;
}
