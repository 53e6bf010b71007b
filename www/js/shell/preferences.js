// The settings that all pages share: language, theme, sound, how moves are written.

import { resolveTheme } from "../core/settings.js";
import { SETTINGS_KEY } from "./storage.js";

/** @typedef {import("../core/settings.js").Settings} Settings */

/**
 * @param {() => void} onChange  also told when another tab has changed them
 * @param {Pick<ReturnType<typeof import("./storage.js").createStorage>, "loadSettings"|"saveSettings">} storage
 */
export function createPreferences(onChange, storage) {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  let settings = storage.loadSettings();
  systemDark.addEventListener("change", onChange);
  const reload = () => {
    settings = storage.loadSettings();
    onChange();
  };
  addEventListener("storage", ({ key }) => key === SETTINGS_KEY && reload());
  // A page that one comes back to may have slept while another one changed them.
  addEventListener("pageshow", ({ persisted }) => persisted && reload());
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
