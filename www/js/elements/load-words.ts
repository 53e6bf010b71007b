// Loads the words of the elements. The npm package has a module of its own in place of this one, made by
// tools/release/npm.ts, with one small script for each language.

import { fetchJson, fetchMessages } from "../core/i18n.ts";
import type { Lang, Messages } from "../core/i18n.ts";

export async function loadWords(lang: Lang): Promise<Messages> {
  const parts = await Promise.all([
    fetchMessages(lang),
    fetchJson(new URL(`../../locales/elements/${lang}.json`, import.meta.url)),
    fetchJson(new URL(`../../locales/puzzles/${lang}.json`, import.meta.url)),
  ]);
  return Object.assign({}, ...parts);
}
