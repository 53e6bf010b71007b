// The list of moves under the name of the opening: a row for each round, with undone moves dimmed.

import type { I18n } from "../../core/i18n.ts";
import { LANGUAGES, notationOf, textIn } from "../../core/languages.ts";
import { el, langOfMoves, setText } from "../../ui/dom.ts";
import { moveWriter } from "../game-words.ts";
import { isForNovice, moverAt } from "../state.ts";
import type { State } from "../state.ts";

export function createMoves(host: HTMLElement, i18n: I18n) {
  const list = el("ol", "moves-list");
  const empty = el("p", "moves-empty");
  const opening = el("li", "opening");
  host.append(empty, list);
  /** One cell for each ply. */
  let cells: HTMLElement[] = [];
  /** Key of the list shown; the list is rebuilt only when the key changes. */
  let shown = "";
  /** The cell of the last move on the board. */
  let current: HTMLElement | undefined;
  new ResizeObserver(scrollToCurrent).observe(host); // the size changes when the screen is rotated

  function build(notation: string[], isBlackFirst: boolean, write: (text: string) => string) {
    const plies = isBlackFirst ? [null, ...notation] : notation;
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

  /** Marks the current move and the undone ones. */
  function mark(ply: number) {
    cells.forEach((cell, index) => {
      cell.classList.toggle("is-undone", index >= ply);
      cell.classList.toggle("is-current", index === ply - 1);
    });
    current = cells[ply - 1];
    scrollToCurrent();
  }

  /** Scrolls the list to the current move. `scrollIntoView` would also scroll the page. */
  function scrollToCurrent() {
    if (!current) return host.scrollTo(0, 0);
    const outer = host.getBoundingClientRect();
    const inner = current.getBoundingClientRect();
    host.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    host.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }

  function nameOpening({ position }: State) {
    const { text, lang } = textIn(position.opening, i18n.lang);
    setText(opening, text);
    opening.lang = LANGUAGES[lang].htmlLang;
    opening.title = text;
    opening.hidden = text === "";
  }

  return {
    update(state: State) {
      const { game, settings } = state;
      const { notation } = state.position;
      list.lang = langOfMoves(notationOf(settings), i18n);
      setText(empty, i18n.t("moves.empty"));
      empty.hidden = notation.length > 0;
      nameOpening(state);
      const isBlackFirst = moverAt(state, 0) === "black";
      const isSpelled = isForNovice(state);
      const next = `${isSpelled}|${i18n.lang}|${isBlackFirst}|${game.ply}|${notation.join(" ")}`;
      if (next === shown) return;
      shown = next;
      list.classList.toggle("is-spelled", isSpelled);
      build(notation, isBlackFirst, moveWriter(state, i18n));
      mark(game.ply);
    },
  };
}
