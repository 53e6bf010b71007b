// The position of the solve panel: a ply of a line from a start position.

import type { EndingPosition } from "../../../pkg-lab/lab.js";
import { notationOf } from "../../core/languages.ts";
import { splitMove } from "../../core/xiangqi.ts";
import type { Lab } from "../lab-client.ts";
import { type TreePosition, afterMove, checkAt, textOf } from "../tree/tree-position.ts";
import { pointsOf } from "./solve-board.ts";

export interface Spot {
  start: TreePosition;
  /** The moves that were played, then the best moves of both sides; up to the end if a side wins. */
  line: readonly string[];
  ply: number;
  /** The position at `ply`. */
  position: TreePosition;
  /** The answer of the solver for that position. */
  looked: EndingPosition;
}

/** Returns the position after some moves of a line. */
export const positionAt = ({ start, line }: Pick<Spot, "start" | "line">, ply: number) =>
  line.slice(0, ply).reduce(afterMove, start);

/** Returns the move that led to the position; null at the start. */
export function lastMoveOf({ line, ply }: Spot): [string, string] | null {
  const move = line[ply - 1];
  return move ? splitMove(move) : null;
}

/** Returns the points to which each piece may be put, so that a position of the tables arises. */
export const placesOf = ({ looked }: Spot): Map<string, string[]> =>
  new Map(
    looked.maps.map(({ square, values }) => [
      square,
      pointsOf(values).filter((point) => point !== square),
    ]),
  );

export const checkOf = ({ position }: Spot, { Game }: Pick<Lab, "Game">): string | null =>
  checkAt(Game, position);

/**
 * Returns the moves of a line in a notation. The rules end a game without attackers as a draw and cannot write its
 * moves; such moves are written as coordinates.
 */
export function writeLine(
  { Game, i18n, settings }: Pick<Lab, "Game" | "i18n" | "settings">,
  start: TreePosition,
  line: readonly string[],
): string[] {
  try {
    const game = new Game(textOf(start));
    try {
      return game.line([...line], notationOf(settings)).map(i18n.move);
    } finally {
      game.free();
    }
  } catch {
    return [...line];
  }
}
