// The position editor: a board and a tray of all pieces; whatever cannot be is said at once, and where.

import { saySquare } from "../shell/grid-words.js";
import { createBoard } from "../board/index.js";
import { translate } from "../core/i18n.ts";
import { pieceAt } from "../core/xiangqi.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { el, setText } from "../ui/dom.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { describeRulesError } from "../rules/rules.ts";
import { createForm, names } from "./setup-form.ts";
import { build } from "./editor-parts.ts";
import { bindPointer } from "./pointer.ts";
import * as P from "./setup.ts";
import "../../css/editor.css";

/** @typedef {import("./setup.ts").Setup} Setup */
/** A piece of the tray, a point whose piece is to be moved, or the eraser. @typedef {{ piece?: string, from?: string, erases?: true }} Held */
/** A piece in the air, and the point under it. @typedef {{ piece: string, from: string|null, over: string|null }} Carried */

/**
 * @param {Pick<import("../play/context.js").Page, "i18n"|"rules"> & { store: { get: () => { position: Setup } } }} page
 * @param {object} does
 * @param {() => Partial<import("../board/index.js").BoardState>} does.look  of the board
 * @param {(fen: string) => void} does.play  an empty text for the ordinary start
 * @param {string} [does.command]  the key of what the last button says
 * @param {string} [does.pieces]   the key of what a few pieces are set up for, where they need not be a position
 */
export async function createEditor({ i18n, rules, store }, { look, play, command, pieces }) {
  if (!rules) throw new Error("the rules are not here yet");
  const now = () => store.get().position;
  return new Editor(i18n, rules.Game, { look, play, now, pieces }, command);
}

class Editor {
  #i18n;
  #Game;
  #does;
  #parts;
  #form;
  #sheet;
  #board;
  #start;
  /** The key of what a few pieces are set up for; null for a position. @type {string|null} */
  #pieces = null;
  /** @type {Setup|null} */
  #setup = null;
  /** @type {Held} */
  #held = {};
  /** @type {Carried|null} */
  #carried = null;
  /** Whether it was asked if a position that no game leads to is meant. */
  #asked = false;
  /** Where each piece can ever stand. @type {Map<string, string[]>} */
  #points = new Map();

