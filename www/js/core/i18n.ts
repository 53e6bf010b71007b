// Messages: every sentence of the page is in locales/*.json under a flat key. Pages mark their elements with
// data-i18n="key" (text) or data-i18n-label="key" (accessible name and tooltip).

import { LANGUAGES, pickLanguage, readSigns, writeMove, writeSigns } from "./languages.ts";
import type { Lang } from "./languages.ts";
import type { MessageKey } from "./message-keys.ts";

export { pickLanguage };
export type { Lang };

/** Messages of one language by key. */
export type Messages = Record<string, string>;

export type MessageParams = Record<string, string | number>;

/**
 * Fills in the placeholders of a message: `{name}` becomes the parameter of that name, `{name:move|moves}` becomes the
 * first word if the parameter is 1, and otherwise the second. A placeholder without a parameter becomes an empty text,
 * and is reported as an uncaught error, which tests detect and readers do not see.
 */
export function fill(message: string, params: MessageParams = {}): string {
  return message.replace(
    /\{(\w+)(?::([^|{}]+)\|([^|{}]+))?\}/g,
    (hole: string, name: string, one?: string, more?: string) => {
      const value = params[name];
      if (value !== undefined)
        return one ? ((Number(value) === 1 ? one : more) ?? "") : String(value);
      reportError(new Error(`no value for ${hole} of “${message}”`));
      return "";
    },
  );
}

/**
 * Creates the translation functions of a page, whose first language is `lang`. Each function of `loads` fetches one
 * file of messages; the messages of all files are merged.
 */
export function createI18n(lang: Lang, ...loads: ((lang: Lang) => Promise<Messages>)[]) {
  const loaded = new Map<Lang, Messages>();
  let current = lang;
  /** The language requested last. Messages that arrive for an earlier request do not switch the page. */
  let requested = lang;
  const messages = (): Messages => loaded.get(current) ?? {};

  /**
   * Returns a message with its parameters filled in. Returns the key if the message is missing, and an empty text
   * before any language is loaded.
   */
  const t = (key: MessageKey, params?: MessageParams): string =>
    fill(messages()[key] ?? (loaded.size > 0 ? key : ""), params);

  return {
    t,
    has: (key: string): key is MessageKey => key in messages(),
    get lang() {
      return current;
    },
    /** True once any language is loaded. */
    get ready() {
      return loaded.size > 0;
    },
    /**
     * Switches to a language, after loading its messages if needed. Throws if the messages cannot be loaded. If another
     * language is requested in the meantime, the call neither switches nor throws.
     */
    async use(next: Lang): Promise<void> {
      requested = next;
      try {
        if (!loaded.has(next)) {
          const parts = await Promise.all(loads.map((load) => load(next)));
          loaded.set(next, Object.assign({}, ...parts));
        }
      } catch (error) {
        if (requested === next) throw error;
      }
      if (requested === next) current = next;
    },
    /** The value of `lang` attributes for the current language. */
    get htmlLang() {
      return LANGUAGES[current].htmlLang;
    },
    /** Converts a move from the notation of the rules to that of the current language. */
    move: (text: string): string => writeMove(text, current),
    /** Converts the four signs of a WXF move to those of the current language. */
    signs: (signs: readonly string[]): string[] => writeSigns(signs, current),
    /** Converts a typed move of the current language to the form that the rules read. */
    typed: (text: string): string => readSigns(text, current),
    /** Formats a number with two significant digits, e.g. 1234567 as "1.2M". */
    compact: (value: number): string =>
      new Intl.NumberFormat(LANGUAGES[current].htmlLang, {
        notation: "compact",
        maximumSignificantDigits: 2,
      }).format(value),
  };
}

export type I18n = ReturnType<typeof createI18n>;

/** Writes the messages of the current language into the marked elements under `root`. */
export function translate(root: ParentNode, { t }: Pick<I18n, "t">): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-i18n]")) {
    const text = t(element.dataset.i18n as MessageKey);
    // The text shown at the first paint is often the same, and setting it again would cause a new layout.
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-i18n-label]")) {
    const text = t(element.dataset.i18nLabel as MessageKey);
    element.setAttribute("aria-label", text);
    if (element.tagName === "BUTTON") element.setAttribute("title", text);
  }
}

/** Fetches the messages that all pages share. */
export function fetchMessages(lang: Lang): Promise<Messages> {
  return fetchJson(new URL(`../../locales/${lang}.json`, import.meta.url));
}

export async function fetchJson(url: URL): Promise<Messages> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.json();
}
