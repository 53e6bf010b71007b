// Words of this page that are needed late: those of the card at the end, of first games and of questions.

import { createI18n, fetchJson } from "../core/i18n.ts";

/** @param {import("../core/i18n.ts").I18n} i18n  the page's @returns the words in its language, once `use` has fetched them */
export const createLaterWords = (i18n) =>
  createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/play/${lang}.json`, import.meta.url)),
  );
