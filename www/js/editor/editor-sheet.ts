// The position editor: a board and a tray of all pieces. The editor shows at once which faults the position has, and on
// which squares.

import type { MessageKey } from "../core/message-keys.ts";
import { createBoard } from "../board/index.ts";
import type { Board, BoardState } from "../board/index.ts";
import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { SQUARES, pieceAt } from "../core/xiangqi.ts";
import type { Rules } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import type { GameClass } from "../rules/rules.ts";
import { describeSquare } from "../shell/grid-words.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import type { BuiltSheet } from "../ui/build-sheet.ts";
import { el, setText } from "../ui/dom.ts";
import { buildParts } from "./editor-parts.ts";
import type { Tool } from "./editor-parts.ts";
import { bindPointer } from "./pointer.ts";
import { createForm, pieceNames } from "./setup-form.ts";
import * as P from "./setup.ts";
import type { Setup } from "./setup.ts";
import "../../css/editor.css";

/** A dragged piece; `from` is null for a piece from the tray, `over` is null while the piece is off the board. */
interface Drag {
  piece: string;
  from: string | null;
  over: string | null;
}

interface EditorPage {
  i18n: I18n;
  rules: Rules | null;
  store: { get: () => { position: Setup } };
}

interface EditorOptions {
  /** Returns the look of the board. */
  look: () => Partial<BoardState>;
  /** Called with the FEN of the position, with an empty text for the ordinary start position, or with the pieces alone. */
  play: (fen: string) => void;
  /** The locale key of the button that plays. */
  command?: MessageKey;
  /**
   * The locale key of the sentence that explains why a few pieces are set up. Absent if only whole positions can be set
   * up.
   */
  pieces?: MessageKey;
}

export async function createEditor({ i18n, rules, store }: EditorPage, options: EditorOptions) {
  if (!rules) throw new Error("the rules are not loaded");
  return new Editor(i18n, rules.Game, options, () => store.get().position);
}

