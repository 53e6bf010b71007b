// The small buttons beside the wordmark.

import { byId, icon } from "./dom.js";
import { createLanguageList } from "./languages.js";

/**
 * @param {import("../i18n.js").I18n} i18n
 * @param {Record<"help"|"settings"|"toggleSound", () => void> & { speak: (lang: import("../i18n.js").Lang) => void }} actions
 */
export function createTools(i18n, actions) {
  const sound = byId("sound");
  byId("help").addEventListener("click", actions.help);
  byId("settings").addEventListener("click", actions.settings);
  const showLanguage = createLanguageList(actions.speak);
  sound.addEventListener("click", actions.toggleSound);
  /** @type {boolean|null} */
  let shown = null;

  return {
    /** @param {import("../state.js").State} state */
    update({ settings }) {
      showLanguage(i18n.lang);
      const label = i18n.t(settings.sound ? "action.sound.on" : "action.sound.off");
      sound.setAttribute("aria-label", label);
      sound.title = label;
      if (shown === settings.sound) return;
      shown = settings.sound;
      sound.replaceChildren(icon(shown ? "sound-on" : "sound-off"));
    },
  };
}
