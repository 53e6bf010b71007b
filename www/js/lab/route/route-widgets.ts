// Small parts that the route's panel is put together from: buttons with a picture, fields with a name.

import { afterPress } from "../../ui/after-press.ts";
import { button, el, lineIcon, i18nElement, setText } from "../../ui/dom.ts";

/** In a square of 24, drawn as lines. */
const ICONS = {
  begin: "M7 6v12M17.500 6l-7 6l7 6z",
  back: "M15 6l-7 6l7 6z",
  play: "M8 5.500l10 6.500l-10 6.500z",
  pause: "M8.500 6v12M15.500 6v12",
  on: "M9 6l7 6l-7 6z",
  finish: "M17 6v12M6.500 6l7 6l-7 6z",
  undo: "M8 5.500L4.500 9L8 12.500M4.500 9h9.500a5 5 0 0 1 0 10h-4",
  redo: "M16 5.500l3.500 3.500l-3.500 3.500M19.500 9h-9.500a5 5 0 0 0 0 10h4",
};

/** @typedef {keyof typeof ICONS} IconName */

/** @param {IconName} name */
export const picture = (name) => lineIcon(ICONS[name]);

/** A button that is a picture only. @param {IconName} name @param {string} key of its words @param {() => void} act */
export function pictureButton(name, key, act) {
  const element = button("button button-small route-icon", act, picture(name));
  element.dataset.i18nLabel = key;
  return element;
}

/**
 * The button that plays and pauses, as it is now. Its picture is exchanged only for another one: a press whose picture
 * goes away before the release would be no click.
 * @param {HTMLButtonElement} element @param {HTMLElement} label in it @param {boolean} isPlaying @param {string} words
 */
export function showPlay(element, label, isPlaying, words) {
  const name = isPlaying ? "pause" : "play";
  if (element.dataset.picture !== name) element.replaceChildren(picture(name), label);
  element.dataset.picture = name;
  setText(label, words);
}

/** @param {string} className @param {string} key @param {() => void} act */
export function wordButton(className, key, act) {
  const element = button(className, act);
  element.dataset.i18n = key;
  return element;
}

/**
 * A number with its name.
 * @param {string} key @param {{ min: number, max: number }} bounds @param {(value: number) => void} onChange
 */
export function numberField(key, { min, max }, onChange) {
  const input = el("input", "route-number");
  input.type = "number";
  input.inputMode = "numeric";
  input.min = String(min);
  input.max = String(max);
  input.addEventListener("change", () => afterPress(() => onChange(input.valueAsNumber)));
  const field = el("label", "route-field", i18nElement("span", key, "field-label"), input);
  return { field, input };
}

/** Is nothing to move on its own? The page says so at its root. */
export const isCalm = () => document.documentElement.dataset.motion === "reduced";

/** Words that are said when they come. @param {HTMLElement} element */
export function alertOf(element) {
  const host = el("div", "", element);
  host.setAttribute("role", "alert");
  return host;
}

/** A picture with a name, or no picture of its own any more. @param {HTMLElement} element @param {string|null} words */
export function nameImage(element, words) {
  if (words === null) {
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
    return;
  }
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", words);
}
