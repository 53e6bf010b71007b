// The list of moves under the name of the opening, one row per round, written as the settings say. Undone moves
// stay in it, dimmed.

import { LANGUAGES, notationOf, textIn } from "../../core/languages.ts";
import { el, langOfMoves, setText } from "../../ui/dom.ts";
import { spellOutWxf } from "../../core/words.ts";
import { isForNovice, moverAt } from "../state.ts";

/** @typedef {import("../state.ts").State} State */

/** @param {HTMLElement} host @param {import("../../core/i18n.ts").I18n} i18n */
export function createMoves(host, i18n) {
  const list = el("ol", "moves-list");
  const empty = el("p", "moves-empty");
  const opening = el("li", "opening");
  host.append(empty, list);
  /** @type {HTMLElement[]} one cell per ply */
  let cells = [];
  let shown = "";
  /** The move on the board. @type {HTMLElement|undefined} */
  let current;
  new ResizeObserver(follow).observe(host); // a screen that is turned

  /** @param {string[]} notation @param {boolean} blackFirst @param {boolean} isSpelled */
  function build(notation, blackFirst, isSpelled) {
    const write = isSpelled ? (/** @type {string} */ text) => spellOutWxf(text, i18n) : i18n.move;
    list.classList.toggle("is-spelled", isSpelled);
    const plies = blackFirst ? [null, ...notation] : notation;
    const rows = [];
    cells = [];
    for (let i = 0; i < plies.length; i += 2) {
      const row = el("li", "round", el("span", "round-number", `${i / 2 + 1}.`));
      for (const text of plies.slice(i, i + 2)) {
        const cell = el("span", "ply", text === null ? "……" : write(text));
        if (text !== null) cells.push(cell);
        row.append(cell);
      }
      rows.push(row);
    }
    list.replaceChildren(opening, ...rows);
  }

  /** @param {number} ply how many moves are on the board */
  function mark(ply) {
    cells.forEach((cell, index) => {
      cell.classList.toggle("is-undone", index >= ply);
      cell.classList.toggle("is-current", index === ply - 1);
    });
    current = cells[ply - 1];
    follow();
  }

  function follow() {
    if (current) bringIntoView(host, current);
    else host.scrollTo(0, 0);
  }

  return {
    /** @param {State} state */
    update(state) {
      const { notation } = state.position;
      list.lang = langOfMoves(notationOf(state.settings), i18n);
      const blackFirst = moverAt(state, 0) === "black";
      setText(empty, i18n.t("moves.empty"));
      empty.hidden = notation.length > 0;
      this.name(state);
      const isSpelled = isForNovice(state);
      const next = `${isSpelled}|${i18n.lang}|${blackFirst}|${state.game.ply}|${notation.join(" ")}`;
      if (next === shown) return;
      shown = next;
      build(notation, blackFirst, isSpelled);
      mark(state.game.ply);
    },

    /** The opening, in the language of the page. @param {State} state */
    name({ position }) {
      const { text: words, lang } = textIn(position.opening, i18n.lang);
      setText(opening, words);
      opening.lang = LANGUAGES[lang].htmlLang;
      opening.title = words;
      opening.hidden = words === "";
    },
  };
}

/** Scrolls the list alone, never the page. @param {HTMLElement} host @param {HTMLElement} cell */
function bringIntoView(host, cell) {
  const outer = host.getBoundingClientRect();
  const inner = cell.getBoundingClientRect();
  host.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  host.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
