// The body of the referee's sheet: a board that replays the repetition, and the ruling of each ruleset.

import { createBoard } from "../board/index.ts";
import type { BoardState } from "../board/index.ts";
import { notationOf } from "../core/languages.ts";
import type { Settings } from "../shell/settings.ts";
import { RULESETS, splitMove } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { boardLook } from "../shell/appearance.ts";
import { button, el, langOfMoves, setText } from "../ui/dom.ts";
import { periodOf } from "../ui/repetition-diagram.ts";
import { token } from "../ui/token.ts";
import type { JudgedPly, LapPly, Repetition } from "./read-repetition.ts";
import { arrowhead, shape } from "./ruling-shapes.ts";
import {
  describeChinesePly,
  describePly,
  describeRuling,
  describeVerdict,
} from "./ruling-words.ts";
import type { Words } from "./ruling-words.ts";

/** The look of the page's board. */
export interface Look {
  settings: Settings;
  theme: "light" | "dark";
  /** The side at the bottom. */
  bottom: Side;
}

const GENERAL = { red: "K", black: "k" };
const PLY_KINDS = ["check", "kill", "chase", "idle"] as const;

export function createPanel(words: Words) {
  const { i18n, t } = words;
  const lead = el("p", "referee-lead");
  const boardHost = el("div", "board");
  const back = button("tool", () => step(-1), arrowhead("back"));
  const on = button("tool", () => step(1), arrowhead("on"));
  const caption = el("p", "referee-said");
  caption.setAttribute("aria-live", "polite");
  const line = el("ol", "referee-line");
  const times = el("p", "hint");
  const legend = el("p", "referee-legend");
  const rules = el("div", "referee-rules");
  const limits = el("details", "referee-limits");
  const replay = el(
    "div",
    "referee-scene",
    el("div", "referee-board", boardHost),
    el("div", "referee-steps", back, caption, on),
  );
  const plies = el("div", "referee-plies", legend, line, times);
  const body = el("div", "referee-case", replay, plies);
  const host = el("div", "referee", lead, rules, body, limits);
  const board = createBoard(boardHost, { movable: null, showDests: false, animationMs: 160 });
  let lap: LapPly[] = [];
  let cells: HTMLButtonElement[] = [];
  let at = 0;

  /**
   * Moves by `count` plies through the lap; a negative `count` moves back. The first ply follows the last one, as in
   * the game.
   */
  function step(count: number) {
    if (lap.length > 0) goTo((at + count + lap.length) % lap.length);
  }

  function goTo(index: number) {
    const ply = lap[index];
    if (!ply) return;
    at = index;
    const label = describeStep(ply);
    board.set({ ...ply.position, ...attacksOf(ply), label });
    setText(caption, label);
    for (const [number, cell] of cells.entries()) {
      if (number === at) {
        cell.setAttribute("aria-current", "step");
        scrollToCell(cell);
      } else cell.removeAttribute("aria-current");
    }
  }

  /** Makes a cell visible by scrolling the list, but not the sheet. */
  function scrollToCell(cell: HTMLElement) {
    const [inner, outer] = [cell.getBoundingClientRect(), line.getBoundingClientRect()];
    if (inner.top < outer.top) line.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) line.scrollTop += inner.bottom - outer.bottom;
  }

  function describeStep(ply: LapPly) {
    const what = [describePly(ply, words), describeChinesePly(ply, words)].filter(Boolean);
    return t("referee.said", {
      side: i18n.t(`side.${ply.side}`),
      move: i18n.move(ply.text),
      what: what.join(t("referee.semicolon")),
    });
  }

  function makeCell(ply: LapPly, index: number, lang: string) {
    const text = el("span", "cycle-move", i18n.move(ply.text));
    text.lang = lang;
    const cell = button(
      "referee-cell",
      () => goTo(index),
      token(GENERAL[ply.side]),
      el("span", "unseen", i18n.t(`side.${ply.side}`)),
      text,
      el("span", "referee-what", shape(ply.kind), describePly(ply, words)),
    );
    const chinese = describeChinesePly(ply, words);
    if (chinese) cell.append(el("span", "referee-also", shape(ply.chinese), chinese));
    return cell;
  }

  function fillLine({ plies: all }: Repetition, settings: Settings) {
    const lang = langOfMoves(notationOf(settings), i18n);
    cells = lap.map((ply, index) => makeCell(ply, index, lang));
    const rows = lap.map(({ side, kind }) => el("li", `referee-ply is-${side} is-${kind}`));
    for (const [index, cell] of cells.entries()) rows[index]?.append(cell);
    line.replaceChildren(...rows);
    line.setAttribute("aria-label", i18n.t("cycle.title"));
    const count = { plies: lap.length, times: all.length / periodOf(all) };
    setText(times, count.times > 1 ? i18n.t("cycle.times", count) : "");
    legend.replaceChildren(
      ...PLY_KINDS.map((kind) => el("span", "", shape(kind), t(`referee.kind.${kind}`))),
    );
  }

  return {
    host,
    step,
    show(repetition: Repetition, { settings, theme, bottom }: Look) {
      ({ lap } = repetition);
      setText(lead, t(`referee.occurred.${repetition.occurrences}`));
      for (const [element, key] of [
        [back, "referee.back"],
        [on, "referee.on"],
      ] as const) {
        element.setAttribute("aria-label", t(key));
        element.title = t(key);
      }
      board.set({ ...boardLook(settings, theme), orientation: bottom });
      fillLine(repetition, settings);
      rules.replaceChildren(makeRulingsTable(repetition, words));
      limits.replaceChildren(
        el("summary", "", t("referee.limits")),
        ...RULESETS.map((name) => el("p", "hint", t(`referee.about.${name}`))),
      );
      goTo(0);
    },
  };
}

/** Returns arrows for the captures and mates that a ply threatens, and rings around the chased pieces. */
function attacksOf({ lines, kill, targets }: JudgedPly): Pick<BoardState, "arrows" | "markers"> {
  const arrow = (move: string, weight: number) => {
    const [from, to] = splitMove(move);
    return { from, to, weight };
  };
  const arrows = lines.map((move) => arrow(move, 0.8));
  if (kill) arrows.push(arrow(kill, 0.35));
  return { arrows, markers: Object.fromEntries(targets.map(({ square }) => [square, "ring"])) };
}

function makeRulingsTable(repetition: Repetition, words: Words) {
  const { t } = words;
  const heads = (["rules", "verdict", "reason"] as const).map((name) => {
    const head = el("th", "", t(`referee.head.${name}`));
    head.scope = "col";
    return head;
  });
  const rows = repetition.rulings.map((ruling, index) => {
    const name = el("th", "", t(`referee.name.${ruling.ruleset}`));
    name.scope = "row";
    if (index === 0) name.append(" ", el("span", "referee-adopted", t("referee.adopted")));
    const verdict = el("td", "referee-verdict", describeVerdict(ruling, words));
    const row = el(
      "tr",
      "",
      name,
      verdict,
      el("td", "", describeRuling(ruling, repetition, words)),
    );
    row.dataset.ruleset = ruling.ruleset;
    row.dataset.loser = ruling.loser ?? "draw";
    return row;
  });
  return el("table", "", el("thead", "", el("tr", "", ...heads)), el("tbody", "", ...rows));
}
