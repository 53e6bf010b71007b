// The settings that all pages share: language, theme, sound, how moves are written.

import { resolveTheme } from "../core/settings.js";
import { SETTINGS_KEY, createStorage } from "./storage.js";

/** @typedef {import("../core/settings.js").Settings} Settings */

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
