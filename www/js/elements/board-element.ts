// `<xiangqi-board>`: the board of the page as an element. It knows no rules: a position and its legal targets come in,
// a person's moves go out as events.

import { aspect } from "../board/geometry.ts";
import { createBoard } from "../board/index.ts";
import type { GridWords } from "../board/grid.ts";
import type { Board, BoardState } from "../board/index.ts";
import { overlayOf } from "../board/shapes.ts";
import type { Overlay } from "../board/shapes.ts";
import { fenOf, placementOf, turnOfFen } from "../core/fen.ts";
import { LANGUAGES } from "../core/languages.ts";
import { NOTATIONS, START_PLACEMENT, movedPlacement, otherSide, sideOf } from "../core/xiangqi.ts";
import type { Notation, Side, Turn } from "../core/xiangqi.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { el } from "../ui/dom.ts";
import { describeMoveEnd, writeTable } from "./board-words.ts";
import type {
  BoardArrow,
  BoardMark,
  LegalTargets,
  MoveCancel,
  MoveEnd,
  Position,
  Square,
  XiangqiBoardEventMap,
} from "./board-types.ts";
import * as V from "./board-values.ts";
import { STYLES, schemeOf } from "./board-looks.ts";
import { ElementBase, oneOf } from "./element-base.ts";
import type { AttributeReader } from "./element-base.ts";

export type * from "./board-types.ts";

const SIDES = ["red", "black"] as const satisfies Side[];
const MOVERS = ["red", "black", "both"] as const;
const turnOf = (side: Side): Turn => (side === "red" ? "w" : "b");

/** docs/NPM.md describes the attributes, properties and events. */
export class XiangqiBoardElement extends ElementBase<XiangqiBoardEventMap> {
  static formAssociated = true;
  static observedAttributes = [
    "fen",
    "orientation",
    "turn",
    "interactive",
    "coordinates",
    "notation",
    "theme",
    "pieces",
    "animation-duration",
    "label",
    "table",
    "lang",
  ];

  #internals;
  #host = el("div", "host");
  #table = el("table");
  #board: Board | null = null;
  #placement = START_PLACEMENT;
  #turn: Turn = "w";
  #orientation: Side = "red";
  #interactive: Side | "both" | null = null;
  #hasCoordinates = true;
  #notation: Notation | null = null;
  #theme = V.readTheme(null);
  #pieces: BoardState["pieces"] = "brush";
  #animationMs = V.readDuration(null);
  #lastMove: [string, string] | null = null;
  #check: string | null = null;
  /** True once the page has set `lastMove`, which then only the page clears. */
  #hasPageSetLastMove = false;
  #targets: Map<string, string[]> | null = null;
  #arrows: readonly BoardArrow[] = [];
  #marks: Partial<Record<string, BoardMark>> = {};
  #isDisabled = false;
  /** The position of the page, without a person's moves: what a form resets to. */
  #initialFen = fenOf(START_PLACEMENT, "w");
  /** Incremented when the page sets a position. */
  #changes = 0;
  /** The square of the piece that a person has picked up. */
  #picked: string | null = null;
  /** True while the element writes its own attributes. */
  #isReflecting = false;
  #words;
  #stillWords;
  #readers: Record<string, AttributeReader>;

