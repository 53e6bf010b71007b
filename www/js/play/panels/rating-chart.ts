// How strong the person plays: in a plain word, in a small chart over the games, in the last results. Here it is
// switched off, begun anew, or taken to another device.

import { MAX_LEVEL, levelName, nearestLevel, strengthName } from "../../core/levels.ts";
import { tally } from "../rating.ts";
import { ratingHash } from "../rating-link.ts";
import { button, draw, el, pageUrl, i18nElement, setText, toClipboard } from "../../ui/dom.ts";
import { makeSheet, show, textField, toggle } from "../../ui/sheet-parts.ts";

/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {import("../rating.ts").RatingRecord} RatingRecord */
/** @typedef {import("../rating.ts").Counted} Counted */

/** So many games are told in words. */
const TOLD = 5;
/** The chart's, in its own units. */
const SIZE = { width: 320, height: 120, left: 84, edge: 10 };
/** The least that the chart shows from its lower to its upper end, in levels. */
const LEAST_SPAN = 3;

/**
 * @param {I18n} i18n
 * @param {{ use: (inUse: boolean) => void, reset: () => void }} rating
 */
export function createProgress(i18n, rating) {
  const { t } = i18n;
  const word = el("p", "progress-word");
  const chart = el("div", "progress-chart");
  const sums = el("p", "progress-tally");
  const last = el("ul", "progress-last");
  const inUse = toggle("inUse", "progress.use", "progress.use.hint");
  const input = /** @type {HTMLInputElement} */ (inUse.querySelector("input"));
  input.addEventListener("change", () => rating.use(input.checked));
  const carry = button("button", () => void carryOver());
  carry.dataset.i18n = "progress.carry";
  carry.id = "progress-carry";
  const reset = button("button", askOrReset);
  reset.id = "progress-reset";
  const link = Object.assign(textField("progress-link", 3), { readOnly: true, hidden: true });
  link.dataset.i18nLabel = "progress.carry";
  const status = el("p", "hint progress-said");
  status.setAttribute("role", "status");
  const actions = el("div", "sheet-actions is-pair", carry, reset);
  const kept = i18nElement("p", "progress.kept", "hint");
  const body = el("div", "", word, chart, sums, last, inUse, actions, link, status, kept);
  const dialog = makeSheet("progress", "progress.title", i18n, body);
  /** Resetting was asked for once. */
  let armed = false;
  /** @type {RatingRecord|null} what is shown */
  let shown = null;
  let spoken = i18n.lang;

  function askOrReset() {
    if (armed) rating.reset();
    armed = !armed;
    setText(status, armed ? "" : t("progress.reset.done"));
    write();
  }

  async function carryOver() {
    if (!shown) return;
    link.value = pageUrl("./", ratingHash(shown));
    const isCopied = await toClipboard(link.value);
    link.hidden = isCopied;
    if (!isCopied) link.select();
    setText(status, t(isCopied ? "progress.carried" : "share.copyFailed"));
  }

  function write() {
    if (!shown) return;
    const { inUse: isInUse, rating: now, history } = shown;
    setText(word, sayRating(shown, i18n));
    chart.replaceChildren(...(history.length > 0 ? [chartOf(history, i18n)] : []));
    setText(sums, history.length > 0 ? t("progress.tally", tallyOf(history)) : "");
    last.replaceChildren(...lastOf(history).map((one) => el("li", "", sayGame(one, i18n))));
    input.checked = isInUse;
    actions.hidden = now === null;
    reset.classList.toggle("is-armed", armed);
    setText(reset, t(armed ? "progress.reset.sure" : "progress.reset"));
  }

  return {
    /** @param {RatingRecord} record */
    show(record) {
      armed = false;
      link.hidden = true;
      setText(status, "");
      shown = record;
      write();
      show(dialog);
    },

    /** @param {RatingRecord} record */
    update(record) {
      if (!dialog.open || (record === shown && spoken === i18n.lang)) return;
      [shown, spoken] = [record, i18n.lang];
      write();
    },
  };
}

/** @param {Counted[]} history */
const tallyOf = (history) => ({ games: history.length, ...tally(history) });

/** The newest first. @param {Counted[]} history */
const lastOf = (history) => history.slice(-TOLD).toReversed();

/** How strong the person plays, in a sentence. @param {RatingRecord} record @param {I18n} i18n */
export function sayRating({ rating }, i18n) {
  if (!rating) return i18n.t("progress.none");
  const level = nearestLevel(rating.level);
  return i18n.t("progress.word", {
    name: strengthName(rating.level, i18n),
    level,
    levels: MAX_LEVEL,
  });
}

/** @param {Counted} game @param {I18n} i18n */
function sayGame({ day, points, opponent }, i18n) {
  const dated = new Intl.DateTimeFormat(i18n.htmlLang, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const outcome = points === 0.5 ? "drawn" : points > 0 ? "won" : "lost";
  return i18n.t(`progress.game.${outcome}`, {
    day: dated.format(new Date(day)),
    name: levelName(opponent, i18n),
  });
}

/** The rating after each game, from left to right. @param {Counted[]} history @param {I18n} i18n */
function chartOf(history, i18n) {
  const { width, height, left, edge } = SIZE;
  const levels = history.map(({ level }) => level);
  const [low, high] = boundsOf(levels);
  const x = (/** @type {number} */ at) =>
    left + (at / Math.max(1, levels.length - 1)) * (width - left - edge);
  const y = (/** @type {number} */ level) =>
    height - edge - ((level - low) / (high - low)) * (height - 2 * edge);
  const step = Math.ceil((high - low) / 4);
  const lines = Array.from(
    { length: Math.floor((high - low) / step) + 1 },
    (_, i) => low + i * step,
  );
  const grid = lines.flatMap((level) => [
    draw("path", { class: "progress-grid", d: `M${left} ${y(level)}H${width - edge}` }),
    draw(
      "text",
      { class: "progress-name", x: left - 8, y: y(level) + 4 },
      level === 0 ? "" : levelName(level, i18n),
    ),
  ]);
  const way = levels.map((level, at) => `${at === 0 ? "M" : "L"}${x(at)} ${y(level)}`).join("");
  const end = levels.length - 1;
  const attributes = {
    class: "progress-picture",
    role: "img",
    viewBox: `0 0 ${width} ${height}`,
    "aria-label": i18n.t("progress.chart", {
      games: levels.length,
      from: levelName(levels[0], i18n),
      to: levelName(levels[end], i18n),
    }),
  };
  return draw(
    "svg",
    attributes,
    ...grid,
    draw("path", { class: "progress-line", d: way }),
    draw("circle", { class: "progress-dot", cx: x(end), cy: y(levels[end]), r: 4 }),
  );
}

/** Whole levels around all that there is to show. @param {number[]} levels */
function boundsOf(levels) {
  const low = Math.max(0, Math.min(Math.floor(Math.min(...levels)), MAX_LEVEL - LEAST_SPAN));
  const high = Math.max(Math.ceil(Math.max(...levels)), low + LEAST_SPAN);
  return [low, high];
}
