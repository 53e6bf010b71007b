// Judges the position on the board while the balance is shown and the engine has nothing else to do, at full strength.

import { fromRed } from "../core/xiangqi.ts";
import { isPersonsTurn } from "./state.ts";

const JUDGE_MS = 350;

/** @param {import("./context.ts").Page} page */
export function bindJudge(page) {
  const { store } = page;
  /** @type {unknown} */
  let judged = null;

  store.subscribe((state) => {
    const { position, settings, engine, ready, start, hint } = state;
    const idle = engine.status === "idle" && hint === null && ready && !start;
    const quiet = position.verdict.result !== "ongoing" || !isPersonsTurn(state);
    if (!settings.evalBar || !idle || quiet || judged === position) return;
    judged = position;
    void judge(position);
  });

  /** @param {import("../core/xiangqi.ts").PositionView} position */
  async function judge(position) {
    await Promise.resolve(); // what has just happened is told first
    const report = await page.controller.consult({ movetime: JUDGE_MS }).catch(() => null);
    if (!report?.depth || store.get().position !== position) return;
    const evaluation = fromRed(report.score, position.turn);
    store.update((state) => ({ ...state, evaluation }));
  }
}
