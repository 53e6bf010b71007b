// Runs the steps of a review. The WebAssembly module judges and explains; where it needs a search first, this file gets
// the answer from an engine. The caller decides which steps to take, in which order and by which engine.

import type {
  GameReview,
  JudgedMove,
  JudgedPosition,
  ReviewStep,
  SearchAnswer,
  WayBack,
} from "../../pkg-lab/lab.js";
import type { Side } from "../core/xiangqi.ts";
import { loadLabModule } from "../rules/lab-module.ts";

export type {
  GameReview,
  JudgedMove,
  JudgedPosition,
  MoveLabel,
  ReviewExplanation as Explanation,
  ReviewFact as Fact,
  ReviewFinding as Finding,
  ReviewNodes,
  SearchAnswer,
  WayBack,
} from "../../pkg-lab/lab.js";

/** The part of the WebAssembly module that reviews games. */
export type Reviewing = Pick<
  Awaited<ReturnType<typeof loadLabModule>>,
  "GameReview" | "chanceOf" | "oppositeScore" | "reviewSummary" | "toCentipawns"
>;

/** Loads the module. It is fetched with the first review, or with the first move that may need an explanation. */
export const loadReviewing = (): Promise<Reviewing> => loadLabModule();

export interface SearchLimits {
  nodes?: number;
  depth?: number;
}

/** The review of a game, and an engine. */
export interface JudgeContext {
  review: GameReview;
  /**
   * Searches the position after `moves` from the start of the game, with an empty transposition table. Throws an error
   * to end the review.
   */
  search(moves: string[], limits: SearchLimits): Promise<SearchAnswer>;
}

/**
 * Repeats a step until all searches that it needs are answered. Returns its result. Throws an error if an answer does
 * not bring the step further.
 */
async function complete<Result>(
  { review, search }: JudgeContext,
  step: () => ReviewStep<Result>,
): Promise<Result> {
  for (let answered = ""; ;) {
    const { request, result } = step();
    if (request === null) return result;
    const text = JSON.stringify(request);
    if (text === answered) throw new Error(`the review requests a search again: ${text}`);
    answered = text;
    review.answer(request, await search(request.moves, request.limits));
  }
}

/** Judges the position after `ply` moves. */
export const judgePosition = (context: JudgeContext, ply: number): Promise<JudgedPosition> =>
  complete(context, () => context.review.judgePosition(ply));

/** Judges the move at `ply` from the judged positions before and after it, and from that after the reply, if any. */
export const judgeMove = (
  context: JudgeContext,
  ply: number,
  before: JudgedPosition,
  after: JudgedPosition,
  reply: JudgedPosition | null = null,
): Promise<JudgedMove> =>
  complete(context, () => context.review.judgeMove(ply, before, after, reply));

/** Returns true if the move at `ply` is as good as the better move. With `mustMate` it also has to lead to a mate. */
export const isAsGood = (
  context: JudgeContext,
  ply: number,
  better: string,
  mustMate: boolean,
): Promise<boolean> => complete(context, () => context.review.isAsGood(ply, better, mustMate));

/**
 * Returns the ply from which a lost game is worth another try; null if the side has not moved. Searches the side's moves
 * from the last to the first, because the last moves matter most if the time runs out. When `isTimeUp` returns true, the
 * remaining moves are left out.
 */
export async function findWayBack(
  context: JudgeContext,
  side: Side,
  isTimeUp: () => boolean = () => false,
): Promise<WayBack | null> {
  const positions: (JudgedPosition | null)[] = [];
  for (const ply of [...context.review.pliesOf(side)].toReversed()) {
    if (isTimeUp()) break;
    for (const at of [ply, ply + 1]) positions[at] = await judgePosition(context, at);
  }
  const known = Array.from(positions, (position) => position ?? null);
  return complete(context, () => context.review.wayBack(side, known));
}
