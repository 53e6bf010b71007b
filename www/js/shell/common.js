// What all pages do alike: put a theme on, speak a language, show whether there is sound.

import { pickLanguage, translate } from "../core/i18n.js";
import { byId, icon } from "../ui/dom.js";
import { createLanguageList } from "./language-menu.js";
import { createAnnouncer, createToast } from "../ui/notice.js";

/** @typedef {import("../core/i18n.js").Lang} Lang */

const root = document.documentElement;
let worn = "";

/** Puts the theme on the page and on the browser's own bars. @param {"light"|"dark"} theme */
export function wear(theme) {
  if (theme === worn) return;
  worn = theme;
  root.dataset.theme = theme;
  const bars = document.querySelector('meta[name="theme-color"]');
  bars?.setAttribute("content", getComputedStyle(root).getPropertyValue("--paper").trim());
}

/**
 * Has the page speak a language; throws when its words cannot be had.
 * @param {import("../core/i18n.js").I18n} i18n @param {Lang} lang @param {string} [title]  key of the page's name
 */
export async function speakIn(i18n, lang, title) {
  await i18n.use(lang);
  root.lang = i18n.html;
  if (title) document.title = i18n.t(title);
  translate(document.body, i18n);
}

/** What a page has to say, for eyes and ears. @param {import("../core/i18n.js").I18n} i18n */
export function createTeller(i18n) {
  const toast = createToast(byId("toast"), i18n);
  const announce = createAnnouncer(byId("announcer"));
  /**
   * @param {string} words @param {Parameters<typeof toast.show>[1] & { spoken?: string }} [options] `spoken`: for ears, where
   *   that is another thing
   */
  const tell = (words, { spoken = words, ...options } = {}) => {
    toast.show(words, options);
    announce(spoken);
  };
  return { toast, announce, tell };
}

/**
 * The language of a page: the settings' one, whoever chose it: in the masthead, elsewhere on the page or in another tab.
 * When the words of one do not come the page stays as it is, and says so.
 * @param {import("../core/i18n.js").I18n} i18n
 * @param {object} page
 * @param {(words: string) => void} page.tell
 * @param {ReturnType<typeof import("./preferences.js").createPreferences>} page.preferences
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

/** On the button in the masthead. @param {import("../core/i18n.js").I18n} i18n @param {boolean} isOn */
export function showSound({ t }, isOn) {
  const button = byId("sound");
  const label = t(isOn ? "action.sound.on" : "action.sound.off");
  button.setAttribute("aria-label", label);
  button.title = label;
  if (button.dataset.on === String(isOn)) return;
  button.dataset.on = String(isOn);
  button.replaceChildren(icon(isOn ? "sound-on" : "sound-off"));
}
