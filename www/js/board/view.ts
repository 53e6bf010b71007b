/**
 * Puts the picture on the canvas: ground, marks, pieces. The ground and the pieces' pictures are
 * made beforehand; while pieces move or arrows change, only the places they touch are painted again.
 */

import { boxOfArrow, changedArrows } from "./arrows.ts";
import { pixelOf, pixelOfSquare, sameLayout, sideOf } from "./geometry.ts";
import { cornerRadius, drawGround } from "./background.ts";
import { drawMarksAbove, drawMarksBelow, drawRaisedRing, drawTarget } from "./marks.ts";
import { LIFTED_SCALE, makeSprites } from "./sprites.ts";
import { contextOf } from "./canvas.ts";

/** @typedef {import("./geometry.ts").Layout} Layout */
/** @typedef {import("./theme.ts").Palette} Palette */
/** @typedef {import("./looks.ts").Look} Look */
/** @typedef {import("./sprites.ts").Sprites} Sprites */
/** @typedef {import("./marks.ts").Marks} Marks */
/** @typedef {import("./moving-pieces.ts").Actor} Actor */
/** @typedef {[number, number, number, number]} Box  x, y, width, height */

/**
 * @typedef {object} Surfaces
 * @property {Layout} layout
 * @property {Look} look
 * @property {HTMLCanvasElement} ground
 * @property {Sprites} sprites
 */

/**
 * @typedef {object} Scene
 * @property {Actor[]} actors
 * @property {Marks} marks
 * @property {{square: number, rise: number, scale: number} | null} drag  the dragged piece, raised above the finger
 * @property {boolean} dimmed
 * @property {import("./geometry.ts").Side | null} [inverted]  whose pieces stand on their heads
 */

/** How far a lifted piece rises towards the light, and how far its shadow falls, in cells. */
const RISE = 0.07;
const FALL = 0.13;
const REST_FALL = 0.045;
/** How far around its point a piece, its shadow and its ring reach, in cells. */
const EXTENT = 0.95;

/**
 * Makes everything that depends on size and look, in steps.
 *
 * @param {Layout} layout @param {Look} look @param {Surfaces | null} old
 * @returns {Generator<void, Surfaces>}
 */
export function* makeSurfaces(layout, look, old) {
  const sameGround = old && old.look.palette === look.palette && sameLayout(old.layout, layout);
  const ground = sameGround ? old.ground : yield* drawGround(layout, look.palette);
  const samePieces = old && old.look === look && old.layout.cell === layout.cell;
  const sprites = samePieces ? old.sprites : yield* makeSprites(layout.cell, look);
  return { layout, look, ground, sprites };
}

export class View {
  #context;
  /** Places painted last time by moving pieces. @type {Box[]} */
  #stale = [];
  /** The pieces that moved then. @type {Set<Actor>} */
  #moved = new Set();
  /** The arrows painted last time. @type {Marks["arrows"]} */
  #arrows = [];

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#context = contextOf(canvas);
  }

  /**
   * Paints a scene: all of it, or only where pieces move and arrows are others than before.
   *
   * @param {Surfaces} surfaces @param {Scene} scene @param {boolean} whole
   */
  paint(surfaces, scene, whole) {
    const { arrows } = scene.marks;
    const pointed = changedArrows(this.#arrows, arrows).map((a) => boxOfArrow(surfaces.layout, a));
    this.#arrows = arrows;
    const moving = scene.actors.filter((a) => isMoving(a, scene));
    // Where those that have come to rest lie now: in a long frame they come from afar.
    const resting = scene.actors.filter((a) => this.#moved.has(a) && !moving.includes(a));
    const place = (/** @type {Actor} */ actor) => boxOf(actor, surfaces.layout, scene);
    const fresh = moving.map(place);
    const boxes = [...this.#stale, ...fresh, ...resting.map(place), ...pointed];
    this.#stale = fresh;
    this.#moved = new Set(moving);
    if (!whole && boxes.length === 0) return;
    const context = this.#context;
    context.save();
    if (!whole) clipTo(context, boxes);
    paintScene(context, surfaces, scene, whole ? null : boxes);
    context.restore();
  }
}

/** @param {Actor} actor @param {Scene} scene */
function isMoving(actor, scene) {
  return actor.tween !== null || scene.drag?.square === actor.square;
}

/** @param {CanvasRenderingContext2D} context @param {Box[]} boxes */
function clipTo(context, boxes) {
  context.beginPath();
  for (const box of boxes) context.rect(...box);
  context.clip();
}

/** @param {Actor} actor @param {Layout} layout @param {Scene} scene @returns {Box} */
function boxOf(actor, layout, scene) {
  const { x, y } = pixelOf(layout, actor.pose.file, actor.pose.rank);
  const dragged = scene.drag?.square === actor.square ? scene.drag : null;
  const extent = layout.cell * EXTENT * (dragged ? dragged.scale : 1);
  const rise = dragged ? layout.cell * dragged.rise : 0;
  const top = Math.floor(y - extent - rise);
  const left = Math.floor(x - extent);
  return [left, top, Math.ceil(2 * extent) + 1, Math.ceil(2 * extent + rise) + 1];
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}

/**
 * @param {CanvasRenderingContext2D} context @param {Surfaces} surfaces @param {Scene} scene
 * @param {Box[] | null} boxes only what touches these, or everything
 */
function paintScene(context, surfaces, scene, boxes) {
  const { layout, ground } = surfaces;
  const { palette } = surfaces.look;
  const brush = { context, layout, palette };
  for (const [x, y, w, h] of boxes ?? [[0, 0, layout.width, layout.height]]) {
    const left = Math.max(0, x);
    const top = Math.max(0, y);
    const width = Math.min(layout.width, x + w) - left;
    const height = Math.min(layout.height, y + h) - top;
    if (width > 0 && height > 0)
      context.drawImage(ground, left, top, width, height, left, top, width, height);
  }
  drawMarksBelow(brush, scene.marks);
  const touched = (/** @type {Actor} */ actor) => {
    const box = boxOf(actor, layout, scene);
    return !boxes || boxes.some((other) => overlap(box, other));
  };
  const actors = scene.actors.filter(touched);
  const low = actors.filter((a) => a.pose.lift === 0);
  for (const actor of low) paintShadow(context, surfaces, actor, null);
  for (const actor of low) paintPiece(context, surfaces, actor, null, scene.inverted);
  if (scene.drag) paintOrigin(context, surfaces, scene.drag.square, scene.actors);
  drawMarksAbove(brush, scene.marks);
  if (scene.drag) drawTarget(brush, scene.marks);
  for (const actor of actors.filter((a) => a.pose.lift > 0))
    paintLifted(brush, surfaces, scene, actor);
  if (scene.dimmed) paintVeil(context, layout, palette);
}

/** A faint image of the dragged piece where it came from. @param {CanvasRenderingContext2D} context */
function paintOrigin(
  context,
  /** @type {Surfaces} */ { layout, sprites },
  /** @type {number} */ square,
  /** @type {Actor[]} */ actors,
) {
  const piece = actors.find((actor) => actor.square === square)?.piece;
  const picture = piece && sprites.resting.get(piece);
  if (!picture) return;
  const { x, y } = pixelOfSquare(layout, square);
  context.globalAlpha = 0.3;
  context.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.width / 2));
  context.globalAlpha = 1;
}

