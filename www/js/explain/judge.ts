// Reviews a game move by move. Every position is searched with the same limit. If a move seems to lose something, the
// positions after it and after the better move are searched again for comparison. The caller provides the searches.

import type { Side } from "../core/xiangqi.ts";
import type { Score } from "../engine/types.ts";
import type { GameClass } from "../rules/rules.ts";
import { chanceOf, opposite } from "./chances.ts";
import { isSuspect, judge, lossOf } from "./verdicts.ts";
import type { Comparison, MoveLabel } from "./verdicts.ts";

/**
 * The node limits: `position` for the search of a position, `comparison` for each of the two searches of a comparison.
 * They are large enough to find combinations.
 */
export const NODES = { position: 150_000, comparison: 350_000 };
/** The length in plies to which a shorter line is extended, unless the game ends. */
const LEAST_LINE = 8;
/** The largest number of searches that extend a line with a mate until the mate is on the board. */
const MATE_SEARCHES = 4;

export interface JudgedPosition {
  /** The score from the point of view of the side to move. */
  score: Score;
  best: string | null;
  /** True if the game is over by the rules; such a position is not searched. */
  over: boolean;
}

export interface JudgedMove {
  /** The index of the move in the game. */
  ply: number;
  side: Side;
  /** The loss of chances of the side that moved, 0 to 1. */
  loss: number;
  label: MoveLabel | null;
  /** The lines and scores that explain the label; null without a label. */
  finding: Finding | null;
}

export interface Finding {
  played: string;
  best: string;
  /** The line after the played move. */
  punishment: string[];
  /** The line that begins with the better move. */
  better: string[];
  /** The scores after the played move and after the better one, from the point of view of the side that moved. */
  scores: Comparison;
}

export interface SearchReport {
  move: string | null;
  score: Score;
  pv: string[];
  depth: number;
}

export interface SearchLimits {
  nodes?: number;
  depth?: number;
}

/** A game to be judged, and the engine's searches. */
export interface JudgeContext {
  Game: GameClass;
  startFen: string | null;
  moves: string[];
  /**
   * Searches the position after `moves` from `startFen`, with an empty transposition table. Throws an error to end the
   * review.
   */
  search(moves: string[], limits: SearchLimits): Promise<SearchReport>;
  /** The node limits; `NODES` by default. */
  nodes?: typeof NODES;
}

const nodesOf = ({ nodes }: JudgeContext) => nodes ?? NODES;

/** Returns the score of a finished game from the point of view of the side to move; null if the game is not over. */
function endScore({ Game, startFen }: JudgeContext, moves: string[]): Score | null {
  const game = new Game(startFen, moves);
  try {
    const { verdict, turn } = game.view();
    const { result } = verdict;
    if (result === "ongoing") return null;
    if (result === "draw") return { cp: 0 };
    return { mate: (result === "red") === (turn === "w") ? 1 : 0 };
  } finally {
    game.free();
  }
}

/** Judges the position after `ply` moves. */
export async function judgePosition(context: JudgeContext, ply: number): Promise<JudgedPosition> {
  const moves = context.moves.slice(0, ply);
  const end = endScore(context, moves);
  if (end) return { score: end, best: null, over: true };
  const { score, move } = await context.search(moves, { nodes: nodesOf(context).position });
  return { score, best: move, over: false };
}

function moveAt({ moves }: JudgeContext, ply: number) {
  const move = moves[ply];
  if (move === undefined) throw new RangeError(`no move at ply ${ply}`);
  return move;
}

/** Judges the move at `ply` from the judged positions before and after it. */
export async function judgeMove(
  context: JudgeContext,
  ply: number,
  before: JudgedPosition,
  after: JudgedPosition,
  side: Side,
): Promise<JudgedMove> {
  const { best } = before;
  const score = opposite(after.score);
  const isBest = best === null || best === moveAt(context, ply);
  if (isBest || !isSuspect(before.score, score, isBest)) {
    const loss = isBest ? 0 : Math.max(0, chanceOf(before.score) - chanceOf(score));
    return { ply, side, loss, label: null, finding: null };
  }
  const { comparisons, finding } = await compare(context, ply, best);
  const label = judge(comparisons);
  return {
    ply,
    side,
    loss: lossOf(comparisons),
    label,
    finding: label && (await withFullLines(context, ply, finding)),
  };
}

interface SearchedMove {
  /** The score from the point of view of the side that moved. */
  score: Score;
  pv: string[];
  /** The depth of the search; null at the end of the game or with a mate, where a deeper search would be useless. */
  depth: number | null;
}

/** Searches the position after a move. The last of `moves` is that move. */
async function searchAfter(
  context: JudgeContext,
  moves: string[],
  limits: SearchLimits,
): Promise<SearchedMove> {
  const end = endScore(context, moves);
  if (end) return { score: opposite(end), pv: [], depth: null };
  const { score, pv, depth } = await context.search(moves, limits);
  return { score: opposite(score), pv, depth: "mate" in score ? null : depth };
}

/**
 * Searches the positions after the played move and after a better one with the same number of nodes. If one search goes
 * deeper, adds a second comparison in which both searches have the smaller depth.
 */
export async function compare(
  context: JudgeContext,
  ply: number,
  best: string,
): Promise<{ comparisons: [Comparison, ...Comparison[]]; finding: Finding }> {
  const before = context.moves.slice(0, ply);
  const played = moveAt(context, ply);
  const limits = { nodes: nodesOf(context).comparison };
  const afterPlayed = await searchAfter(context, [...before, played], limits);
  const afterBest = await searchAfter(context, [...before, best], limits);
  const scores: Comparison = { played: afterPlayed.score, best: afterBest.score };
  const comparisons: [Comparison, ...Comparison[]] = [scores];
  if (
    afterPlayed.depth !== null &&
    afterBest.depth !== null &&
    afterPlayed.depth !== afterBest.depth
  ) {
    const depth = Math.min(afterPlayed.depth, afterBest.depth);
    const isPlayedDeeper = afterPlayed.depth > depth;
    const deeper = [...before, isPlayedDeeper ? played : best];
    const { score } = await searchAfter(context, deeper, { depth });
    comparisons.push({ ...scores, ...(isPlayedDeeper ? { played: score } : { best: score }) });
  }
  const lines = { punishment: afterPlayed.pv, better: [best, ...afterBest.pv] };
  return { comparisons, finding: { played, best, ...lines, scores } };
}

/** Extends the lines of a finding, because the transposition table may have cut them short. */
async function withFullLines(
  context: JudgeContext,
  ply: number,
  finding: Finding,
): Promise<Finding> {
  const before = context.moves.slice(0, ply);
  const { played, scores } = finding;
  const behindPlayed = [...before, played];
  const punishment = await extendLine(
    context,
    behindPlayed,
    finding.punishment,
    "mate" in scores.played,
  );
  const better = await extendLine(context, before, finding.better, "mate" in scores.best);
  return { ...finding, punishment, better };
}

/** Extends a line to `LEAST_LINE` plies. If the line leads to a mate, extends it until the mate is on the board. */
async function extendLine(
  context: JudgeContext,
  before: string[],
  line: string[],
  isMate: boolean,
): Promise<string[]> {
  let extended = line;
  for (let search = 0; search < (isMate ? MATE_SEARCHES : 1); search++) {
    const moves = [...before, ...extended];
    if ((!isMate && extended.length >= LEAST_LINE) || endScore(context, moves)) return extended;
    const { pv } = await context.search(moves, { nodes: nodesOf(context).position });
    if (pv.length === 0) return extended;
    extended = [...extended, ...pv];
  }
  return extended;
}
