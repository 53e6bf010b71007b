import type { MessageKey } from "../core/message-keys.ts";
import { pickLanguage, translate } from "../core/i18n.ts";
import type { I18n, Lang } from "../core/i18n.ts";
import type { Announce } from "../ui/notice.ts";
import { createLanguageList } from "./language-menu.ts";
import type { Preferences } from "./preferences.ts";

const root = document.documentElement;

interface PageLanguageOptions {
  notify: Announce;
  preferences: Preferences;
  /** The locale key of the document's title. */
  title?: MessageKey | undefined;
  /** Called when the marked elements of the page have been translated. */
  onTranslated: () => void;
}

/**
 * Creates functions that keep a page in the language of the settings, which can change in the masthead, elsewhere on
 * the page or in another tab. If the messages of a language cannot be loaded, the page keeps its language and shows a
 * notice.
 */
export function createPageLanguage(
  i18n: I18n,
  { notify, preferences, title, onTranslated }: PageLanguageOptions,
) {
  /** The language that the page shows; null until the first language is loaded. */
  let current: Lang | null = null;
  /** The language whose messages are being loaded, null for none. */
  let coming: Lang | null = null;
  const show = createLanguageList((lang) => void switchTo(lang));

  /** Translates the page; throws if the messages cannot be loaded. */
  async function speak(lang: Lang) {
    coming = lang;
    await translatePage(lang).finally(() => {
      if (coming === lang) coming = null;
    });
    current = i18n.lang;
    show(current);
    onTranslated();
  }

  async function translatePage(lang: Lang) {
    await i18n.use(lang);
    root.lang = i18n.htmlLang;
    if (title) document.title = i18n.t(title);
    translate(document.body, i18n);
  }

  function reportFailure() {
    if (!i18n.ready) return; // the caller of `begin` reports it
    notify(i18n.t("notice.languageFailed"));
    show(i18n.lang);
  }

  async function switchTo(lang: Lang) {
    try {
      await i18n.use(lang);
    } catch {
      return reportFailure();
    }
    if (i18n.lang === lang) preferences.change({ lang });
  }

  return {
    get current() {
      return current;
    },
    switchTo,
    /** Translates the page to its first language. Throws if the messages cannot be loaded. */
    begin: () => speak(i18n.lang),
    /** Changes to the language of the settings; resolves when the page shows it, or after a failure. */
    async follow(): Promise<void> {
      const lang = pickLanguage(preferences.settings.lang, navigator.languages);
      if (lang !== (coming ?? current)) await speak(lang).catch(reportFailure);
    },
  };
}

export type PageLanguage = ReturnType<typeof createPageLanguage>;