/** @param {import("./marks.ts").Brush} brush @param {Surfaces} surfaces @param {Scene} scene @param {Actor} actor */
function paintLifted(brush, surfaces, scene, actor) {
  const drag = scene.drag?.square === actor.square ? scene.drag : null;
  paintShadow(brush.context, surfaces, actor, drag);
  const { x, y, scale } = paintPiece(brush.context, surfaces, actor, drag, scene.inverted);
  const ringed = actor.square === scene.marks.selected && actor.pose.lift > 0.5;
  if (ringed && !drag) drawRaisedRing(brush, x, y, scale);
}

/** @typedef {Scene["drag"]} Drag */

/** @param {CanvasRenderingContext2D} context @param {Surfaces} surfaces @param {Actor} actor @param {Drag} drag */
function paintShadow(context, { layout, sprites }, actor, drag) {
  const { lift, alpha } = actor.pose;
  const { cell } = layout;
  const { x, y } = pixelOf(layout, actor.pose.file, actor.pose.rank);
  const fall = REST_FALL + (FALL + (drag ? 0.08 : 0)) * lift;
  const draw = (/** @type {HTMLCanvasElement} */ picture, /** @type {number} */ strength) => {
    if (strength <= 0) return;
    const size = picture.width * (drag ? drag.scale : 1);
    const up = drag ? drag.rise * cell : 0;
    context.globalAlpha = strength;
    const left = Math.round(x + cell * fall * 0.45 - size / 2);
    context.drawImage(picture, left, Math.round(y - up + cell * fall - size / 2), size, size);
  };
  draw(sprites.shadow, alpha * (1 - lift));
  if (lift > 0) draw(sprites.farShadow(), alpha * lift);
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {Surfaces} surfaces @param {Actor} actor @param {Drag} drag @param {Scene["inverted"]} [inverted] */
function paintPiece(context, { layout, sprites }, actor, drag, inverted) {
  const { lift, alpha, file, rank } = actor.pose;
  const { cell } = layout;
  const place = pixelOf(layout, file, rank);
  const scale = drag ? drag.scale : 1 + (LIFTED_SCALE - 1) * lift;
  const x = place.x;
  const y = place.y - cell * (RISE * lift + (drag ? drag.rise : 0));
  const resting = lift === 0;
  const picture = resting ? sprites.resting.get(actor.piece) : sprites.lifted(actor.piece);
  if (!picture) return { x, y, scale };
  const size = resting ? picture.width : (picture.width * scale) / LIFTED_SCALE;
  context.globalAlpha = alpha;
  context.imageSmoothingQuality = "high";
  const left = resting ? Math.round(x - size / 2) : x - size / 2;
  const top = resting ? Math.round(y - size / 2) : y - size / 2;
  context.save();
  if (inverted && sideOf(actor.piece) === inverted)
    turnAbout(context, left + size / 2, top + size / 2);
  context.drawImage(picture, left, top, size, size);
  context.restore();
  context.globalAlpha = 1;
  return { x, y, scale };
}

/** Everything drawn next stands on its head around a point. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y */
function turnAbout(context, x, y) {
  context.translate(x, y);
  context.rotate(Math.PI);
  context.translate(-x, -y);
}

/** @param {CanvasRenderingContext2D} context @param {Layout} layout @param {Palette} palette */
function paintVeil(context, layout, palette) {
  context.fillStyle = palette.veil;
  context.beginPath();
  context.roundRect(0, 0, layout.width, layout.height, cornerRadius(layout));
  context.fill();
}
