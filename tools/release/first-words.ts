/**
 * Puts the words of a page's visible part, in every language, into the page itself, so that the page can show them
 * before its scripts are loaded. js/shell/first-words.ts fills the words in.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fill } from "../../www/js/core/i18n.ts";
import { LANGS, LANGUAGES } from "../../www/js/core/languages.ts";

/** The tag of js/shell/first-words.ts. Its `data-families` are the folders of the page's locale files. */
const SCRIPT = /<script\s[^>]*src="js\/shell\/first-words\.ts"[^>]*><\/script>/;
const MARKED = /\sdata-(?:i18n|first)="([^"]+)"/g;

/** Returns the page with its words. `address` returns the path that a file of `www` has in the release. */
export function withFirstWords(
  html: string,
  www: string,
  address: (path: string) => string,
): string {
  const tag = SCRIPT.exec(html)?.[0];
  if (!tag) return html;
  const families = (/\sdata-families="([^"]+)"/.exec(tag)?.[1] ?? "").split(" ");
  const visible = html.slice(0, html.indexOf(tag));
  const keys = new Set([...visible.matchAll(MARKED)].map(([, key = ""]) => unescape(key)));
  const words = LANGS.map((lang) => {
    const paths = families.map((family) => join(family, `${lang}.json`));
    const texts = paths.map((path) => JSON.parse(readFileSync(join(www, path), "utf8")));
    const lines: Record<string, string> = Object.assign({}, ...texts);
    const first = Object.fromEntries([...keys].map((key) => [key, lineOf(key, lines)]));
    return [LANGUAGES[lang].htmlLang, { lines: first, files: paths.map(address) }];
  });
  const text = JSON.stringify(Object.fromEntries(words)).replaceAll("<", "\\u003c");
  const block = `<script type="application/json" id="first-words">${text}</script>`;
  return html.replace(tag, () => `${block}\n${tag}`);
}

/** Returns the message of a key, or of a key with values to fill in: `key?number=1&total=17`. */
function lineOf(key: string, lines: Record<string, string>): string {
  const [name = "", values] = key.split("?");
  const line = lines[name];
  if (line === undefined) throw new Error(`there is no line ${name}`);
  const filled = fill(line, Object.fromEntries(new URLSearchParams(values)));
  if (/\{\w+/.test(filled)) throw new Error(`${key} leaves something to fill in`);
  return filled;
}

const unescape = (attribute: string): string => attribute.replaceAll("&amp;", "&");
