// The turning point of a lost game: a sentence on the result card, and a button to try again from that point.

import { isSamePosition } from "../../core/xiangqi.ts";
import type { PositionView } from "../../core/xiangqi.ts";
import { findWayBack, loadReviewing } from "../../explain/judge.ts";
import type { Fact, JudgeContext, WayBack } from "../../explain/judge.ts";
import { describeFact } from "../../explain/why-words.ts";
import { button, byId, el, setText } from "../../ui/dom.ts";
import type { Page } from "../context.ts";
import {
  JudgingCancelled,
  TURNING_POINT_NODES,
  judgeGame,
  loadAnalysisWords,
} from "../game-judge.ts";
import { moveWriter } from "../game-words.ts";
import { moverAt } from "../state.ts";
import "../../../css/turning.css";

/** The time for short searches of all moves, in milliseconds. Longer searches of some of the moves follow. */
const SEARCH_MS = 1400;

/** Returns the main reason why a move was bad. */
const factOf = ({ review }: JudgeContext, { ply, finding }: WayBack): Fact | null =>
  (finding && review.explain(ply, finding).facts[0]) ?? null;

/** Creates the panel. `tryAgain` starts a training game from the position after a number of plies. */
export async function createTurningPointPanel(page: Page, tryAgain: (ply: number) => void) {
  const { store, i18n } = page;
  const [words, reviewing] = await Promise.all([loadAnalysisWords(i18n.lang), loadReviewing()]);
  const { t } = words;
  /** The position at the end of the game; null while the panel is hidden. */
  let current: PositionView | null = null;
  let result: (WayBack & { fact: Fact | null }) | null = null;
  const sentence = el("p", "turning-words");
  const again = button("button", () => result && tryAgain(result.ply));
  again.id = "turning-again";
  const host = el("div", "turning", sentence, again);
  host.id = "turning";
  byId("result").querySelector(".result-actions")?.before(host);

  function hide() {
    current = result = null;
    host.hidden = true;
  }

  function describeResult(): string {
    if (!result) return t("analysis.turning.looking");
    const { ply, fact, finding, isOpen } = result;
    const state = store.get();
    // Moves are numbered in rounds of Red's and Black's move; Black may have made the first move.
    const lead = moverAt(state, 0) === "red" ? 0 : 1;
    const number = Math.floor((ply + lead) / 2) + 1;
    if (!finding) return t(`analysis.turning.${isOpen ? "slipped" : "early"}`, { number });
    const text = state.position.notation[ply] ?? state.game.moves[ply] ?? "";
    const turned = t("analysis.turning.found", { number, move: moveWriter(state, i18n)(text) });
    if (!fact) return turned;
    return t("analysis.turning.why", { turned, why: describeFact(fact, words) });
  }

  async function show() {
    await words.use(i18n.lang);
    setText(again, t("analysis.turning.again"));
    // The button keeps its space while it is hidden, so that the buttons below do not move when it appears.
    again.style.visibility = result ? "" : "hidden";
    setText(sentence, describeResult());
  }

  /** Returns the move from which the game can be tried again; null if there is none. */
  async function search(context: JudgeContext) {
    // The time begins with the first report, since the engine may still be loading.
    let end = Infinity;
    const timed: JudgeContext["search"] = async (...question) => {
      const report = await context.search(...question);
      if (end === Infinity) end = performance.now() + SEARCH_MS;
      return report;
    };
    const isTimeUp = () => performance.now() > end;
    const { side } = store.get().game;
    const wayBack = await findWayBack({ ...context, search: timed }, side, isTimeUp);
    return wayBack && { ...wayBack, fact: factOf(context, wayBack) };
  }

  store.subscribe(({ position }) => {
    if (!current) return;
    if (isSamePosition(position, current)) void show();
    else hide();
  });
  hide();

  return {
    /** Looks for the turning point of the game that ended with a position, and shows it on the result card. */
    async consider(position: PositionView): Promise<void> {
      if (!isSamePosition(store.get().position, position)) return;
      current = position;
      result = null;
      host.hidden = false;
      await show();
      try {
        const wayBack = await judgeGame(page, reviewing, position, TURNING_POINT_NODES, search);
        if (current !== position) return;
        if (!wayBack) return hide();
        result = wayBack;
        await show();
        if (!store.get().resultSeen) page.announce(sentence.textContent);
      } catch (error) {
        if (current === position) hide();
        if (!(error instanceof JudgingCancelled)) reportError(error);
      }
    },
  };
}
