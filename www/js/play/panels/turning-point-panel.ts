// The turning point of a lost game: a sentence on the card at its end, and a button to try again from there.

import type { I18n } from "../../core/i18n.ts";
import { isSamePosition } from "../../core/xiangqi.ts";
import type { PositionView } from "../../core/xiangqi.ts";
import { explain } from "../../explain/explain.ts";
import type { Fact } from "../../explain/explain.ts";
import type { JudgeContext } from "../../explain/judge.ts";
import { NODES, findWayBack } from "../../explain/turning-point.ts";
import type { WayBack } from "../../explain/turning-point.ts";
import { describeFact } from "../../explain/why-words.ts";
import { button, byId, el, setText } from "../../ui/dom.ts";
import type { Page } from "../context.ts";
import { JudgingCancelled, createJudgeContext, loadAnalysisWords } from "../game-judge.ts";
import { moveWriter } from "../game-words.ts";
import { moverAt } from "../state.ts";
import type { State } from "../state.ts";
import "../../../css/turning.css";

/** The move from which the game can be tried again, with the main reason why it was bad. */
interface Result extends WayBack {
  fact: Fact | null;
}

/** Milliseconds for a short search of all moves; a longer search of some of them follows. */
const SEARCH_MS = 1400;

/** `tryAgain` goes back to before the move of a ply. */
export async function createTurningPointPanel(page: Page, tryAgain: (ply: number) => void) {
  return new TurningPointPanel(page, await loadAnalysisWords(page.i18n.lang), tryAgain);
}

function factOf({ Game, startFen, moves }: JudgeContext, { ply, finding }: WayBack) {
  if (!finding) return null;
  const question = { startFen, moves: moves.slice(0, ply), ...finding };
  return explain(Game, question).facts[0] ?? null;
}

class TurningPointPanel {
  readonly #page: Page;
  readonly #words: I18n;
  readonly #sentence = el("p", "turning-words");
  readonly #again: HTMLButtonElement;
  readonly #host: HTMLElement;
  /** The position at the end of the game. */
  #position: PositionView | null = null;
  #result: Result | null = null;

  constructor(page: Page, words: I18n, tryAgain: (ply: number) => void) {
    this.#page = page;
    this.#words = words;
    this.#again = button("button", () => this.#result && tryAgain(this.#result.ply));
    this.#again.id = "turning-again";
    this.#host = el("div", "turning", this.#sentence, this.#again);
    this.#host.id = "turning";
    byId("result").querySelector(".result-actions")?.before(this.#host);
    page.store.subscribe(({ position }) => {
      if (!this.#position) return;
      if (isSamePosition(position, this.#position)) void this.#show();
      else this.#withdraw();
    });
    this.#withdraw();
  }

  /** Looks for the turning point of the game that ended with a position. */
  async consider(position: PositionView): Promise<void> {
    const { store } = this.#page;
    if (!isSamePosition(store.get().position, position)) return;
    this.#position = position;
    this.#result = null;
    this.#host.hidden = false;
    await this.#show();
    try {
      const context = createJudgeContext(this.#page, position, NODES);
      if (!context) return this.#withdraw();
      // The time begins with the first report, since the engine may still be loading.
      let end = Infinity;
      const search: JudgeContext["search"] = async (...question) => {
        const report = await context.search(...question);
        if (end === Infinity) end = performance.now() + SEARCH_MS;
        return report;
      };
      const { side } = store.get().game;
      const isTimeUp = () => performance.now() > end;
      const wayBack = await findWayBack({ ...context, search }, side, isTimeUp);
      if (this.#position !== position) return;
      if (!wayBack) return this.#withdraw();
      this.#result = { ...wayBack, fact: factOf(context, wayBack) };
      await this.#show();
      if (!store.get().resultSeen) this.#page.announce(this.#sentence.textContent);
    } catch (error) {
      if (this.#position === position) this.#withdraw();
      if (!(error instanceof JudgingCancelled)) reportError(error);
    }
  }

  async #show() {
    const { i18n, store } = this.#page;
    await this.#words.use(i18n.lang);
    const { t } = this.#words;
    const result = this.#result;
    setText(this.#again, t("analysis.turning.again"));
    // The button takes its place from the beginning, so that nothing below moves under a finger.
    this.#again.style.visibility = result ? "" : "hidden";
    setText(
      this.#sentence,
      result ? this.#describe(result, store.get()) : t("analysis.turning.looking"),
    );
  }

  #describe({ ply, fact, finding, isOpen }: Result, state: State): string {
    const { t } = this.#words;
    // Moves are counted in pairs, Red's first.
    const lead = moverAt(state, 0) === "red" ? 0 : 1;
    const number = Math.floor((ply + lead) / 2) + 1;
    if (!finding) return t(`analysis.turning.${isOpen ? "slipped" : "early"}`, { number });
    const text = state.position.notation[ply] ?? state.game.moves[ply] ?? "";
    const move = moveWriter(state, this.#page.i18n)(text);
    const turned = t("analysis.turning.found", { number, move });
    if (!fact) return turned;
    return t("analysis.turning.why", { turned, why: describeFact(fact, this.#words) });
  }

  #withdraw() {
    this.#position = null;
    this.#result = null;
    this.#host.hidden = true;
  }
}
