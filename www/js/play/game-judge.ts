// Helpers for judging moves of the game on the board. They load the messages, and search at full strength without
// delaying the game.

import { createI18n, fetchJson, fetchMessages } from "../core/i18n.ts";
import type { I18n, Lang } from "../core/i18n.ts";
import { isSamePosition } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import type { JudgeContext, ReviewNodes, Reviewing } from "../explain/judge.ts";
import type { Page } from "./context.ts";

/**
 * The numbers of nodes for the search of a position and for the comparison of two moves while a whole game is searched
 * for its turning point.
 */
export const TURNING_POINT_NODES = { position: 3000, comparison: 24_000 };

/** Thrown by a search if the game has gone on, or if the engine is busy with another search. */
export class JudgingCancelled extends Error {}

/** Fetches the messages of the page and of the analysis. */
export async function loadAnalysisWords(lang: Lang): Promise<I18n> {
  const words = createI18n(lang, fetchMessages, (current) =>
    fetchJson(new URL(`../../locales/analysis/${current}.json`, import.meta.url)),
  );
  await words.use(lang);
  return words;
}

/**
 * Runs `judge` with the review of the game on the board. The searches throw `JudgingCancelled` once `position` is no
 * longer on the board.
 */
export async function judgeGame<Result>(
  { store, controller }: Page,
  { GameReview }: Pick<Reviewing, "GameReview">,
  position: PositionView,
  nodes: ReviewNodes,
  judge: (context: JudgeContext) => Promise<Result>,
): Promise<Result> {
  const { startFen, moves, ply, ruleset } = store.get().game;
  const review = new GameReview(startFen, moves.slice(0, ply), ruleset, nodes);
  const search: JudgeContext["search"] = async (line, limits) => {
    const state = store.get();
    if (!isSamePosition(state.position, position) || state.hint) throw new JudgingCancelled();
    const report = await controller.consult({ ...limits, moves: line });
    if (!report) throw new JudgingCancelled();
    return report;
  };
  try {
    return await judge({ review, search });
  } finally {
    review.free();
  }
}
