// The person's settings in a page. They are stored at each change, and reloaded when another tab changes them.

import { resolveTheme } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { SETTINGS_KEY } from "./storage.ts";
import type { PageStorage } from "./storage.ts";

/** `onChange` is also called when another tab has changed the settings, and when the system's theme has changed. */
export function createPreferences(
  onChange: () => void,
  storage: Pick<PageStorage, "loadSettings" | "saveSettings">,
) {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  let settings = storage.loadSettings();
  const watchers: (() => void)[] = [];
  systemDark.addEventListener("change", onChange);
  const reload = () => {
    settings = storage.loadSettings();
    notifyAll();
  };
  const notifyAll = () => {
    onChange();
    for (const watcher of watchers) watcher();
  };
  addEventListener("storage", ({ key }) => key === SETTINGS_KEY && reload());
  // A page in the back-forward cache does not see the changes of other pages.
  addEventListener("pageshow", ({ persisted }) => persisted && reload());
  return {
    get settings() {
      return settings;
    },
    get theme() {
      return resolveTheme(settings.theme, systemDark.matches);
    },
    /** Calls `watcher` at each change of the settings; it cannot be removed. */
    watch: (watcher: () => void): void => void watchers.push(watcher),
    change(values: Partial<Settings>) {
      settings = { ...settings, ...values };
      storage.saveSettings(settings);
      notifyAll();
    },
  };
}

export type Preferences = ReturnType<typeof createPreferences>;
