// A sheet of things to do: a row for each, with its name and what it means.

import { buildSheet } from "./build-sheet.ts";
import { button, el, setText } from "./dom.ts";

/**
 * @template {string} Name
 * @param {string} id  the sheet is `id-dialog`, its rows `id-name` @param {import("../core/i18n.js").I18n} i18n
 * @param {readonly Name[]} names @param {(name: Name) => void} press
 */
export function createMenuSheet(id, i18n, names, press) {
  const rows = names.map((name) => {
    const [label, more] = [el("span", "start-label"), el("span", "start-more")];
    const element = button("menu-way", () => press(name), label, more);
    element.id = `${id}-${name}`;
    /** @param {string} words @param {string} meaning */
    const write = (words, meaning) => {
      setText(label, words);
      setText(more, meaning);
    };
    return { name, element, write };
  });
  const host = el("div", "menu", ...rows.map(({ element }) => element));
  return { rows, ...buildSheet(`${id}-dialog`, i18n, host) };
}
