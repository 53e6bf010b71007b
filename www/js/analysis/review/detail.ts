// The detail of one mistake: the chances before and after it, the reasons why it is a mistake, and two lines that can
// be played on the board.

import type { MessageKey } from "../../core/message-keys.ts";
import { html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import type { MoveLabel } from "../../explain/judge.ts";
import type { ReviewCommands } from "./review-commands.ts";
import { percent, smallButton } from "./widgets.ts";
import type { ButtonOptions } from "./widgets.ts";

export type LineKind = "punishment" | "better";

export interface Detail {
  /** The played move with its number. */
  name: string;
  label: MoveLabel;
  /**
   * The chances after the better move, 0 to 1, for the side that made the mistake. They count as that side's chances
   * before the mistake.
   */
  before: number;
  /** The chances of the same side after the played move, 0 to 1. */
  after: number;
  sentences: string[];
  /** The line that begins with the better move. */
  better: string[];
  /** The line after the played move, which shows why it is a mistake. */
  punishment: string[];
  /** The value of the `lang` attribute of the moves. */
  lang: string;
  /**
   * The state of the line on the board; null without a line. `playing` is true while the line plays by itself. `back`
   * and `on` are true if a step back or forward is possible.
   */
  shown: { playing: boolean; back: boolean; on: boolean } | null;
}

/** The largest number of moves of a line in the panel. */
const WRITTEN = 8;

export function detailTemplate(detail: Detail, i18n: I18n, commands: ReviewCommands) {
  const { name, label, sentences, better, punishment, lang, shown } = detail;
  const { showLine, step, togglePlaying, closeLine, keepLine, retry } = commands;
  const { t } = i18n;
  const { playing = false, back = false, on = false } = shown ?? {};
  const chances = { before: percent(detail.before), after: percent(detail.after) };
  const line = (words: string, moves: string[]) =>
    html`<p class="detail-line" ?hidden=${moves.length === 0}>
      <span class="detail-name">${words}</span>
      <span class="detail-moves" lang=${lang}>${i18n.move(moves.slice(0, WRITTEN).join(" "))}</span>
    </p>`;
  const key = (id: string, message: MessageKey, act: () => void, options?: ButtonOptions) =>
    smallButton(`detail-${id}`, t(message), act, options);
  const playMessage = playing ? "analysis.review.line.stop" : "analysis.review.line.play";
  const punish = () => showLine("punishment");
  return html`<h2 class="review-title is-${label}">
      ${name} <span class="detail-label">${t(`analysis.review.label.${label}`)}</span>
    </h2>
    <p class="detail-fall">${t("analysis.review.fall", chances)}</p>
    <ul class="detail-why">
      ${sentences.map((words) => html`<li>${words}</li>`)}
    </ul>
    ${line(t("analysis.review.better"), better)}
    ${line(t("analysis.review.punishment"), punishment)}
    <div class="review-keys" ?hidden=${shown}>
      ${key("punishment", "analysis.review.show.punishment", punish, {
        isPrimary: true,
        hidden: punishment.length === 0,
      })}
      ${key("better", "analysis.review.show.better", () => showLine("better"))}
      ${key("retry", "analysis.review.retry", retry)}
    </div>
    <div class="review-keys" ?hidden=${!shown}>
      ${key("back", "analysis.review.line.back", () => step("back"), { disabled: !back })}
      ${key("on", "analysis.review.line.step", () => step("on"), { disabled: !on })}
      ${key("play", playMessage, togglePlaying, { disabled: !on && !playing })}
      ${key("keep", "analysis.review.keep", keepLine)}
      ${key("leave", "analysis.review.line.leave", closeLine, { isPrimary: true })}
    </div>`;
}
