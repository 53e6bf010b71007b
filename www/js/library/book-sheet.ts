// The sheet that adds the moves of games to one's own opening book.

import { createI18n, fetchJson } from "../core/i18n.ts";
import type { LibraryClient } from "../database/library-client.ts";
import { BookFull, merged, readOwnText, sizeOf, withoutChange } from "../database/own-book.ts";
import type { BookChange, OwnBook } from "../database/own-book.ts";
import { changeBook } from "../database/own-book-store.ts";
import type { BookSide } from "../database/types.ts";
import type { PageShell } from "../shell/create-page.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { button, el, setText } from "../ui/dom.ts";

/** The greatest number of positions that one press adds. */
const POSITIONS = 20_000;
const SIDES = [
  ["both", "ofBoth"],
  ["red", "ofRed"],
  ["black", "ofBlack"],
] as const;

/** `onFailure` gets the error if the library cannot make the book. */
export async function createBookSheet(
  { i18n, notify }: PageShell,
  onFailure: (error: unknown) => void,
) {
  const words = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/book/${lang}.json`, import.meta.url)),
  );
  await words.use(i18n.lang);
  const { t } = words;
  const what = el("p", "hint");
  const moves = numberField("library-book-moves", 12, 1, 60);
  const least = numberField("library-book-least", 2, 1, 1000);
  const sideLabel = el("label", "field-label");
  const side = el("select", "", ...SIDES.map(([value]) => Object.assign(el("option"), { value })));
  side.id = "library-book-side";
  sideLabel.htmlFor = side.id;
  const press = button("button button-primary", () => void add().catch(onFailure));
  press.id = "library-book-press";
  const form = el(
    "form",
    "",
    what,
    moves.host,
    least.host,
    el("div", "field", sideLabel, side),
    press,
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  const sheet = buildSheet("library-book-dialog", i18n, form);
  let client: LibraryClient | null = null;
  let ids = new Uint32Array();

  /** Changes the book. Returns null, after a notice, if the change cannot be stored. */
  async function change(edit: (book: OwnBook) => OwnBook): Promise<BookChange | null> {
    try {
      return await changeBook(edit);
    } catch (error) {
      notify(t(error instanceof BookFull ? `book.full.${error.what}` : "book.blocked"), {
        ms: 12_000,
      });
      return null;
    }
  }

  async function add() {
    if (!client || !form.reportValidity()) return;
    press.disabled = true;
    try {
      const plies = 2 * moves.value();
      const text = await client.book(ids, {
        plies,
        least: least.value(),
        side: side.value as BookSide,
        positions: POSITIONS,
      });
      const read = readOwnText(text);
      const n = sizeOf(read).moves;
      if (n === 0) return notify(t("book.games.none"), { ms: 8000 });
      const changed = await change((book) => merged(read, book));
      if (!changed) return;
      sheet.dialog.close();
      const onAction = () => void change((book) => withoutChange(book, changed));
      notify(t("book.addedMany", { n }), { ms: 20_000, label: t("book.undo"), onAction });
    } finally {
      press.disabled = false;
    }
  }

  return {
    /** Opens the sheet for the games with these ids. */
    async show(library: LibraryClient, games: Uint32Array<ArrayBuffer>) {
      await words.use(i18n.lang).catch(() => {}); // the sheet stays in the language that is loaded
      client = library;
      ids = games;
      setText(what, t("book.games.what"));
      setText(moves.label, t("book.games.plies"));
      setText(least.label, t("book.games.least"));
      setText(sideLabel, t("book.games.side"));
      for (const [index, [, key]] of SIDES.entries())
        if (side.options[index]) setText(side.options[index], t(`book.${key}`));
      setText(press, t("book.games.press"));
      sheet.open(t("book.games.title", { n: games.length }));
    },
  };
}

function numberField(id: string, value: number, min: number, max: number) {
  const label = el("label", "field-label");
  const input = Object.assign(el("input"), { id, type: "number", required: true });
  Object.assign(input, { min: `${min}`, max: `${max}`, value: `${value}`, inputMode: "numeric" });
  label.htmlFor = id;
  return { host: el("div", "field", label, input), label, value: () => Number(input.value) };
}