class Editor {
  readonly #i18n: I18n;
  readonly #Game: GameClass;
  readonly #options: EditorOptions;
  readonly #pageSetup: () => Setup;
  readonly #start: Setup;
  readonly #parts: ReturnType<typeof buildParts>;
  readonly #form: ReturnType<typeof createForm>;
  readonly #sheet: BuiltSheet;
  readonly #board: Board;
  /** The locale key of `EditorOptions.pieces` while a few pieces are set up; null while a position is set up. */
  #pieces: MessageKey | null = null;
  #setup: Setup | null = null;
  #tool: Tool = {};
  #drag: Drag | null = null;
  /**
   * True after the editor has asked whether to play a position that no game leads to. The next press of the button
   * plays the position.
   */
  #isConfirming = false;
  readonly #possibleSquares = new Map<string, string[]>();
  readonly #openPictureSheet = memoizeAsync(async () => {
    const { createPictureSheet } = await import("../share/picture-sheet.ts");
    return createPictureSheet(this.#i18n);
  });

  /** `pageSetup` returns the position on the page's board. */
  constructor(i18n: I18n, Game: GameClass, options: EditorOptions, pageSetup: () => Setup) {
    this.#i18n = i18n;
    this.#Game = Game;
    this.#options = options;
    this.#pageSetup = pageSetup;
    this.#start = P.setupOf(Game, null);
    this.#parts = buildParts({
      choose: (tool) => this.#choose(tool),
      turn: (turn) => this.#edit({ ...this.setup, turn }),
      clear: () => this.#edit({ ...this.setup, placement: P.EMPTY }),
      start: () => this.#edit(this.#start),
      mirror: () => this.#edit(P.mirrored(this.setup)),
      swap: () => this.#edit(P.swapped(this.setup)),
      read: (text) => this.#read(text),
      picture: () => void this.#showPicture(),
      play: () => this.#play(),
    });
    this.#parts.play.dataset.i18n = options.command ?? "editor.play";
    this.#form = createForm(i18n, {
      pieces: [...P.RED, ...P.BLACK],
      remaining: (piece) => this.#remaining(piece),
      possibleSquares: (piece) => this.#squaresFor(piece),
      put: (square, piece) => this.#put(square, piece),
    });
    this.#parts.words.append(this.#form.element);
    this.#sheet = buildSheet("editor-dialog", i18n, this.#parts.body);
    this.#sheet.dialog.classList.add("editor-sheet");
    translate(this.#sheet.dialog, i18n);
    this.#board = createBoard(this.#parts.board, { movable: null, animationMs: 140 });
    bindPointer(this.#sheet.dialog, this.#board, this.#parts.trays, {
      pieceAt: (square) => pieceAt(this.setup.placement, square),
      tap: (square) => this.#tap(square),
      remove: (square) => this.#put(square, "."),
      lift: (piece, from) => this.#dragTo({ piece, from, over: from }),
      hover: (over) => this.#drag && this.#dragTo({ ...this.#drag, over }),
      drop: (piece, from, to) => this.#drop(piece, from, to),
    });
  }

  /** The set-up on the board of the editor. */
  get setup() {
    return this.#setup ?? this.#start;
  }

  /**
   * Opens the sheet with the position of the FEN `text`. If `text` is empty, opens it with the last set-up, or with the
   * position of the page if there is none. With `isPieces`, `text` lists a few pieces, which need not be a whole
   * position.
   */
  show(text: string, isPieces = false) {
    const pieces = isPieces ? (this.#options.pieces ?? null) : null;
    if (pieces !== this.#pieces) this.#setup = null;
    this.#pieces = pieces;
    for (const part of this.#parts.positionParts) part.hidden = pieces !== null;
    this.#tool = {};
    this.#sheet.open(this.#i18n.t("editor.title"));
    const { placement, turn } = this.#pageSetup();
    if (this.#pieces) this.#edit(P.readPieces(text));
    else if (text) this.#read(text);
    else this.#edit(this.#setup ?? { placement, turn });
  }

  // ---- actions

  /** Selects a tool; deselects it if it is selected already. */
  #choose(tool: Tool) {
    const isSame = this.#tool.piece === tool.piece && this.#tool.erases === tool.erases;
    this.#tool = isSame ? {} : tool;
    this.#render();
  }

  #tap(square: string) {
    const { piece, from, erases } = this.#tool;
    const there = pieceAt(this.setup.placement, square);
    if (erases) return this.#put(square, ".");
    if (piece) return this.#put(square, piece === there ? "." : piece);
    if (from) {
      this.#tool = {};
      return this.#move(from, square);
    }
    if (there === ".") return;
    this.#tool = { from: square };
    this.#render();
  }

  #dragTo(drag: Drag) {
    if (this.#drag?.over === drag.over) return;
    if (!this.#drag) this.#tool = {};
    this.#drag = drag;
    this.#renderBoard();
  }

  #drop(piece: string, from: string | null, to: string | null) {
    this.#drag = null;
    if (from && to) this.#move(from, to);
    else if (from) this.#put(from, ".");
    else if (to) this.#put(to, piece);
    else this.#render();
  }

  #move(from: string, to: string) {
    const piece = pieceAt(this.setup.placement, from);
    this.#edit(P.put(P.put(this.setup, from, "."), to, piece));
  }

  /** Puts a piece on a square and announces it; `.` empties the square. */
  #put(square: string, piece: string) {
    const there = pieceAt(this.setup.placement, square);
    if (there === piece) return;
    this.#edit(P.put(this.setup, square, piece));
    if (this.#tool.piece && this.#remaining(this.#tool.piece) === 0) this.#choose({});
    const key = piece === "." ? "editor.said.off" : "editor.said.on";
    const names = pieceNames(piece === "." ? there : piece, this.#i18n);
    const words = this.#i18n.t(key, { ...names, square: describeSquare(square, this.#i18n) });
    setText(this.#parts.announcement, words);
  }

  #read(text: string) {
    try {
      this.#setup = P.readSetup(this.#Game, text);
      this.#render(text);
    } catch (error) {
      this.#setup ??= this.#start;
      this.#render(text, describeRulesError(error, this.#i18n));
    }
  }

  #edit(setup: Setup) {
    this.#setup = setup;
    this.#render();
  }

  /**
   * Opens the sheet for a picture of the board, even with an impossible position, since a diagram may show only some
   * pieces.
   */
  async #showPicture() {
    const board = this.#board.state;
    try {
      (await this.#openPictureSheet()).show({ board, shapes: [], name: "position" });
    } catch {
      setText(this.#parts.status, this.#i18n.t("share.failed"));
    }
  }

  #play() {
    if (this.#pieces) {
      this.#sheet.dialog.close();
      return this.#options.play(P.piecesOf(this.setup));
    }
    if (P.faultsOf(this.#Game, this.setup).length > 0 && !this.#isConfirming) {
      this.#isConfirming = true;
      setText(this.#parts.status, this.#i18n.t("editor.askOdd"));
      return;
    }
    const fen = P.fenOfSetup(this.setup);
    this.#sheet.dialog.close();
    this.#options.play(fen === P.fenOfSetup(this.#start) ? "" : fen);
  }

  // ---- display

  /** Returns the number of copies of a piece that may still be put on the board. */
  #remaining(piece: string) {
    const count = P.countOf(this.#start.placement, piece) - P.countOf(this.setup.placement, piece);
    return Math.max(0, count);
  }

  #squaresFor(piece: string) {
    const squares = this.#possibleSquares.get(piece) ?? P.possibleSquares(this.#Game, piece);
    this.#possibleSquares.set(piece, squares);
    return squares;
  }

  /** Shows the set-up. `text` is the FEN that is being typed; `readFaults` are the reasons why it cannot be read. */
  #render(text?: string, readFaults: string[] | null = null) {
    const { setup } = this;
    const faults = this.#pieces ? [] : P.faultsOf(this.#Game, setup);
    const faultLines = faults.length > 0 ? describeRulesError({ reasons: faults }, this.#i18n) : [];
    const lines = readFaults ?? faultLines;
    this.#parts.update(setup, {
      tool: this.#tool,
      remaining: (piece) => this.#remaining(piece),
      fen: text ?? P.fenOfSetup(setup),
      i18n: this.#i18n,
    });
    this.#parts.faults.replaceChildren(...lines.map((line) => el("li", "", line)));
    const isPlayable = readFaults === null && P.isPlayable(faults);
    const status = this.#pieces ?? (lines.length === 0 ? "editor.fine" : "editor.odd");
    setText(this.#parts.status, isPlayable ? this.#i18n.t(status) : "");
    this.#parts.play.disabled = !isPlayable;
    this.#isConfirming = false;
    this.#form.update(setup.placement);
    this.#renderBoard(P.squaresAtFault(faults));
  }

  #markers(faultySquares: readonly string[]): BoardState["markers"] {
    const piece = this.#tool.piece ?? this.#drag?.piece;
    const possible = piece ? this.#squaresFor(piece) : [];
    const { placement } = this.setup;
    const free =
      possible.length < SQUARES ? possible.filter((at) => pieceAt(placement, at) === ".") : [];
    const target = this.#drag?.over ?? this.#tool.from;
    return {
      ...Object.fromEntries(free.map((square) => [square, "dot"])),
      ...Object.fromEntries(faultySquares.map((square) => [square, "warn"])),
      ...(target && { [target]: "ring" }),
    };
  }

  #renderBoard(faultySquares: readonly string[] = []) {
    const { from } = this.#drag ?? {};
    const { placement, turn } = from ? P.put(this.setup, from, ".") : this.setup;
    this.#board.set({
      ...this.#options.look(),
      placement,
      turn,
      markers: this.#markers(faultySquares),
      animationMs: this.#drag ? 0 : 140,
      label: this.#i18n.t("editor.board"),
    });
  }
}
