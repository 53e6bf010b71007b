// Helpers for judging moves of the game on the board. They load the messages, and search at full strength without
// delaying the game.

import { createI18n, fetchJson, fetchMessages } from "../core/i18n.ts";
import type { I18n, Lang } from "../core/i18n.ts";
import { isSamePosition } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import type { JudgeContext } from "../explain/judge.ts";
import { withDefaultRuleset } from "../rules/rules.ts";
import type { Page } from "./context.ts";

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
 * Creates the context in which moves are judged. Returns null if the rules are not loaded. Its searches throw
 * `JudgingCancelled` once `position` is no longer on the board.
 */
export function createJudgeContext(
  { store, controller, rules }: Page,
  position: PositionView,
  nodes: JudgeContext["nodes"],
): JudgeContext | null {
  if (!rules) return null;
  const { startFen, moves, ply, ruleset } = store.get().game;
  return {
    Game: withDefaultRuleset(rules.Game, () => ruleset),
    startFen,
    moves: moves.slice(0, ply),
    nodes,
    search: async (line, limits) => {
      const state = store.get();
      if (!isSamePosition(state.position, position) || state.hint) throw new JudgingCancelled();
      const report = await controller.consult({ ...limits, moves: line });
      if (!report) throw new JudgingCancelled();
      return report;
    },
  };
}
