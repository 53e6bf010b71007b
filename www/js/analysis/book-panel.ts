// The opening book of one's own below the explorer: its moves in the position on the board, which can be added, weighed
// and removed, the whole book as a file, and which book the engine plays from. Fetches nothing until it is first opened.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { downloadFile } from "../core/download.ts";
import { createI18n, fetchJson } from "../core/i18n.ts";
import { createStore } from "../core/store.ts";
import type { Side } from "../core/xiangqi.ts";
import {
  BookFault,
  BookFull,
  clampWeight,
  merged,
  movesAt,
  readBook,
  sizeOf,
  withMove,
  withoutChange,
  writeBook,
} from "../database/own-book.ts";
import type { OwnBook } from "../database/own-book.ts";
import { changeBook, loadBook, watchBook } from "../database/own-book-store.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { PageShell } from "../shell/create-page.ts";
import { createBookChoice } from "../shell/book-choice.ts";
import { langOfMoves } from "../ui/dom.ts";
import { bookOfTree } from "./book-of-tree.ts";
import type { Study, StudyState } from "./study.ts";
import type { Notation } from "../core/xiangqi.ts";
import "../../css/own-book.css";

export interface OwnBookPage {
  page: PageShell;
  Game: () => GameClass | null;
  study: () => Study | null;
  notation(): Notation;
  /** Formats a move of the position `fen` in the chosen notation. */
  write(fen: string, move: string): string;
}

/** The state of the panel; `book` is null until it is loaded, and `isBlocked` is true if it cannot be. */
interface BookState {
  book: OwnBook | null;
  isBlocked: boolean;
}

/** The step of a weight by one press: small weights change by 1, great ones by a tenth. */
const stepOf = (weight: number) => Math.max(1, Math.round(weight / 10));

