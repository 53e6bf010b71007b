// Choosing a language, each under its own name: from the masthead of every page and among the settings.

import { LANGS, LANGUAGES } from "../core/languages.ts";
import { byId, el } from "../ui/dom.ts";

/** @typedef {import("../core/languages.ts").Lang} Lang */

/** The list in the masthead, which shows no more than a letter or two when closed. @param {(lang: Lang) => void} choose */
export function createLanguageList(choose) {
  const list = /** @type {HTMLSelectElement} */ (byId("language"));
  list.replaceChildren(
    ...LANGS.map((lang) => {
      const option = el("option", "", LANGUAGES[lang].name);
      return Object.assign(option, { value: lang, lang: LANGUAGES[lang].htmlLang });
    }),
  );
  list.addEventListener("change", () => choose(/** @type {Lang} */ (list.value)));
  /** @param {Lang} lang the one in use */
  return (lang) => {
    if (list.value !== lang) list.value = lang;
  };
}

/** Radio buttons named `lang`. @param {HTMLElement} host */
export function fillLanguageChoice(host) {
  host.replaceChildren(
    ...LANGS.map((lang) => {
      const input = Object.assign(el("input"), { type: "radio", name: "lang", value: lang });
      const name = Object.assign(el("span", "", LANGUAGES[lang].name), {
        lang: LANGUAGES[lang].htmlLang,
      });
      return el("label", "", input, name);
    }),
  );
}
