// Sheets over the page: the new-game form and the settings. <dialog> brings focus and Escape along.

import { byId, el, setText } from "./dom.js";
import { fillLanguageChoice } from "./languages.js";
import { defaultChoices, readChoices } from "../choices.js";
import { SWITCHES } from "../storage.js";
import { isOver, isWorthKeeping } from "../state.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../i18n.js").I18n} I18n */
/** @typedef {import("../choices.js").Choices} Choices */

/** @param {string} id @returns {HTMLDialogElement} */
export function sheet(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  const close = () => dialog.close();
  for (const closer of dialog.querySelectorAll("[data-close]"))
    closer.addEventListener("click", close);
  // Only a press that begins outside closes it: text may be marked beyond the edge of the sheet.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => {
    outside = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (outside && event.target === dialog) close();
  });
  return dialog;
}

/** Every named field of a form at once. @param {HTMLFormElement} form @returns {(name: string) => any} */
const fields = (form) => (name) => form.elements.namedItem(name);

/**
 * @param {I18n} i18n
 * @param {object} does
 * @param {(choices: Choices, startFen?: string|null) => string[]} does.start  begins the game; returns what is wrong
 *        with the choices, nothing when it began. Without a `startFen` the game on the board goes on
 * @param {() => void} does.open  a record instead
 * @param {(fen: string) => void} does.setup  a position is to be set up; `fen` is what is written so far
 */
export function createNewGameDialog(i18n, { start, open, setup }) {
  const dialog = sheet("new-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("new-form"));
  const field = fields(form);
  const faults = byId("new-faults");
  const position = /** @type {HTMLDetailsElement} */ (byId("new-position"));
  const goOn = byId("new-go-on");

  const retell = () => {
    const level = field("level").value;
    const { mode, handicap, clock } = valuesOf(field);
    form.dataset.mode = mode;
    form.dataset.handicap = handicap;
    form.dataset.clock = clock;
    setText(byId("new-level-value"), i18n.t("new.level.value", { level }));
    setText(byId("new-level-name"), i18n.t(`level.${level}.name`));
    setText(byId("new-level-hint"), i18n.t(`level.${level}.hint`));
    field("level").setAttribute("aria-valuetext", `${level}, ${i18n.t(`level.${level}.name`)}`);
  };
  form.addEventListener("input", retell);
  field("fen").addEventListener("input", () => faults.replaceChildren());
  byId("new-open").addEventListener("click", () => (dialog.close(), open()));
  byId("new-setup").addEventListener(
    "click",
    () => (dialog.close(), setup(field("fen").value.trim())),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const startFen = field("fen").value.trim() || null;
    const lines = start(
      readChoices(valuesOf(field)),
      event.submitter === goOn ? undefined : startFen,
    );
    faults.replaceChildren(...lines.map((line) => el("li", "", line)));
    if (lines.length === 0) dialog.close();
    else position.open = true;
  });

  return {
    retell,
    /** @param {State} state @param {Choices} choices the last ones @param {string} [fen] to start from */
    open(state, choices, fen = "") {
      goOn.hidden = isOver(state) || !isWorthKeeping(state.game);
      for (const [name, value] of Object.entries(choices)) field(name).value = String(value);
      field("fen").value = fen;
      if (fen) position.open = true;
      faults.replaceChildren();
      retell();
      dialog.showModal();
      dialog.scrollTop = 0; // the focus is on the last button, for Enter
    },
  };
}

const NUMBERS = ["level", "minutes", "seconds"];

/** What the fields say, unchecked. @param {(name: string) => any} field @returns {any} */
function valuesOf(field) {
  const names = Object.keys(defaultChoices());
  const read = (/** @type {string} */ name) =>
    NUMBERS.includes(name) ? Number(field(name).value) : field(name).value;
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** @param {(settings: Partial<import("../state.js").Settings>) => void} change */
export function createSettingsDialog(change) {
  const dialog = sheet("settings-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("settings-form"));
  fillLanguageChoice(byId("settings-languages"));
  const field = fields(form);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const number = input.type === "range" ? Number(input.value) : input.value;
    change({ [input.name]: input.type === "checkbox" ? input.checked : number });
  });

  return {
    open: () => dialog.showModal(),
    /** @param {Pick<State, "settings">} state @param {string} lang the language in use */
    update({ settings }, lang) {
      field("lang").value = lang;
      field("theme").value = settings.theme;
      field("notation").value = settings.notation;
      field("volume").value = String(settings.volume);
      // A page has the switches that mean something on it.
      for (const name of SWITCHES.filter(field)) field(name).checked = settings[name];
    },
  };
}
