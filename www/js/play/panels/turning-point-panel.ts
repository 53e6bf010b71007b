// After a lost game: one sentence about its turning point on the card that tells how it ended, and a way to try again from
// there.

import { button, byId, el, setText } from "../../ui/dom.ts";
import { isSamePosition } from "../../core/xiangqi.ts";
import { moverAt } from "../state.ts";
import { moveWriter } from "../move-writer.ts";
import { explain } from "../../explain/explain.ts";
import { CalledOff, walkerHere, wordsHere } from "../judge-here.ts";
import { NODES, findWayBack } from "../../explain/turning-point.ts";
import { describeFact } from "../../explain/why-words.ts";
import "../../../css/turning.css";

/** @typedef {import("../context.ts").Page} Page */
/** @typedef {import("../../core/xiangqi.ts").PositionView} PositionView */
/** @typedef {NonNullable<Awaited<ReturnType<typeof findWayBack>>>} WayBack */
/** @typedef {WayBack & { fact: import("../../explain/explain.ts").Fact|null }} Found */

/** How long all moves may be looked at; what stands out is looked at again afterwards. */
const LOOK_MS = 1400;

/** @param {Page} page @param {(ply: number) => void} tryAgain  from before that move */
export async function createTurningHere(page, tryAgain) {
  const words = wordsHere(page.i18n.lang);
  await words.use(page.i18n.lang);
  return new TurningHere(page, words, tryAgain);
}

/** Why the move was bad, where one was. @param {import("../../explain/judge.ts").JudgeContext} walker @param {WayBack} wayBack */
function factOf({ Game, startFen, moves }, { ply, finding }) {
  if (!finding) return null;
  const question = { startFen, moves: moves.slice(0, ply), ...finding };
  return explain(Game, question).facts[0] ?? null;
}

class TurningHere {
  #page;
  #words;
  #sentence = el("p", "turning-words");
  #again;
  #host;
  /** The end of the game that is looked back from. @type {PositionView|null} */
  #position = null;
  /** @type {Found|null} */
  #found = null;

  /** @param {Page} page @param {import("../../core/i18n.ts").I18n} words @param {(ply: number) => void} tryAgain */
  constructor(page, words, tryAgain) {
    this.#page = page;
    this.#words = words;
    this.#again = button("button", () => this.#found && tryAgain(this.#found.ply));
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

  /** Looks back from the end of a game. @param {PositionView} position */
  async consider(position) {
    const { store } = this.#page;
    if (!isSamePosition(store.get().position, position)) return;
    this.#position = position;
    this.#found = null;
    this.#host.hidden = false;
    await this.#show();
    try {
      const walker = walkerHere(this.#page, position, NODES);
      if (!walker) return this.#withdraw();
      // An engine that is still being loaded takes nothing of the time.
      let end = Infinity;
      const search = async (/** @type {Parameters<typeof walker.search>} */ ...question) => {
        const report = await walker.search(...question);
        if (end === Infinity) end = performance.now() + LOOK_MS;
        return report;
      };
      const { side } = store.get().game;
      const isLate = () => performance.now() > end;
      const turning = await findWayBack({ ...walker, search }, side, isLate);
      if (this.#position !== position) return;
      if (!turning) return this.#withdraw();
      this.#found = { ...turning, fact: factOf(walker, turning) };
      await this.#show();
      if (!store.get().resultSeen) this.#page.announce(this.#sentence.textContent ?? "");
    } catch (error) {
      if (this.#position === position) this.#withdraw();
      if (!(error instanceof CalledOff)) reportError(error);
    }
  }

  async #show() {
    const { i18n, store } = this.#page;
    await this.#words.use(i18n.lang);
    const { t } = this.#words;
    setText(this.#again, t("analysis.turning.again"));
    // It keeps its place: what is below must not move under a finger.
    this.#again.style.visibility = this.#found ? "" : "hidden";
    setText(
      this.#sentence,
      this.#found ? this.#say(this.#found, store.get()) : t("analysis.turning.looking"),
    );
  }

  /** @param {Found} found @param {import("../state.ts").State} state */
  #say({ ply, fact, finding, isOpen }, state) {
    const { t } = this.#words;
    // Moves are counted in pairs, Red's first.
    const lead = moverAt(state, 0) === "red" ? 0 : 1;
    const number = Math.floor((ply + lead) / 2) + 1;
    if (!finding) return t(`analysis.turning.${isOpen ? "slipped" : "early"}`, { number });
    const write = moveWriter(state, this.#page.i18n);
    const move = write(state.position.notation[ply] ?? state.game.moves[ply]);
    const turned = t("analysis.turning.found", { number, move });
    return fact
      ? t("analysis.turning.why", { turned, why: describeFact(fact, this.#words) })
      : turned;
  }

  #withdraw() {
    this.#position = null;
    this.#found = null;
    this.#host.hidden = true;
  }
}
