/** The pieces as pictures: turned discs with engraved faces, or printed ones, made once per size and look. */

import { sideOf } from "./geometry.ts";
import { fillOutline } from "./outline.ts";
import { carryOut, contextOf, newCanvas } from "./canvas.ts";
import { randomFrom } from "./grain.ts";

/** @typedef {import("./theme.ts").Palette} Palette */
/** @typedef {import("./theme.ts").PieceColours} PieceColours */
/** @typedef {CanvasRenderingContext2D} Context */

/** @typedef {import("./looks.ts").Look} Look */

/** All lengths in cells. */
export const RADIUS = 0.452;
const THICKNESS = 0.05;
export const BEVEL = 0.042;
const FACE = RADIUS - BEVEL;
/** Half the side of a sprite: disc, side and a little air. */
const HALF = 0.53;
/** Half the side of a shadow's picture. */
const SHADOW_HALF = 0.78;
/** A lifted piece is shown this much larger. */
export const LIFTED_SCALE = 1.1;

/**
 * @typedef {object} Sprites
 * @property {Map<string, HTMLCanvasElement>} resting  exact size, for pieces on the board
 * @property {(piece: string) => HTMLCanvasElement | undefined} lifted  larger, for pieces in the air; made when one is first seen
 * @property {HTMLCanvasElement} shadow      of a resting piece
 * @property {() => HTMLCanvasElement} farShadow  of a piece in the air; made when it is first seen
 */

/**
 * @param {number} cell device pixels @param {Look} look
 * @returns {Generator<void, Sprites>}
 */
export function* makeSprites(cell, look) {
  const { palette } = look;
  const resting = new Map();
  const blanks = blanksOf(cell, palette);
  const largerBlanks = blanksOf(cell * LIFTED_SCALE, palette);
  /** @type {Map<string, HTMLCanvasElement>} */
  const larger = new Map();
  const lifted = (/** @type {string} */ piece) => {
    if (!larger.has(piece) && piece in look.set.faces)
      larger.set(piece, drawPiece(piece, cell * LIFTED_SCALE, look, largerBlanks));
    return larger.get(piece);
  };
  for (const piece of Object.keys(look.set.faces)) {
    resting.set(piece, drawPiece(piece, cell, look, blanks));
    yield;
  }
  const shadow = drawShadow(cell, palette, { blur: 0.075, alpha: palette.shadowAlpha });
  const far = { blur: 0.2, alpha: palette.shadowAlpha * 0.8 };
  /** @type {HTMLCanvasElement | undefined} */
  let farShadow;
  return {
    resting,
    lifted,
    shadow,
    farShadow: () => (farShadow ??= drawShadow(cell, palette, far)),
  };
}

/** @param {number} cell @param {Palette} palette @param {{blur: number, alpha: number}} how */
export function drawShadow(cell, palette, { blur, alpha }) {
  const half = Math.ceil(cell * SHADOW_HALF);
  const canvas = newCanvas(2 * half, 2 * half);
  const context = contextOf(canvas);
  const inner = cell * (RADIUS - blur);
  const outer = cell * (RADIUS + blur);
  const gradient = context.createRadialGradient(half, half, inner, half, half, outer);
  for (let i = 0; i <= 8; i += 1) {
    const t = i / 8;
    const strength = alpha * (1 - t * t * (3 - 2 * t));
    gradient.addColorStop(t, `rgba(${palette.shadow}, ${strength.toFixed(3)})`);
  }
  context.fillStyle = gradient;
  context.fillRect(0, 0, 2 * half, 2 * half);
  return canvas;
}

/** @typedef {(side: import("./geometry.ts").Side) => HTMLCanvasElement} Blanks */

/** The discs of both sides without signs, each drawn when it is first asked for. @param {number} cell @param {Palette} palette @returns {Blanks} */
export function blanksOf(cell, palette) {
  /** @type {Map<string, HTMLCanvasElement>} */
  const blanks = new Map();
  return (side) => {
    const blank = blanks.get(side) ?? drawBlank(cell, palette, palette[side]);
    blanks.set(side, blank);
    return blank;
  };
}

/** @param {number} cell @param {Palette} palette @param {PieceColours} colours */
function drawBlank(cell, palette, colours) {
  const canvas = pieceCanvas(cell);
  const context = contextOf(canvas);
  const middle = middleOf(cell, palette);
  if (palette.printed) {
    drawPrinted(context, middle, colours);
  } else {
    drawBody(context, middle, colours);
    drawFace(context, middle, colours);
  }
  return canvas;
}

/** @param {string} piece @param {number} cell @param {Look} look @param {Blanks} blanks of this size and palette */
export function drawPiece(piece, cell, { palette, set }, blanks) {
  const canvas = pieceCanvas(cell);
  const context = contextOf(canvas);
  const side = sideOf(piece) ?? "red";
  const colours = palette[side];
  const middle = middleOf(cell, palette);
  context.drawImage(blanks(side), 0, 0);
  if (!palette.printed) drawGrain(context, middle, colours, piece.charCodeAt(0));
  drawRings(context, middle, colours);
  drawSign(context, middle, colours, { ...set, face: set.faces[piece] });
  carryOut(canvas);
  return canvas;
}

