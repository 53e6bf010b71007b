// The settings that all pages share: language, theme, sound, how moves are written.

import { HTML_LANG } from "../i18n.js";
import { resolveTheme } from "../state.js";
import { SETTINGS_KEY, createStorage } from "../storage.js";

/** @typedef {import("../state.js").Settings} Settings */
/** @typedef {import("../i18n.js").Lang} Lang */

/** @param {() => void} onChange  also told when another tab has changed them */
export function createPreferences(onChange) {
  const storage = createStorage(() => localStorage);
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  let settings = storage.loadSettings();
  systemDark.addEventListener("change", onChange);
  addEventListener("storage", ({ key }) => {
    if (key !== SETTINGS_KEY) return;
    settings = storage.loadSettings();
    onChange();
  });
  return {
    get settings() {
      return settings;
    },
    get theme() {
      return resolveTheme(settings.theme, systemDark.matches);
    },
    /** @param {Partial<Settings>} changed */
    change(changed) {
      settings = { ...settings, ...changed };
      storage.saveSettings(settings);
      onChange();
    },
  };
}

/** The language after this one, in the order of the page's list. @param {Lang} lang @returns {Lang} */
export function nextLanguage(lang) {
  const all = /** @type {Lang[]} */ (Object.keys(HTML_LANG));
  return all[(all.indexOf(lang) + 1) % all.length];
}
