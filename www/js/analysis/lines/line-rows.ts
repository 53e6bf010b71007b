// The engine's lines as rows: a score, and moves that can be looked at, walked through by arrow keys and pressed. Rows
// and moves stay the same elements while their words change, so that neither a pointer nor the focus loses them.

import { button, el, icon, langOfMoves, setText } from "../../ui/dom.ts";

/**
 * A line as it is shown.
 * @typedef {object} Row
 * @property {string} score
 * @property {string} scoreWords
 * @property {"red"|"black"|"even"} tone
 * @property {number} depth
 * @property {string[]} texts    as the settings write moves
 * @property {string[]} rounds   parallel: `12.` where a round begins, else empty
 * @property {boolean} blackFirst
 * @property {boolean} mayTake   it can be taken into the tree
 */

/** A move of a line. @typedef {{ row: number, index: number }} Spot */

/**
 * @typedef {object} RowActions
 * @property {(spot: Spot, element: HTMLElement, pinned: boolean) => void} look  shows the position after a move
 * @property {() => void} leave     nobody looks at a move any more
 * @property {(spot: Spot) => void} take   the line up to there is wanted
 * @property {(row: number) => void} add   the whole line is wanted
 * @property {(spot: Spot) => boolean} isPinned  it is looked at by a finger
 */

/** Moves of a row that is not opened, and of one that is. */
const SHORT = 10;
const LONG = 40;

/** @param {HTMLElement} host an `ol` @param {import("../../core/i18n.ts").I18n} i18n @param {RowActions} actions */
export function createRows(host, i18n, actions) {
  /** @type {ReturnType<typeof createRow>[]} */
  let rows = [];
  let touched = false;
  /** Where the pointer was. */
  let at = [NaN, NaN];

  /** @param {EventTarget|null} target @returns {[Spot, HTMLElement]|null} */
  function spotOf(target) {
    const move = target instanceof Element ? target.closest(".line-move") : null;
    const row = rows.findIndex(({ element }) => element.contains(move));
    if (!(move instanceof HTMLElement) || row < 0) return null;
    return [{ row, index: rows[row].indexOf(move) }, move];
  }

  host.addEventListener("pointerdown", ({ pointerType }) => (touched = pointerType === "touch"));
  // Moves that come to lie under a pointer at rest are not looked at.
  host.addEventListener("pointermove", ({ target, pointerType, clientX, clientY }) => {
    const [x, y] = at;
    at = [clientX, clientY];
    if (pointerType === "touch" || (x === clientX && y === clientY)) return;
    const found = spotOf(target);
    if (found) actions.look(...found, false);
    else if (!(target instanceof Element && target.closest(".line-moves"))) actions.leave();
  });
  host.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") actions.leave();
  });
  host.addEventListener("focusin", ({ target }) => {
    const found = spotOf(target);
    if (found && !touched && found[1].matches(":focus-visible")) actions.look(...found, false);
  });
  // From move to move one still looks: lines that changed in between could hide the move that gets the focus.
  host.addEventListener("focusout", ({ relatedTarget }) => {
    if (!spotOf(relatedTarget)) actions.leave();
  });
  host.addEventListener("click", ({ target, detail }) => {
    const found = spotOf(target);
    if (!found) return;
    // A finger cannot look without pressing: what it presses first is looked at.
    const first = touched && detail > 0 && !actions.isPinned(found[0]);
    if (first) actions.look(...found, true);
    else actions.take(found[0]);
  });
  host.addEventListener("keydown", (event) => {
    const found = spotOf(event.target);
    touched = false;
    if (!found || event.altKey || event.ctrlKey || event.metaKey) return;
    const goal = event.key === "Escape" ? null : neighbour(rows, found[0], event.key);
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (goal) goal.focus();
    else actions.leave();
  });

  return {
    /** @param {readonly (Row|null)[]} wanted null: a line that is still to come @param {import("../../core/xiangqi.ts").Notation} notation */
    update(wanted, notation) {
      while (rows.length > wanted.length) rows.pop()?.element.remove();
      while (rows.length < wanted.length) {
        const row = createRow(rows.length, i18n, actions.add);
        host.append(row.element);
        rows = [...rows, row];
      }
      const lang = langOfMoves(notation, i18n);
      rows.forEach((row, index) => row.update(wanted[index], lang));
    },
  };
}