export async function createOwnBook(host: HTMLElement, options: OwnBookPage) {
  const { page, Game, study, notation, write } = options;
  const { i18n, notify, announce } = page;
  const words = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/book/${lang}.json`, import.meta.url)),
  );
  await words.use(i18n.lang);
  const { t } = words;
  const choice = createBookChoice(words);
  const state = createStore<BookState>({ book: null, isBlocked: false });
  state.subscribe(draw);
  let now: StudyState | null = null;

  async function load() {
    try {
      state.set({ book: (await loadBook()).book, isBlocked: false });
    } catch {
      state.set({ book: null, isBlocked: true });
    }
  }

  /** Changes the book, and tells `done` about it with a way back. */
  async function change(edit: (book: OwnBook) => OwnBook, done = "") {
    try {
      const changed = await changeBook(edit);
      state.set({ book: changed.after, isBlocked: false });
      if (!done) return;
      const onAction = () => void change((book) => withoutChange(book, changed));
      notify(done, { ms: 20_000, label: t("book.undo"), onAction });
    } catch (error) {
      if (error instanceof BookFull) notifyFull(error);
      else notify(t("book.blocked"), { ms: 12_000 });
    }
  }

  const notifyFull = ({ what }: BookFull) => notify(t(`book.full.${what}`), { ms: 12_000 });

  /** Names a move of a position, for buttons and notices. */
  const nameOf = (fen: string, move: string) => i18n.move(write(fen, move));

  function setWeight(fen: string, move: string, weight: number) {
    const value = clampWeight(weight);
    void change((book) => withMove(book, fen, move, value));
    announce(t("book.weighed", { move: nameOf(fen, move), weight: value }));
  }

  function remove(fen: string, move: string) {
    const done = t("book.removed", { move: nameOf(fen, move) });
    void change((book) => withMove(book, fen, move, 0), done);
  }

  function add(fen: string, move: string) {
    const done = t("book.added", { move: nameOf(fen, move) });
    const weightNow = (book: OwnBook) =>
      movesAt(book, fen).find((entry) => entry.move === move)?.weight;
    void change(
      (book) => withMove(book, fen, move, weightNow(book) ?? firstWeight(book, fen)),
      done,
    );
  }

  /** Returns the weight of a new move: that of the heaviest move of the position, so that both are played as often. */
  const firstWeight = (book: OwnBook, fen: string) => movesAt(book, fen)[0]?.weight ?? 10;

  function addTree(part: "line" | "all", side: Side | null) {
    const rules = Game();
    const data = study()?.data();
    if (!rules || !data) return;
    const added = bookOfTree(rules, data, part, side);
    const { moves } = sizeOf(added);
    if (moves === 0) return notify(t("book.nothing"), { ms: 8000 });
    void change((book) => merged(added, book), t("book.addedMany", { n: moves }));
  }

  async function importFile(file: File) {
    const rules = Game();
    if (!rules) return;
    try {
      const check = (fen: string, moves: string[]) => {
        for (const move of moves) new rules(fen, [move]).free();
        return withGame(new rules(fen), (game) => game.fen());
      };
      const read = readBook(await file.text(), check);
      const { moves } = sizeOf(read);
      await change((book) => merged(book, read), t("book.imported", { n: moves }));
    } catch (error) {
      if (error instanceof BookFull) return notifyFull(error);
      const { line } = error instanceof BookFault ? error : { line: 0 };
      const key = line === 1 ? "book.noBook" : line > 1 ? "book.badLine" : "book.unreadable";
      notify(t(key, { file: file.name, line }), { ms: 0 });
    }
  }

  const clear = () => void change(() => new Map(), t("book.cleared"));

  const button = (act: () => void, label: string, more: { id?: string; off?: boolean } = {}) =>
    html`<button
      type="button"
      class="button button-small"
      id=${more.id ?? nothing}
      ?disabled=${more.off ?? false}
      @click=${act}
    >
      ${label}
    </button>`;

  /** Returns a button with a sign, named in words. */
  const sign = (act: () => void, text: string, label: string) =>
    html`<button
      type="button"
      class="own-book-sign"
      aria-label=${label}
      title=${label}
      @click=${act}
    >
      ${text}
    </button>`;

  function rowTemplate(fen: string, move: string, weight: number, total: number) {
    const name = nameOf(fen, move);
    const step = stepOf(weight);
    const percent = Math.round((100 * weight) / total);
    return html`<li class="own-book-row" data-move=${move}>
      <button
        type="button"
        class="own-book-move"
        lang=${langOfMoves(notation(), i18n)}
        @click=${() => study()?.play(move)}
      >
        ${name}
      </button>
      <span class="own-book-weight">${t("book.weight", { weight, percent })}</span>
      ${sign(() => setWeight(fen, move, weight - step), "−", t("book.less", { move: name }))}
      ${sign(() => setWeight(fen, move, weight + step), "+", t("book.more", { move: name }))}
      ${sign(() => remove(fen, move), "×", t("book.remove", { move: name }))}
    </li>`;
  }

  /** Returns the last move with the position before it; null at the start. */
  function lastMove() {
    const data = study()?.data();
    const rules = Game();
    const node = data?.nodes[data.at];
    if (!data || !rules || !node?.move || !now) return null;
    const moves = now.position.moves.slice(0, -1);
    const fen = withGame(new rules(data.startFen, moves), (game) => game.fen());
    return { fen, move: node.move };
  }

  function lastMoveTemplate(book: OwnBook) {
    const last = lastMove();
    if (!last) return nothing;
    const has = movesAt(book, last.fen).some(({ move }) => move === last.move);
    const name = nameOf(last.fen, last.move);
    const label = t(has ? "book.has" : "book.add", { move: name });
    return button(() => add(last.fen, last.move), label, { id: "own-book-add", off: has });
  }

  function movesTemplate(book: OwnBook, fen: string) {
    const moves = movesAt(book, fen);
    if (moves.length === 0) return html`<p class="own-book-words">${t("book.none")}</p>`;
    const total = moves.reduce((sum, { weight }) => sum + weight, 0);
    const rows = repeat(
      moves,
      ({ move }) => `${fen} ${move}`,
      ({ move, weight }) => rowTemplate(fen, move, weight, total),
    );
    return html`<ul class="own-book-list" id="own-book-moves" aria-label=${t("book.moves")}>
      ${rows}
    </ul>`;
  }

  function studyTemplate() {
    const sides: [Side | null, string][] = [
      ["red", t("book.ofRed")],
      ["black", t("book.ofBlack")],
      [null, t("book.ofBoth")],
    ];
    const rows = (["line", "all"] as const).map(
      (part) =>
        html`<p class="own-book-words">${t(`book.part.${part}`)}</p>
          <div class="own-book-actions">
            ${sides.map(([side, label]) =>
              button(() => addTree(part, side), label, {
                id: `own-book-${part}-${side ?? "both"}`,
              }),
            )}
          </div>`,
    );
    return html`<details class="own-book-more">
      <summary>${t("book.fromStudy")}</summary>
      ${rows}
      <p class="own-book-words">${t("book.fromGames")}</p>
    </details>`;
  }

  function fileTemplate(book: OwnBook) {
    const onFile = ({ target }: Event) => {
      const field = target as HTMLInputElement;
      const [file] = field.files ?? [];
      if (file) void importFile(file);
      field.value = "";
    };
    const save = () => downloadFile("chuhe-book.txt", writeBook(book));
    const isEmpty = book.size === 0;
    return html`<div class="own-book-actions">
      <label class="button button-small button-file">
        <input
          class="unseen"
          type="file"
          id="own-book-file"
          accept=".txt,text/plain"
          @change=${onFile}
        />
        <span>${t("book.import")}</span>
      </label>
      ${button(save, t("book.export"), { id: "own-book-export", off: isEmpty })}
      ${button(clear, t("book.clear"), { id: "own-book-clear", off: isEmpty })}
    </div>`;
  }

  function template({ book, isBlocked }: BookState) {
    if (isBlocked) return html`<p class="own-book-words" role="alert">${t("book.blocked")}</p>`;
    if (!book || !now) return nothing;
    const { red, black, moves } = sizeOf(book);
    const size = moves > 0 ? t("book.size", { red, black, moves }) : t("book.empty");
    return html`<p class="own-book-words" id="own-book-size" role="status">${size}</p>
      ${movesTemplate(book, now.position.fen)}
      <div class="own-book-actions">${lastMoveTemplate(book)}</div>
      ${studyTemplate()} ${fileTemplate(book)} ${choice.host}`;
  }

  function draw() {
    const hadFocus = host.contains(document.activeElement);
    render(template(state.get()), host);
    // Keeps the keyboard's focus in the panel if the focused row was removed.
    if (hadFocus && !host.contains(document.activeElement))
      host.querySelector<HTMLElement>("button:not([disabled])")?.focus();
  }

  watchBook(() => void load());
  await load();
  return {
    update(next: StudyState) {
      now = next;
      draw();
    },
    /** Redraws the panel after a change of the language or the notation. */
    async redraw() {
      await words.use(i18n.lang).catch(() => {}); // the panel stays in the language that is loaded
      choice.redraw();
      draw();
    },
  };
}
