// Elements are made here and nowhere from strings, so no text can turn into markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {(Node|string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/**
 * An element of a picture.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|number>} attributes
 * @param {(Node|string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** One of the page's own icons. @param {string} name without the `i-` of its symbol */
export const icon = (name) =>
  draw("svg", { class: "icon", "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));

/** An icon of lines. @param {string} d its path, in a square of 24 */
export const lineIcon = (d) =>
  draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d }));

/**
 * An element whose words are named by their key, so that another language reaches them too.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} key @param {string} [className]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function said(tag, key, className = "") {
  const element = el(tag, className);
  element.dataset.i18n = key;
  return element;
}

/** @param {string} className @param {() => void} onClick @param {(Node|string)[]} children */
export function button(className, onClick, ...children) {
  const element = el("button", className, ...children);
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element with id ${id}`);
  return element;
}

/** The language of moves, which need not be the page's. @param {import("../core/xiangqi.js").Notation} notation @param {{ html: string }} i18n */
export function langOf(notation, { html }) {
  if (notation !== "chinese") return notation === "wxf" && html === "vi" ? html : "en";
  return html.startsWith("zh") ? html : "zh-CN";
}

/** Writes only what differs, so that a frame without news costs nothing. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Offers other values; keeps what was chosen where it is still there. @param {HTMLSelectElement} list @param {string[]} values @param {(value: string) => string} label */
export function fillIn(list, values, label) {
  const before = list.value;
  list.replaceChildren(
    ...values.map((value) => {
      const option = el("option", "", label(value));
      option.value = value;
      return option;
    }),
  );
  if (values.includes(before)) list.value = before;
}

/** The whole address of a page beside this one. @param {string} page @param {string} hash with its `#` */
export const pageUrl = (page, hash) =>
  new URL(page, document.baseURI).href.replace(/#.*$/, "") + hash;

/**
 * Puts a text into the clipboard. One that is still being made is handed over as a promise: some browsers allow copying
 * only at the very moment when a person presses something.
 * @param {string|Promise<string>} text @returns {Promise<boolean>} whether that is allowed
 */
export async function toClipboard(text) {
  try {
    if (typeof text === "string" || typeof ClipboardItem === "undefined")
      await navigator.clipboard.writeText(await text);
    else {
      const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
      blob.catch(() => {}); // whoever makes the text tells of it
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    }
    return true;
  } catch {
    return false;
  }
}
