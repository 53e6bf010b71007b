// A hint. The first request shows the engine's move at full strength as an arrow; the second request shows the engine's
// line in words.

import { notationOf } from "../core/languages.ts";
import { spokenLine } from "../core/spoken-line.ts";
import {
  describeEngineFault,
  describeMove,
  describeMoveWithSquares,
  describeScore,
} from "../core/words.ts";
import { otherSide, sideOf } from "../core/xiangqi.ts";
import type { Page } from "./context.ts";
import { moveWriter } from "./game-words.ts";
import type { Hint } from "./state.ts";

/** The engine's time for a hint, in milliseconds. */
const HINT_MS = 1500;

/** The largest number of moves of the line that are shown in words. */
const MAX_MOVES = 8;

/** Returns a function that shows a hint or, if a hint is shown already, its line. */
export function createHint({ store, i18n, t, notify, announce, controller, rules }: Page) {
  /** The line of the hint that is shown, as coordinate moves. */
  let line: string[] = [];

  const show = (hint: Hint | null) => store.update((state) => ({ ...state, hint }));

  /**
   * Describes moves from the position on the board, up to the first move that the rules reject. If the rules reject the
   * first move, which a server may send, returns the moves undescribed.
   */
  function describe(moves: string[], describeOne: typeof describeMove): string {
    const { game, settings } = store.get();
    if (!rules) return moves.join(", ");
    const before = { startFen: game.startFen, moves: game.moves.slice(0, game.ply) };
    const notation = notationOf(settings);
    const sentences = spokenLine(rules.Game, before, moves, notation, i18n, describeOne);
    return sentences.length > 0 ? sentences.join("; ") : moves.join(", ");
  }

  async function request() {
    const pending: Hint = { status: "pending", move: null, line: [], score: null };
    show(pending);
    try {
      const report = await controller.consult({ movetime: HINT_MS });
      if (store.get().hint !== pending) return; // the game went on
      if (!report?.move) return show(null);
      const { move, texts, pv, score } = report;
      show({ status: "shown", move, line: texts, score });
      line = pv.slice(0, Math.min(MAX_MOVES, texts.length));
      controller.note({ helped: store.get().game.helped + 1 });
      announce(t("hint.move", { move: describe([move], describeMoveWithSquares) }));
    } catch (error) {
      if (store.get().hint === pending) show(null);
      notify(describeEngineFault(error, i18n), { ms: 8000 });
      reportError(error);
    }
  }

  function explain(hint: Hint) {
    show({ ...hint, status: "explained" });
    const { turn } = store.get().position;
    const score = hint.score ? describeScore(hint.score, turn, i18n) : "";
    const mover = sideOf(turn);
    const write = moveWriter(store.get(), i18n);
    const moves = hint.line.slice(0, MAX_MOVES).map((text, ply) => {
      const side = ply % 2 === 0 ? mover : otherSide(mover);
      return t(`say.move.${side}`, { move: write(text) });
    });
    notify(t("hint.line", { line: moves.join(t("list.facts")), score }), {
      ms: 15_000,
      spoken: t("hint.line", { line: describe(line, describeMove), score }),
    });
  }

  return () => {
    const { hint } = store.get();
    if (!hint) return void request();
    if (hint.status !== "pending") explain(hint);
  };
}
