// The small buttons beside the wordmark.

import { showSound } from "../../shell/common.js";
import { byId } from "../../ui/dom.js";
import { createLanguageList } from "../../shell/language-menu.js";

/**
 * @param {import("../../core/i18n.js").I18n} i18n
 * @param {Record<"help"|"settings"|"toggleSound", () => void> & { speak: (lang: import("../../core/i18n.js").Lang) => void }} actions
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
