// Renders the state of the engine's lines: their panel, the evaluation bar beside the board, and the preview of a move.

import { html, render } from "lit-html";
import { fromRed } from "../../core/xiangqi.ts";
import type { Score } from "../../engine/types.ts";
import { langOfMoves } from "../../ui/dom.ts";
import { createEvaluationBar } from "../../ui/evaluation-bar.ts";
import {
  evaluationOfResult,
  isDecided,
  roundLabel,
  scoreInWords,
  shortScore,
  toneOf,
} from "./engine-line.ts";
import type { EngineLine } from "./engine-line.ts";
import { headTemplate } from "./head.ts";
import type { LinesPage } from "./index.ts";
import { createRows, moveElement } from "./line-rows.ts";
import type { Row } from "./line-rows.ts";
import { NO_STANDING, standingWords, statusWords } from "./line-words.ts";
import type { Standing } from "./line-words.ts";
import type { LinesCommands } from "./lines-commands.ts";
import type { LinesModel, LinesState, Look } from "./lines-model.ts";
import type { LinePlace } from "./place.ts";
import { createPreview } from "./preview.ts";

export function createLinesView(
  host: HTMLElement,
  page: LinesPage,
  model: LinesModel,
  commands: LinesCommands,
  update: () => void,
) {
  const { i18n, study, Game, notation } = page;
  const { t } = i18n;
  const rowsTemplate = createRows(i18n, commands, update);
  const preview = createPreview(i18n, page.look, () => {
    const { look } = model.get();
    if (look) commands.take(look.spot);
  });
  const bar = createEvaluationBar(page.bar, i18n);
  let previewed: Look | null = null;
  host.classList.add("lines", "is-there");
  host.replaceChildren();

  function rowOf(line: EngineLine, place: LinePlace): Row {
    const { score, depth, moves } = line;
    const { turn, passed } = place;
    const red = fromRed(score, turn);
    const texts = model.write(place, moves, notation());
    return {
      score: shortScore(red, i18n),
      scoreWords: scoreInWords(red, i18n),
      tone: toneOf(red),
      depth,
      texts,
      rounds: texts.map((_, index) => roundLabel(place, index)),
      blackFirst: turn === "b",
      mayTake: !passed,
    };
  }

  /** Returns the largest possible number of lines: the number of legal moves, or 1 for a threat. */
  function lineLimit({ passed }: LinePlace) {
    if (passed) return 1;
    const { dests } = study.get().position;
    return [...dests.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Returns the button that continues an ended search or retries a failed one; null if there is none. */
  function offerOf({ status, thought }: LinesState["search"]) {
    const { search } = model;
    if (status === "failed") return { words: t("action.retry"), act: () => search.retry() };
    if (status !== "rested" || isDecided(thought)) return null;
    return { words: t("analysis.lines.goOn"), act: () => search.goOn() };
  }

  /** Shows a score on the evaluation bar. Without a score, the bar keeps its last value and is drawn pale. */
  function showBar(score: Score | null, standing: Standing, isOn: boolean) {
    page.bar.hidden = !isOn;
    page.bar.classList.toggle("is-unknown", !score);
    const below = page.look().orientation ?? "red";
    if (score) bar.show(score, below, standing.scoreWords || standing.score);
    else bar.showUnknown();
  }

  /** Shows the preview of a move: the position after it on a small board. */
  function showPreview({ look, search: { place } }: LinesState) {
    if (look === previewed) return;
    previewed = look;
    const element = look && moveElement(host, look.spot);
    const moves = look?.lines[look.spot.row]?.moves.slice(0, look.spot.index + 1);
    if (!place || !element || !moves) return preview.hide();
    const game = new Game(place.fen, [...place.moves, ...moves]);
    const { placement, lastMove, check, turn, notation: texts } = game.view(notation());
    game.free();
    const words = i18n.move(texts.at(-1) ?? "");
    const position = { placement, lastMove, check, turn, words, mayTake: !place.passed };
    preview.show(position, element, look.isPinned);
  }

  return {
    /** Returns true if a node is inside the rows or the preview. */
    contains: (node: Node): boolean =>
      preview.element.contains(node) || Boolean(host.querySelector(".lines-list")?.contains(node)),

    /** Renders the state. Returns the rows of the lines that have arrived. */
    show(state: LinesState, place: LinePlace): Row[] {
      const { search, look } = state;
      const { status, choice } = search;
      const isShown = status !== "off" && status !== "over";
      const lines = isShown ? model.ranked(place) : [];
      const shown = isShown ? (look?.lines ?? lines) : [];
      model.setShown(shown);
      const rows = shown.map((line) => rowOf(line, place));
      const most = Math.min(choice.count, lineLimit(place));
      const all: (Row | null)[] = rows.slice(0, most);
      // Lines that have not arrived have empty rows, which keep the layout from jumping when the lines arrive.
      if (isShown && status !== "failed") while (all.length < most) all.push(null);
      const { verdict } = study.get().position;
      const [first] = lines;
      const best = first ? fromRed(first.score, place.turn) : null;
      const score = status === "over" ? evaluationOfResult(verdict.result) : best;
      const standing = standingWords(score, verdict, i18n);
      const mayThreaten = choice.on && status !== "failed" && model.canPass();
      const head = {
        ...choice,
        ...(place.passed ? NO_STANDING : standing),
        facts: statusWords(state, i18n),
        offer: offerOf(search),
        isBusy: status === "thinking" || status === "loading",
        threat: mayThreaten ? place.passed : null,
      };
      host.dataset.status = status;
      render(
        html`${headTemplate(head, i18n, model)}
        ${rowsTemplate(all, langOfMoves(notation(), i18n), look)} ${preview.element}`,
        host,
      );
      if (rows.length > 0) preview.prepare();
      showPreview(state);
      if (!place.passed) showBar(score, standing, choice.on);
      return rows;
    },
  };
}
