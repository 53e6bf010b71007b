// The settings that all pages share: language, theme, sound, how moves are written.

import { resolveTheme } from "../core/settings.ts";
import { SETTINGS_KEY } from "./storage.ts";

/** @typedef {import("../core/settings.ts").Settings} Settings */

/**
 * @param {() => void} onChange  also told when another tab has changed them
 * @param {Pick<ReturnType<typeof import("./storage.ts").createStorage>, "loadSettings"|"saveSettings">} storage
 */
export function createPreferences(onChange, storage) {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  let settings = storage.loadSettings();
  /** @type {(() => void)[]} */
  const watchers = [];
  systemDark.addEventListener("change", onChange);
  const reload = () => {
    settings = storage.loadSettings();
    changed();
  };
  const changed = () => {
    onChange();
    for (const watcher of watchers) watcher();
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
    /** Tells a part of the page whenever they change, for as long as there is the page. @param {() => void} watcher */
    watch: (watcher) => void watchers.push(watcher),
    /** @param {Partial<Settings>} values */
    change(values) {
      settings = { ...settings, ...values };
      storage.saveSettings(settings);
      changed();
    },
  };
}
