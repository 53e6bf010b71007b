// What stands on the board besides the pieces and the engine's arrows: what was drawn at a move, and its signs.

import { overlayOf } from "../board/shapes.ts";
import { glyphsOf } from "./signs.js";

/** @typedef {import("../board/shapes.ts").Badge} Badge */

/** @type {Readonly<Record<number, Badge["tone"]>>} */
const TONES = { 1: "good", 2: "bad", 3: "good", 4: "bad", 5: "odd", 6: "doubtful" };

/**
 * @param {readonly string[]} shapes @param {readonly number[]} signs
 * @param {string|undefined} square that the move goes to; undefined at the start
 */
export function overlayAt(shapes, signs, square) {
  const text = glyphsOf(signs);
  const tone = TONES[signs[0]] ?? "plain";
  return overlayOf(shapes, square && text ? { square, text, tone } : null);
}
