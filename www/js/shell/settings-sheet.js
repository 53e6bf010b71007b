// The sheet of settings, of a page whose settings are `createPreferences`'.

import { lazily } from "./lazily.js";

/** @typedef {typeof import("./storage.js").SWITCHES[number]} Switch */

/**
 * @param {object} page
 * @param {import("../core/i18n.js").I18n} page.i18n
 * @param {import("../play/context.js").Page["tell"]} page.tell
 * @param {ReturnType<typeof import("./preferences.js").createPreferences>} page.preferences
 * @param {ReturnType<typeof import("./common.js").createPageLanguage>} page.language
 * @param {ReturnType<typeof import("./appearance.js").createLooks>} page.looks
 * @param {readonly Switch[]} switches  those that mean something on it
 */
export function createSettingsSheet({ i18n, tell, preferences, language, looks }, switches) {
  const sheet = lazily({ t: i18n.t, tell }, async () => {
    const { createSettingsDialog } = await import("./settings-form.js");
    return createSettingsDialog(i18n, switches, choose);
  });
  const update = () => sheet.made?.update(preferences, i18n.lang);

  /** What has to be fetched first is. @param {Partial<import("../core/settings.js").Settings>} changed */
  async function choose(changed) {
    if (changed.lang) await language.switchTo(changed.lang);
    else if (await looks.canWear(preferences.settings, changed)) preferences.change(changed);
    update();
  }

  return {
    update,
    open: () =>
      sheet((made) => {
        update();
        made.open();
        void looks.show();
      }),
  };
}
