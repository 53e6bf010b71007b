// Parts of the review's panel: how far it is, the summary of both sides, the list of the largest drops.

import { button, el, setText } from "../../ui/dom.ts";
import { summary } from "../../explain/verdicts.ts";

/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {import("./review-run.ts").ReviewRun} ReviewRun */
/** @typedef {import("../../explain/judge.ts").JudgedMove} JudgedMove */

/** @param {number} share 0..1 @param {number} [digits] */
export const percent = (share, digits = 0) => (share * 100).toFixed(digits);

/**
 * What a move loses in whole percents, rounded down, so that none that is told reaches the limit of a graver label.
 * @param {number} loss of chances, 0..1
 */
export const lostPercent = (loss) => Math.floor(loss * 100 + 1e-9);

/** How far it is. @param {ReviewRun} run @param {I18n} i18n */
export function sayRun({ status, done, total, moves }, { t }) {
  if (status === "none")
    return t(moves.length === 0 ? "analysis.review.empty" : "analysis.review.about");
  if (status === "running")
    return t("analysis.review.progress", { done: Math.min(done + 1, total), total });
  return t(`analysis.review.${status}`, { done, total });
}

/**
 * What can be done with the review, and how far it is.
 * @param {HTMLElement} host @param {I18n} i18n @param {() => ReviewRun} review
 */
export function createRunBar(host, i18n, review) {
  const { t } = i18n;
  const words = el("p", "review-words");
  const meter = el("progress", "review-meter");
  /** @param {string} name @param {string} look @param {() => void} act */
  const key = (name, look, act) => {
    const made = button(`button button-small ${look}`, act);
    made.id = `review-${name}`;
    return made;
  };
  const keys = {
    start: key("start", "button-primary", () => review().begin()),
    resume: key("resume", "button-primary", () => void review().resume()),
    pause: key("pause", "", () => review().pause()),
    cancel: key("cancel", "", () => review().cancel()),
    again: key("again", "", () => review().begin()),
  };
  /** @type {Record<import("./review-run.ts").RunStatus, (keyof typeof keys)[]>} */
  const shown = {
    none: ["start"],
    running: ["pause", "cancel"],
    paused: ["resume", "cancel"],
    failed: ["resume", "cancel"],
    done: ["again"],
  };
  const row = el("div", "review-keys", ...Object.values(keys));
  host.append(words, meter, row);

  return {
    update() {
      const { status, done, total, moves } = review();
      const isEmpty = moves.length === 0;
      const line = sayRun(review(), i18n);
      setText(words, line);
      meter.hidden = status !== "running" && status !== "paused";
      meter.max = total;
      meter.value = done;
      meter.setAttribute("aria-label", line);
      const held = Object.values(keys).find((made) => made === document.activeElement);
      for (const [name, made] of Object.entries(keys)) {
        setText(made, t(`analysis.review.${name}`));
        made.hidden = isEmpty || !shown[status].some((one) => one === name);
      }
      // Whoever has pressed one that goes away is at what comes in its place.
      const next = held?.hidden && Object.values(keys).find((made) => !made.hidden);
      if (next) next.focus({ preventScroll: true });
    },
  };
}

const COUNTS = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

/** Both sides beside each other. @param {HTMLElement} host @param {I18n} i18n */
export function createSummary(host, { t }) {
  const body = el("tbody", "");
  const note = el("p", "review-note");
  const head = el("thead", "");
  host.append(el("table", "review-table", head, body), note);
  return {
    /** @param {JudgedMove[]} moves */
    update(moves) {
      const sides = [summary(moves, "red"), summary(moves, "black")];
      const cells = (/** @type {string[]} */ texts) => texts.map((text) => el("td", "", text));
      const named = (/** @type {string} */ words, /** @type {string} */ look) => {
        const cell = el("th", look, words);
        cell.scope = "row";
        return cell;
      };
      const column = (/** @type {string} */ words) => {
        const cell = el("th", "", words);
        cell.scope = "col";
        return cell;
      };
      head.replaceChildren(
        el("tr", "", el("td", ""), column(t("side.red")), column(t("side.black"))),
      );
      const average = sides.map((side) =>
        side.moves > 0 ? t("analysis.review.percent", { percent: percent(side.average, 1) }) : "–",
      );
      body.replaceChildren(
        el("tr", "", named(t("analysis.review.average"), ""), ...cells(average)),
        ...COUNTS.map((label) =>
          el(
            "tr",
            "",
            named(t(`analysis.review.count.${label}`), `is-${label}`),
            ...cells(sides.map((side) => String(side[label]))),
          ),
        ),
      );
      setText(note, t("analysis.review.average.hint"));
    },
  };
}

/** So many of the largest drops are listed. */
const MOST = 12;

/** The largest drops, the worst first. @param {JudgedMove[]} moves */
export const worstOf = (moves) =>
  moves
    .filter(({ label }) => label !== null)
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, MOST);

/**
 * @param {HTMLElement} host @param {I18n} i18n
 * @param {{ show: (ply: number) => void, name: (ply: number) => string, said: (move: JudgedMove) => string }} does
 *   `said`: for ears
 */
export function createDrops(host, { t }, { show, name, said }) {
  const title = el("h2", "review-title");
  const list = el("ol", "drops");
  const none = el("p", "review-words");
  host.append(title, none, list);
  let drawn = "";

  /** @param {JudgedMove} move @param {number|null} selected */
  const item = (move, selected) => {
    const words = el("span", "drop-label", t(`analysis.review.label.${move.label}`));
    const lost = `−${t("analysis.review.percent", { percent: lostPercent(move.loss) })}`;
    const loss = el("span", "drop-loss", lost);
    const made = button(
      `drop-item is-${move.label}`,
      () => show(move.ply),
      el("span", `drop-side is-${move.side}`),
      el("span", "drop-move", name(move.ply)),
      words,
      loss,
    );
    made.dataset.ply = String(move.ply);
    made.setAttribute("aria-description", said(move)); // the name is what is seen
    if (move.ply === selected) made.setAttribute("aria-current", "true");
    return el("li", "", made);
  };

  return {
    /** @param {JudgedMove[]} moves @param {number|null} selected @param {boolean} isDone */
    update(moves, selected, isDone) {
      const worst = worstOf(moves);
      setText(title, t("analysis.review.drops"));
      none.hidden = worst.length > 0;
      setText(none, t(isDone ? "analysis.review.none" : "analysis.review.none.yet"));
      const items = worst.map((move) => [move.ply, name(move.ply), move.label].join());
      const next = [t("analysis.review.drops"), selected, ...items].join(";");
      if (next === drawn) return;
      drawn = next;
      const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.ply;
      const within = list.contains(document.activeElement);
      list.replaceChildren(...worst.map((move) => item(move, selected)));
      if (within && focused !== undefined)
        /** @type {HTMLElement|null} */ (list.querySelector(`[data-ply="${focused}"]`))?.focus();
    },
  };
}
