// The part that elements with a board share: the board in their shadow root, and the attributes of its looks.

import { aspect } from "../board/geometry.ts";
import type { GridWords } from "../board/grid.ts";
import { createBoard } from "../board/index.ts";
import type { Board, BoardConfig, BoardState } from "../board/index.ts";
import { BOARDS, SETS } from "../board/looks.ts";
import type { BoardName, SetName } from "../board/looks.ts";
import { LANGUAGES } from "../core/languages.ts";
import { NOTATIONS } from "../core/xiangqi.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { el } from "../ui/dom.ts";
import { ElementBase, oneOf } from "./element-base.ts";
import type { AttributeReader } from "./element-base.ts";

type Scheme = "light" | "dark";

export const SIDES = ["red", "black"] as const satisfies Side[];

export abstract class BoardHost<Events extends object> extends ElementBase<Events> {
  /** The attributes of every element with a board. */
  static lookAttributes = [
    "orientation",
    "coordinates",
    "notation",
    "theme",
    "pieces",
    "animation-duration",
    "label",
    "lang",
  ];

  protected readonly host = el("div", "host");
  #board: Board | null = null;
  #orientation: Side | null = null;
  #hasCoordinates = true;
  #notation: Notation | null = null;
  #theme = readTheme(null);
  #pieces: SetName = "brush";
  #animationMs = readDuration(null);
  #words;
  #stillWords;
  #labelled: { base: GridWords; label: string; words: GridWords } | null = null;
  #readers: Record<string, AttributeReader> = {
    orientation: oneOf(SIDES, (side) => (this.#orientation = side)),
    coordinates: oneOf(["files", "none"], (value) => (this.#hasCoordinates = value !== "none")),
    notation: oneOf(NOTATIONS, (value) => (this.#notation = value)),
    theme: (text) => (this.#theme = readTheme(text)),
    pieces: oneOf(SETS, (name) => (this.#pieces = name ?? "brush")),
    "animation-duration": (text) => (this.#animationMs = readDuration(text)),
  };

  constructor(styles: string) {
    super(STYLES + styles);
    this.host.part.add("board");
    this.root.prepend(this.host);
    const announce = (words: string) => this.announce(words);
    this.#words = createGridWords(this.i18n, announce);
    this.#stillWords = createGridWords(this.i18n, announce, ["grid.help.look"]);
  }

  /** The side at the bottom. */
  get orientation(): Side {
    return this.#orientation ?? this.sideBelow;
  }
  set orientation(side: Side | null) {
    this.reflect("orientation", side);
  }
  /** Whether the files are labelled. */
  get coordinates(): "files" | "none" {
    return this.#hasCoordinates ? "files" : "none";
  }
  set coordinates(value: "files" | "none" | null) {
    this.reflect("coordinates", value);
  }
  /** The notation of the moves and of the numerals that label the files; by default that of the language. */
  get notation(): Notation {
    return this.#notation ?? LANGUAGES[this.i18n.lang].notation;
  }
  set notation(notation: Notation | null) {
    this.reflect("notation", notation);
  }
  /** The board's material, "wood", "paper" or "jade", and optionally "light" or "dark". */
  get theme(): string {
    return [this.#theme.board, this.#theme.scheme ?? ""].join(" ").trim();
  }
  set theme(theme: string | null) {
    this.reflect("theme", theme);
  }
  /** The piece set. */
  get pieces(): SetName {
    return this.#pieces;
  }
  set pieces(name: SetName | null) {
    this.reflect("pieces", name);
  }
  /** The duration of a move over two to three cells, in milliseconds. */
  get animationDuration(): number {
    return this.#animationMs;
  }
  set animationDuration(milliseconds: number | null) {
    this.reflect("animation-duration", milliseconds);
  }
  /** A name for screen readers, besides "Xiangqi board"; useful if a page has several boards. */
  get label(): string {
    return this.getAttribute("label") ?? "";
  }
  set label(label: string | null) {
    this.reflect("label", label);
  }
  /** The board of `chuhe/board`, for what the element has no attribute for; null while it is on no page. */
  get board(): Board | null {
    return this.#board;
  }

  /** Moves the focus to a square, by default to the one that had it last. */
  override focus(options?: FocusOptions & { square?: string }): void {
    this.#board?.focus(options?.square);
  }
  /** Resolves when no piece is moving. */
  async settled(): Promise<void> {
    await this.#board?.flushAnimation();
  }

  /** The side at the bottom without the attribute `orientation`. */
  protected get sideBelow(): Side {
    return "red";
  }
  /** Returns what the board shows, without its looks. */
  protected abstract boardState(): Partial<BoardState>;
  /** Returns the listeners of the board. */
  protected abstract boardEvents(): Partial<BoardConfig>;

  protected override readerOf(name: string): AttributeReader | undefined {
    return this.#readers[name];
  }

  protected override start(signal: AbortSignal): void {
    this.#board = createBoard(this.host, { ...this.#wholeState(), ...this.boardEvents() });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.update(), { signal });
  }

  protected override stop(): void {
    this.#board?.destroy();
    this.#board = null;
  }

  protected override useWords(): void {
    this.host.lang = this.i18n.htmlLang;
    this.update();
  }

  protected override update(): void {
    this.host.style.aspectRatio = `${1 / aspect(this.#hasCoordinates)}`;
    this.#board?.set(this.#wholeState());
  }

  #wholeState(): Partial<BoardState> {
    const state = this.boardState();
    const { ready } = this.i18n;
    const words = state.movable ? this.#words : this.#stillWords;
    return {
      orientation: this.orientation,
      animationMs: this.#animationMs,
      theme: this.#theme.scheme ?? schemeOf(this),
      board: this.#theme.board,
      pieces: this.#pieces,
      fileLabels: this.#hasCoordinates,
      labels: this.notation,
      label: this.label || (ready ? this.i18n.t("board.label") : "Xiangqi"),
      words: ready ? this.#withLabel(words()) : null,
      ...state,
    };
  }

  /** Returns words that begin with the element's label: the same as long as the label and the language are. */
  #withLabel(base: GridWords): GridWords {
    const { label } = this;
    if (label === "") return base;
    if (this.#labelled?.base !== base || this.#labelled.label !== label) {
      const words: GridWords = { ...base, label: (side) => `${label}. ${base.label(side)}` };
      this.#labelled = { base, label, words };
    }
    return this.#labelled.words;
  }
}

/** Reads a theme: the name of a board, "light" or "dark", or both. */
function readTheme(text: string | null): { board: BoardName; scheme: Scheme | null } {
  const words = text?.trim().split(/\s+/).filter(Boolean) ?? [];
  const board = BOARDS.find((name) => words.includes(name));
  const scheme = (["light", "dark"] as const).find((name) => words.includes(name));
  if (words.length !== (board ? 1 : 0) + (scheme ? 1 : 0))
    throw new RangeError(`a theme has one of ${BOARDS.join(", ")}, and light or dark`);
  return { board: board ?? "wood", scheme: scheme ?? null };
}

/** Reads a duration in milliseconds; null is the board's own. */
function readDuration(text: string | null): number {
  if (text === null) return 240;
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 10_000))
    throw new RangeError("a duration is 0 to 10000 milliseconds");
  return value;
}

/** Returns "dark" if the element's `color-scheme`, or without one that of the page, is dark, as form controls see it. */
function schemeOf(element: Element): Scheme {
  const { colorScheme } = getComputedStyle(element);
  const ofPage = document.querySelector<HTMLMetaElement>("meta[name=color-scheme]")?.content ?? "";
  const schemes = colorScheme === "normal" ? ofPage : colorScheme;
  if (!schemes.includes("dark")) return "light";
  const isLight = schemes.includes("light");
  return !isLight || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** An element as high as its content has a board of its whole width; one with a height of its own, the largest that fits. */
const STYLES = `
:host {
  display: flex;
  flex-direction: column;
  position: relative;
}
.host {
  position: relative;
  flex: 1 1 auto;
  min-height: 0;
  width: 100%;
}
`;
