// Words. Every sentence lives in locales/*.json under a flat key; the page marks its elements with
// data-i18n="key" (text) or data-i18n-label="key" (accessible name and tooltip).

import { LANGUAGES, pickLanguage, readSigns, writeMove, writeSigns } from "./languages.ts";

export { pickLanguage };

/** @typedef {import("./languages.ts").Lang} Lang */
/** @typedef {Record<string, string>} Messages */

/**
 * `{name}` is replaced by the parameter of that name, and `{name:move|moves}` by the first word where that is 1, else by
 * the second. Without the parameter nothing is shown, and the fault is reported as an uncaught error is: tests see it,
 * readers do not.
 * @param {string} line @param {Record<string, string|number>} [params]
 */
export function fill(line, params = {}) {
  return line.replace(/\{(\w+)(?::([^|{}]+)\|([^|{}]+))?\}/g, (hole, name, one, more) => {
    const value = params[name];
    if (value !== undefined) return one ? (Number(value) === 1 ? one : more) : String(value);
    reportError(new Error(`nothing given for ${hole} of “${line}”`));
    return "";
  });
}

/**
 * A page may have its words in several files: a later one adds to those before it.
 * @param {Lang} lang @param {((lang: Lang) => Promise<Messages>)[]} loads
 */
export function createI18n(lang, ...loads) {
  /** @type {Map<Lang, Messages>} */
  const known = new Map();
  let current = lang;
  /** What was asked for last: words that come later than those of another wish do not count. */
  let wanted = lang;
  const lines = () => known.get(current) ?? {};

  /** A missing line shows its key; before any language is there, nothing shows. @param {string} key @param {Record<string, string|number>} [params] */
  const t = (key, params) => fill(lines()[key] ?? (known.size > 0 ? key : ""), params);

  return {
    t,
    /** @param {string} key */
    has: (key) => key in lines(),
    get lang() {
      return current;
    },
    /** Some language is there. */
    get ready() {
      return known.size > 0;
    },
    /**
     * Loads a language if need be, then switches to it; throws when it cannot be had. If another was wanted meanwhile it
     * does neither.
     * @param {Lang} next
     */
    async use(next) {
      wanted = next;
      try {
        if (!known.has(next)) {
          const parts = await Promise.all(loads.map((load) => load(next)));
          known.set(next, Object.assign({}, ...parts));
        }
      } catch (error) {
        if (wanted === next) throw error;
      }
      if (wanted === next) current = next;
    },
    /** For `lang` attributes. */
    get htmlLang() {
      return LANGUAGES[current].htmlLang;
    },
    /** A move, which the rules write, as it is written here. @param {string} text */
    move: (text) => writeMove(text, current),
    /** The four signs of a move in WXF, each as it is written here. @param {string[]} signs */
    signs: (signs) => writeSigns(signs, current),
    /** What is typed here, as the rules read it. @param {string} text */
    typed: (text) => readSigns(text, current),
    /** 1234567 as "1.2M". @param {number} value */
    compact: (value) =>
      new Intl.NumberFormat(LANGUAGES[current].htmlLang, {
        notation: "compact",
        maximumSignificantDigits: 2,
      }).format(value),
  };
}

/** @typedef {ReturnType<typeof createI18n>} I18n */

/** Puts the words of the current language into the marked elements under `root`. @param {ParentNode} root @param {I18n} i18n */
export function translate(root, { t }) {
  for (const element of root.querySelectorAll("[data-i18n]")) {
    const text = t(/** @type {HTMLElement} */ element.dataset.i18n ?? "");
    // The first words are often there before.
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of root.querySelectorAll("[data-i18n-label]")) {
    const text = t(/** @type {HTMLElement} */ element.dataset.i18nLabel ?? "");
    element.setAttribute("aria-label", text);
    if (element.tagName === "BUTTON") element.setAttribute("title", text);
  }
}

/** The words that all pages share. @param {Lang} lang @returns {Promise<Messages>} */
export function fetchMessages(lang) {
  return fetchJson(new URL(`../../locales/${lang}.json`, import.meta.url));
}

/** @param {URL} url @returns {Promise<Messages>} */
export async function fetchJson(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.json();
}
