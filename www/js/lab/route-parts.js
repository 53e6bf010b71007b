// Small parts that the route's panel is put together from: buttons with a picture, fields with a name.

import { button, el } from "../panels/dom.js";

const SVG = "http://www.w3.org/2000/svg";

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
export function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that is a picture only. @param {IconName} name @param {string} key of its words @param {() => void} act */
export function pictureButton(name, key, act) {
  const element = button("button button-small route-icon", act, picture(name));
  element.dataset.i18nLabel = key;
  return element;
}

/** @param {string} className @param {string} key @param {() => void} act */
export function wordButton(className, key, act) {
  const element = button(className, act);
  element.dataset.i18n = key;
  return element;
}

/** An element whose text is a line of words. @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} className @param {string} key @returns {HTMLElementTagNameMap[Tag]} */
export function worded(tag, className, key) {
  const element = el(tag, className);
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
  input.addEventListener("change", () => onChange(input.valueAsNumber));
  const field = el("label", "route-field", worded("span", "field-label", key), input);
  return { field, input };
}

/** Is it a whole number within these bounds? @param {number} value @param {{ min: number, max: number }} bounds */
export const isWithin = (value, { min, max }) =>
  Number.isInteger(value) && value >= min && value <= max;

/** Copies, or where that is forbidden does what else can be done. @param {string} text @param {() => void} instead @returns {Promise<boolean>} */
export async function copyText(text, instead) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    instead();
    return false;
  }
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
