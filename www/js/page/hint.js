// A hint: what the engine would play at full strength, as an arrow; asked again, its line in words.

import { notationOf } from "../languages.js";
import { toldMove } from "../told-move.js";
import { sayEngineFault, sayPlainly, sayScore } from "../words.js";

/** How long the engine thinks about a hint. */
const HINT_MS = 1500;

/** @param {import("./context.js").Page} page */
export function createHint({ store, i18n, t, tell, announce, controller, rules }) {
  /** @param {import("../state.js").Hint|null} hint */
  const show = (hint) => store.update((state) => ({ ...state, hint }));

  /** In the words that moves are told in. @param {string} move */
  function spoken(move) {
    const { game, settings } = store.get();
    if (!rules) return move;
    const before = new rules.Game(game.startFen, game.moves.slice(0, game.ply));
    const told = toldMove(before, move);
    before.free();
    return sayPlainly(told, notationOf(settings), i18n);
  }

  async function ask() {
    const asked = { status: /** @type {const} */ ("asked"), move: null, line: [], score: null };
    show(asked);
    try {
      const report = await controller?.consult({ movetime: HINT_MS });
      if (store.get().hint !== asked) return; // the game went on
      if (!report?.move) return show(null);
      const { move, texts, score } = report;
      show({ status: "shown", move, line: texts, score });
      controller?.note({ helped: store.get().game.helped + 1 });
      announce(t("hint.move", { move: spoken(move) }));
    } catch (error) {
      if (store.get().hint === asked) show(null);
      tell(sayEngineFault(error, i18n), { ms: 8000 });
      reportError(error);
    }
  }

  /** @param {import("../state.js").Hint} hint */
  function explain(hint) {
    show({ ...hint, status: "told" });
    const score = hint.score ? sayScore(hint.score, store.get().position.turn, i18n) : "";
    const line = i18n.move(hint.line.slice(0, 8).join(" "));
    tell(t("hint.line", { line, score }), { ms: 15_000 });
  }

  return () => {
    const { hint } = store.get();
    if (!hint) return void ask();
    if (hint.status !== "asked") explain(hint);
  };
}
