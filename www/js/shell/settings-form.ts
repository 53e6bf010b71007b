// The sheet of settings. A page names the switches that mean something on it.

import { notationOf } from "../core/languages.ts";
import { button, el, i18nElement } from "../ui/dom.ts";
import { fillLanguageChoice } from "./language-menu.ts";
import { hasNeverPlayed } from "../core/settings.ts";
import { choice, fields, labelOf, makeSheet, toggle } from "../ui/sheet-parts.ts";

/** @typedef {typeof import("./storage.ts").SWITCHES[number]} Switch */

const THEMES = /** @type {const} */ ([
  ["system", "settings.theme.system"],
  ["light", "settings.theme.light"],
  ["dark", "settings.theme.dark"],
]);
const NOTATIONS = /** @type {const} */ ([
  ["chinese", "settings.notation.chinese"],
  ["wxf", "settings.notation.wxf"],
  ["iccs", "settings.notation.iccs"],
]);
/** In their order. @type {[Switch, key: string, hint?: string][]} */
const TOGGLES = [
  ["sound", "settings.sound"],
  ["music", "settings.music"],
  ["speak", "settings.speak", "settings.speak.hint"],
  ["showDests", "settings.dests"],
  ["evalBar", "settings.evalBar"],
  ["seeThink", "settings.seeThink"],
  ["insist", "settings.insist", "settings.insist.hint"],
  ["warnLoss", "settings.warnLoss", "settings.warnLoss.hint"],
  ["keepGames", "settings.keepGames", "settings.keepGames.hint"],
];
/** Those that make a sound of their own, before how loud it is. */
const LOUD = ["sound", "music"];

/**
 * @typedef {object} Parts
 * @property {readonly Switch[]} switches
 * @property {ReturnType<typeof import("./device-fields.ts").createDeviceFields>|null} device  of a page with an engine
 * @property {() => void} [progress]  shows how strong the person plays, where that is known
 */

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {Parts} parts
 * @param {(settings: Partial<import("../core/settings.ts").Settings>) => Promise<void>} change  done when it holds, or when it
 *   cannot
 */
export function createSettingsDialog(i18n, { switches, device, progress }, change) {
  const form = el("form", "", ...fieldsOf(switches, device?.fields ?? []));
  if (progress) {
    const link = button("link", () => (dialog.close(), progress()));
    link.dataset.i18n = "settings.progress";
    form.append(Object.assign(link, { id: "settings-progress" }));
  }
  form.id = "settings-form";
  const dialog = makeSheet("settings", "settings.title", i18n, form);
  const field = fields(form);
  /** Changes under way: until they hold, the sheet goes on showing what was chosen. */
  let pending = 0;
  let fill = () => {};
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const isNumber = ["range", "select-one"].includes(input.type);
    const number = isNumber ? Number(input.value) : input.value;
    pending++;
    try {
      await change({ [input.name]: input.type === "checkbox" ? input.checked : number });
    } finally {
      // The page shows what holds in its next frame.
      requestAnimationFrame(() => {
        pending--;
        fill();
      });
    }
  });

  return {
    open: () => dialog.showModal(),
    /**
     * @param {{ settings: import("../core/settings.ts").Settings, rating?: { experience: string|null } }} state
     * @param {string} lang the language in use
     */
    update({ settings, rating }, lang) {
      fill = () => {
        if (pending > 0) return;
        field("lang").value = lang;
        field("theme").value = settings.theme;
        field("notation").value = notationOf(settings);
        field("volume").value = String(settings.volume);
        device?.fill(settings);
        for (const name of switches)
          field(name).checked =
            settings[name] ?? (rating !== undefined && hasNeverPlayed({ rating }));
      };
      fill();
    },
  };
}

/** @param {readonly Switch[]} switches @param {HTMLElement[]} device */
function fieldsOf(switches, device) {
  const languages = el("div", "segments is-fluid");
  languages.id = "settings-languages";
  fillLanguageChoice(languages);
  const looks = el("div", "looks");
  looks.id = "looks"; // filled when it is first looked at
  const notation = choice("settings.notation", "notation", NOTATIONS);
  notation.append(i18nElement("p", "settings.notation.hint", "hint"));
  const toggles = TOGGLES.filter(([name]) => switches.includes(name));
  const made = (/** @type {boolean} */ loud) =>
    toggles.filter(([name]) => LOUD.includes(name) === loud).map((one) => toggle(...one));
  return [
    el("fieldset", "field", i18nElement("legend", "settings.language"), languages),
    looks,
    choice("settings.theme", "theme", THEMES),
    notation,
    ...made(true),
    volume(),
    ...made(false),
    ...device,
    el(
      "div",
      "field",
      i18nElement("h3", "settings.rules", "field-label"),
      i18nElement("p", "settings.rules.name", "rules-name"),
      i18nElement("p", "settings.rules.asian", "hint"),
    ),
  ];
}

function volume() {
  const input = Object.assign(el("input"), {
    type: "range",
    id: "settings-volume",
    name: "volume",
  });
  Object.assign(input, { min: "0", max: "100", step: "5" });
  return el("div", "field field-head", labelOf("settings.volume", input.id, ""), input);
}
