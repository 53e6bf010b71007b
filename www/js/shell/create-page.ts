// Creates the parts that every page has: messages, notices, sound, looks, settings, and the loading of the rules.

import { nextTask } from "../core/scheduling.ts";
import type { MessageKey } from "../core/message-keys.ts";
import { createI18n, fetchJson, fetchMessages, pickLanguage } from "../core/i18n.ts";
import type { I18n, Lang } from "../core/i18n.ts";
import { afterPaint } from "../core/scheduling.ts";
import { describeRefusal } from "../core/words.ts";
import type { Turn } from "../core/xiangqi.ts";
import { loadRules } from "../rules/rules.ts";
import { byId, icon } from "../ui/dom.ts";
import { createNotifier } from "../ui/notice.ts";
import { createLooks } from "./appearance.ts";
import type { Theme } from "./appearance.ts";
import { lazily } from "./lazily.ts";
import { createPageLanguage } from "./page-language.ts";
import { createPreferences } from "./preferences.ts";
import type { Settings } from "./settings.ts";
import { choose, createSettingsSheet } from "./settings-sheet.ts";
import type { SheetOptions } from "./settings-sheet.ts";
import { bindSiteNav } from "./site-nav.ts";
import { createSound } from "./sound.ts";
import { createStorage } from "./storage.ts";
import type { PageStorage } from "./storage.ts";

interface PageOptions {
  /** Returns the address of the page's own messages, which are added to those that all pages share. */
  words?: (lang: Lang) => URL;
  /** The locale key of the document's title, if the title does not change. */
  title?: MessageKey;
  /** Updates the page after a change of settings, language or looks. */
  show: () => void;
  /** Called when the marked elements of the page have been translated. */
  onTranslated?: () => void;
  /** The options of the settings sheet; a page without them has no such sheet. */
  sheet?: SheetOptions;
  /** The storage of the settings. */
  storage?: PageStorage;
}

export type PageShell = ReturnType<typeof createPage>;

export function createPage({ words, title, show, onTranslated, sheet, storage }: PageOptions) {
  const preferences = createPreferences(
    () => void refresh(),
    storage ?? createStorage(() => localStorage),
  );
  const i18n = createI18n(
    pickLanguage(preferences.settings.lang, navigator.languages),
    fetchMessages,
    ...(words ? [(lang: Lang) => fetchJson(words(lang))] : []),
  );
  const { t } = i18n;
  const { toast, announce, notify } = createNotifier(i18n);
  const sound = createSound(
    () => preferences.settings.sound,
    () => preferences.settings.volume,
  );
  const language = createPageLanguage(i18n, {
    notify,
    preferences,
    title,
    onTranslated: onPageTranslated,
  });
  const looks = createLooks(i18n, applySettings);
  const parts = { i18n, notify, preferences, language, looks, sound };
  const settings = sheet ? createSettingsSheet(parts, sheet) : null;

  function onPageTranslated() {
    applySettings();
    onTranslated?.();
  }

  /** Applies the settings to the parts that every page has: theme, looks, settings sheet and sound button. */
  function applySettings() {
    setTheme(preferences.theme);
    looks.update(preferences.settings, preferences.theme);
    settings?.update();
    const button = document.getElementById("sound");
    if (button) showSound(button, i18n, preferences.settings.sound);
  }

  /** Updates the page after a change of the settings, here or in another tab. */
  async function refresh() {
    applySettings();
    await language.follow();
    if (i18n.ready) show();
  }

  const toggleSound = () => preferences.change({ sound: !preferences.settings.sound });
  const openSettings = () => void settings?.open();

  return {
    i18n,
    t,
    notify,
    announce,
    toast,
    sound,
    preferences,
    language,
    looks,
    toggleSound,
    openSettings,
    /** Changes settings, after fetching the messages or the look that the new values need. */
    choose: (changed: Partial<Settings>) => choose(parts, changed),

    /** Returns a part of the page that is loaded at its first use. `load` imports its module and creates it. */
    lazily: <Part>(load: () => Promise<Part>) => lazily({ t, notify }, load),

    /** Shows a notice about the side to move, after a tap on a piece of the other side. */
    notifyTurn: (turn: Turn) => notify(t(turn === "w" ? "turn.red" : "turn.black")),

    /** Explains why a move was refused; `piece` is a letter of the placement. */
    refuse(reason: string | null | undefined, piece: string) {
      if (reason) notify(describeRefusal({ reason, piece }, i18n));
    },

    /**
     * Starts the page. Loads the messages before waiting for the rules, so that a failure of the rules can be reported.
     */
    async begin(loading = afterPaint().then(() => loadRules())) {
      loading.catch(() => {}); // the caller handles it
      for (const gesture of ["pointerup", "keydown"])
        addEventListener(gesture, sound.unlock, { capture: true });
      bindSiteNav();
      document.getElementById("sound")?.addEventListener("click", toggleSound);
      document.getElementById("settings")?.addEventListener("click", openSettings);
      applySettings();
      await language.begin();
      show();
      return loading;
    },

    /**
     * Calls `start`. If that fails, shows the message of the key `failed`, or a text in two languages if no messages
     * are loaded.
     */
    run: <Started>(start: () => Promise<Started>, failed: MessageKey): Promise<Started> =>
      // Starts in a separate task, so that the page is painted first.
      nextTask()
        .then(start)
        .catch((error) => {
          if (i18n.ready) {
            const retry = { label: t("action.retry"), onAction: () => location.reload() };
            notify(t(failed), { ms: 0, ...retry });
          } else byId("wordless").hidden = false;
          throw error;
        }),
  };
}

let shownTheme = "";

/** Applies the theme to the page and to the browser's own bars. */
function setTheme(theme: Theme): void {
  if (theme === shownTheme) return;
  shownTheme = theme;
  const root = document.documentElement;
  root.dataset.theme = theme;
  const bars = document.querySelector('meta[name="theme-color"]');
  bars?.setAttribute("content", getComputedStyle(root).getPropertyValue("--paper").trim());
}

function showSound(button: HTMLElement, { t }: I18n, isOn: boolean): void {
  const label = t(isOn ? "action.sound.on" : "action.sound.off");
  button.setAttribute("aria-label", label);
  button.title = label;
  if (button.dataset.on === String(isOn)) return;
  button.dataset.on = String(isOn);
  button.replaceChildren(icon(isOn ? "sound-on" : "sound-off"));
}
