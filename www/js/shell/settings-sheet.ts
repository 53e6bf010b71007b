// The sheet of settings, of a page whose settings are `createPreferences`'.

import { lazily } from "./lazily.ts";

/** @typedef {typeof import("./storage.ts").SWITCHES[number]} Switch */

/**
 * @typedef {object} SheetOptions
 * @property {readonly Switch[]} switches  those that mean something on the page
 * @property {boolean} [engine]            the page has an engine, which uses cores and memory of the device
 * @property {() => { experience: string|null }} [rating]  how strong the person plays, where that is known
 * @property {() => void} [progress]       shows it
 */

/**
 * What of a page the settings change.
 * @typedef {object} Parts
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {import("./lazily.ts").Tell} tell
 * @property {ReturnType<typeof import("./preferences.ts").createPreferences>} preferences
 * @property {ReturnType<typeof import("./page-language.ts").createPageLanguage>} language
 * @property {ReturnType<typeof import("./appearance.ts").createLooks>} looks
 * @property {ReturnType<typeof import("./sound.ts").createSound>} sound
 */

/** What has to be fetched first is. @param {Parts} parts @param {Partial<import("../core/settings.ts").Settings>} changed */
export async function choose({ preferences, language, looks, sound }, changed) {
  if (changed.lang) await language.switchTo(changed.lang);
  else if (await looks.canLoad(preferences.settings, changed)) preferences.change(changed);
  else return;
  sound.play("pick");
}

/** @param {Parts} parts @param {SheetOptions} options */
export function createSettingsSheet(parts, { switches, engine, rating, progress }) {
  const { i18n, tell, preferences, looks } = parts;
  const sheet = lazily({ t: i18n.t, tell }, async () => {
    const { createSettingsDialog } = await import("./settings-form.ts");
    const device = engine ? (await import("./device-fields.ts")).createDeviceFields() : null;
    return createSettingsDialog(i18n, { switches, device, progress }, onChange);
  });
  const update = () =>
    sheet.made?.update({ settings: preferences.settings, rating: rating?.() }, i18n.lang);

  /** @param {Partial<import("../core/settings.ts").Settings>} changed @returns {Promise<void>} */
  async function onChange(changed) {
    await choose(parts, changed);
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
