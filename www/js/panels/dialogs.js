// Sheets over the page: the new-game form and the settings. <dialog> brings focus and Escape along.

import { byId, el, setText } from "./dom.js";
import { isOver, isWorthKeeping } from "../state.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../i18n.js").I18n} I18n */

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
 * @param {(choices: { mode: "engine"|"local", side: "red"|"black", level: number, startFen?: string|null }) => string[]} start
 *        begins the game; returns what is wrong with the choices, nothing when it began. Without a `startFen`
 *        the game on the board goes on
 */
export function createNewGameDialog(i18n, start) {
  const dialog = sheet("new-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("new-form"));
  const field = fields(form);
  const faults = byId("new-faults");
  const position = /** @type {HTMLDetailsElement} */ (byId("new-position"));
  const goOn = byId("new-go-on");

  const retell = () => {
    const level = field("level").value;
    form.dataset.mode = field("mode").value;
    setText(byId("new-level-value"), i18n.t("new.level.value", { level }));
    setText(byId("new-level-name"), i18n.t(`level.${level}.name`));
    setText(byId("new-level-hint"), i18n.t(`level.${level}.hint`));
    field("level").setAttribute("aria-valuetext", `${level}, ${i18n.t(`level.${level}.name`)}`);
  };
  form.addEventListener("input", retell);
  field("fen").addEventListener("input", () => faults.replaceChildren());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = field("side").value;
    const side = wanted === "random" ? (Math.random() < 0.5 ? "red" : "black") : wanted;
    const choices = { mode: field("mode").value, side, level: Number(field("level").value) };
    const startFen = field("fen").value.trim() || null;
    const lines = start(event.submitter === goOn ? choices : { ...choices, startFen });
    faults.replaceChildren(...lines.map((line) => el("li", "", line)));
    if (lines.length === 0) dialog.close();
    else position.open = true;
  });

  return {
    retell,
    /** @param {State} state */
    open(state) {
      const { game } = state;
      goOn.hidden = isOver(state) || !isWorthKeeping(game);
      field("mode").value = game.mode;
      field("side").value = game.side;
      field("level").value = String(game.level);
      field("fen").value = "";
      faults.replaceChildren();
      retell();
      dialog.showModal();
      dialog.scrollTop = 0; // the focus is on the last button, for Enter
    },
  };
}

/** @param {(settings: Partial<import("../state.js").Settings>) => void} change */
export function createSettingsDialog(change) {
  const dialog = sheet("settings-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("settings-form"));
  const field = fields(form);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    change({ [input.name]: input.type === "checkbox" ? input.checked : input.value });
  });

  return {
    open: () => dialog.showModal(),
    /** @param {State} state @param {string} lang the language in use */
    update({ settings }, lang) {
      field("lang").value = lang;
      field("theme").value = settings.theme;
      field("notation").value = settings.notation;
      field("sound").checked = settings.sound;
      field("showDests").checked = settings.showDests;
    },
  };
}
