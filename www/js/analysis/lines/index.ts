// The engine's lines for the position on the board, or for the opponent's threat in this position. They are shown as
// rows that can be added to the study, as arrows on the board, and as an evaluation bar beside the board.

import type { Arrow } from "../../board/arrows.ts";
import type { BoardState } from "../../board/index.ts";
import type { I18n } from "../../core/i18n.ts";
import { spokenLine } from "../../core/spoken-line.ts";
import { fromRed } from "../../core/xiangqi.ts";
import type { Notation } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import type { EngineQueue } from "../engine-queue.ts";
import type { MoveValues } from "../move-values.ts";
import type { Study } from "../study.ts";
import { arrowsOf } from "./engine-line.ts";
import type { EngineLine } from "./engine-line.ts";
import type { Row } from "./line-rows.ts";
import { createLinesCommands } from "./lines-commands.ts";
import { createLinesModel } from "./lines-model.ts";
import type { Network } from "./lines-model.ts";
import { createLinesStorage } from "./lines-setting.ts";
import { createLinesView } from "./lines-view.ts";
import { placeOf } from "./place.ts";
import type { LinePlace } from "./place.ts";
import { createSummary } from "./spoken-summary.ts";

/** The number of moves of the best line that are announced to screen readers. */
const SPOKEN_MOVES = 3;

export interface LinesPage {
  i18n: I18n;
  study: Study;
  queue: EngineQueue;
  Game: GameClass;
  notation(): Notation;
  /** Returns the settings of the board's look, and which side is at the bottom. */
  look(): Partial<BoardState>;
  onArrows(arrows: Arrow[]): void;
  /** The evaluation bar beside the board. */
  bar: HTMLElement;
  announce(words: string): void;
  network?: Network;
  /** The evaluations that the parts of the page share. The lines offer theirs, and show a deeper one if there is one. */
  values?: MoveValues;
  /** Called when the lines have offered evaluations that others show. */
  onValues?(): void;
}

export function createLines(host: HTMLElement, page: LinesPage) {
  const { i18n, study, queue, Game, notation, announce, onArrows } = page;
  const model = createLinesModel(
    page,
    createLinesStorage(() => localStorage, isHandheld()),
  );
  const commands = createLinesCommands(model, page);
  const view = createLinesView(host, page, model, commands, draw);
  const summary = createSummary(announce);
  let drawnArrows = "[]";

  /** Draws arrows on the board if they differ from those drawn last. */
  function drawArrows(arrows: Arrow[]) {
    const next = JSON.stringify(arrows);
    if (next === drawnArrows) return;
    drawnArrows = next;
    onArrows(arrows);
  }

  function summarize({ fen, moves }: LinePlace, depth: number, row: Row | undefined) {
    const [best] = model.shown();
    if (!row || !best) return "";
    const line = best.moves.slice(0, SPOKEN_MOVES);
    const spoken = spokenLine(Game, { startFen: fen, moves }, line, notation(), i18n);
    const params = { depth, score: row.scoreWords, moves: spoken.join("; ") };
    return i18n.t("analysis.lines.summary", params);
  }

  /** What the lines showed last: each change of it reaches `update` on several ways. */
  let shown: unknown[] = [];

  /** Renders the lines if anything that they show has changed. */
  function update() {
    const { position } = study.get();
    const now = [model.get(), position, i18n.lang, notation(), page.look().orientation];
    if (!i18n.ready || (now.length === shown.length && now.every((it, at) => it === shown[at])))
      return;
    shown = now;
    draw();
  }

  /** Offers the evaluations of the lines' first moves. Returns true if others may show one of them. */
  function offerValues(lines: readonly EngineLine[]) {
    const { fen, turn } = study.get().position;
    const offers = lines.map(({ score, depth, moves: [move] }) =>
      page.values?.offer(fen, move, { source: "lines", depth, score: fromRed(score, turn) }),
    );
    return offers.includes(true);
  }

  /** Renders the lines in the current language and appearance. */
  function draw() {
    const state = model.get();
    const { status, thought, place } = state.search;
    if (!i18n.ready || !place) return;
    // While a step is under way, the lines may still be those of the position before.
    const isHere = place.key === placeOf(study.get().position, false).key;
    const hasNews = isHere && offerValues(thought.lines);
    const [best] = view.show(state, place);
    if (hasNews) page.onValues?.();
    drawArrows(status === "off" || status === "over" ? [] : arrowsOf(model.ranked(place)));
    const { depth } = thought;
    summary.update(place.key, status, depth, () => summarize(place, depth, best));
  }

  model.subscribe(update);
  const hide = () => model.search.hide(document.hidden);
  document.addEventListener("visibilitychange", hide);
  document.addEventListener("pointerdown", ({ target }) => {
    const isInside = target instanceof Node && view.contains(target);
    if (model.get().look?.isPinned && !isInside) commands.release();
  });
  addEventListener("scroll", () => {
    if (model.get().look?.isPinned) commands.release();
  });
  study.subscribe(() => {
    model.follow();
    update();
  });
  queue.subscribe(() => model.search.queueChanged());
  hide();
  update();

  return {
    update,
    judge: model.setNetwork,
    /** Restarts the search, because the engine's threads or memory have changed. */
    renew: (): void => model.search.renew(),
    toggle: (): void => model.choose({ on: !model.get().search.choice.on }),
    threat: model.toggleThreat,
    /** The state, for scripts and tests. */
    get state() {
      const { search } = model.get();
      const { place, thought } = search;
      const lines = place ? model.ranked(place) : [];
      return { ...search, thought: { ...thought, lines }, threat: place?.passed ?? false };
    },
  };
}

/** Returns true on a small device that is held in the hand. */
const isHandheld = () => matchMedia("(pointer: coarse) and (max-width: 820px)").matches;
