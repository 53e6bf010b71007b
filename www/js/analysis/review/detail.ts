// One mistake: what was played, what was better, what punishes it, and why, with both lines to be played out.

import { button, el, langOfMoves, setText } from "../../ui/dom.ts";
import { percent } from "./widgets.ts";

/** @typedef {import("../../core/i18n.ts").I18n} I18n */

/**
 * @typedef {object} Detail
 * @property {string} name           the move, with its number
 * @property {import("../../explain/verdicts.ts").MoveLabel} label
 * @property {string} played
 * @property {string} better         the better move
 * @property {string[]} betterLine   in words, the better move first
 * @property {string[]} punishment   likewise, after the played move
 * @property {number} before         the mover's chances after the better move, 0..1
 * @property {number} after          after the played one
 * @property {string[]} sentences
 * @property {import("../../core/xiangqi.ts").Notation} notation
 * @property {{ kind: "punishment"|"better", words: string, playing: boolean, back: boolean, on: boolean }|null} shown
 *           the line on the board
 */

/** So many moves of a line are written out. */
const WRITTEN = 8;

/**
 * @param {HTMLElement} host @param {I18n} i18n
 * @param {{ show: (kind: "punishment"|"better") => void, step: (way: "back"|"on") => void, play: () => void,
 *   leave: () => void, keep: () => void, retry: () => void }} does
 */
export function createDetail(host, i18n, does) {
  const { t } = i18n;
  const title = el("h2", "review-title");
  const fall = el("p", "detail-fall");
  const why = el("ul", "detail-why");
  const better = el("p", "detail-line");
  const punishment = el("p", "detail-line");
  /** @param {string} name @param {string} look @param {() => void} act */
  const key = (name, look, act) => {
    const made = button(`button button-small ${look}`, act);
    made.id = `detail-${name}`;
    return made;
  };
  const keys = {
    punishment: key("punishment", "button-primary", () => does.show("punishment")),
    better: key("better", "", () => does.show("better")),
    retry: key("retry", "", does.retry),
  };
  const lineKeys = {
    back: key("back", "", () => does.step("back")),
    on: key("on", "", () => does.step("on")),
    play: key("play", "", does.play),
    keep: key("keep", "", does.keep),
    leave: key("leave", "button-primary", does.leave),
  };
  const choices = el("div", "review-keys", ...Object.values(keys));
  const playing = el("div", "review-keys", ...Object.values(lineKeys));
  host.append(title, fall, why, better, punishment, choices, playing);

  /** @param {HTMLElement} line @param {string} label @param {string[]} moves @param {Detail} detail */
  function write(line, label, moves, { notation }) {
    const words = el("span", "detail-moves", i18n.move(moves.slice(0, WRITTEN).join(" ")));
    words.lang = langOfMoves(notation, i18n);
    line.replaceChildren(el("span", "detail-name", label), " ", words);
  }

  /** @param {Detail} detail */
  function tell(detail) {
    setText(keys.punishment, t("analysis.review.show.punishment"));
    setText(keys.better, t("analysis.review.show.better"));
    setText(keys.retry, t("analysis.review.retry"));
    setText(lineKeys.back, t("analysis.review.line.back"));
    setText(lineKeys.on, t("analysis.review.line.step"));
    setText(lineKeys.keep, t("analysis.review.keep"));
    setText(lineKeys.leave, t("analysis.review.line.leave"));
    setText(
      lineKeys.play,
      t(detail.shown?.playing ? "analysis.review.line.stop" : "analysis.review.line.play"),
    );
  }

  return {
    /** @param {Detail|null} detail */
    update(detail) {
      host.hidden = detail === null;
      if (!detail) return;
      const label = t(`analysis.review.label.${detail.label}`);
      title.className = `review-title is-${detail.label}`;
      title.replaceChildren(`${detail.name} `, el("span", "detail-label", label));
      const chances = { before: percent(detail.before), after: percent(detail.after) };
      setText(fall, t("analysis.review.fall", chances));
      why.replaceChildren(...detail.sentences.map((words) => el("li", "", words)));
      write(better, t("analysis.review.better"), detail.betterLine, detail);
      write(punishment, t("analysis.review.punishment"), detail.punishment, detail);
      punishment.hidden = detail.punishment.length === 0;
      keys.punishment.hidden = detail.punishment.length === 0;
      tell(detail);
      choices.hidden = detail.shown !== null;
      playing.hidden = detail.shown === null;
      lineKeys.back.disabled = !detail.shown?.back;
      lineKeys.on.disabled = !detail.shown?.on;
      lineKeys.play.disabled = !detail.shown?.on && !detail.shown?.playing;
    },
    /** Takes the keyboard there, or to the first that is there. @param {"on"|"punishment"|"retry"} name */
    focus(name) {
      const one = { ...keys, on: lineKeys.on }[name];
      const made = one.hidden ? keys.better : one;
      made.focus({ preventScroll: true });
    },
  };
}
