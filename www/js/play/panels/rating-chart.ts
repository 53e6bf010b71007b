// The sheet of the person's rating: a sentence, a chart of the rating after each game, and the last results. The rating
// can be switched off, reset, or copied as a link for another device.

import type { I18n } from "../../core/i18n.ts";
import { MAX_LEVEL, levelName, nearestLevel, strengthName } from "../../core/levels.ts";
import { button, draw, el, i18nElement, pageUrl, setText, toClipboard } from "../../ui/dom.ts";
import { makeSheet, show, textField, toggle } from "../../ui/sheet-parts.ts";
import { ratingHash } from "../rating-link.ts";
import { tally } from "../rating.ts";
import type { RatedGame, RatingRecord } from "../rating.ts";

/** The number of games that are described in words. */
const MAX_DESCRIBED = 5;
/**
 * The size of the chart in SVG user units. `left` is the space for the names of the levels, `edge` the margin on the
 * other sides.
 */
const SIZE = { width: 320, height: 120, left: 84, edge: 10 };
/** The smallest number of levels that the chart spans. */
const LEAST_SPAN = 3;

interface RatingSheetCommands {
  use(inUse: boolean): void;
  reset(): void;
}

export function createRatingSheet(i18n: I18n, commands: RatingSheetCommands) {
  const { t } = i18n;
  const word = el("p", "progress-word");
  const chart = el("div", "progress-chart");
  const sums = el("p", "progress-tally");
  const last = el("ul", "progress-last");
  const inUse = toggle("inUse", "progress.use", "progress.use.hint");
  const carry = button("button", () => void carryOver());
  carry.dataset.i18n = "progress.carry";
  carry.id = "progress-carry";
  const reset = button("button", onReset);
  reset.id = "progress-reset";
  const link = Object.assign(textField("progress-link", 3), { readOnly: true, hidden: true });
  link.dataset.i18nLabel = "progress.carry";
  const status = el("p", "hint progress-said");
  status.setAttribute("role", "status");
  const actions = el("div", "sheet-actions is-pair", carry, reset);
  const hint = i18nElement("p", "progress.kept", "hint");
  const body = el("div", "", word, chart, sums, last, inUse, actions, link, status, hint);
  const dialog = makeSheet("progress", "progress.title", i18n, body);
  const input = inUse.querySelector("input")!; // `toggle` creates one
  input.addEventListener("change", () => commands.use(input.checked));
  /** True if the reset button was pressed once, and the next press resets the rating. */
  let isArmed = false;
  let shown: RatingRecord | null = null;
  let shownLang = i18n.lang;

  function onReset() {
    if (isArmed) commands.reset();
    isArmed = !isArmed;
    setText(status, isArmed ? "" : t("progress.reset.done"));
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
    const { rating, history } = shown;
    const games = history.length;
    setText(word, describeRating(shown, i18n));
    chart.replaceChildren(...(games > 0 ? [chartOf(history, i18n)] : []));
    setText(sums, games > 0 ? t("progress.tally", { games, ...tally(history) }) : "");
    const latest = history.slice(-MAX_DESCRIBED).toReversed();
    last.replaceChildren(...latest.map((game) => el("li", "", describeGame(game, i18n))));
    input.checked = shown.inUse;
    actions.hidden = rating === null;
    reset.classList.toggle("is-armed", isArmed);
    setText(reset, t(isArmed ? "progress.reset.sure" : "progress.reset"));
  }

  return {
    show(record: RatingRecord) {
      isArmed = false;
      link.hidden = true;
      setText(status, "");
      shown = record;
      write();
      show(dialog);
    },

    update(record: RatingRecord) {
      if (!dialog.open || (record === shown && shownLang === i18n.lang)) return;
      [shown, shownLang] = [record, i18n.lang];
      write();
    },
  };
}

/** Describes the person's strength in a sentence. */
export function describeRating(
  { rating }: Pick<RatingRecord, "rating">,
  i18n: Pick<I18n, "t">,
): string {
  if (!rating) return i18n.t("progress.none");
  const name = strengthName(rating.level, i18n);
  return i18n.t("progress.word", { name, level: nearestLevel(rating.level), levels: MAX_LEVEL });
}

function describeGame({ day, points, opponent }: RatedGame, i18n: I18n): string {
  const format = new Intl.DateTimeFormat(i18n.htmlLang, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const outcome = points === 0.5 ? "drawn" : points > 0 ? "won" : "lost";
  return i18n.t(`progress.game.${outcome}`, {
    day: format.format(new Date(day)),
    name: levelName(opponent, i18n),
  });
}

/** Draws the rating after each game, from left to right. The history must not be empty. */
function chartOf(history: RatedGame[], i18n: I18n): SVGSVGElement {
  const { width, height, left, edge } = SIZE;
  const levels = history.map(({ level }) => level);
  const [first = 0, final = first] = [levels[0], levels.at(-1)];
  const [low, high] = boundsOf(levels);
  const x = (at: number) => left + (at / Math.max(1, levels.length - 1)) * (width - left - edge);
  const y = (level: number) => height - edge - ((level - low) / (high - low)) * (height - 2 * edge);
  const step = Math.ceil((high - low) / 4);
  const grid = [];
  for (let level = low; level <= high; level += step) {
    const name = level === 0 ? "" : levelName(level, i18n);
    grid.push(
      draw("path", { class: "progress-grid", d: `M${left} ${y(level)}H${width - edge}` }),
      draw("text", { class: "progress-name", x: left - 8, y: y(level) + 4 }, name),
    );
  }
  const path = levels.map((level, at) => `${at === 0 ? "M" : "L"}${x(at)} ${y(level)}`).join("");
  const attributes = {
    class: "progress-picture",
    role: "img",
    viewBox: `0 0 ${width} ${height}`,
    "aria-label": i18n.t("progress.chart", {
      games: levels.length,
      from: levelName(first, i18n),
      to: levelName(final, i18n),
    }),
  };
  return draw(
    "svg",
    attributes,
    ...grid,
    draw("path", { class: "progress-line", d: path }),
    draw("circle", { class: "progress-dot", cx: x(levels.length - 1), cy: y(final), r: 4 }),
  );
}

/** Returns the whole levels below and above all values, at least `LEAST_SPAN` apart. */
function boundsOf(levels: number[]): [low: number, high: number] {
  const low = Math.max(0, Math.min(Math.floor(Math.min(...levels)), MAX_LEVEL - LEAST_SPAN));
  return [low, Math.max(Math.ceil(Math.max(...levels)), low + LEAST_SPAN)];
}
