import type { Turn } from "../../core/xiangqi.ts";
import type { StudyPosition } from "../study.ts";

/** A position for the engine: that of the study, or the same as if the side to move had passed. */
export interface LinePlace {
  /** Differs between positions, and between ways to one position. */
  key: string;
  /** The key of the position in the study. */
  of: string;
  /** The start of the game. */
  fen: string;
  moves: string[];
  /** The number of moves played before. */
  ply: number;
  turn: Turn;
  /** True if the game is over, so that there is nothing to search. */
  over: boolean;
  passed: boolean;
  /** The most lines that are useful. */
  count?: number;
}

/** Returns the place of a position. Only a side that is not in check can pass. */
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
