// The settings sheet of a page, fetched when it is first opened.

import type { I18n } from "../core/i18n.ts";
import type { Notify } from "../ui/notice.ts";
import type { PageLooks } from "./appearance.ts";
import { lazily } from "./lazily.ts";
import type { PageLanguage } from "./page-language.ts";
import type { Preferences } from "./preferences.ts";
import type { Settings, Switch } from "./settings.ts";
import type { PageSound } from "./sound.ts";

export interface SheetOptions {
  /** The switches that apply to the page. */
  switches: readonly Switch[];
  /** True on a page with an engine. Adds the fields for cores and memory to the sheet. */
  engine?: boolean;
  /** Returns the person's answer about their experience; absent on pages that do not ask for it. */
  rating?: () => { experience: string | null };
  /** Opens the view of the person's strength; absent on a page without that view. */
  progress?: () => void;
}

/** The parts of a page that settings change. */
interface Parts {
  i18n: I18n;
  notify: Notify;
  preferences: Preferences;
  language: PageLanguage;
  looks: PageLooks;
  sound: PageSound;
}

/** Changes settings, after fetching the messages or the look that the new values need. */
export async function choose(
  { preferences, language, looks, sound }: Parts,
  changed: Partial<Settings>,
): Promise<void> {
  if (changed.lang) await language.switchTo(changed.lang);
  else if (await looks.canLoad(preferences.settings, changed)) preferences.change(changed);
  else return;
  sound.play("pick");
}

export function createSettingsSheet(
  parts: Parts,
  { switches, engine, rating, progress }: SheetOptions,
) {
  const { i18n, notify, preferences, looks } = parts;
  const sheet = lazily({ t: i18n.t, notify }, async () => {
    const { createSettingsDialog } = await import("./settings-form.ts");
    const device = engine ? (await import("./device-fields.ts")).createDeviceFields() : null;
    return createSettingsDialog(i18n, { switches, device, progress }, onChange);
  });
  const update = () =>
    sheet.part?.update({ settings: preferences.settings, rating: rating?.() }, i18n.lang);

  async function onChange(changed: Partial<Settings>) {
    await choose(parts, changed);
    update();
  }

  return {
    update,
    open: () =>
      sheet((dialog) => {
        update();
        dialog.open();
        void looks.show();
      }),
  };
}
