// The sheet that searches the openings by a part of their name in any language, and plays the chosen one on the board.

import { html, render } from "lit-html";
import type { OpeningLine } from "../../pkg/chuhe.js";
import type { I18n } from "../core/i18n.ts";
import { LANGS, LANGUAGES, textIn } from "../core/languages.ts";
import { plain } from "../core/plain-text.ts";
import type { Notation } from "../core/xiangqi.ts";
import { el, langOfMoves, setText } from "../ui/dom.ts";
import { labelOf, makeSheet, show } from "../ui/sheet-parts.ts";

/** Returns the openings whose name in one of the languages contains every word of `text`. */
export function search(openings: readonly OpeningLine[], text: string): OpeningLine[] {
  const words = plain(text).split(" ");
  return openings.filter((opening) =>
    LANGS.some((lang) => {
      const name = plain(textIn(opening, lang).text);
      return words.every((word) => name.includes(word));
    }),
  );
}

interface OpeningActions {
  openings(): readonly OpeningLine[];
  /** Formats moves from the standard starting position in the chosen notation. */
  write(moves: string[]): string[];
  notation(): Notation;
  choose(moves: string[]): void;
}

export function createOpeningsSheet(
  i18n: I18n,
  { openings, write, notation, choose }: OpeningActions,
) {
  const field = Object.assign(el("input", "opening-text"), { id: "opening-text", type: "search" });
  Object.assign(field, { autocomplete: "off", spellcheck: false, maxLength: 80 });
  const count = Object.assign(el("p", "hint"), { id: "opening-count" });
  count.setAttribute("role", "status");
  const list = Object.assign(el("ul", "opening-list"), { id: "opening-list" });
  const body = el("div", "", labelOf("analysis.opening.search", field.id), field, count, list);
  const dialog = makeSheet("opening", "analysis.opening.title", i18n, body);
  let all: readonly OpeningLine[] = [];

  function row(opening: OpeningLine) {
    const { text, lang } = textIn(opening, i18n.lang);
    const moves = write(opening.moves).map(i18n.move).join(" ");
    const onPress = () => {
      dialog.close();
      choose(opening.moves);
    };
    return html`<li>
      <button type="button" class="menu-way" @click=${onPress}>
        <span class="start-label" lang=${LANGUAGES[lang].htmlLang}>${text}</span>
        <span class="start-more" lang=${langOfMoves(notation(), i18n)}>${moves}</span>
      </button>
    </li>`;
  }

  function update() {
    const matches = search(all, field.value);
    const key = matches.length === 0 ? "analysis.opening.none" : "analysis.opening.count";
    setText(count, i18n.t(key, { count: matches.length }));
    render(matches.map(row), list);
  }
  field.addEventListener("input", update);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    list.querySelector("button")?.click();
  });

  return {
    show() {
      all = openings();
      field.value = "";
      update();
      show(dialog);
      field.focus();
    },
  };
}
