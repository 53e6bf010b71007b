// The review on the analysis page: it judges the game, draws its graph, lists and explains the mistakes, and lets the
// person retry from a mistake.

import { html, nothing, render } from "lit-html";
import type { Arrow } from "../../board/arrows.ts";
import type { I18n } from "../../core/i18n.ts";
import { oncePerFrame } from "../../core/scheduling.ts";
import type { Notation, Side } from "../../core/xiangqi.ts";
import type { BoardOwner } from "../../explain/board-mode.ts";
import type { Reviewing } from "../../explain/judge.ts";
import type { GameClass } from "../../rules/rules.ts";
import type { Sound } from "../../shell/sound.ts";
import type { EngineQueue } from "../engine-queue.ts";
import type { ExerciseAdder } from "../add-exercises.ts";
import type { Study } from "../study.ts";
import { detailTemplate } from "./detail.ts";
import { createGraph } from "./graph-view.ts";
import { createPractise } from "./practise.ts";
import { createRetryPanel } from "./retry-panel.ts";
import { createReviewCommands } from "./review-commands.ts";
import { createReviewModel } from "./review-model.ts";
import type { ReviewEngine } from "./review-run.ts";
import { createReviewAnnouncer } from "./spoken-review.ts";
import { dropList, runBar, summaryTable } from "./widgets.ts";
import "../../../css/review.css";

export interface ReviewParts {
  i18n: I18n;
  study: Study;
  queue: EngineQueue;
  /** Another engine; null if the device has no core for it. */
  second: ReviewEngine | null;
  Game: GameClass;
  reviewing: Reviewing;
  owner: BoardOwner & { arrows(arrows: Arrow[]): void };
  notation(): Notation;
  /** Returns the engine's level in the game. */
  level(): number;
  play(name: Sound): void;
  /** Resolves when the pieces on the board have stopped moving. */
  settle(): Promise<void>;
  announce(words: string): void;
  /** Focuses the board. */
  toBoard(): void;
  exercising: ExerciseAdder;
  /** Returns the person's side in the game, null if it is unknown. */
  own(): Side | null;
}

export type ReviewPanel = ReturnType<typeof createReview>;

export function createReview(host: HTMLElement, parts: ReviewParts) {
  const { i18n, study, owner } = parts;
  const { t } = i18n;
  const schedule = oncePerFrame(update);
  const model = createReviewModel(parts, () => {
    follow(model.run);
    schedule();
  });
  const { run, words } = model;
  const follow = createReviewAnnouncer(i18n, parts.announce, words.describeDrop);
  const retry = createRetryPanel(host, parts, {
    update,
    onEnd(hadFocus) {
      update();
      if (hadFocus) focus("retry");
    },
  });
  const commands = createReviewCommands(host, model, parts, retry, { update, focus });
  const drops = { show: commands.show, name: words.name, describe: words.describeDrop };
  const graph = createGraph((place) => study.go(model.nodeAt(place)), update);
  const practise = createPractise(parts, update);

  host.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    const isField = target instanceof Element && target.matches("input, select, textarea");
    if ((key !== "PageDown" && key !== "PageUp") || isField || retry.retry) return;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    if (commands.goToMistake(key === "PageDown" ? 1 : -1)) event.preventDefault();
  });

  /** Focuses a button of the detail. If that button is hidden, focuses the button for the better line. */
  function focus(name: "on" | "punishment" | "retry") {
    const key = host.querySelector<HTMLElement>(`#detail-${name}`);
    const shown = key?.hidden ? host.querySelector<HTMLElement>("#detail-better") : key;
    shown?.focus({ preventScroll: true });
  }

  function template() {
    const { findings, status } = run;
    const judged = findings.moves.filter((move) => move !== null);
    const chances = model.chances();
    const at = model.place();
    const detail = retry.retry ? null : model.detail();
    return html`<div class="review-bar">${runBar(run, i18n)}</div>
      <div class="review-graph-area">
        ${graph({
          chances,
          labels: [null, ...findings.moves.map((move) => move?.label ?? null)],
          at,
          name: t("analysis.review.graph"),
          words: words.spokenPlace(at ?? 0, chances),
        })}
        <p
          class="graph-place"
          .textContent=${at === null ? "" : words.writtenPlace(at, chances)}
        ></p>
      </div>
      <div class="review-detail" ?hidden=${!detail}>
        ${detail ? detailTemplate(detail, i18n, commands) : nothing}
      </div>
      <div class="review-retry" ?hidden=${!retry.retry}>${retry.template()}</div>
      <div class="review-drops">
        ${dropList(judged, model.mistake()?.ply ?? null, status === "done", i18n, drops)}
      </div>
      ${practise(model.reviewedGame())}
      <div class="review-summary">${summaryTable(judged, parts.reviewing, i18n)}</div>
      <p class="review-note">${t("analysis.review.graph.hint")}</p>`;
  }

  /** Renders the current state in the current language. */
  function update() {
    if (!i18n.ready) return;
    const isKnown = run.findings.positions.some((judged) => judged !== null);
    host.dataset.mode = retry.retry ? "retry" : isKnown ? "found" : "empty";
    const focused = document.activeElement;
    const bar = focused?.closest(".review-bar");
    const ply = focused?.closest<HTMLElement>(".drop-item")?.dataset.ply;
    render(template(), host);
    // If the focused button has been hidden, focuses the first visible one of the bar.
    if (bar && focused instanceof HTMLElement && focused.hidden)
      bar.querySelector<HTMLElement>("button:not([hidden])")?.focus({ preventScroll: true });
    // Keeps the focus on the same mistake, whose item may have moved in the list.
    const item = ply && host.querySelector<HTMLElement>(`.drop-item[data-ply="${ply}"]`);
    if (item && item !== focused) item.focus();
    owner.arrows(retry.retry || model.get().shown ? [] : model.arrows());
  }

  function followStudy() {
    model.open();
    schedule();
  }

  model.subscribe(schedule);
  study.subscribe(followStudy);
  followStudy();

  return {
    update,
    run,
    /** The retry on the board, for scripts and tests. */
    get retry() {
      return retry.retry;
    },
  };
}
