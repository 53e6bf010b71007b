// The small buttons beside the wordmark.

import { showSound } from "../page/common.js";
import { byId } from "./dom.js";
import { createLanguageList } from "./languages.js";

/**
 * @param {import("../i18n.js").I18n} i18n
 * @param {Record<"help"|"settings"|"toggleSound", () => void> & { speak: (lang: import("../i18n.js").Lang) => void }} actions
 */
export function createTools(i18n, actions) {
  byId("help").addEventListener("click", actions.help);
  byId("settings").addEventListener("click", actions.settings);
  const showLanguage = createLanguageList(actions.speak);
  byId("sound").addEventListener("click", actions.toggleSound);

  return {
    /** @param {import("../state.js").State} state */
    update({ settings }) {
      showLanguage(i18n.lang);
      showSound(i18n, settings.sound);
    },
  };
}
