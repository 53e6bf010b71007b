// Makes the elements of the page, never from strings of HTML, so that no text can become markup.

import type { MessageKey } from "../core/message-keys.ts";
import type { I18n } from "../core/i18n.ts";
import type { Notation } from "../core/xiangqi.ts";

const SVG = "http://www.w3.org/2000/svg";

type Child = Node | string;

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Makes an SVG element. */
export function draw<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number>,
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Makes an icon from one of the SVG symbols in the page. `name` is the symbol's id without the prefix `i-`. */
export const icon = (name: string): SVGSVGElement =>
  draw("svg", { class: "icon", "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));

/** Makes an icon of lines from SVG path data in a box of 24 by 24 units. */
export const lineIcon = (d: string): SVGSVGElement =>
  draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d }));

/** Makes an element that `translate` fills with the text of a locale key, whenever the language changes. */
export function i18nElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  key: MessageKey,
  className = "",
): HTMLElementTagNameMap[Tag] {
  const element = el(tag, className);
  element.dataset.i18n = key;
  return element;
}

export function button(
  className: string,
  onClick: () => void,
  ...children: Child[]
): HTMLButtonElement {
  const element = el("button", className, ...children);
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

/** Returns the element with an id. Throws if there is none, or if it is not of the class `type`. */
export function byId(id: string): HTMLElement;
export function byId<T extends HTMLElement>(id: string, type: new () => T): T;
export function byId(id: string, type?: new () => HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element with id ${id}`);
  if (type && !(element instanceof type)) throw new Error(`#${id} is no ${type.name}`);
  return element;
}

/** Returns the `lang` attribute for moves, which need not be in the language of the page. */
export function langOfMoves(notation: Notation, { htmlLang }: Pick<I18n, "htmlLang">): string {
  if (notation !== "chinese") return notation === "wxf" && htmlLang === "vi" ? htmlLang : "en";
  return htmlLang.startsWith("zh") ? htmlLang : "zh-CN";
}

/** Sets the text of an element only if it differs, so that an update without changes causes no new layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Replaces the options of a list. The chosen value stays chosen if it is among the new values. */
export function setOptions<Value extends string>(
  list: HTMLSelectElement,
  values: readonly Value[],
  label: (value: Value) => string,
): void {
  const chosen = list.value;
  list.replaceChildren(
    ...values.map((value) => {
      const option = el("option", "", label(value));
      option.value = value;
      return option;
    }),
  );
  if (values.some((value) => value === chosen)) list.value = chosen;
}

/** Returns the absolute address of a page in the same folder. `hash` begins with `#`. */
export const pageUrl = (page: string, hash: string): string =>
  new URL(page, document.baseURI).href.replace(/#.*$/, "") + hash;

/**
 * Copies a text to the clipboard; returns true if that is allowed. Pass a text that takes time to make as a promise,
 * since some browsers allow copying only during a press. The caller has to handle a rejection of its promise.
 */
export async function toClipboard(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string" || typeof ClipboardItem === "undefined")
      await navigator.clipboard.writeText(await text);
    else {
      const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
      blob.catch(() => {});
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    }
    return true;
  } catch {
    return false;
  }
}
