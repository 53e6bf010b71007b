// What all pages do alike: put a theme on, speak a language, show whether there is sound.

import { translate } from "../i18n.js";
import { byId, icon } from "../panels/dom.js";
import { createLanguageList } from "../panels/languages.js";
import { createAnnouncer, createToast } from "../panels/notice.js";

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
 * @param {import("../i18n.js").I18n} i18n @param {import("../i18n.js").Lang} lang @param {string} [title]  key of the page's name
 */
export async function speakIn(i18n, lang, title) {
  await i18n.use(lang);
  root.lang = i18n.html;
  if (title) document.title = i18n.t(title);
  translate(document.body, i18n);
}

/** What a page has to say, for eyes and ears. @param {import("../i18n.js").I18n} i18n */
export function createTeller(i18n) {
  const toast = createToast(byId("toast"), i18n);
  const announce = createAnnouncer(byId("announcer"));
  /** @param {string} words @param {Parameters<typeof toast.show>[1]} [options] */
  const tell = (words, options) => {
    toast.show(words, options);
    announce(words);
  };
  return { toast, announce, tell };
}

/**
 * The language of a page, from the list in the masthead or from elsewhere. When the words of one do not come the page
 * stays as it is, and says so.
 * @param {import("../i18n.js").I18n} i18n @param {(words: string) => void} tell
 * @param {(lang: import("../i18n.js").Lang) => void} chosen  called when its words are there
 */
export function createLanguageSwitch(i18n, tell, chosen) {
  /** @param {import("../i18n.js").Lang} lang */
  const switchTo = async (lang) => {
    try {
      await i18n.use(lang);
      if (i18n.lang === lang) chosen(lang);
    } catch {
      tell(i18n.t("notice.languageFailed"));
      show(i18n.lang);
    }
  };
  const show = createLanguageList((lang) => void switchTo(lang));
  return { show, switchTo };
}

/** On the button in the masthead. @param {import("../i18n.js").I18n} i18n @param {boolean} isOn */
export function showSound({ t }, isOn) {
  const button = byId("sound");
  const label = t(isOn ? "action.sound.on" : "action.sound.off");
  button.setAttribute("aria-label", label);
  button.title = label;
  if (button.dataset.on === String(isOn)) return;
  button.dataset.on = String(isOn);
  button.replaceChildren(icon(isOn ? "sound-on" : "sound-off"));
}
