// The part that all elements share: the shadow root, the life cycle, attributes with their last good values, and the
// language.

import { memoizeAsync } from "../core/memoize.ts";
import { createI18n } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { LANGS, pickLanguage } from "../core/languages.ts";
import type { Lang } from "../core/languages.ts";
import { adoptStyles } from "../board/adopt-styles.ts";
import { el } from "../ui/dom.ts";
import { addSentence } from "../ui/sentences.ts";
import { loadWords } from "./load-words.ts";

/** The class of elements, or an empty class on a server, so that the modules can be imported there. */
const BrowserElement = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const LOADERS = new Map(LANGS.map((lang) => [lang, memoizeAsync(() => loadWords(lang))]));

/** A function that reads an attribute and stores its value. It throws a RangeError for a malformed value. */
export type AttributeReader = (value: string | null) => void;

// oxlint-disable-next-line no-unused-vars -- the interface of this name uses the type
export abstract class ElementBase<Events extends object> extends BrowserElement {
  protected readonly i18n: I18n;
  /** Ends the listeners of the time during which the element is on a page; null when it is not. */
  protected connection: AbortController | null = null;
  #announcer = el("div", "unseen");
  /** Malformed values that the console has been told of. */
  #reported = new Set<string>();
  #observer: MutationObserver | null = null;

  constructor(styles: string) {
    super();
    const root = this.attachShadow({ mode: "open" });
    adoptStyles(root, STYLES);
    adoptStyles(root, styles);
    this.#announcer.ariaLive = "polite";
    root.append(this.#announcer);
    const load = (lang: Lang) => LOADERS.get(lang)?.() ?? loadWords(lang);
    this.i18n = createI18n(this.#language(), load);
  }

  protected get root(): ShadowRoot {
    // The constructor has made it.
    return this.shadowRoot as ShadowRoot;
  }

  /** Called when the element comes to a page. */
  protected abstract start(signal: AbortSignal): void;
  /** Called when the element has left its page. */
  protected abstract stop(): void;
  /** Called when the words of the element's language have been loaded. */
  protected abstract useWords(): void;
  /** Returns the reader of an observed attribute. */
  protected abstract readerOf(name: string): AttributeReader | undefined;
  /** Shows the values of the attributes. */
  protected abstract update(): void;

  connectedCallback(): void {
    if (this.connection) return; // moved within the page
    this.connection = new AbortController();
    this.#adoptEarlyProperties();
    this.#observer = new MutationObserver(() => this.#useLanguage());
    this.#observer.observe(document.documentElement, { attributeFilter: ["lang"] });
    this.start(this.connection.signal);
    this.#useLanguage();
    this.update();
  }

  disconnectedCallback(): void {
    // An element that is moved within the page is disconnected and connected at once, and keeps its board.
    queueMicrotask(() => {
      if (this.isConnected || !this.connection) return;
      this.connection.abort();
      this.connection = null;
      this.#observer?.disconnect();
      this.stop();
    });
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (value === before) return;
    if (name === "lang") return this.#useLanguage();
    try {
      this.readerOf(name)?.(value);
    } catch (error) {
      this.report(`${name}="${value}"`, error);
    }
    if (this.connection) this.update();
  }

  /** Tells the console of a malformed value, once. */
  protected report(value: string, error: unknown): void {
    if (this.#reported.has(value)) return;
    this.#reported.add(value);
    const { message } = error as Error;
    console.warn(`<${this.localName} ${value}> is left out: ${message}`, this);
  }

  /** Announces a sentence to screen readers. */
  protected announce(words: string): void {
    addSentence(this.#announcer, words);
  }

  /** Sends an event from the element; returns false if a listener has prevented it. */
  protected send<Detail>(type: string, detail: Detail, cancelable = false): boolean {
    const options = { detail, cancelable, bubbles: true, composed: true };
    return this.dispatchEvent(new CustomEvent(type, options));
  }

  /** Sets an attribute, or removes it for null and false. */
  protected reflect(name: string, value: string | number | boolean | null | undefined): void {
    if (value === null || value === undefined || value === false) this.removeAttribute(name);
    else this.setAttribute(name, value === true ? "" : String(value));
  }

  /** Sets properties again that a script has set before the element was defined, when they had no effect. */
  #adoptEarlyProperties(): void {
    for (const [name, value] of Object.entries(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** Returns the language of the nearest `lang` attribute that the elements have, else the browser's. */
  #language(): Lang {
    const tag = langNear(this);
    return pickLanguage(null, [...(tag ? [tag] : []), ...navigator.languages]);
  }

  #useLanguage(): void {
    const lang = this.#language();
    if (!this.connection || (this.i18n.ready && lang === this.i18n.lang)) return;
    void this.#loadWords(lang);
  }

  /** Without words the board is a picture with a name. */
  async #loadWords(lang: Lang): Promise<void> {
    try {
      await this.i18n.use(lang);
      if (this.connection) this.useWords();
    } catch (error) {
      console.warn(error);
    }
  }
}

/** An element's own events have their types in listeners. */
export interface ElementBase<Events extends object> {
  addEventListener<Type extends keyof (HTMLElementEventMap & Events)>(
    type: Type,
    listener: (this: this, event: (HTMLElementEventMap & Events)[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof (HTMLElementEventMap & Events)>(
    type: Type,
    listener: (this: this, event: (HTMLElementEventMap & Events)[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Returns the value of the nearest `lang` attribute, also outside the shadow root of the element; "" if there is none. */
function langNear(element: Element): string {
  const lang = element.closest("[lang]:not([lang=''])")?.getAttribute("lang");
  if (lang) return lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langNear(root.host) : "";
}

/** Returns a reader of an attribute that has one of a list of values. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  use: (value: Value | null) => void,
): AttributeReader {
  return (text) => {
    const value = values.find((name) => name === text);
    if (text !== null && value === undefined)
      throw new RangeError(`the values are ${values.join(", ")}`);
    use(value ?? null);
  };
}

const STYLES = `
:host { box-sizing: border-box; }
:host([hidden]) { display: none !important; }
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}`;
