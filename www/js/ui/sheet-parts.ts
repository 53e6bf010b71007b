// What sheets are made of, and a sheet that is made when it is first opened. Its words are named by their keys, as those
// of the page are, so that another language reaches them too.

import { button, el, icon, said } from "./dom.ts";
import { sheet } from "./dialogs.ts";
import { translate } from "../core/i18n.js";

/** @typedef {import("../core/i18n.js").I18n} I18n */
/** @typedef {readonly (readonly [value: string, key: string])[]} Options */

/**
 * A sheet under its name, put into the page.
 * @param {string} id  its dialog is `id-dialog` @param {string} title key @param {I18n} i18n @param {HTMLElement} body
 */
export function makeSheet(id, title, i18n, body) {
  const heading = Object.assign(said("h2", title), { id: `${id}-title` });
  const close = button("tool", () => {}, icon("close"));
  close.dataset.close = "";
  close.dataset.i18nLabel = "action.close";
  body.classList.add("sheet-body");
  const dialog = el("dialog", "sheet", el("header", "sheet-head", heading, close), body);
  dialog.id = `${id}-dialog`;
  dialog.setAttribute("aria-labelledby", heading.id);
  document.body.append(dialog);
  translate(dialog, i18n);
  return sheet(dialog.id);
}

/** Opens it at its top, wherever the focus is. @param {HTMLDialogElement} dialog */
export function show(dialog) {
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

/** One of few. @param {string} name @param {Options} options @param {string} [className] */
export function segments(name, options, className = "") {
  const labels = options.map(([value, key]) => {
    const input = Object.assign(el("input"), { type: "radio", name, value });
    return el("label", "", input, said("span", key));
  });
  return el("div", `segments ${className}`.trim(), ...labels);
}

/** The same under a legend. @param {string} legend key @param {string} name @param {Options} options @param {string} [className] of the field */
export const choice = (legend, name, options, className = "") =>
  el("fieldset", `field ${className}`.trim(), said("legend", legend), segments(name, options));

/** One of several, in a list. @param {string} id @param {string} name @param {Options} options */
export function list(id, name, options) {
  const choices = options.map(([value, key]) => Object.assign(said("option", key), { value }));
  return Object.assign(el("select", "", ...choices), { id, name });
}

/** On or off. @param {string} name @param {string} key @param {string} [hint] key */
export function toggle(name, key, hint) {
  const input = Object.assign(el("input"), { type: "checkbox", name });
  input.setAttribute("role", "switch");
  const words = said("span", key);
  const both = hint ? el("span", "", words, said("small", hint, "hint")) : words;
  return el("label", "field switch", both, input);
}

/** The label of a field. @param {string} key @param {string} id of the field @param {string} [className] */
export const labelOf = (key, id, className = "field-label") =>
  Object.assign(said("label", key, className), { htmlFor: id });

/** Text to be written or read, not to be corrected. @param {string} id @param {number} rows */
export function textField(id, rows) {
  const field = Object.assign(el("textarea"), { id, rows, spellcheck: false });
  field.autocapitalize = "off";
  field.autocomplete = "off";
  return field;
}

/** The button that a form is sent by, where the focus is when it opens. @param {string} key */
export function submit(key) {
  const element = said("button", key, "button button-primary");
  return Object.assign(element, { type: "submit", autofocus: true });
}

/** The fields of a form by name, radio buttons as one. @param {HTMLFormElement} form */
export const fields = (form) => (/** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