/** @param {number} cell */
function pieceCanvas(cell) {
  const side = 2 * Math.ceil(cell * HALF);
  return newCanvas(side, side);
}

/** @param {number} cell @param {Palette} palette @returns {Middle} */
function middleOf(cell, { printed }) {
  const half = Math.ceil(cell * HALF);
  const rise = printed ? 0 : Math.round(cell * THICKNESS * 0.4);
  return { x: half, y: half - rise, cell };
}

/** @typedef {{x: number, y: number, cell: number}} Middle */

/** @param {Context} context @param {number} x @param {number} y @param {number} radius */
function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** A disc of ink and paper. @param {Context} context @param {Middle} middle @param {PieceColours} colours */
function drawPrinted(context, { x, y, cell }, colours) {
  context.fillStyle = colours.edge;
  circle(context, x, y, cell * RADIUS);
  context.fill();
  context.fillStyle = colours.face;
  circle(context, x, y, cell * (RADIUS - BEVEL * 0.8));
  context.fill();
}

/** The side of the disc below, the turned bevel above. @param {Context} context @param {Middle} middle @param {PieceColours} colours */
function drawBody(context, { x, y, cell }, colours) {
  const r = cell * RADIUS;
  const thick = Math.max(1, Math.round(cell * THICKNESS));
  const wall = context.createLinearGradient(x - r, 0, x + r, 0);
  wall.addColorStop(0, colours.edge);
  wall.addColorStop(0.3, colours.rim);
  wall.addColorStop(0.75, colours.edge);
  wall.addColorStop(1, colours.edge);
  context.fillStyle = wall;
  context.beginPath();
  context.arc(x, y, r, Math.PI, 0);
  context.arc(x, y + thick, r, 0, Math.PI);
  context.fill();
  context.fillStyle = "rgba(30, 12, 0, 0.22)";
  circle(context, x, y + thick, r);
  context.fill();
  const bevel = context.createLinearGradient(x - r * 0.6, y - r, x + r * 0.6, y + r);
  bevel.addColorStop(0, colours.bright);
  bevel.addColorStop(0.42, colours.rim);
  bevel.addColorStop(1, colours.edge);
  context.fillStyle = bevel;
  circle(context, x, y, r);
  context.fill();
}

/** @param {Context} context @param {Middle} middle @param {PieceColours} colours */
function drawFace(context, { x, y, cell }, colours) {
  const r = cell * FACE;
  const light = context.createRadialGradient(x - r * 0.35, y - r * 0.45, r * 0.1, x, y, r * 1.1);
  light.addColorStop(0, colours.bright);
  light.addColorStop(0.55, colours.face);
  light.addColorStop(1, colours.shade);
  context.fillStyle = light;
  circle(context, x, y, r);
  context.fill();
}

/** A few faint lines of end grain from rim to rim. @param {Context} context @param {Middle} middle @param {PieceColours} colours @param {number} seed */
function drawGrain(context, { x, y, cell }, colours, seed) {
  const random = randomFrom(seed * 977);
  context.strokeStyle = colours.edge;
  for (let i = 0; i < 9; i += 1) {
    const at = (random() - 0.5) * 0.9;
    const bend = (random() - 0.5) * 0.14;
    context.globalAlpha = 0.06 + random() * 0.1;
    context.lineWidth = Math.max(0.6, cell * (0.006 + random() * 0.012));
    const out = Math.max(Math.abs(at), Math.abs(at + bend * 0.6));
    if (out >= FACE) continue;
    const reach = Math.sqrt(FACE ** 2 - out ** 2);
    const [from, to] = [y - cell * reach, y + cell * reach];
    context.beginPath();
    context.moveTo(x + cell * at, from);
    context.quadraticCurveTo(x + cell * (at + bend), y, x + cell * (at + bend * 0.3), to);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** @param {Context} context @param {Middle} middle @param {PieceColours} colours */
function drawRings(context, { x, y, cell }, colours) {
  const lip = Math.max(0.75, cell * 0.011);
  for (const [radius, width] of colours.rings) {
    context.lineWidth = Math.max(1, cell * width);
    context.strokeStyle = colours.lip;
    circle(context, x, y + lip, cell * radius);
    context.stroke();
    context.strokeStyle = colours.ink;
    circle(context, x, y, cell * radius);
    context.stroke();
  }
}

/**
 * The engraved and inked character or picture. Of its lit lower lip only the edge is seen: no stroke broadens that, it
 * lies as much lower instead.
 *
 * @param {Context} context @param {Middle} middle @param {PieceColours} colours
 * @param {import("./looks.ts").PieceSet & {face: string}} sign
 */
function drawSign(context, { x, y, cell }, colours, { face, size, weight: weights, rule }) {
  const weight = cell < 44 ? weights[0] : weights[1];
  const how = { x, y, size: cell * size, rule };
  const lip = Math.max(0.75, cell * 0.013) + (how.size * weight) / 2000;
  fillOutline(context, face, { ...how, y: y + lip, colour: colours.lip });
  fillOutline(context, face, { ...how, colour: colours.ink, weight });
}
