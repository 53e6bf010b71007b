// What stands around the board: what is asked, what was just said, the moves so far, the score, the buttons.

import { button, byId, el, icon, langOfMoves, setText } from "../ui/dom.ts";
import { EASIEST, GRADES, HARDEST } from "./puzzle-set.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */

/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {string} task
 * @property {number|null} grade
 * @property {number|null} [level]      the strength of the puzzle
 * @property {string[]} themes          in words
 * @property {string} words             what was just said
 * @property {boolean} [isPassing]      `words` change with each move: they are shown and not announced
 * @property {"plain"|"good"|"bad"} mood
 * @property {string[]} written         the moves on the board
 * @property {{ round: number, isReply: boolean }} [first]  the round of the first move, and whether it is the second move of that round
 * @property {import("../core/xiangqi.ts").Notation} notation
 * @property {string[]} score           in words
 * @property {"puzzles"|"endings"|"practice"} section
 * @property {Record<ControlName, boolean>} enabled
 */

/** @typedef {"previous"|"hint"|"show"|"again"|"analyse"|"back"|"remove"|"next"} ControlName */

/** Which buttons a section has, in order. @type {Record<Shown["section"], ControlName[]>} */
const CONTROLS = {
  puzzles: ["previous", "hint", "show", "again", "analyse", "next"],
  endings: ["previous", "back", "again", "analyse", "next"],
  practice: ["hint", "show", "analyse", "remove", "next"],
};
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

/** @param {I18n} i18n @param {Record<ControlName, () => void>} actions */
export function createPanel(i18n, actions) {
  const controls = createControls(i18n, actions);
  return {
    /** @param {Shown} shown */
    update(shown) {
      setText(byId("title"), shown.title);
      setText(byId("task"), shown.task);
      showGrade(byId("grade"), shown, i18n);
      byId("themes").replaceChildren(...shown.themes.map((theme) => el("li", "theme", theme)));
      setText(byId("words"), shown.words);
      byId("words").dataset.mood = shown.mood;
      showMoves(byId("line"), shown, i18n);
      setText(byId("score"), shown.score.join("\u00a0· ")); // a line does not begin with a dot
      for (const tab of document.querySelectorAll("[data-section]"))
        markCurrent(/** @type {HTMLElement} */ (tab), shown.section);
      controls.update(shown);
    },
  };
}

/** @param {HTMLElement} tab @param {string} section */
function markCurrent(tab, section) {
  if (tab.dataset.section === section) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}

/** @param {number} level @param {I18n["t"]} t */
function formatStrength(level, t) {
  if (level <= EASIEST) return t("puzzle.strength.least");
  if (level >= HARDEST) return t("puzzle.strength.most");
  return t("puzzle.strength", { level: level.toFixed(1) });
}

/** The grade and, where it was measured, the strength. @param {{ grade: number, level?: number|null }} puzzle @param {I18n["t"]} t */
export function describeDifficulty({ grade, level = null }, t) {
  const strength = level === null ? "" : formatStrength(level, t);
  return [t("puzzle.grade", { grade, most: GRADES }), strength].filter(Boolean).join(". ");
}

/** @param {HTMLElement} host @param {Pick<Shown, "grade"|"level">} shown @param {I18n} i18n */
function showGrade(host, { grade, level }, { t }) {
  host.hidden = grade === null;
  if (grade === null) return;
  const words = describeDifficulty({ grade, level }, t);
  host.setAttribute("aria-label", words);
  host.title = words;
  const dots = Array.from({ length: GRADES }, (_, i) => el("i", i < grade ? "dot is-on" : "dot"));
  host.replaceChildren(...dots);
}

/** @param {HTMLElement} host @param {Shown} shown @param {I18n} i18n */
function showMoves(host, { written, notation, first = { round: 1, isReply: false } }, i18n) {
  host.lang = langOfMoves(notation, i18n);
  const plies = written.map((text, index) =>
    el("span", index % 2 === 0 ? "step" : "step is-reply", i18n.move(text)),
  );
  const round = (/** @type {string} */ number, /** @type {HTMLElement[]} */ steps) =>
    el("span", "round", el("span", "step-number", number), ...steps);
  const rounds = [];
  let { round: number } = first;
  if (first.isReply && plies.length > 0) rounds.push(round(`${number++}…`, plies.splice(0, 1)));
  while (plies.length > 0) rounds.push(round(`${number++}.`, plies.splice(0, 2)));
  host.replaceChildren(...rounds);
  host.scrollTop = host.scrollHeight;
}

/** @param {{ solved: number, all: number, stage: number|null, streak: number|null, rating?: string }} score  `rating` in words @param {I18n} i18n @returns {string[]} */
export function sayScore({ solved, all, stage, streak, rating = "" }, { t }) {
  const words = [
    stage ? t("puzzle.stage", { stage }) : "",
    t("puzzle.solvedOf", { solved, all }),
    streak ? t("puzzle.streak", { streak }) : "",
    rating,
  ];
  return words.filter(Boolean);
}

/** How much is due, beside the name of the practice. @param {number} count @param {I18n} i18n */
export function showDue(count, { t }) {
  const mark = byId("due");
  mark.hidden = count === 0;
  setText(mark, String(count));
  const tab = /** @type {HTMLElement} */ (mark.closest("button"));
  if (count > 0) tab.setAttribute("aria-label", t("practice.tab", { count }));
  else tab.removeAttribute("aria-label");
}

/** @param {I18n} i18n @param {Record<ControlName, () => void>} actions */
function createControls(i18n, actions) {
  const host = byId("controls");
  /** @type {Map<ControlName, { element: HTMLButtonElement, label: HTMLElement }>} */
  const made = new Map();
  const make = (/** @type {ControlName} */ name) => {
    const label = el("span");
    const act = () => element.getAttribute("aria-disabled") !== "true" && actions[name]();
    const element = button("control", act, icon(ICONS[name]), label);
    element.id = `control-${name}`;
    made.set(name, { element, label });
    return element;
  };
  /** @type {ControlName[]} */ ([...new Set(Object.values(CONTROLS).flat())]).forEach(make);
  let section = "";
  return {
    /** @param {Shown} shown */
    update(shown) {
      if (section !== shown.section) {
        section = shown.section;
        host.replaceChildren(
          ...CONTROLS[shown.section].map(
            (name) => /** @type {HTMLElement} */ (made.get(name)?.element),
          ),
        );
      }
      for (const [name, { element, label }] of made) {
        setText(label, i18n.t(`control.${name}`));
        // Still to be reached by the keyboard: who presses it again and again does not lose the place.
        element.setAttribute("aria-disabled", String(!shown.enabled[name]));
      }
    },
  };
}