  /**
   * @param {import("../core/i18n.ts").I18n} i18n @param {import("../rules/rules.ts").GameClass} Game
   * @param {{ look: () => Partial<import("../board/index.js").BoardState>, play: (fen: string) => void, now: () => Setup, pieces?: string }} does
   * @param {string} [command]
   */
  constructor(i18n, Game, does, command = "editor.play") {
    this.#i18n = i18n;
    this.#Game = Game;
    this.#does = does;
    this.#start = P.setupOf(Game, null);
    this.#parts = build({
      choose: (held) => this.#choose(held),
      turn: (turn) => this.#edit({ ...this.setup, turn }),
      clear: () => this.#edit({ ...this.setup, placement: P.EMPTY }),
      start: () => this.#edit(this.#start),
      mirror: () => this.#edit(P.mirrored(this.setup)),
      swap: () => this.#edit(P.swapped(this.setup)),
      read: (text) => this.#read(text),
      picture: () => void this.#picture(),
      play: () => this.#play(),
    });
    this.#parts.play.dataset.i18n = command;
    const knows = {
      left: (/** @type {string} */ piece) => this.#left(piece),
      points: (/** @type {string} */ piece) => this.#pointsFor(piece),
    };
    this.#form = createForm(i18n, [...P.RED, ...P.BLACK], knows, (square, piece) =>
      this.#put(square, piece),
    );
    this.#parts.words.append(this.#form.element);
    this.#sheet = buildSheet("editor-dialog", i18n, this.#parts.body);
    this.#sheet.dialog.classList.add("editor-sheet");
    translate(this.#sheet.dialog, i18n);
    this.#board = createBoard(this.#parts.board, { movable: null, animationMs: 140 });
    bindPointer(this.#sheet.dialog, this.#board, this.#parts.trays, {
      pieceAt: (square) => pieceAt(this.setup.placement, square),
      tap: (square) => this.#tap(square),
      remove: (square) => this.#put(square, "."),
      lift: (piece, from) => this.#carry({ piece, from, over: from }),
      hover: (over) => this.#carried && this.#carry({ ...this.#carried, over }),
      drop: (piece, from, to) => this.#drop(piece, from, to),
    });
  }

  #picturing = memoizeAsync(async () => {
    const { createPictureSheet } = await import("../share/picture-sheet.js");
    return createPictureSheet(this.#i18n);
  });

  /** What is on the board. */
  get setup() {
    return this.#setup ?? this.#start;
  }

  /**
   * Opens the sheet with a text, else with what was set up last, else with what is on the page's board.
   * @param {string} text @param {boolean} [isPieces]  a few pieces, which need not be a position
   */
  show(text, isPieces = false) {
    const pieces = isPieces ? (this.#does.pieces ?? null) : null;
    if (pieces !== this.#pieces) this.#setup = null;
    this.#pieces = pieces;
    for (const part of this.#parts.ofPositions) part.hidden = pieces !== null;
    this.#held = {};
    this.#sheet.open(this.#i18n.t("editor.title"));
    const { placement, turn } = this.#does.now();
    if (this.#pieces) this.#edit(P.readPieces(text));
    else if (text) this.#read(text);
    else this.#edit(this.#setup ?? { placement, turn });
  }

  // ---- what a person does

  /** @param {Held} held chosen again, it is laid down */
  #choose(held) {
    const same = this.#held.piece === held.piece && this.#held.erases === held.erases;
    this.#held = same ? {} : held;
    this.#render();
  }

  /** @param {string} square */
  #tap(square) {
    const { piece, from, erases } = this.#held;
    const there = pieceAt(this.setup.placement, square);
    if (erases) return this.#put(square, ".");
    if (piece) return this.#put(square, piece === there ? "." : piece);
    if (from) {
      this.#held = {};
      return this.#move(from, square);
    }
    if (there === ".") return;
    this.#held = { from: square };
    this.#render();
  }

  /** @param {Carried} carried */
  #carry(carried) {
    if (this.#carried?.over === carried.over) return;
    if (!this.#carried) this.#held = {};
    this.#carried = carried;
    this.#show();
  }

  /** @param {string} piece @param {string|null} from @param {string|null} to */
  #drop(piece, from, to) {
    this.#carried = null;
    if (from && to) this.#move(from, to);
    else if (from) this.#put(from, ".");
    else if (to) this.#put(to, piece);
    else this.#render();
  }

  /** @param {string} from @param {string} to */
  #move(from, to) {
    const piece = pieceAt(this.setup.placement, from);
    this.#edit(P.put(P.put(this.setup, from, "."), to, piece));
  }

  /** @param {string} square @param {string} piece or `.` */
  #put(square, piece) {
    const there = pieceAt(this.setup.placement, square);
    if (there === piece) return;
    this.#edit(P.put(this.setup, square, piece));
    if (this.#held.piece && this.#left(this.#held.piece) === 0) this.#choose({});
    const said = piece === "." ? "editor.said.off" : "editor.said.on";
    const who = names(piece === "." ? there : piece, this.#i18n);
    setText(
      this.#parts.said,
      this.#i18n.t(said, { ...who, square: saySquare(square, this.#i18n) }),
    );
  }

  /** @param {string} text */
  #read(text) {
    try {
      this.#setup = P.readSetup(this.#Game, text);
      this.#render(text);
    } catch (error) {
      this.#setup ??= this.#start;
      this.#render(text, describeRulesError(error, this.#i18n));
    }
  }

  /** @param {Setup} setup */
  #edit(setup) {
    this.#setup = setup;
    this.#render();
  }

  /** As it is set up, whether it can be played or not: a drawing may show less than a game has. */
  async #picture() {
    const board = this.#board.state;
    try {
      (await this.#picturing()).show({ board, shapes: [], name: "position" });
    } catch {
      setText(this.#parts.fine, this.#i18n.t("share.failed"));
    }
  }

  #play() {
    if (this.#pieces) {
      this.#sheet.dialog.close();
      return this.#does.play(P.piecesOf(this.setup));
    }
    if (P.faultsOf(this.#Game, this.setup).length > 0 && !this.#asked) {
      this.#asked = true;
      setText(this.#parts.fine, this.#i18n.t("editor.askOdd"));
      return;
    }
    const fen = P.fenOfSetup(this.setup);
    this.#sheet.dialog.close();
    this.#does.play(fen === P.fenOfSetup(this.#start) ? "" : fen);
  }

  // ---- what is shown

  /** How many of a piece may still be put on the board. @param {string} piece */
  #left(piece) {
    return Math.max(
      0,
      P.countOf(this.#start.placement, piece) - P.countOf(this.setup.placement, piece),
    );
  }

  /** @param {string} piece */
  #pointsFor(piece) {
    const known = this.#points.get(piece) ?? P.pointsFor(this.#Game, piece);
    this.#points.set(piece, known);
    return known;
  }

  /** @param {string} [text] as it is being typed @param {string[]|null} [unread] why it says no position */
  #render(text, unread = null) {
    const { setup } = this;
    const reasons = this.#pieces ? [] : P.faultsOf(this.#Game, setup);
    const lines = unread ?? (reasons.length > 0 ? describeRulesError({ reasons }, this.#i18n) : []);
    this.#parts.update(setup, {
      held: this.#held,
      left: (piece) => this.#left(piece),
      fen: text ?? P.fenOfSetup(setup),
      i18n: this.#i18n,
    });
    this.#parts.faults.replaceChildren(...lines.map((line) => el("li", "", line)));
    const playable = unread === null && P.isPlayable(reasons);
    const fine = this.#pieces ?? (lines.length === 0 ? "editor.fine" : "editor.odd");
    setText(this.#parts.fine, playable ? this.#i18n.t(fine) : "");
    this.#parts.play.disabled = !playable;
    this.#asked = false;
    this.#form.update(setup.placement);
    this.#show(P.squaresAtFault(reasons));
  }

  /** @param {string[]} faulty points @returns {Record<string, string>} */
  #markers(faulty) {
    const { from } = this.#held;
    const piece = this.#held.piece ?? this.#carried?.piece;
    const points = piece ? this.#pointsFor(piece) : [];
    const { placement } = this.setup;
    const free = points.length < 90 ? points.filter((at) => pieceAt(placement, at) === ".") : [];
    const aimed = this.#carried?.over ?? from;
    return {
      ...Object.fromEntries(free.map((square) => [square, "dot"])),
      ...Object.fromEntries(faulty.map((square) => [square, "warn"])),
      ...(aimed && { [aimed]: "ring" }),
    };
  }

  /** The board alone. @param {string[]} faulty points */
  #show(faulty = []) {
    const { from } = this.#carried ?? {};
    const { placement, turn } = from ? P.put(this.setup, from, ".") : this.setup;
    this.#board.set({
      ...this.#does.look(),
      placement,
      turn,
      markers: this.#markers(faulty),
      animationMs: this.#carried ? 0 : 140,
      label: this.#i18n.t("editor.board"),
    });
  }
}
