// What every page has: words, a place to tell things, sound, looks, the sheet of settings, and the way to the rules.

import { createI18n, fetchJson, fetchMessages, pickLanguage } from "../core/i18n.ts";
import { afterPaint } from "../core/scheduling.ts";
import { describeRefusal } from "../core/words.ts";
import { loadRules } from "../rules/rules.ts";
import { byId, icon } from "../ui/dom.ts";
import { createNotifier } from "../ui/notice.ts";
import { createLooks } from "./appearance.ts";
import { lazily } from "./lazily.ts";
import { createPageLanguage } from "./page-language.ts";
import { createPreferences } from "./preferences.ts";
import { choose, createSettingsSheet } from "./settings-sheet.ts";
import { createSound } from "./sound.ts";
import { bindSiteNav } from "./site-nav.ts";
import { createStorage } from "./storage.ts";

/** @import { Lang } from "../core/languages.ts" */
/** @import { Settings } from "../core/settings.ts" */
/** @import { SheetOptions } from "./settings-sheet.ts" */

/**
 * @typedef {object} PageOptions
 * @property {(lang: Lang) => URL} [words]  where the page's own words are, beside those that all pages share
 * @property {string} [title]               key of the page's name, where that does not change
 * @property {() => void} show              shows the page anew: settings, language or looks have changed
 * @property {() => void} [spoken]          another language is spoken; what the document marks has been said
 * @property {SheetOptions} [sheet]         of settings; without it the page has none
 * @property {ReturnType<typeof createStorage>} [storage]  where the settings are kept
 */

/** @typedef {ReturnType<typeof createPage>} PageShell */

/** @param {PageOptions} options */
export function createPage({ words, title, show, spoken, sheet, storage }) {
  const preferences = createPreferences(
    () => void refresh(),
    storage ?? createStorage(() => localStorage),
  );
  const i18n = createI18n(
    pickLanguage(preferences.settings.lang, navigator.languages),
    fetchMessages,
    ...(words ? [(/** @type {Lang} */ lang) => fetchJson(words(lang))] : []),
  );
  const { t } = i18n;
  const { toast, announce, notify: tell } = createNotifier(i18n);
  const sound = createSound(
    () => preferences.settings.sound,
    () => preferences.settings.volume,
  );
  const language = createPageLanguage(i18n, { tell, preferences, title, said: onSpoken });
  const looks = createLooks(i18n, present);
  const parts = { i18n, tell, preferences, language, looks, sound };
  const settings = sheet ? createSettingsSheet(parts, sheet) : null;

  function onSpoken() {
    present();
    spoken?.();
  }

  /** What the settings choose, for the page around its parts. */
  function present() {
    setTheme(preferences.theme);
    looks.update(preferences.settings, preferences.theme);
    settings?.update();
    const button = document.getElementById("sound");
    if (button) showSound(button, i18n, preferences.settings.sound);
  }

  /** The settings have changed, here or in another tab. */
  async function refresh() {
    present();
    await language.follow();
    if (i18n.ready) show();
  }

  const toggleSound = () => preferences.change({ sound: !preferences.settings.sound });

  return {
    i18n,
    t,
    tell,
    announce,
    toast,
    sound,
    preferences,
    language,
    looks,
    toggleSound,
    openSettings: () => void settings?.open(),
    /** Sets something; what has to be fetched for it is, first. @param {Partial<Settings>} changed */
    choose: (changed) => choose(parts, changed),

    /**
     * A part that is fetched when it is first used.
     * @template Part
     * @param {() => Promise<Part>} load  imports the part and makes it
     */
    lazily: (load) => lazily({ t, tell }, load),

    /** A piece of the other side was tapped. @param {"w"|"b"} turn */
    sayTurn: (turn) => tell(t(turn === "w" ? "turn.red" : "turn.black")),

    /** The board would not have a move: says why. @param {string|null|undefined} reason @param {string} piece a letter of the placement */
    refuse(reason, piece) {
      if (reason) tell(describeRefusal({ reason, piece }, i18n));
    },

    /**
     * The words and the rules; the words come first, to say what went wrong.
     * @param {ReturnType<typeof loadRules>} [loading]
     */
    async begin(loading = afterPaint().then(() => loadRules())) {
      loading.catch(() => {}); // heard below
      for (const gesture of ["pointerup", "keydown"])
        addEventListener(gesture, sound.unlock, { capture: true });
      bindSiteNav();
      document.getElementById("sound")?.addEventListener("click", toggleSound);
      document.getElementById("settings")?.addEventListener("click", () => void settings?.open());
      present();
      await language.begin();
      show();
      return loading;
    },

    /**
     * Runs what starts the page. Where it fails the page says so, in its language when the words are there.
     * @template Started
     * @param {() => Promise<Started>} start @param {string} failed  key of what is said
     * @returns {Promise<Started>}
     */
    run: (start, failed) =>
      start().catch((error) => {
        if (i18n.ready) {
          const again = { label: t("action.retry"), onAction: () => location.reload() };
          tell(t(failed), { ms: 0, ...again });
        } else byId("wordless").hidden = false;
        throw error;
      }),
  };
}

let shownTheme = "";

/** Puts the theme on the page and on the browser's own bars. @param {"light"|"dark"} theme */
function setTheme(theme) {
  if (theme === shownTheme) return;
  shownTheme = theme;
  const root = document.documentElement;
  root.dataset.theme = theme;
  const bars = document.querySelector('meta[name="theme-color"]');
  bars?.setAttribute("content", getComputedStyle(root).getPropertyValue("--paper").trim());
}

/** @param {HTMLElement} button @param {import("../core/i18n.ts").I18n} i18n @param {boolean} isOn */
function showSound(button, { t }, isOn) {
  const label = t(isOn ? "action.sound.on" : "action.sound.off");
  button.setAttribute("aria-label", label);
  button.title = label;
  if (button.dataset.on === String(isOn)) return;
  button.dataset.on = String(isOn);
  button.replaceChildren(icon(isOn ? "sound-on" : "sound-off"));
}
