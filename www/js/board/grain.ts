// Computes the textures of wood, paper and stone: the broad grain as a small bitmap that is scaled up, and fine fibres
// as a tile that is repeated unscaled. The seeds are fixed, so the pictures are always the same.
//
// Generators split the work into steps, which a caller can spread over several frames.

import { contextOf, newCanvas } from "./canvas.ts";
import type { Palette } from "./theme.ts";

/**
 * The width of the grain's bitmap in pixels. Neither it nor the time to compute it depends on the size of the board.
 */
const GRAIN_WIDTH = 240;
/** The width and height of the tile of fibres, in pixels. */
const TILE = 256;
const ROWS_PER_STEP = 6;

/** Creates a deterministic generator of pseudo-random numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
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
 * Smooth noise: a lattice of 64 by 64 random numbers, smoothly interpolated. At the point (x, y) of the board, the
 * noise `[a, b, c, d]` has the value of the lattice at (a x + b, c y + d).
 */
type Noise = readonly [number, number, number, number];

/** The broad grain of a material. */
export interface Grain {
  /** The noises that `depth` combines, at most four. */
  noises: readonly Noise[];
  /**
   * Returns the share of the deep colour at the point (x, y) of the board; the caller clamps it to the range 0 to 1.
   * The values in `noise`, x and y are 0 to 1.
   */
  depth: (noise: NoiseValues, x: number, y: number) => number;
}

type NoiseValues = Readonly<Record<0 | 1 | 2 | 3, number>>;

const LATTICE = 64;

function latticeFrom(seed: number): Float32Array {
  const random = randomFrom(seed);
  const lattice = new Float32Array(LATTICE * LATTICE);
  for (let i = 0; i < lattice.length; i += 1) lattice[i] = random();
  return lattice;
}

/** Returns the weight of the next lattice value at the coordinate `at`, 0 to 1 (smoothstep). */
function softPart(at: number): number {
  const t = at - Math.floor(at);
  return t * t * (3 - 2 * t);
}

// The indices below always lie within the arrays; `!` tells the compiler so.

/**
 * Precomputes the columns of a noise, which are the same for all rows. `mix` writes the lattice values at the height
 * `y` into `line`.
 */
function rowsOf(lattice: Float32Array, [scaleX, shiftX, scaleY, shiftY]: Noise) {
  const last = LATTICE - 1;
  const places = new Uint8Array(GRAIN_WIDTH);
  const parts = new Float32Array(GRAIN_WIDTH);
  for (let i = 0; i < GRAIN_WIDTH; i += 1) {
    const at = (i / GRAIN_WIDTH) * scaleX + shiftX;
    places[i] = Math.floor(at) & last;
    parts[i] = softPart(at);
  }
  /** The lattice values along the row; the first is repeated at the end, so index i + 1 always exists. */
  const line = new Float32Array(LATTICE + 1);
  const mix = (y: number) => {
    const at = y * scaleY + shiftY;
    const above = (Math.floor(at) & last) * LATTICE;
    const below = (Math.floor(at + 1) & last) * LATTICE;
    const part = softPart(at);
    for (let i = 0; i < LATTICE; i += 1)
      line[i] = lattice[above + i]! + (lattice[below + i]! - lattice[above + i]!) * part;
    line[LATTICE] = line[0]!;
  };
  return { places, parts, line, mix };
}

/**
 * Wood: the colour deepens within each growth ring. The rings run along y; slow noise bends them, and fast noise along
 * the grain interrupts them.
 */
export const PLANK_GRAIN: Grain = {
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

/** Draws the broad grain on a small canvas, in steps. */
export function* broadGrain({ pale, deep, material }: Palette): Generator<void, HTMLCanvasElement> {
  const { noises, rows, depth } = material;
  const canvas = newCanvas(GRAIN_WIDTH, rows);
  const context = contextOf(canvas);
  const image = context.createImageData(GRAIN_WIDTH, rows);
  const { data } = image;
  const lattice = latticeFrom(20);
  const sources = noises.map((noise) => rowsOf(lattice, noise));
  const values = new Float32Array(4) as Float32Array & NoiseValues;
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const y = row / rows;
    for (const source of sources) source.mix(y);
    for (let column = 0; column < GRAIN_WIDTH; column += 1) {
      for (let n = 0; n < sources.length; n += 1) {
        const { places, parts, line } = sources[n]!;
        const i = places[column]!;
        values[n] = line[i]! + (line[i + 1]! - line[i]!) * parts[column]!;
      }
      const share = Math.min(1, Math.max(0, depth(values, column / GRAIN_WIDTH, y)));
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

/** The number of different strengths of fibres. */
const STRENGTHS = 6;
/** The number of different widths of fibres. */
const WIDTHS = 3;
/** The most pixels that a fibre covers on each side of its centre line. */
const BROADEST = 1;

/**
 * Draws a tile of fine fibres and pores on a transparent ground. Opposite edges of the tile match, so it can be
 * repeated.
 */
export function fibreTile({ fibre, material }: Palette): HTMLCanvasElement {
  const { count, length: longest, tilt, alpha } = material.fibres;
  const canvas = newCanvas(TILE, TILE);
  const context = contextOf(canvas);
  const random = randomFrom(7);
  const paths = Array.from({ length: STRENGTHS * WIDTHS }, () => new Path2D());
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [random() * TILE, random() * TILE];
    const length = longest / 15 + random() * random() * longest;
    const lean = (random() - 0.5) * 2 * tilt;
    addFibre(paths[i % paths.length]!, x, y, length * Math.sin(lean), length * Math.cos(lean));
  }
  context.lineCap = "round";
  paths.forEach((path, kind) => {
    const strength = 0.02 + (((kind % STRENGTHS) + 0.5) / STRENGTHS) * 0.07;
    context.strokeStyle = `rgba(${fibre}, ${(strength * alpha).toFixed(3)})`;
    context.lineWidth = 0.5 + ((Math.floor(kind / STRENGTHS) + 0.5) / WIDTHS) * 0.9;
    context.stroke(path);
  });
  return canvas;
}

/** Adds a fibre to a path. A fibre that reaches an edge is added at the opposite edge too, so repeated tiles match. */
function addFibre(path: Path2D, x: number, y: number, dx: number, dy: number): void {
  for (const left of wraps(x, dx)) {
    for (const up of wraps(y, dy)) {
      path.moveTo(x + left, y + up);
      path.lineTo(x + left + dx, y + up + dy);
    }
  }
}

/** Returns the offsets at which a stretch must be drawn to wrap around the tile. */
function wraps(from: number, length: number): number[] {
  const moves = [0];
  if (Math.min(from, from + length) < BROADEST) moves.push(TILE);
  if (Math.max(from, from + length) > TILE - BROADEST) moves.push(-TILE);
  return moves;
}
