// What looks closer at the game on the page where one plays: its words, and its questions to the engine, which never wait
// for anybody and for which nobody waits.

import { createI18n, fetchJson, fetchMessages } from "../core/i18n.ts";
import { isSamePosition } from "../core/xiangqi.ts";
import { withDefaultRuleset } from "../rules/rules.ts";

/** The game has gone on, or somebody else needs the engine. */
export class CalledOff extends Error {}

/** The words of the page and those of the analysis. @param {import("../core/i18n.ts").Lang} lang */
export const wordsHere = (lang) =>
  createI18n(lang, fetchMessages, (one) =>
    fetchJson(new URL(`../../locales/analysis/${one}.json`, import.meta.url)),
  );

/**
 * Walks through the game on the board as long as this is the position.
 * @param {import("./context.ts").Page} page @param {import("../core/xiangqi.ts").PositionView} position
 * @param {{ position: number, comparison: number }} nodes for its searches
 * @returns {import("../explain/judge.ts").JudgeContext|null}  its questions throw `CalledOff`
 */
export function walkerHere({ store, controller, rules }, position, nodes) {
  if (!rules) return null;
  const { startFen, moves, ply, ruleset } = store.get().game;
  return {
    Game: withDefaultRuleset(rules.Game, () => ruleset),
    startFen,
    moves: moves.slice(0, ply),
    nodes,
    search: async (line, limits) => {
      const now = store.get();
      if (!isSamePosition(now.position, position) || now.hint) throw new CalledOff();
      const report = await controller.consult({ ...limits, moves: line });
      if (!report) throw new CalledOff();
      return report;
    },
  };
}
