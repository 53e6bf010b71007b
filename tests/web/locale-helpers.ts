/** The messages of the locale files, for tests without a page. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type I18n, fill } from "../../www/js/core/i18n.ts";
import { type Lang, LANGUAGES, writeMove } from "../../www/js/core/languages.ts";
import type { MessageKey } from "../../www/js/core/message-keys.ts";
import { fake } from "./fake.ts";

/** Returns the messages of a language in a folder of locales; "" is the page's own. */
export const linesIn = (folder: string, lang: Lang): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../www/locales/${folder}${lang}.json`, import.meta.url), "utf8"),
  );

/** Returns the messages of a language in some folders by key; a missing key or parameter fails the test. */
export function speaking(lang: Lang, ...folders: string[]) {
  const lines = Object.assign({}, ...folders.map((folder) => linesIn(folder, lang)));
  return fake<I18n>({
    lang,
    htmlLang: LANGUAGES[lang].htmlLang,
    t(key, params) {
      assert.ok(key in lines, `no message ${key} in ${lang}`);
      const line = fill(lines[key], params);
      assert.doesNotMatch(line, /\{\w+/, key);
      return line;
    },
    has: (key): key is MessageKey => key in lines,
    move: (text) => writeMove(text, lang),
  });
}