/**
 * Where a key leads from a move: along the row, or to the beginning of another one.
 * @param {ReturnType<typeof createRow>[]} rows @param {Spot} spot @param {string} key
 * @returns {HTMLElement|undefined} undefined for a key that leads nowhere
 */
function neighbour(rows, { row, index }, key) {
  const moves = rows[row].moves();
  switch (key) {
    case "ArrowLeft":
      return moves[Math.max(0, index - 1)];
    case "ArrowRight":
      return moves[Math.min(moves.length - 1, index + 1)];
    case "Home":
      return moves[0];
    case "End":
      return moves.at(-1);
    case "ArrowUp":
      return rows[Math.max(0, row - 1)].moves()[0];
    case "ArrowDown":
      return rows[Math.min(rows.length - 1, row + 1)].moves()[0] ?? moves[0];
    default:
      return undefined;
  }
}

/** @param {number} rank from 0 @param {import("../../core/i18n.ts").I18n} i18n @param {(row: number) => void} add */
function createRow(rank, i18n, add) {
  const score = el("span", "line-score");
  const moves = el("div", "line-moves");
  moves.setAttribute("role", "toolbar");
  const open = button("tool line-open", () => {
    isOpen = !isOpen;
    if (shown) draw(shown);
  });
  open.append(icon("more-line"));
  const keep = button("tool line-add", () => add(rank), icon("add"));
  const element = el("li", "line-row", score, moves, open, keep);
  let isOpen = false;
  /** @type {Row|null} */
  let shown = null;
  /** @type {HTMLButtonElement[]} */
  const made = [];

  /** @param {Row} row */
  function draw({ texts, rounds, blackFirst }) {
    const count = Math.min(texts.length, isOpen ? LONG : SHORT);
    while (made.length < count) {
      const move = button("line-move", () => {});
      move.tabIndex = made.length === 0 ? 0 : -1;
      made.push(move);
      moves.append(move);
    }
    for (const [index, move] of made.entries()) {
      move.hidden = index >= count;
      if (move.hidden) continue;
      setText(move, i18n.move(texts[index]));
      move.dataset.round = rounds[index];
      move.dataset.side = (index % 2 === 0) === blackFirst ? "black" : "red";
    }
    element.classList.toggle("is-open", isOpen);
    name(open, i18n.t(isOpen ? "analysis.lines.close" : "analysis.lines.open"));
    open.setAttribute("aria-expanded", String(isOpen));
    open.disabled = texts.length === 0;
  }

  return {
    element,
    /** @param {HTMLElement} move */
    indexOf: (move) => made.indexOf(/** @type {HTMLButtonElement} */ (move)),
    moves: () => made.filter((move) => !move.hidden),

    /** @param {Row|null} row @param {string} lang of the moves */
    update(row, lang) {
      shown = row;
      element.classList.toggle("is-empty", row === null);
      keep.hidden = row?.mayTake === false;
      keep.disabled = row === null;
      moves.lang = lang;
      setText(score, row?.score ?? "…");
      score.title = row?.scoreWords ?? "";
      score.dataset.tone = row?.tone ?? "none";
      const { t } = i18n;
      const number = rank + 1;
      moves.setAttribute(
        "aria-label",
        row
          ? t("analysis.lines.row", { number, score: row.scoreWords, depth: row.depth })
          : t("analysis.lines.row.empty", { number }),
      );
      name(keep, t("analysis.lines.add", { number }));
      draw(row ?? { ...NOTHING });
    },
  };
}

/** @type {Row} */
const NOTHING = {
  score: "",
  scoreWords: "",
  tone: "even",
  depth: 0,
  texts: [],
  rounds: [],
  blackFirst: false,
  mayTake: true,
};

/** @param {HTMLElement} element @param {string} words */
function name(element, words) {
  if (element.title === words) return;
  element.title = words;
  element.setAttribute("aria-label", words);
}
