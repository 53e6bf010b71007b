// The choice of the opening book from which the engine plays in a game: the built-in one, one's own, both or none.

import { createI18n, fetchJson } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { BOOK_USES, changeUse, loadBook, watchBook } from "../database/own-book-store.ts";
import type { BookUse } from "../database/own-book-store.ts";
import { el, setText } from "../ui/dom.ts";

/** Creates the field. `words` has the messages of `locales/book`. */
export function createBookChoice(words: Pick<I18n, "t">) {
  const label = el("label", "field-label");
  const options = BOOK_USES.map((use) => Object.assign(el("option"), { value: use }));
  const list = Object.assign(el("select", "", ...options), { id: "settings-book" });
  const hint = Object.assign(el("p", "hint"), { id: "settings-book-hint", role: "status" });
  label.htmlFor = list.id;
  list.setAttribute("aria-describedby", hint.id);
  const host = el("div", "field", label, list, hint);
  /** True if the browser forbids storage, or has no room. */
  let isBlocked = false;

  async function show() {
    const stored = await loadBook().catch(() => null);
    isBlocked ||= stored === null;
    list.disabled = stored === null;
    list.value = stored?.use ?? "builtin";
    redraw();
  }

  function redraw() {
    const { t } = words;
    setText(label, t("book.use"));
    setText(hint, t(isBlocked ? "book.blocked" : "book.use.hint"));
    for (const option of options) setText(option, t(`book.use.${option.value as BookUse}`));
  }

  async function store(use: BookUse) {
    host.ariaBusy = "true";
    isBlocked = await changeUse(use).then(
      () => false,
      () => true,
    );
    await show();
    host.ariaBusy = "false";
  }

  list.addEventListener("change", (event) => {
    event.stopPropagation(); // the form around it stores its own fields
    void store(list.value as BookUse);
  });
  watchBook(() => void show());
  redraw();
  void show();
  return { host, redraw };
}

/** Adds the field with its own messages to the form of the settings, before the rules. */
export async function addBookChoice(form: HTMLElement, i18n: I18n) {
  const words = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/book/${lang}.json`, import.meta.url)),
  );
  await words.use(i18n.lang);
  const choice = createBookChoice(words);
  form.insertBefore(choice.host, form.querySelector(".rules-name")?.parentElement ?? null);
  return {
    /** Redraws the field after a change of the language. */
    async redraw() {
      await words.use(i18n.lang);
      choice.redraw();
    },
  };
}
