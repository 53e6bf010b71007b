// One mistake: the chances before and after it, why it is one, and the two lines, which can be played on the board.

import { html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import type { MoveLabel } from "../../explain/verdicts.ts";
import { percent, smallButton } from "./widgets.ts";

export type LineKind = "punishment" | "better";

export interface Detail {
  /** The move with its number. */
  name: string;
  label: MoveLabel;
  /** The chances of the side that moved after the better move, 0 to 1. */
  before: number;
  /** The chances after the played move. */
  after: number;
  sentences: string[];
  /** The line that begins with the better move. */
  better: string[];
  /** The line behind the played move. */
  punishment: string[];
  /** The `lang` of the moves. */
  lang: string;
  /** The line on the board. */
  shown: { playing: boolean; back: boolean; on: boolean } | null;
}

export interface DetailActions {
  showLine(kind: LineKind): void;
  step(name: "back" | "on"): void;
  togglePlaying(): void;
  closeLine(): void;
  keepLine(): void;
  retry(): void;
}

/** The most moves of a line that are written. */
const WRITTEN = 8;

export function detailTemplate(detail: Detail, i18n: I18n, actions: DetailActions) {
  const { name, label, sentences, better, punishment, lang, shown } = detail;
  const t = (key: string, params?: Record<string, string>) =>
    i18n.t(`analysis.review.${key}`, params);
  const line = (words: string, moves: string[]) =>
    html`<p class="detail-line" ?hidden=${moves.length === 0}>
      <span class="detail-name">${words}</span>
      <span class="detail-moves" lang=${lang}>${i18n.move(moves.slice(0, WRITTEN).join(" "))}</span>
    </p>`;
  const key = (id: string, words: string, act: () => void, isPrimary = false) =>
    smallButton(`detail-${id}`, t(words), act, { isPrimary });
  const { showLine, step, togglePlaying, closeLine, keepLine, retry } = actions;
  const { playing = false, back = false, on = false } = shown ?? {};
  const isPunished = punishment.length > 0;
  return html`<h2 class="review-title is-${label}">
      ${name} <span class="detail-label">${t(`label.${label}`)}</span>
    </h2>
    <p class="detail-fall">
      ${t("fall", { before: percent(detail.before), after: percent(detail.after) })}
    </p>
    <ul class="detail-why">
      ${sentences.map((words) => html`<li>${words}</li>`)}
    </ul>
    ${line(t("better"), better)} ${line(t("punishment"), punishment)}
    <div class="review-keys" ?hidden=${shown}>
      ${smallButton("detail-punishment", t("show.punishment"), () => showLine("punishment"), {
        isPrimary: true,
        hidden: !isPunished,
      })}
      ${key("better", "show.better", () => showLine("better"))} ${key("retry", "retry", retry)}
    </div>
    <div class="review-keys" ?hidden=${!shown}>
      ${smallButton("detail-back", t("line.back"), () => step("back"), { disabled: !back })}
      ${smallButton("detail-on", t("line.step"), () => step("on"), { disabled: !on })}
      ${smallButton("detail-play", t(playing ? "line.stop" : "line.play"), togglePlaying, {
        disabled: !on && !playing,
      })}
      ${key("keep", "keep", keepLine)} ${key("leave", "line.leave", closeLine, true)}
    </div>`;
}
