// Pictures of the pieces, drawn once per size and look: thick discs with engraved signs, or flat printed discs.

import type { Side } from "../core/xiangqi.ts";
import { contextOf, flushDrawing, newCanvas } from "./canvas.ts";
import { sideOfLetter } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import { randomFrom } from "./grain.ts";
import type { Look, PieceSet } from "./looks.ts";
import { fillOutline } from "./outline.ts";
import type { Palette, PieceColours } from "./theme.ts";

type Context = CanvasRenderingContext2D;

// All lengths are in cells.
export const RADIUS = 0.452;
const THICKNESS = 0.05;
export const BEVEL = 0.042;
const FACE = RADIUS - BEVEL;
/** Half the width of a piece's picture, which includes the disc, its thickness and a margin. */
const HALF = 0.53;
/** Half the width of a shadow's picture, blur included. */
const SHADOW_HALF = 0.78;
/** The scale of a lifted piece; a resting piece has scale 1. */
export const LIFTED_SCALE = 1.1;

export interface Sprites {
  /** The pictures of resting pieces by letter. They are drawn without scaling. */
  resting: Map<string, HTMLCanvasElement>;
  /** Returns the larger picture of a lifted piece, which is drawn at the first call. */
  lifted: (piece: string) => HTMLCanvasElement | undefined;
  /** The shadow of a resting piece. */
  shadow: HTMLCanvasElement;
  /** Returns the shadow of a lifted piece, which is drawn at the first call. */
  farShadow: () => HTMLCanvasElement;
}

/** Draws the pictures for cells of `cell` device pixels, in steps. */
export function* makeSprites(cell: number, look: Look): Generator<void, Sprites> {
  const { palette } = look;
  const resting = new Map<string, HTMLCanvasElement>();
  const blanks = blanksOf(cell, palette);
  const largerBlanks = blanksOf(cell * LIFTED_SCALE, palette);
  const larger = new Map<string, HTMLCanvasElement>();
  const lifted = (piece: string) => {
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
  let farShadow: HTMLCanvasElement | undefined;
  return {
    resting,
    lifted,
    shadow,
    farShadow: () => (farShadow ??= drawShadow(cell, palette, far)),
  };
}

export function drawShadow(
  cell: number,
  palette: Palette,
  { blur, alpha }: { blur: number; alpha: number },
): HTMLCanvasElement {
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

/** A function that returns the disc of a side, without a sign. */
type BlankDiscs = (side: Side) => HTMLCanvasElement;

/** Creates the blank discs of a size and palette; each is drawn when it is first requested. */
export function blanksOf(cell: number, palette: Palette): BlankDiscs {
  const blanks = new Map<Side, HTMLCanvasElement>();
  return (side) => {
    const blank = blanks.get(side) ?? drawBlank(cell, palette, palette[side]);
    blanks.set(side, blank);
    return blank;
  };
}

function drawBlank(cell: number, palette: Palette, colours: PieceColours): HTMLCanvasElement {
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

/** Draws the picture of a piece on a disc from `blanks`, which must be of the same size and palette. */
export function drawPiece(
  piece: string,
  cell: number,
  { palette, set }: Look,
  blanks: BlankDiscs,
): HTMLCanvasElement {
  const canvas = pieceCanvas(cell);
  const context = contextOf(canvas);
  const side = sideOfLetter(piece) ?? "red";
  const colours = palette[side];
  const middle = middleOf(cell, palette);
  context.drawImage(blanks(side), 0, 0);
  if (!palette.printed) drawEndGrain(context, middle, colours, piece.charCodeAt(0));
  drawRings(context, middle, colours);
  drawSign(context, middle, colours, set, set.faces[piece] ?? "");
  flushDrawing(canvas);
  return canvas;
}

function pieceCanvas(cell: number): HTMLCanvasElement {
  const side = 2 * Math.ceil(cell * HALF);
  return newCanvas(side, side);
}

/** The centre of a piece's face in its picture, and the size of a cell, in pixels. */
interface Middle extends Point {
  cell: number;
}

function middleOf(cell: number, { printed }: Palette): Middle {
  const half = Math.ceil(cell * HALF);
  const rise = printed ? 0 : Math.round(cell * THICKNESS * 0.4);
  return { x: half, y: half - rise, cell };
}

function circle(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Draws a flat disc: a coloured edge around a plain face. */
function drawPrinted(context: Context, { x, y, cell }: Middle, colours: PieceColours): void {
  context.fillStyle = colours.edge;
  circle(context, x, y, cell * RADIUS);
  context.fill();
  context.fillStyle = colours.face;
  circle(context, x, y, cell * (RADIUS - BEVEL * 0.8));
  context.fill();
}

/** Draws the wall of the disc and the bevelled edge above it. */
function drawBody(context: Context, { x, y, cell }: Middle, colours: PieceColours): void {
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

function drawFace(context: Context, { x, y, cell }: Middle, colours: PieceColours): void {
  const r = cell * FACE;
  const light = context.createRadialGradient(x - r * 0.35, y - r * 0.45, r * 0.1, x, y, r * 1.1);
  light.addColorStop(0, colours.bright);
  light.addColorStop(0.55, colours.face);
  light.addColorStop(1, colours.shade);
  context.fillStyle = light;
  circle(context, x, y, r);
  context.fill();
}

/** Draws a few faint lines of wood grain from edge to edge. */
function drawEndGrain(
  context: Context,
  { x, y, cell }: Middle,
  colours: PieceColours,
  seed: number,
): void {
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

function drawRings(context: Context, { x, y, cell }: Middle, colours: PieceColours): void {
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
 * Draws the engraved and inked character or picture of a piece. First draws it a little lower in the light colour, so a
 * light edge stays visible below it.
 */
function drawSign(
  context: Context,
  { x, y, cell }: Middle,
  colours: PieceColours,
  { size, weight: weights, rule }: PieceSet,
  face: string,
): void {
  const weight = cell < 44 ? weights[0] : weights[1];
  const style = { x, y, size: cell * size, rule };
  const lip = Math.max(0.75, cell * 0.013) + (style.size * weight) / 2000;
  fillOutline(context, face, { ...style, y: y + lip, colour: colours.lip });
  fillOutline(context, face, { ...style, colour: colours.ink, weight });
}
