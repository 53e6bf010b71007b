// Finds the turning point of a game: the move with the largest fall of a side's chances. Before the move, the game was
// not lost. After the move, the chances never came near their old value again. Every move gets a short search; the
// moves with the largest falls are compared with the better move in longer searches.

import { sideOf } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { chanceOf, opposite } from "./chances.ts";
import { judgeMove, judgePosition } from "./judge.ts";
import type { Finding, JudgeContext, JudgedPosition } from "./judge.ts";
import { LOST, SUSPECT_LOSS } from "./verdicts.ts";

/**
 * The node limits: `position` for the search of a position, `comparison` for each of the two searches of a comparison.
 */
export const NODES = { position: 3000, comparison: 24_000 };
/** The largest number of moves that are searched again. */
const MAX_COMPARED = 4;

export interface TurningPoint {
  /** The index of the move in the game. */
  ply: number;
  finding: Finding;
}

export interface WayBack {
  ply: number;
  /** The finding about the move at `ply`; null if the move is not a turning point. */
  finding: Finding | null;
  /** True if the game was not yet lost before the move. */
  isOpen: boolean;
}

/** A move of the side, with its chances before and after the move. */
interface SearchedMove {
  ply: number;
  before: JudgedPosition;
  after: JudgedPosition;
  chanceBefore: number;
  chanceAfter: number;
}

/** Returns true when the time for short searches is over. The moves that are not searched yet are left out. */
type IsTimeUp = () => boolean;

/** Returns the turning point for a side; null if no single move turned the game. */
export async function findTurningPoint(
  context: JudgeContext,
  side: Side,
  isTimeUp: IsTimeUp = () => false,
): Promise<TurningPoint | null> {
  return turningPointIn(context, side, await searchMoves(context, side, isTimeUp));
}

/**
 * Returns the ply from which a lost game is worth another try: the ply of the turning point. Without a turning point,
 * returns the ply of the last move before which the game was not lost, or else of the earliest searched move. Returns
 * null if the side has not moved.
 */
export async function findWayBack(
  context: JudgeContext,
  side: Side,
  isTimeUp: IsTimeUp = () => false,
): Promise<WayBack | null> {
  const moves = await searchMoves(context, side, isTimeUp);
  const turningPoint = await turningPointIn(context, side, moves);
  if (turningPoint) return { ...turningPoint, isOpen: true };
  const open = moves.find(({ chanceBefore }) => chanceBefore > LOST);
  const move = open ?? moves.at(-1);
  return move ? { ply: move.ply, finding: null, isOpen: open !== undefined } : null;
}

/** Searches the moves of a side from the last to the first, because the last moves matter most if the time runs out. */
async function searchMoves(
  context: JudgeContext,
  side: Side,
  isTimeUp: IsTimeUp,
): Promise<SearchedMove[]> {
  const moves: SearchedMove[] = [];
  for (let ply = context.moves.length - 1; ply >= 0 && !isTimeUp(); ply--) {
    if (sideAt(context, ply) !== side) continue;
    const before = await judgePosition(context, ply);
    const after = await judgePosition(context, ply + 1);
    const chanceBefore = chanceOf(before.score);
    const chanceAfter = chanceOf(opposite(after.score));
    moves.push({ ply, before, after, chanceBefore, chanceAfter });
  }
  return moves;
}

async function turningPointIn(
  context: JudgeContext,
  side: Side,
  moves: readonly SearchedMove[],
): Promise<TurningPoint | null> {
  const falls: (SearchedMove & { fall: number })[] = [];
  let bestLater = 0;
  for (const move of moves) {
    const { chanceBefore, chanceAfter } = move;
    const fall = chanceBefore - chanceAfter;
    bestLater = Math.max(bestLater, chanceAfter);
    const isForGood = bestLater < chanceBefore - SUSPECT_LOSS;
    if (chanceBefore > LOST && fall >= SUSPECT_LOSS && isForGood) falls.push({ ...move, fall });
    bestLater = Math.max(bestLater, chanceBefore);
  }
  const greatest = falls.toSorted((a, b) => b.fall - a.fall).slice(0, MAX_COMPARED);
  for (const { ply, before, after } of greatest) {
    const { label, finding } = await judgeMove(context, ply, before, after, side);
    if (label && finding) return { ply, finding };
  }
  return null;
}

/** Returns the side that makes the move at `ply`. */
function sideAt({ Game, startFen }: JudgeContext, ply: number): Side {
  const game = new Game(startFen, []);
  const { turn } = game.view();
  game.free();
  return sideOf((turn === "w") === (ply % 2 === 0) ? "w" : "b");
}
