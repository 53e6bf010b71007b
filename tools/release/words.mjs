/**
 * What a page says before its scripts are there: the words of its visible part in every language, put into the page,
 * where js/shell/first-words.js finds them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fill } from "../../www/js/core/i18n.ts";
import { LANGS, LANGUAGES } from "../../www/js/core/languages.ts";

/** Its `data-families` are the folders of the page's locale files. */
const SCRIPT = /<script\s[^>]*src="js\/shell\/first-words\.js"[^>]*><\/script>/;
const MARKED = /\sdata-(?:i18n|first)="([^"]+)"/g;

/**
 * @param {string} html as it is in `www`
 * @param {string} www absolute path
 * @param {(path: string) => Promise<string>} address of a locale file in the release
 * @returns {Promise<string>} the page with its words, or as it was if it has no such script
 */
export async function withFirstWords(html, www, address) {
  const tag = SCRIPT.exec(html)?.[0];
  if (!tag) return html;
  const families = (/\sdata-families="([^"]+)"/.exec(tag)?.[1] ?? "").split(" ");
  const visible = html.slice(0, html.indexOf(tag));
  const keys = [...new Set([...visible.matchAll(MARKED)].map(([, key]) => unescape(key)))];
  /** @type {Record<string, { lines: Record<string, string>, files: string[] }>} */
  const words = {};
  for (const lang of LANGS) {
    const paths = families.map((family) => join(www, family, `${lang}.json`));
    const lines = Object.assign({}, ...paths.map((path) => JSON.parse(readFileSync(path, "utf8"))));
    words[LANGUAGES[lang].htmlLang] = {
      lines: Object.fromEntries(keys.map((key) => [key, lineOf(key, lines)])),
      files: await Promise.all(paths.map(address)),
    };
  }
  const text = JSON.stringify(words).replaceAll("<", "\\u003c");
  const block = `<script type="application/json" id="first-words">${text}</script>`;
  return html.replace(tag, () => `${block}\n${tag}`);
}

/** A line, or one that is to be filled in: `key?number=1&total=17`. @param {string} key @param {Record<string, string>} lines */
function lineOf(key, lines) {
  const [name, params] = key.split("?");
  const line = lines[name];
  if (line === undefined) throw new Error(`there is no line ${name}`);
  const filled = fill(line, Object.fromEntries(new URLSearchParams(params)));
  if (/\{\w+/.test(filled)) throw new Error(`${key} leaves something to be filled in`);
  return filled;
}

/** @param {string} value of an attribute */
const unescape = (value) => value.replaceAll("&amp;", "&");
