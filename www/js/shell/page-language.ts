// The language of a page.

import { pickLanguage, translate } from "../core/i18n.ts";
import { createLanguageList } from "./language-menu.ts";

/** @typedef {import("../core/i18n.ts").Lang} Lang */

const root = document.documentElement;

/**
 * Has the page speak a language; throws when its words cannot be had.
 * @param {import("../core/i18n.ts").I18n} i18n @param {Lang} lang @param {string} [title]  key of the page's name
 */
async function speakIn(i18n, lang, title) {
  await i18n.use(lang);
  root.lang = i18n.htmlLang;
  if (title) document.title = i18n.t(title);
  translate(document.body, i18n);
}

/**
 * The language of a page: the settings' one, whoever chose it: in the masthead, elsewhere on the page or in another tab.
 * When the words of one do not come the page stays as it is, and says so.
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {(words: string) => void} page.tell
 * @param {ReturnType<typeof import("./preferences.ts").createPreferences>} page.preferences
 * @param {string} [page.title]  key of the page's name
 * @param {() => void} [page.said]  what the document marks is said; what else there is may be said anew
 */
export function createPageLanguage(i18n, { tell, preferences, title, said }) {
  /** The words that the page is in now. @type {Lang|null} */
  let spoken = null;
  /** Those on their way because the settings say so. @type {Lang|null} */
  let coming = null;
  const show = createLanguageList((lang) => void switchTo(lang));

  /** @param {Lang} lang */
  async function speak(lang) {
    coming = lang;
    await speakIn(i18n, lang, title).finally(() => {
      if (coming === lang) coming = null;
    });
    spoken = i18n.lang;
    show(spoken);
    said?.();
  }

  function fail() {
    if (!i18n.ready) return; // whoever began has to say it
    tell(i18n.t("notice.languageFailed"));
    show(i18n.lang);
  }

  /** @param {Lang} lang */
  async function switchTo(lang) {
    try {
      await i18n.use(lang);
    } catch {
      return fail();
    }
    if (i18n.lang === lang) preferences.change({ lang });
  }

  return {
    get spoken() {
      return spoken;
    },
    switchTo,
    /** Throws when the words cannot be had. */
    begin: () => speak(i18n.lang),
    /** The settings have changed. @returns {Promise<void>} when their language is spoken */
    async follow() {
      const wanted = pickLanguage(preferences.settings.lang, navigator.languages);
      if (wanted !== (coming ?? spoken)) await speak(wanted).catch(fail);
    },
  };
}