  constructor() {
    super(STYLES);
    this.#internals = this.attachInternals();
    this.#host.part.add("board");
    this.#table.part.add("table");
    this.#table.hidden = true;
    this.root.prepend(this.#host, this.#table);
    const announce = (words: string) => this.announce(words);
    this.#words = createGridWords(this.i18n, announce);
    this.#stillWords = createGridWords(this.i18n, announce, ["grid.help.look"]);
    this.#readers = {
      fen: (text) => this.#readFen(text),
      turn: oneOf(SIDES, (side) => {
        if (side) this.#setTurn(turnOf(side));
      }),
      orientation: oneOf(SIDES, (side) => (this.#orientation = side ?? "red")),
      interactive: oneOf(
        ["", ...MOVERS],
        (side) => (this.#interactive = side === "" ? "both" : side),
      ),
      coordinates: oneOf(["files", "none"], (value) => (this.#hasCoordinates = value !== "none")),
      notation: oneOf(NOTATIONS, (value) => (this.#notation = value)),
      theme: (text) => (this.#theme = V.readTheme(text)),
      pieces: oneOf(V.SETS, (name) => (this.#pieces = name ?? "brush")),
      "animation-duration": (text) => (this.#animationMs = V.readDuration(text)),
      table: (text) => (this.#table.hidden = text === null),
    };
  }

  // ---- attributes as properties

  /** The position as FEN: the board and the side to move. By default the start position. */
  get fen(): string {
    return fenOf(this.#placement, this.#turn);
  }
  set fen(fen: string) {
    // An equal attribute causes no call, though a listener of `moveend` may set its position again.
    if (this.getAttribute("fen") === fen) this.attributeChangedCallback("fen", null, fen);
    else this.reflect("fen", fen);
  }
  /** The side at the bottom. */
  get orientation(): Side {
    return this.#orientation;
  }
  set orientation(side: Side) {
    this.reflect("orientation", side);
  }
  /** The side to move. */
  get turn(): Side {
    return sideOf(this.#turn);
  }
  set turn(side: Side) {
    this.reflect("turn", side);
  }
  /** The side whose pieces a person may move when it is to move; `true` is both, `null` or `false` none. */
  get interactive(): Side | "both" | null {
    return this.#interactive;
  }
  set interactive(side: Side | "both" | boolean | null) {
    this.reflect("interactive", side);
  }
  /** Whether the files are labelled. */
  get coordinates(): "files" | "none" {
    return this.#hasCoordinates ? "files" : "none";
  }
  set coordinates(value: "files" | "none") {
    this.reflect("coordinates", value);
  }
  /** The notation whose numerals label the files; by default that of the language. */
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
  get pieces(): BoardState["pieces"] {
    return this.#pieces;
  }
  set pieces(name: BoardState["pieces"] | null) {
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
  /** Whether the position is also shown as a table of words. */
  get table(): boolean {
    return !this.#table.hidden;
  }
  set table(isShown: boolean) {
    this.reflect("table", isShown);
  }

  // ---- properties

  /** The pieces by square; each read returns a new object. */
  get position(): Position {
    return V.positionFrom(this.#placement);
  }
  set position(position: Position) {
    this.fen = fenOf(V.placementFrom(position), this.#turn);
  }
  /** The legal targets by square; null lets a person put each piece anywhere. */
  get legalTargets(): Map<string, string[]> | null {
    return this.#targets && new Map(this.#targets);
  }
  set legalTargets(targets: LegalTargets | null) {
    this.#targets = V.readTargets(targets);
    this.update();
  }
  get arrows(): readonly BoardArrow[] {
    return this.#arrows;
  }
  set arrows(arrows: readonly BoardArrow[]) {
    V.readArrows(arrows);
    this.#arrows = [...arrows];
    this.update();
  }
  /** The marks by square. */
  get marks(): Partial<Record<string, BoardMark>> {
    return { ...this.#marks };
  }
  set marks(marks: Partial<Record<string, BoardMark>>) {
    V.readMarks(marks);
    this.#marks = { ...marks };
    this.update();
  }
  /**
   * The squares that the last move left and reached. Until the page sets it, a person's move sets it, and a new position
   * clears it.
   */
  get lastMove(): readonly [string, string] | null {
    return this.#lastMove;
  }
  set lastMove(move: readonly [string, string] | null) {
    this.#hasPageSetLastMove = true;
    this.#lastMove = move && [move[0], move[1]];
    this.update();
  }
  /** The square of the general in check. The page sets it and clears it. */
  get check(): string | null {
    return this.#check;
  }
  set check(square: string | null) {
    this.#check = square;
    this.update();
  }
  /** The square of the piece that a person has picked up. */
  get selected(): Square | null {
    return (this.#board?.state.selected ?? null) as Square | null;
  }
  /** The board of `chuhe/board`, for what the element has no attribute for; null while it is on no page. */
  get board(): Board | null {
    return this.#board;
  }

  // ---- forms

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }
  get name(): string {
    return this.getAttribute("name") ?? "";
  }
  set name(name: string) {
    this.reflect("name", name);
  }
  /** The value in a form: the FEN. */
  get value(): string {
    return this.fen;
  }
  set value(fen: string) {
    this.fen = fen;
  }
  formResetCallback(): void {
    this.fen = this.#initialFen;
  }
  formStateRestoreCallback(fen: string): void {
    this.fen = fen;
  }
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.update();
  }

  // ---- methods

  /** Moves the focus to a square, by default to the one that had it last. */
  override focus(options?: FocusOptions & { square?: string }): void {
    this.#board?.focus(options?.square);
  }
  /** Resolves when no piece is moving. */
  async settled(): Promise<void> {
    await this.#board?.flushAnimation();
  }

  // ---- life

  protected override readerOf(name: string): AttributeReader | undefined {
    return this.#readers[name];
  }

  protected override start(signal: AbortSignal): void {
    // The order of the attributes in the source makes no difference.
    this.attributeChangedCallback("turn", null, this.getAttribute("turn"));
    this.#board = createBoard(this.#host, {
      ...this.#boardState(),
      onMove: (from, to, { dragged }) => this.#onMove(from, to, dragged),
      onSelect: (square) => this.#onSelect(square),
      onRefused: (from, to) => this.#onRefused(from, to),
      onTap: (square) => {
        const detail = { square: V.asSquare(square), piece: V.pieceOn(this.#placement, square) };
        this.send("squareclick", detail);
      },
    });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.update(), { signal });
  }

  protected override stop(): void {
    this.#board?.destroy();
    this.#board = null;
    this.#picked = null;
  }

  protected override useWords(): void {
    this.#host.lang = this.#table.lang = this.i18n.htmlLang;
    this.update();
  }

  protected override update(): void {
    this.#internals.setFormValue(this.fen);
    if (!this.#board) return;
    this.#host.style.aspectRatio = `${1 / aspect(this.#hasCoordinates)}`;
    this.#board.set(this.#boardState());
    this.#writeTable();
    if (this.#picked !== null && this.#board.state.selected === null) this.#cancel("replaced");
  }

  #boardState(): Partial<BoardState> {
    const { arrows, shapes: ofArrows } = V.readArrows(this.#arrows);
    const { markers, shapes } = V.readMarks(this.#marks);
    const movable = this.#isDisabled ? null : this.#interactive;
    const { ready } = this.i18n;
    const words = movable ? this.#words : this.#stillWords;
    const dests = this.#targets ?? (movable ? V.allTargets(this.#placement, this.turn) : new Map());
    return {
      placement: this.#placement,
      orientation: this.#orientation,
      turn: this.#turn,
      movable,
      dests,
      showDests: this.#targets !== null,
      lastMove: this.#lastMove,
      check: this.#check,
      animationMs: this.#animationMs,
      theme: this.#theme.scheme ?? schemeOf(this),
      board: this.#theme.board,
      pieces: this.#pieces,
      fileLabels: this.#hasCoordinates,
      labels: this.notation,
      markers,
      arrows,
      overlay: this.#overlay([...shapes, ...ofArrows]),
      label: this.label || (ready ? this.i18n.t("board.label") : "Xiangqi"),
      words: ready ? this.#labelled(words()) : null,
    };
  }

  #lastWords: { base: GridWords; label: string; words: GridWords } | null = null;

  /** Returns words that begin with the element's label: the same as long as the label and the language are. */
  #labelled(base: GridWords): GridWords {
    const { label } = this;
    if (label === "") return base;
    if (this.#lastWords?.base !== base || this.#lastWords.label !== label) {
      const words: GridWords = { ...base, label: (side) => `${label}. ${base.label(side)}` };
      this.#lastWords = { base, label, words };
    }
    return this.#lastWords.words;
  }

  #shapes = "";
  #shown: Overlay | null = null;

  /** Returns the overlay with drawings: the same as long as they are the same. */
  #overlay(shapes: string[]): Overlay | null {
    if (shapes.join() !== this.#shapes) {
      this.#shapes = shapes.join();
      this.#shown = overlayOf(shapes);
    }
    return this.#shown;
  }

  #writeTable(): void {
    if (this.#table.hidden || !this.i18n.ready) return;
    const side = this.i18n.t(`side.${this.#orientation}`);
    const caption = this.label || this.i18n.t("grid.label", { side });
    const shown = { placement: this.#placement, orientation: this.#orientation, caption };
    this.#table.replaceChildren(...writeTable(shown, this.i18n));
  }

  // ---- positions and moves

  #readFen(text: string | null): void {
    const fen = text ?? fenOf(START_PLACEMENT, "w");
    const placement = placementOf(fen);
    const turn = turnOfFen(fen) ?? this.#turn;
    if (!this.#isReflecting) {
      this.#changes++;
      this.#initialFen = fenOf(placement, turn);
      if (placement !== this.#placement && !this.#hasPageSetLastMove) this.#lastMove = null;
    }
    this.#placement = placement;
    this.#turn = turn;
    this.#reflectTurn();
  }

  #setTurn(turn: Turn): void {
    this.#turn = turn;
    if (!this.#isReflecting) this.#initialFen = fenOf(placementOf(this.#initialFen), turn);
  }

  #reflectTurn(): void {
    if (this.hasAttribute("turn")) this.reflect("turn", this.turn);
  }

  #onSelect(square: string | null): void {
    const from = this.#picked;
    if (square !== null) {
      if (from !== null) this.#cancel("putback");
      this.#picked = square;
      this.send("movestart", { from: square, piece: V.pieceOn(this.#placement, square) });
      return;
    }
    // A move deselects its piece first.
    queueMicrotask(() => {
      if (from !== null && this.#picked === from && !this.selected) this.#cancel("putback");
    });
  }

  #cancel(reason: MoveCancel["reason"], to: string | null = null, from = this.#picked): void {
    if (reason !== "illegal") this.#picked = null;
    if (from === null) return;
    this.send("movecancel", { from, piece: V.pieceOn(this.#placement, from), to, reason });
  }

  #onRefused(from: string, to: string): void {
    if (this.i18n.ready) this.announce(this.i18n.t("refusal.cannotReach"));
    this.#cancel("illegal", to, from);
  }

  #onMove(from: string, to: string, dragged: boolean): void {
    const detail = {
      from,
      to,
      move: from + to,
      piece: V.pieceOn(this.#placement, from),
      captured: V.pieceOn(this.#placement, to),
      side: this.turn,
      dragged,
    } as MoveEnd;
    this.#picked = null;
    const before = this.#changes;
    const isAccepted = this.send("moveend", detail, true);
    if (!isAccepted) {
      this.#board?.set({ placement: this.#placement });
      return this.#cancel("prevented", to, from);
    }
    // A listener may already have set the position after the move.
    if (this.#changes === before) this.#play(detail);
    if (this.i18n.ready) this.announce(describeMoveEnd(detail, this.i18n));
    void this.settled().then(() => this.send("movefinished", detail));
  }

  #play({ from, to, side }: MoveEnd): void {
    this.#placement = movedPlacement(this.#placement, from, to);
    this.#turn = turnOf(otherSide(side));
    this.#lastMove = [from, to];
    this.#check = null;
    this.#isReflecting = true;
    this.reflect("fen", this.fen);
    this.#reflectTurn();
    this.#isReflecting = false;
    this.update();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "xiangqi-board": XiangqiBoardElement;
  }
}
