import { fromRed } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import type { Page } from "./context.ts";
import { isPersonsTurn } from "./state.ts";

const SEARCH_MS = 350;

/** Evaluates the position at full strength while the evaluation bar is shown and the engine is idle. */
export function bindEvaluation(page: Page): void {
  const { store } = page;
  let evaluated: PositionView | null = null;

  store.subscribe((state) => {
    const { position, settings, engine, ready, start, hint } = state;
    const isIdle = engine.status === "idle" && hint === null && ready && !start;
    if (!settings.evalBar || !isIdle || !isPersonsTurn(state) || evaluated === position) return;
    evaluated = position;
    void evaluate(position);
  });

  async function evaluate(position: PositionView) {
    await Promise.resolve(); // lets the other listeners handle the change first
    const report = await page.controller.consult({ movetime: SEARCH_MS }).catch(() => null);
    if (!report?.depth || store.get().position !== position) return;
    const evaluation = fromRed(report.score, position.turn);
    store.update((state) => ({ ...state, evaluation }));
  }
}
