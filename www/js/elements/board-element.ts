// `<xiangqi-board>`: the board of the page as an element. It knows no rules: a position and its legal targets come in,
// a person's moves go out as events.

import type { BoardConfig, BoardState } from "../board/index.ts";
import { overlayOf } from "../board/shapes.ts";
import type { Overlay } from "../board/shapes.ts";
import { fenOf, placementOf, turnOfFen } from "../core/fen.ts";
import { START_PLACEMENT, movedPlacement, otherSide, sideOf } from "../core/xiangqi.ts";
import type { Side, Turn } from "../core/xiangqi.ts";
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
import { BoardHost, SIDES } from "./board-host.ts";
import * as V from "./board-values.ts";
import { oneOf } from "./element-base.ts";
import type { AttributeReader } from "./element-base.ts";

export type * from "./board-types.ts";

const MOVERS = ["red", "black", "both"] as const;
const turnOf = (side: Side): Turn => (side === "red" ? "w" : "b");

/** docs/NPM.md describes the attributes, properties and events. */
export class XiangqiBoardElement extends BoardHost<XiangqiBoardEventMap> {
  static formAssociated = true;
  static observedAttributes = [...BoardHost.lookAttributes, "fen", "turn", "interactive", "table"];

  #internals;
  #table = el("table");
  #placement = START_PLACEMENT;
  #turn: Turn = "w";
  #interactive: Side | "both" | null = null;
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
  #readers: Record<string, AttributeReader>;

  constructor() {
    super(STYLES);
    this.#internals = this.attachInternals();
    this.#table.part.add("table");
    this.#table.hidden = true;
    this.host.after(this.#table);
    this.#readers = {
      fen: (text) => this.#readFen(text),
      turn: oneOf(SIDES, (side) => {
        if (side) this.#setTurn(turnOf(side));
      }),
      interactive: oneOf(
        ["", ...MOVERS],
        (side) => (this.#interactive = side === "" ? "both" : side),
      ),
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
    return (this.board?.state.selected ?? null) as Square | null;
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

  // ---- life

  protected override readerOf(name: string): AttributeReader | undefined {
    return this.#readers[name] ?? super.readerOf(name);
  }

  protected override start(signal: AbortSignal): void {
    // The order of the attributes in the source makes no difference.
    this.attributeChangedCallback("turn", null, this.getAttribute("turn"));
    super.start(signal);
  }

  protected override boardEvents(): Partial<BoardConfig> {
    return {
      onMove: (from, to, { dragged }) => this.#onMove(from, to, dragged),
      onSelect: (square) => this.#onSelect(square),
      onRefused: (from, to) => this.#onRefused(from, to),
      onTap: (square) => {
        const detail = { square: V.asSquare(square), piece: V.pieceOn(this.#placement, square) };
        this.send("squareclick", detail);
      },
    };
  }

  protected override stop(): void {
    super.stop();
    this.#picked = null;
  }

  protected override useWords(): void {
    this.#table.lang = this.i18n.htmlLang;
    super.useWords();
  }

  protected override update(): void {
    this.#internals.setFormValue(this.fen);
    super.update();
    this.#writeTable();
    if (this.#picked !== null && this.selected === null) this.#cancel("replaced");
  }

  protected override boardState(): Partial<BoardState> {
    const { arrows, shapes: ofArrows } = V.readArrows(this.#arrows);
    const { markers, shapes } = V.readMarks(this.#marks);
    const movable = this.#isDisabled ? null : this.#interactive;
    const dests = this.#targets ?? (movable ? V.allTargets(this.#placement, this.turn) : new Map());
    return {
      placement: this.#placement,
      turn: this.#turn,
      movable,
      dests,
      showDests: this.#targets !== null,
      lastMove: this.#lastMove,
      check: this.#check,
      markers,
      arrows,
      overlay: this.#overlay([...shapes, ...ofArrows]),
    };
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
    const side = this.i18n.t(`side.${this.orientation}`);
    const caption = this.label || this.i18n.t("grid.label", { side });
    const shown = { placement: this.#placement, orientation: this.orientation, caption };
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
      this.board?.set({ placement: this.#placement });
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

const STYLES = `
table {
  flex: none;
  border-collapse: collapse;
  font-size: 0.75em;
}
th, td {
  padding: 0.1em 0.3em;
  border: 1px solid;
  text-align: center;
}`;
