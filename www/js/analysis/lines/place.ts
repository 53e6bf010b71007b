import type { Turn } from "../../core/xiangqi.ts";
import type { StudyPosition } from "../study.ts";

/**
 * A position that the engine searches: the study's position or, to find the opponent's threat, that position after a
 * pass by the side to move.
 */
export interface LinePlace {
  /** Identifies the position and the moves that led to it. */
  key: string;
  /** The key of the study's position, without the pass. */
  of: string;
  /** The position before `moves`. */
  fen: string;
  moves: string[];
  /** The number of moves played before, a pass included. */
  ply: number;
  turn: Turn;
  over: boolean;
  passed: boolean;
  /** The largest useful number of lines; unlimited if missing. */
  count?: number;
}

/**
 * Returns the place of a position. If `passed` is true, returns the place after a pass by the side to move, which must
 * not be in check.
 */
export function placeOf(
  {
    fen,
    startFen,
    moves,
    turn,
    verdict,
  }: Pick<StudyPosition, "fen" | "startFen" | "moves" | "turn" | "verdict">,
  passed: boolean,
): LinePlace {
  const of = `${startFen} ${moves.join(" ")}`;
  const ply = moves.length;
  const over = verdict.result !== "ongoing";
  if (!passed) return { key: of, of, fen: startFen, moves, ply, turn, over, passed };
  const other = turn === "w" ? "b" : "w";
  const [placement, , ...counts] = fen.split(" ");
  return {
    key: `${of} pass`,
    of,
    fen: [placement, other, ...counts].join(" "),
    moves: [],
    ply: ply + 1,
    turn: other,
    over,
    passed,
    count: 1,
  };
}
