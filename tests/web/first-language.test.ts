// Which language a page begins with: by its modules, and by the script before the first paint.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { transformWithOxc } from "vite";
import { completePage } from "../../tools/pages.ts";
import { LANGS, LANGUAGES, type Lang, pickLanguage } from "../../www/js/core/languages.ts";

const read = (path: string) => readFileSync(new URL(`../../www/${path}`, import.meta.url), "utf8");

/** Browser languages, and the language that they lead to. */
const LEADS: [browserLanguages: string[], lang: Lang][] = [
  [["zh-CN"], "zh"],
  [["zh"], "zh"],
  [["zh-Hans-HK"], "zh"],
  [["zh-SG", "en"], "zh"],
  [["zh-TW", "en"], "zh-Hant"],
  [["zh-HK"], "zh-Hant"],
  [["zh-mo"], "zh-Hant"],
  [["zh-Hant-CN"], "zh-Hant"],
  [["yue-HK"], "zh-Hant"],
  [["vi"], "vi"],
  [["vi-VN", "en"], "vi"],
  [["fr-FR", "zh-CN"], "zh"],
  [["EN-gb"], "en"],
  [["de"], "en"],
  [["zhx", "vid"], "en"],
  [[], "en"],
];

test("picks the chosen language, else the browser's first that the page has, else English", () => {
  for (const [wanted, lang] of LEADS) assert.equal(pickLanguage(null, wanted), lang, wanted.join());
  for (const lang of LANGS) assert.equal(pickLanguage(lang, ["fr", "en", "zh"]), lang);
});

const { code: EARLY } = await transformWithOxc(read("js/shell/early.ts"), "early.ts");

/** Runs early.ts as a page would; returns the page's language and the files that it fetches. */
function runEarly(languages: string[], settings: { lang?: Lang }) {
  const dataset: Record<string, string> = {};
  for (const [, name, value] of completePage("index.html", read("index.html")).matchAll(
    /data-(langs|words[\w-]+)="([^"]+)"/g,
  ))
    dataset[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())] = value;
  const links: { href: string }[] = [];
  const root = { dataset: {}, lang: "" };
  const document = {
    currentScript: { dataset },
    documentElement: root,
    createElement: () => ({}),
    head: { append: (link: { href: string }) => links.push(link) },
    getElementById: () => null,
  };
  const localStorage = { getItem: () => JSON.stringify(settings) };
  const context = { document, localStorage, navigator: { languages }, location: { hash: "" } };
  Object.assign(context, { matchMedia: () => ({ matches: false }), addEventListener: () => {} });
  runInNewContext(EARLY, context);
  return { lang: root.lang, words: links.map(({ href }) => href) };
}

test("the script before the first paint picks the same language and fetches its messages", () => {
  const expected = (lang: Lang) => ({
    lang: LANGUAGES[lang].htmlLang,
    words: [`locales/${lang}.json`],
  });
  for (const [wanted, lang] of LEADS) assert.deepEqual(runEarly(wanted, {}), expected(lang));
  for (const lang of LANGS) assert.deepEqual(runEarly(["fr", "en"], { lang }), expected(lang));
});
