// The sheet that finds an opening by a part of its name, in whatever language, and puts it on the board.

import { LANGS, LANGUAGES, notationOf, textIn } from "../core/languages.ts";
import { button, el, langOfMoves, setText } from "../ui/dom.ts";
import { labelOf, makeSheet, show } from "../ui/sheet-parts.ts";

/** @typedef {import("../../pkg/chuhe.js").OpeningLine} OpeningLine */

/** As it is compared: without accents, marks and capitals. @param {string} text */
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Those whose name in one of the languages has every word. @param {readonly OpeningLine[]} openings @param {string} text @returns {OpeningLine[]} */
export function search(openings, text) {
  const words = plain(text).split(" ");
  return openings.filter((opening) =>
    LANGS.some((lang) => {
      const name = plain(textIn(opening, lang).text);
      return words.every((word) => name.includes(word));
    }),
  );
}

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} does
 * @param {() => readonly OpeningLine[]} does.openings
 * @param {(moves: string[]) => string[]} does.write  moves from the start in words
 * @param {() => import("../shell/settings.ts").Settings} does.settings
 * @param {(moves: string[]) => void} does.choose
 */
export function createOpenings(i18n, { openings, write, settings, choose }) {
  const field = Object.assign(el("input", "opening-text"), { id: "opening-text", type: "search" });
  Object.assign(field, { autocomplete: "off", spellcheck: false, maxLength: 80 });
  const count = Object.assign(el("p", "hint"), { id: "opening-count" });
  count.setAttribute("role", "status");
  const found = el("ul", "opening-list");
  found.id = "opening-list";
  const body = el("div", "", labelOf("analysis.opening.search", field.id), field, count, found);
  const dialog = makeSheet("opening", "analysis.opening.title", i18n, body);
  /** @type {readonly OpeningLine[]} */
  let all = [];

  /** @param {OpeningLine} opening */
  function row(opening) {
    const { text, lang } = textIn(opening, i18n.lang);
    const name = el("span", "start-label", text);
    name.lang = LANGUAGES[lang].htmlLang;
    const moves = el("span", "start-more", write(opening.moves).map(i18n.move).join(" "));
    moves.lang = langOfMoves(notationOf(settings()), i18n);
    return el(
      "li",
      "",
      button(
        "menu-way",
        () => {
          dialog.close();
          choose(opening.moves);
        },
        name,
        moves,
      ),
    );
  }

  function update() {
    const fitting = search(all, field.value);
    const key = fitting.length === 0 ? "analysis.opening.none" : "analysis.opening.count";
    setText(count, i18n.t(key, { count: fitting.length }));
    found.replaceChildren(...fitting.map(row));
  }
  field.addEventListener("input", update);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    found.querySelector("button")?.click();
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
