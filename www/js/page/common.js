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

/**
 * The list of languages in the masthead. When the words of one do not come the page stays as it is, and says so.
 * @param {import("../i18n.js").I18n} i18n @param {(lang: import("../i18n.js").Lang) => void} spoken
 */
export function createLanguageSwitch(i18n, spoken) {
  const toast = createToast(byId("toast"), i18n);
  const announce = createAnnouncer(byId("announcer"));
  const show = createLanguageList(async (lang) => {
    try {
      await i18n.use(lang);
      spoken(lang);
    } catch {
      const words = i18n.t("notice.languageFailed");
      toast.show(words);
      announce(words);
      show(i18n.lang);
    }
  });
  return show;
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
