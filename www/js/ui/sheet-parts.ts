// Makes sheets and their form fields. Their texts are passed as locale keys, so the texts change with the language of
// the page.

import type { MessageKey } from "../core/message-keys.ts";
import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { sheet } from "./dialogs.ts";
import { button, el, i18nElement, icon } from "./dom.ts";

export type Options = readonly (readonly [value: string, key: MessageKey])[];

/** Builds a sheet with the id `ID-dialog` and adds it to the page. `title` is a locale key. */
export function makeSheet(
  id: string,
  title: MessageKey,
  i18n: I18n,
  body: HTMLElement,
): HTMLDialogElement {
  const heading = Object.assign(i18nElement("h2", title), { id: `${id}-title` });
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

/** Opens a sheet and scrolls it to its top, wherever the focus is. */
export function show(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

/** Makes a row of radio buttons. */
export function segments(name: string, options: Options, className = ""): HTMLDivElement {
  const labels = options.map(([value, key]) => {
    const input = Object.assign(el("input"), { type: "radio", name, value });
    return el("label", "", input, i18nElement("span", key));
  });
  return el("div", `segments ${className}`.trim(), ...labels);
}

/** Makes a field of radio buttons under a legend, which is a locale key. */
export const choice = (
  legend: MessageKey,
  name: string,
  options: Options,
  className = "",
): HTMLFieldSetElement =>
  el(
    "fieldset",
    `field ${className}`.trim(),
    i18nElement("legend", legend),
    segments(name, options),
  );

/** Makes a drop-down list. */
export function list(id: string, name: string, options: Options): HTMLSelectElement {
  const choices = options.map(([value, key]) =>
    Object.assign(i18nElement("option", key), { value }),
  );
  return Object.assign(el("select", "", ...choices), { id, name });
}

/** Makes a switch. `key` and `hint` are locale keys. */
export function toggle(name: string, key: MessageKey, hint?: MessageKey): HTMLLabelElement {
  const input = Object.assign(el("input"), { type: "checkbox", name });
  input.setAttribute("role", "switch");
  const words = i18nElement("span", key);
  const both = hint ? el("span", "", words, i18nElement("small", hint, "hint")) : words;
  return el("label", "field switch", both, input);
}

/** Makes the label of the field with the id `id`. */
export const labelOf = (key: MessageKey, id: string, className = "field-label"): HTMLLabelElement =>
  Object.assign(i18nElement("label", key, className), { htmlFor: id });

/** Makes a field for text that the browser does not correct. */
export function textField(id: string, rows: number): HTMLTextAreaElement {
  const field = Object.assign(el("textarea"), { id, rows, spellcheck: false });
  field.autocapitalize = "off";
  field.autocomplete = "off";
  return field;
}

/** Makes the button that submits a form and has the focus when the form opens. */
export function submit(key: MessageKey): HTMLButtonElement {
  const element = i18nElement("button", key, "button button-primary");
  return Object.assign(element, { type: "submit" as const, autofocus: true });
}

/**
 * Returns a function that finds the fields of a form by name. Radio buttons of one name are one field, of which only
 * `value` can be used.
 */
export const fields =
  (form: HTMLFormElement) =>
  (name: string): HTMLInputElement =>
    form.elements.namedItem(name) as HTMLInputElement;
