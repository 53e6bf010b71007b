// The evaluations of moves, so that all parts of the page show the same one: the deepest that any search has found.

import type { Score } from "../../pkg/chuhe.js";
import { FILES } from "../core/xiangqi.ts";

/** Where an evaluation comes from: the engine's lines, or the explorer's search of each listed move. */
type ValueSource = "lines" | "explorer";

export interface MoveValue {
  source: ValueSource;
  /** The depth of the search before the move, in plies. */
  depth: number;
  /** The score from Red's point of view; null for a move that ends the game. */
  score: Score | null;
}

const MAX_VALUES = 4000;

export type MoveValues = ReturnType<typeof createMoveValues>;

export function createMoveValues() {
  /** The values by position and move. */
  const values = new Map<string, MoveValue>();

  return {
    /** Returns the deepest evaluation of a move in the position `fen`. */
    get: (fen: string, move: string): MoveValue | undefined => values.get(keyOf(fen, move)),

    /**
     * Takes an evaluation if it is deeper than the one before, or as deep and from the same source. Returns true if it
     * changes what is shown.
     */
    offer(fen: string, move: string, value: MoveValue): boolean {
      const key = keyOf(fen, move);
      const before = values.get(key);
      const isNewer = before?.source === value.source && before.depth === value.depth;
      if (before && before.depth >= value.depth && !isNewer) return false;
      if (isNewer && JSON.stringify(before.score) === JSON.stringify(value.score)) return false;
      values.delete(key);
      values.set(key, value);
      const [oldest = ""] = values.keys();
      if (values.size > MAX_VALUES) values.delete(oldest);
      return true;
    },

    /** Drops all evaluations, because the engine evaluates positions differently now. */
    clear: () => values.clear(),
  };
}

/** Returns a key, equal for a move and its mirror image in a position that is its own mirror image. */
function keyOf(fen: string, move: string) {
  const [placement = "", turn] = fen.split(" ");
  const mirrored = mirrorOf(move);
  const isSame = mirrored < move && isSymmetric(placement);
  return `${placement} ${turn} ${isSame ? mirrored : move}`;
}

const mirrorOf = (move: string) =>
  move.replaceAll(/[a-i]/g, (file) =>
    String.fromCharCode("a".charCodeAt(0) + FILES - 1 - (file.charCodeAt(0) - "a".charCodeAt(0))),
  );

const isSymmetric = (placement: string) =>
  placement.split("/").every((rank) => {
    const points = rank.replaceAll(/\d/g, (count) => ".".repeat(Number(count)));
    return points === [...points].toReversed().join("");
  });
