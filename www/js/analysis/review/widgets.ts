// Parts of the review's panel: the progress with its buttons, the summary of both sides, and the list of the largest
// drops of chances.

import { html, nothing } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import type { JudgedMove, Reviewing } from "../../explain/judge.ts";
import type { ReviewRun } from "./review-run.ts";

/** Formats a share, 0 to 1, as a percentage without the percent sign. */
export const percent = (share: number, digits = 0): string => (share * 100).toFixed(digits);

/**
 * Returns a loss of chances (0 to 1) in whole percents. Rounds down, because the percentage must not reach the
 * threshold of a worse label.
 */
export const lostPercent = (loss: number): number => Math.floor(loss * 100 + 1e-9);

export interface ButtonOptions {
  isPrimary?: boolean;
  hidden?: boolean;
  disabled?: boolean;
}

/** Returns a small button. `.textContent` keeps white space of the template out of its words. */
export const smallButton = (
  id: string,
  words: string,
  act: () => void,
  { isPrimary = false, hidden = false, disabled = false }: ButtonOptions = {},
) =>
  html`<button
    type="button"
    class="button button-small ${isPrimary ? "button-primary" : ""}"
    id=${id}
    ?hidden=${hidden}
    ?disabled=${disabled}
    @click=${act}
    .textContent=${words}
  ></button>`;

/** Describes the progress of a review. */
export function formatRun(run: ReviewRun, { t }: I18n): string {
  const { status, done, total, moves, suspects } = run;
  if (status === "none")
    return t(moves.length === 0 ? "analysis.review.empty" : "analysis.review.about");
  if (status === "running" && suspects)
    return t("analysis.review.comparing", {
      done: Math.min(suspects.done + 1, suspects.total),
      total: suspects.total,
    });
  if (status === "running")
    return t("analysis.review.progress", { done: Math.min(done + 1, total), total });
  return t(`analysis.review.${status}`, { done, total });
}

export function runBar(run: ReviewRun, i18n: I18n) {
  const { status, moves } = run;
  const { done, total } = run.suspects ?? run;
  const words = formatRun(run, i18n);
  const isHalted = status === "paused" || status === "failed";
  const key = (
    name: "start" | "resume" | "pause" | "cancel" | "again",
    act: () => void,
    isShown: boolean,
    isPrimary = false,
  ) =>
    smallButton(`review-${name}`, i18n.t(`analysis.review.${name}`), act, {
      isPrimary,
      hidden: moves.length === 0 || !isShown,
    });
  return html`<p class="review-words">${words}</p>
    <progress
      class="review-meter"
      ?hidden=${status !== "running" && status !== "paused"}
      max=${total}
      value=${done}
      aria-label=${words}
    ></progress>
    <div class="review-keys">
      ${key("start", () => run.begin(), status === "none", true)}
      ${key("resume", () => void run.resume(), isHalted, true)}
      ${key("pause", () => run.pause(), status === "running")}
      ${key("cancel", () => run.cancel(), status === "running" || isHalted)}
      ${key("again", () => run.begin(), status === "done")}
    </div>`;
}

const COUNTED = ["inaccuracy", "mistake", "blunder"] as const;

/** Returns a table row without white space between its cells. */
// prettier-ignore
const tableRow = (name: unknown, cells: unknown[]) => html`<tr>${name}${cells}</tr>`;

/** Returns a table with the mean loss and the number of inaccuracies, mistakes and blunders of both sides. */
export function summaryTable(
  moves: JudgedMove[],
  { reviewSummary }: Pick<Reviewing, "reviewSummary">,
  { t }: I18n,
) {
  const sides = [reviewSummary(moves, "red"), reviewSummary(moves, "black")];
  const row = (words: string, className: string, texts: string[]) =>
    tableRow(
      html`<th scope="row" class=${className || nothing}>${words}</th>`,
      texts.map((text) => html`<td>${text}</td>`),
    );
  const averages = sides.map((side) =>
    side.moves > 0 ? t("analysis.review.percent", { percent: percent(side.average, 1) }) : "–",
  );
  const columns = (["side.red", "side.black"] as const).map(
    (key) => html`<th scope="col">${t(key)}</th>`,
  );
  const counts = COUNTED.map((label) => {
    const texts = sides.map((side) => String(side[label]));
    return row(t(`analysis.review.count.${label}`), `is-${label}`, texts);
  });
  return html`<table class="review-table">
      <thead>
        ${tableRow(html`<td></td>`, columns)}
      </thead>
      <tbody>
        ${row(t("analysis.review.average"), "", averages)}${counts}
      </tbody>
    </table>
    <p class="review-note">${t("analysis.review.average.hint")}</p>`;
}

/** The largest number of drops in the list. */
const MAX_DROPS = 12;

/** Returns the labelled moves with the largest drops of chances, the worst first. */
export const worstOf = (moves: readonly (JudgedMove | null)[]): JudgedMove[] =>
  moves
    .filter((move) => move !== null)
    .filter(({ label }) => label !== null)
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, MAX_DROPS);

interface DropActions {
  show(ply: number): void;
  /** Returns the move at `ply` with its number, as text. */
  name(ply: number): string;
  /** Describes a mistake for screen readers. */
  describe(move: JudgedMove): string;
}

/** Returns the list of the largest drops. `selected` is the ply of the mistake that is shown. */
export function dropList(
  moves: JudgedMove[],
  selected: number | null,
  isDone: boolean,
  { t }: I18n,
  { show, name, describe }: DropActions,
) {
  const worst = worstOf(moves);
  const items = worst.map((move) => {
    const { ply, side, label, loss } = move;
    const lost = t("analysis.review.percent", { percent: lostPercent(loss) });
    // White space in the template would be part of the button's accessible name.
    // prettier-ignore
    return html`<li><button type="button" class="drop-item is-${label}" data-ply=${ply}
      aria-description=${describe(move)} aria-current=${ply === selected ? "true" : nothing}
      @click=${() => show(ply)}
      ><span class="drop-side is-${side}"></span><span class="drop-move">${name(ply)}</span
      ><span class="drop-label">${t(`analysis.review.label.${label}`)}</span
      ><span class="drop-loss">−${lost}</span></button></li>`;
  });
  return html`<h2 class="review-title">${t("analysis.review.drops")}</h2>
    <p class="review-words" ?hidden=${worst.length > 0}>
      ${t(isDone ? "analysis.review.none" : "analysis.review.none.yet")}
    </p>
    <ol class="drops">
      ${items}
    </ol>`;
}
