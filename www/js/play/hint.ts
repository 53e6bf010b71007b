// A hint: what the engine would play at full strength, as an arrow; asked again, its line in words.

import { notationOf } from "../core/languages.ts";
import { spokenLine } from "../core/spoken-line.ts";
import {
  describeEngineFault,
  describeMove,
  describeMoveWithSquares,
  describeScore,
} from "../core/words.ts";
import { otherSide, sideOf } from "../core/xiangqi.ts";
import { moveWriter } from "./move-writer.ts";

/** How long the engine thinks about a hint. */
const HINT_MS = 1500;

/** So many moves of its line are told. */
const TOLD = 8;

/** @param {import("./context.ts").Page} page */
export function createHint({ store, i18n, t, notify, announce, controller, rules }) {
  /** Of the line of the hint that is shown. @type {string[]} */
  let ahead = [];

  /** @param {import("./state.ts").Hint|null} hint */
  const show = (hint) => store.update((state) => ({ ...state, hint }));

  /**
   * In the words that moves are told in, as far as the rules have them: a server may answer anything.
   * @param {string[]} moves @param {typeof describeMove} say
   */
  function spoken(moves, say) {
    const { game, settings } = store.get();
    if (!rules) return moves.join(", ");
    const before = { startFen: game.startFen, moves: game.moves.slice(0, game.ply) };
    const notation = notationOf(settings);
    const said = spokenLine(rules.Game, before, moves, notation, i18n, say);
    return said.length > 0 ? said.join("; ") : moves.join(", ");
  }

  async function ask() {
    const asked = { status: /** @type {const} */ ("asked"), move: null, line: [], score: null };
    show(asked);
    try {
      const report = await controller.consult({ movetime: HINT_MS });
      if (store.get().hint !== asked) return; // the game went on
      if (!report?.move) return show(null);
      const { move, texts, pv, score } = report;
      show({ status: "shown", move, line: texts, score });
      ahead = pv.slice(0, Math.min(TOLD, texts.length));
      controller.note({ helped: store.get().game.helped + 1 });
      announce(t("hint.move", { move: spoken([move], describeMoveWithSquares) }));
    } catch (error) {
      if (store.get().hint === asked) show(null);
      notify(describeEngineFault(error, i18n), { ms: 8000 });
      reportError(error);
    }
  }

  /** @param {import("./state.ts").Hint} hint */
  function explain(hint) {
    show({ ...hint, status: "told" });
    const { turn } = store.get().position;
    const score = hint.score ? describeScore(hint.score, turn, i18n) : "";
    const first = sideOf(turn);
    const sides = [first, otherSide(first)];
    const write = moveWriter(store.get(), i18n);
    const moves = hint.line
      .slice(0, TOLD)
      .map((text, ply) => t(`say.move.${sides[ply % 2]}`, { move: write(text) }));
    notify(t("hint.line", { line: moves.join(t("list.facts")), score }), {
      ms: 15_000,
      spoken: t("hint.line", { line: spoken(ahead, describeMove), score }),
    });
  }

  return () => {
    const { hint } = store.get();
    if (!hint) return void ask();
    if (hint.status !== "asked") explain(hint);
  };
}
