// The panel around the board: the task, the last message, the moves, the score, and the buttons.

import { html, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import type { Notation } from "../core/xiangqi.ts";
import { byId, langOfMoves, setText } from "../ui/dom.ts";
import { EASIEST, GRADES, HARDEST } from "../practice/puzzle-set.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { Mood } from "./room-context.ts";

/** The buttons of each section, in order. */
const CONTROLS = {
  puzzles: ["previous", "hint", "show", "again", "analyse", "next"],
  endings: ["previous", "back", "again", "analyse", "next"],
  practice: ["hint", "show", "analyse", "remove", "next"],
} as const;
const ICONS = {
  previous: "back",
  hint: "hint",
  show: "eye",
  again: "again",
  analyse: "analyse",
  back: "undo",
  remove: "remove",
  next: "on",
};

export type Section = keyof typeof CONTROLS;
export type ControlName = keyof typeof ICONS;

/** The content that depends on the section. */
export interface SectionContent {
  title: string;
  task: string;
  grade?: number;
  /** The level at which the engine solves the puzzle half of the time; null if it was not measured. */
  level?: number | null;
  /** The names of the puzzle's patterns. */
  themes?: string[];
  /** The message below the task. */
  words: string;
  /** True if `words` change with each move. Such words are shown but not announced. */
  isPassing?: boolean;
  mood?: Mood;
  /** The number of the first move's round. `isReply` is true if that move is the second of the round. */
  first?: { round: number; isReply: boolean };
  score: string[];
  enabled: Partial<Record<ControlName, boolean>>;
}

export interface PanelContent extends SectionContent {
  section: Section;
  notation: Notation;
  /** The moves on the board. */
  moves: string[];
}

/** Returns a function that shows the content of the panel. */
export function createPanel(i18n: I18n, actions: Record<ControlName, () => void>) {
  const { t } = i18n;
  const line = byId("line");

  const controlTemplate = (name: ControlName, isEnabled = false) =>
    // The attribute `disabled` would take the focus from a person who presses the button repeatedly.
    html`<button
      type="button"
      class="control"
      id="control-${name}"
      aria-disabled=${!isEnabled}
      @click=${() => isEnabled && actions[name]()}
    >
      ${iconTemplate(ICONS[name])}<span>${t(`control.${name}`)}</span>
    </button>`;

  return (content: PanelContent) => {
    const { section, title, task, themes = [], words, mood = "plain", score, enabled } = content;
    setText(byId("title"), title);
    setText(byId("task"), task);
    showGrade(byId("grade"), content, i18n);
    render(
      themes.map((theme) => html`<li class="theme">${theme}</li>`),
      byId("themes"),
    );
    setText(byId("words"), words);
    byId("words").dataset.mood = mood;
    line.lang = langOfMoves(content.notation, i18n);
    render(roundTemplates(content, i18n), line);
    line.scrollTop = line.scrollHeight;
    setText(byId("score"), score.join("\u00a0· ")); // the non-breaking space keeps a line from beginning with a dot
    for (const tab of document.querySelectorAll<HTMLElement>("[data-section]"))
      tab.ariaCurrent = tab.dataset.section === section ? "true" : null;
    render(
      repeat<ControlName>(
        CONTROLS[section],
        (name) => name,
        (name) => controlTemplate(name, enabled[name]),
      ),
      byId("controls"),
    );
  };
}

/** Describes a puzzle's grade and, if it was measured, the level that solves the puzzle. */
export function describeDifficulty(
  { grade, level = null }: { grade: number; level?: number | null },
  t: I18n["t"],
): string {
  const strength = level === null ? "" : describeStrength(level, t);
  return [t("puzzle.grade", { grade, most: GRADES }), strength].filter(Boolean).join(". ");
}

function describeStrength(level: number, t: I18n["t"]): string {
  if (level <= EASIEST) return t("puzzle.strength.least");
  if (level >= HARDEST) return t("puzzle.strength.most");
  return t("puzzle.strength", { level: level.toFixed(1) });
}

function showGrade(host: HTMLElement, { grade, level }: PanelContent, { t }: I18n) {
  host.hidden = grade === undefined;
  if (grade === undefined) return;
  const words = describeDifficulty({ grade, level }, t);
  host.setAttribute("aria-label", words);
  host.title = words;
  const isOn = Array.from({ length: GRADES }, (_, index) => index < grade);
  render(
    isOn.map((on) => html`<i class=${on ? "dot is-on" : "dot"}></i>`),
    host,
  );
}

/** Returns the templates of the rounds, with two moves each. */
function roundTemplates({ moves, first = { round: 1, isReply: false } }: PanelContent, i18n: I18n) {
  const round = (number: string, steps: unknown[]) =>
    html`<span class="round"><span class="step-number">${number}</span>${steps}</span>`;
  const steps = moves.map(
    (move, index) =>
      html`<span class=${index % 2 === 0 ? "step" : "step is-reply"}>${i18n.move(move)}</span>`,
  );
  const rounds = [];
  let { round: number } = first;
  if (first.isReply && steps.length > 0) rounds.push(round(`${number++}…`, steps.splice(0, 1)));
  while (steps.length > 0) rounds.push(round(`${number++}.`, steps.splice(0, 2)));
  return rounds;
}

/** Shows the number of exercises that are due, beside the name of the practice. */
export function showDue(count: number, { t }: I18n): void {
  const mark = byId("due");
  mark.hidden = count === 0;
  setText(mark, String(count));
  const tab = mark.closest("button");
  if (tab) tab.ariaLabel = count > 0 ? t("practice.tab", { count }) : null;
}
