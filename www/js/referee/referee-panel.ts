// The repetition on a board of its own, ply by ply, and under it what each rule set says.

import { createBoard } from "../board/index.js";
import { notationOf } from "../core/languages.ts";
import { periodOf } from "../ui/repetition-diagram.ts";
import { boardLook } from "../shell/appearance.js";
import { button, el, langOfMoves, setText } from "../ui/dom.ts";
import { token } from "../ui/token.ts";
import { arrowhead, shape } from "./ruling-shapes.ts";
import { sayChinese, sayFinding, sayReason, sayVerdict } from "./ruling-words.ts";

/** @typedef {import("./read-repetition.ts").Case} Case */
/** @typedef {import("./read-repetition.ts").Finding} Finding */
/** @typedef {import("./ruling-words.ts").Words} Words */
/** @typedef {import("../core/settings.ts").Settings} Settings */

/**
 * @typedef {object} Look
 * @property {Settings} settings
 * @property {"light"|"dark"} theme
 * @property {"red"|"black"} bottom  the side at the bottom of the page's board
 */

const GENERAL = { red: "K", black: "k" };
const KINDS = /** @type {const} */ (["check", "kill", "chase", "idle"]);

/** @param {Words} words */
export function createPanel(words) {
  const { i18n, t } = words;
  const lead = el("p", "referee-lead");
  const stage = el("div", "board");
  const back = button("tool", () => step(-1), arrowhead("back"));
  const on = button("tool", () => step(1), arrowhead("on"));
  const said = el("p", "referee-said");
  said.setAttribute("aria-live", "polite");
  const line = el("ol", "referee-line");
  const times = el("p", "hint");
  const legend = el("p", "referee-legend");
  const rules = el("div", "referee-rules");
  const limits = el("details", "referee-limits");
  const scene = el(
    "div",
    "referee-scene",
    el("div", "referee-board", stage),
    el("div", "referee-steps", back, said, on),
  );
  const plies = el("div", "referee-plies", legend, line, times);
  const host = el("div", "referee", lead, rules, el("div", "referee-case", scene, plies), limits);
  const board = createBoard(stage, { movable: null, showDests: false, animationMs: 160 });
  /** @type {HTMLButtonElement[]} */
  let cells = [];
  /** @type {Case|null} */
  let shown = null;
  let at = 0;

  /** Round and round, as it was played. @param {number} away */
  function step(away) {
    if (shown) goTo((at + away + shown.lap.length) % shown.lap.length);
  }

  /** @param {number} index of a ply in the lap */
  function goTo(index) {
    if (!shown) return;
    at = index;
    const ply = shown.lap[at];
    board.set({ ...shown.scenes[at], ...pointing(ply), label: sayScene(ply) });
    setText(said, sayScene(ply));
    cells.forEach((cell, number) => {
      if (number === at) cell.setAttribute("aria-current", "step");
      else cell.removeAttribute("aria-current");
    });
    bringIntoView(cells[at]);
  }

  /** Scrolls the list alone, never the sheet. @param {HTMLElement} cell */
  function bringIntoView(cell) {
    const [inner, outer] = [cell.getBoundingClientRect(), line.getBoundingClientRect()];
    if (inner.top < outer.top) line.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) line.scrollTop += inner.bottom - outer.bottom;
  }

  /** @param {Finding} ply */
  function sayScene(ply) {
    const text = i18n.move(shown?.texts[shown.lap.indexOf(ply)] ?? ply.move);
    const what = [sayFinding(ply, words), sayChinese(ply, words)].filter(Boolean);
    return t("referee.said", {
      side: i18n.t(`side.${ply.side}`),
      move: text,
      what: what.join(t("referee.semicolon")),
    });
  }

  /** @param {Finding} ply @param {number} index */
  function cellOf(ply, index) {
    const text = el("span", "cycle-move", i18n.move(shown?.texts[index] ?? ply.move));
    const also = sayChinese(ply, words);
    const what = el("span", "referee-what", shape(ply.kind), sayFinding(ply, words));
    const cell = button(
      "referee-cell",
      () => goTo(index),
      token(GENERAL[ply.side]),
      el("span", "unseen", i18n.t(`side.${ply.side}`)),
      text,
      what,
    );
    if (also) cell.append(el("span", "referee-also", shape(ply.chinese), also));
    cells.push(cell);
    return el("li", `referee-ply is-${ply.side} is-${ply.kind}`, cell);
  }

  /** @param {Case} found @param {Settings} settings */
  function fillLine({ lap, all }, settings) {
    cells = [];
    line.replaceChildren(...lap.map(cellOf));
    for (const move of line.querySelectorAll(".cycle-move"))
      /** @type {HTMLElement} */ (move).lang = langOfMoves(notationOf(settings), i18n);
    line.setAttribute("aria-label", i18n.t("cycle.title"));
    const count = { plies: lap.length, times: all.length / periodOf(all) };
    setText(times, count.times > 1 ? i18n.t("cycle.times", count) : "");
    legend.replaceChildren(
      ...KINDS.map((kind) => el("span", "", shape(kind), t(`referee.kind.${kind}`))),
    );
  }

  return {
    host,
    step,
    /** @param {Case} found @param {Look} look */
    show(found, { settings, theme, bottom }) {
      shown = found;
      setText(lead, t(`referee.occurred.${found.occurrences}`));
      for (const [element, key] of /** @type {const} */ ([
        [back, "referee.back"],
        [on, "referee.on"],
      ])) {
        element.setAttribute("aria-label", t(key));
        element.title = t(key);
      }
      board.set({ ...boardLook(settings, theme), orientation: bottom });
      fillLine(found, settings);
      rules.replaceChildren(tableOf(found, words));
      limits.replaceChildren(
        el("summary", "", t("referee.limits")),
        ...["asian", "chinese", "plain"].map((name) => el("p", "hint", t(`referee.about.${name}`))),
      );
      goTo(0);
    },
  };
}

/** Who attacks what, on the board. @param {Finding} ply */
function pointing({ lines, kill, targets }) {
  const arrow = (/** @type {string} */ move, weight = 0.8) => ({
    from: move.slice(0, 2),
    to: move.slice(2),
    weight,
  });
  const arrows = lines.map((move) => arrow(move));
  if (kill) arrows.push(arrow(kill, 0.35));
  return { arrows, markers: Object.fromEntries(targets.map(({ square }) => [square, "ring"])) };
}

/** @param {Case} found @param {Words} words */
function tableOf({ rulings, all }, words) {
  const { t } = words;
  const heads = ["rules", "verdict", "reason"].map((name) => {
    const head = el("th", "", t(`referee.head.${name}`));
    head.scope = "col";
    return head;
  });
  const rows = rulings.map((ruling, index) => {
    const name = el("th", "", t(`referee.name.${ruling.ruleset}`));
    name.scope = "row";
    if (index === 0) name.append(" ", el("span", "referee-adopted", t("referee.adopted")));
    const verdict = el("td", "referee-verdict", sayVerdict(ruling, words));
    const row = el("tr", "", name, verdict, el("td", "", sayReason(ruling, rulings, all, words)));
    row.dataset.ruleset = ruling.ruleset;
    row.dataset.loser = ruling.loser ?? "draw";
    return row;
  });
  return el("table", "", el("thead", "", el("tr", "", ...heads)), el("tbody", "", ...rows));
}
