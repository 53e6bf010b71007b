/**
 * Wood, made by computation: broad growth rings in a small bitmap that is scaled up, and fine
 * fibres in a tile that is repeated at full sharpness. The same wood every time.
 *
 * The work is cut into steps (generators), so that a caller can spread it over frames.
 */

import { contextOf, newCanvas } from "./surface.js";

/** Size of the bitmaps in pixels; what they cost does not depend on the size of the board. */
const RINGS = { width: 240, height: 270 };
const TILE = 256;
const ROWS_PER_STEP = 15;

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
  const lattice = Float32Array.from({ length: 4096 }, random);
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
function ringDepth(noise, x, y) {
  const bend = noise(x * 2.2 + 3, y * 0.9) * 1.5 + noise(x * 5 + 40, y * 2.2) * 0.35;
  const phase = x * 7 + bend * 3.4;
  const saw = phase - Math.floor(phase);
  const ring = saw < 0.82 ? (saw / 0.82) ** 2 : (1 - saw) / 0.18;
  const streak = noise(x * 90, y * 3.5 + 11);
  const cloud = noise(x * 3 + 17, y * 1.7 + 5);
  return Math.min(1, Math.max(0, ring * 0.5 + streak * 0.3 + cloud * 0.34 - 0.12));
}

/**
 * The plank's broad grain as a small canvas.
 *
 * @param {{pale: [number, number, number], deep: [number, number, number]}} colours
 * @returns {Generator<void, HTMLCanvasElement>}
 */
export function* growthRings({ pale, deep }) {
  const { width, height } = RINGS;
  const canvas = newCanvas(width, height);
  const context = contextOf(canvas);
  const image = context.createImageData(width, height);
  const noise = noiseFrom(20);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const depth = ringDepth(noise, column / width, row / height);
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
 * A tile of fine fibres and pores along y, to be repeated; transparent but for the streaks.
 *
 * @param {string} rgb
 * @returns {HTMLCanvasElement}
 */
export function fibreTile(rgb) {
  const canvas = newCanvas(TILE, TILE);
  const context = contextOf(canvas);
  const random = randomFrom(7);
  context.lineCap = "round";
  for (let i = 0; i < 420; i += 1) {
    const x = random() * TILE;
    const y = random() * TILE;
    const length = 10 + random() * random() * 150;
    context.strokeStyle = `rgba(${rgb}, ${(0.02 + random() * 0.07).toFixed(3)})`;
    context.lineWidth = 0.5 + random() * 0.9;
    context.beginPath();
    for (const shift of [0, -TILE]) {
      context.moveTo(x, y + shift);
      context.lineTo(x + (random() - 0.5) * 1.5, y + shift + length);
    }
    context.stroke();
  }
  return canvas;
}
