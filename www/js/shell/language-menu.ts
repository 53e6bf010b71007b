// Fields that choose the language, in the masthead of every page and in the settings. Each language is shown by its
// name in the language itself.

import { LANGS, LANGUAGES } from "../core/languages.ts";
import type { Lang } from "../core/languages.ts";
import { byId, el } from "../ui/dom.ts";

/** Fills the list in the masthead. Returns a function that selects the language in use in the list. */
export function createLanguageList(choose: (lang: Lang) => void): (lang: Lang) => void {
  const list = byId("language", HTMLSelectElement);
  list.replaceChildren(
    ...LANGS.map((lang) => {
      const { name, htmlLang } = LANGUAGES[lang];
      return Object.assign(el("option", "", name), { value: lang, lang: htmlLang });
    }),
  );
  list.addEventListener("change", () => choose(list.value as Lang));
  return (lang) => {
    if (list.value !== lang) list.value = lang;
  };
}

/** Fills `host` with radio buttons named `lang`. */
export function fillLanguageChoice(host: HTMLElement): void {
  host.replaceChildren(
    ...LANGS.map((lang) => {
      const { name, htmlLang } = LANGUAGES[lang];
      const input = Object.assign(el("input"), { type: "radio", name: "lang", value: lang });
      return el("label", "", input, Object.assign(el("span", "", name), { lang: htmlLang }));
    }),
  );
}
