// The settings sheet. Its fields are made from `SETTINGS`; a page lists the switches that apply to it.

import type { MessageKey } from "../core/message-keys.ts";
import type { I18n, Lang } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { button, el, i18nElement } from "../ui/dom.ts";
import { choice, fields, labelOf, makeSheet, toggle } from "../ui/sheet-parts.ts";
import { addBookChoice } from "./book-choice.ts";
import type { DeviceFields } from "./device-fields.ts";
import { fillLanguageChoice } from "./language-menu.ts";
import { SETTINGS, SETTING_NAMES, hasNeverPlayed, isSwitch } from "./settings.ts";
import type { SettingName, Settings, Switch } from "./settings.ts";

interface SheetParts {
  switches: readonly Switch[];
  /** Null on a page without an engine. */
  device: DeviceFields | null;
  /** Opens the view of the person's strength; absent on a page without that view. */
  progress?: (() => void) | undefined;
}

/** The values that the sheet shows. */
interface SheetState {
  settings: Settings;
  /** The person's answer to the question about their experience; absent on pages that do not ask it. */
  rating?: { experience: string | null } | undefined;
}

/** Creates the sheet. `change` resolves when a change has been applied or has failed. */
export function createSettingsDialog(
  i18n: I18n,
  { switches, device, progress }: SheetParts,
  change: (changed: Partial<Settings>) => Promise<void>,
) {
  const form = el("form", "", ...formFields(switches, device?.fields ?? []));
  if (progress) {
    const link = button("link", () => (dialog.close(), progress()));
    link.dataset.i18n = "settings.progress";
    form.append(Object.assign(link, { id: "settings-progress" }));
  }
  form.id = "settings-form";
  // Only the page of the game has an engine that plays from a book.
  const bookChoice = switches.includes("insist") ? addBookChoice(form, i18n) : null;
  bookChoice?.catch(reportError);
  const dialog = makeSheet("settings", "settings.title", i18n, form);
  const field = fields(form);
  /**
   * The number of changes that are not applied yet. While there are any, the fields keep showing the person's choices.
   */
  let pending = 0;
  let fill = () => {};
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", async (event) => {
    const { type, name, checked, value } = event.target as HTMLInputElement;
    const isNumber = ["range", "select-one"].includes(type);
    pending++;
    try {
      await change({ [name]: type === "checkbox" ? checked : isNumber ? Number(value) : value });
    } finally {
      // The page applies the settings in its next frame.
      requestAnimationFrame(() => {
        pending--;
        fill();
      });
    }
  });

  /** Fills the fields with `values`, which include the device's defaults for settings without a value. */
  function fillFields({ rating }: SheetState, values: Settings) {
    for (const name of SETTING_NAMES) {
      const input = field(name);
      // looks-form.ts fills the fields of looks, and a page has only some of the switches.
      if (SETTINGS[name].kind === "look" || !input) continue;
      if (isSwitch(name))
        input.checked = values[name] ?? (rating !== undefined && hasNeverPlayed({ rating }));
      else input.value = String(values[name]);
    }
  }

  return {
    open: () => dialog.showModal(),
    /** `lang` is the language in use. */
    update(state: SheetState, lang: Lang) {
      const { settings } = state;
      fill = () => {
        if (pending > 0) return;
        const notation = notationOf(settings);
        void bookChoice?.then(({ redraw }) => redraw()).catch(() => {});
        fillFields(state, { ...settings, lang, notation, ...device?.values(settings) });
      };
      fill();
    },
  };
}

const formFields = (switches: readonly Switch[], device: HTMLElement[]): HTMLElement[] => [
  ...SETTING_NAMES.filter((name) => !isSwitch(name) || switches.includes(name)).flatMap(fieldsOf),
  ...device,
  el(
    "div",
    "field",
    i18nElement("h3", "settings.rules", "field-label"),
    i18nElement("p", "settings.rules.name", "rules-name"),
    i18nElement("p", "settings.rules.asian", "hint"),
  ),
];

/**
 * Makes the field of a setting. For the first look, makes the host element for the fields of all looks; for the others,
 * nothing.
 */
function fieldsOf(name: SettingName): HTMLElement[] {
  const setting = SETTINGS[name];
  const { kind, hint, label = `settings.${name}` } = setting;
  if (kind === "language") return [languageField(label)];
  if (kind === "range") return [rangeField(name, label)];
  if (kind === "switch") return [toggle(name, label, hint ? `settings.${name}.hint` : undefined)];
  if (kind === "choice" && "values" in setting) {
    const options = setting.values.map(
      (value) => [`${value}`, `settings.${name}.${value}`] as const,
    );
    const field = choice(label, name, options);
    if (hint) field.append(i18nElement("p", `settings.${name}.hint`, "hint"));
    return [field];
  }
  // `createLookFields` fills the host element when the sheet is opened.
  if (name === "pieces") return [Object.assign(el("div", "looks"), { id: "looks" })];
  return [];
}

function languageField(label: MessageKey): HTMLElement {
  const languages = Object.assign(el("div", "segments is-fluid"), { id: "settings-languages" });
  fillLanguageChoice(languages);
  return el("fieldset", "field", i18nElement("legend", label), languages);
}

function rangeField(name: string, label: MessageKey): HTMLElement {
  const input = Object.assign(el("input"), { type: "range", id: `settings-${name}`, name });
  Object.assign(input, { min: "0", max: "100", step: "5" });
  return el("div", "field field-head", labelOf(label, input.id, ""), input);
}
