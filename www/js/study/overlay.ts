// The drawings over the pieces on the board, without the engine's arrows: a move's shapes and its signs.

import { overlayOf } from "../board/shapes.ts";
import type { Badge, Overlay } from "../board/shapes.ts";
import { glyphsOf } from "./signs.ts";

const TONES: Readonly<Record<number, Badge["tone"]>> = {
  1: "good",
  2: "bad",
  3: "good",
  4: "bad",
  5: "odd",
  6: "doubtful",
};

/**
 * Returns the overlay of a move; null if there is nothing to draw. `square` is the target square of the move, where the
 * signs are drawn; undefined at the start.
 */
export function overlayAt(
  shapes: readonly string[],
  signs: readonly number[],
  square: string | undefined,
): Overlay | null {
  const text = glyphsOf(signs);
  const [first = 0] = signs;
  const tone = TONES[first] ?? "plain";
  return overlayOf(shapes, square && text ? { square, text, tone } : null);
}
