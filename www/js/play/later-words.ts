import { createI18n, fetchJson } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";

/** Fetches the messages for the result card, first games and questions, in the language of the page. */
export async function loadLaterWords({ lang }: I18n): Promise<I18n> {
  const words = createI18n(lang, (current) =>
    fetchJson(new URL(`../../locales/play/${current}.json`, import.meta.url)),
  );
  await words.use(lang);
  return words;
}
