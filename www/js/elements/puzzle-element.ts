// `<xiangqi-puzzle>`: a position and its solution. A person finds the moves of the side to move; the replies are played.

import type { BoardConfig, BoardState } from "../board/index.ts";
import { placementOf, turnOfFen } from "../core/fen.ts";
import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import { describeMoveWithSquares, describeRefusal } from "../core/words.ts";
import { START_PLACEMENT, barePosition, pieceAt, sideOf, splitMove } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { pause } from "../engine/pace.ts";
import { Attempt } from "../rules/attempt.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { translate } from "../core/i18n.ts";
import { button, el, setText } from "../ui/dom.ts";
import { BoardHost } from "./board-host.ts";
import type { AttributeReader } from "./element-base.ts";
import { PANEL_STYLES } from "./panel-styles.ts";
import { loadRulesOnce } from "./record-source.ts";
import type { XiangqiPuzzleEventMap } from "./puzzle-types.ts";

export type * from "./puzzle-types.ts";

/** The time before a wrong move is taken back, and before the reply, in milliseconds. */
const WRONG_MS = 650;
const REPLY_MS = 260;

/** docs/NPM.md describes the attributes, properties and events. */
export class XiangqiPuzzleElement extends BoardHost<XiangqiPuzzleEventMap> {
  static observedAttributes = [...BoardHost.lookAttributes, "fen", "solution", "hints"];

  #attempt: Attempt | null = null;
  /** The position before the rules are loaded. */
  #start = START_PLACEMENT;
  #status: "waiting" | "play" | "busy" | "solved" | "shown" | "broken" = "waiting";
  #message: (i18n: I18n) => string = () => "";
  /** The number of hints for the next move: its piece, then its target. */
  #hints = 0;
  #counts = { hints: 0, mistakes: 0, shown: 0 };
  /** Incremented when the puzzle changes or starts again, so that delayed steps of the one before stop. */
  #turn = 0;
  #statusLine = el("p", "status");
  #bar = el("div", "bar");
  #hint;
  #show;
  #again;
  #readers: Record<string, AttributeReader> = {
    fen: (text) => {
      if (text !== null) turnOfFen(text);
      if (text !== null) this.#start = placementOf(text);
      this.#restart();
    },
    solution: () => this.#restart(),
    hints: (text) => {
      if (text !== null && text !== "none") throw new RangeError("the value is none");
    },
  };

  constructor() {
    super(PANEL_STYLES);
    this.#hint = this.#button("control.hint", () => this.hint());
    this.#show = this.#button("elements.reveal", () => void this.showMove());
    this.#again = this.#button("elements.again", () => this.restart());
    this.#statusLine.role = "status";
    this.#statusLine.part.add("status");
    this.#bar.part.add("bar");
    const slot = el("slot");
    slot.name = "actions";
    this.#bar.append(this.#hint, this.#show, this.#again, slot);
    this.host.after(this.#statusLine, this.#bar);
  }

  #button(key: MessageKey, onClick: () => void): HTMLButtonElement {
    const element = button("tool is-text", onClick);
    element.dataset.i18n = key;
    element.part.add("button");
    return element;
  }

  /** The position as FEN. The side to move is the person's. */
  get fen(): string {
    return this.getAttribute("fen") ?? "";
  }
  set fen(fen: string) {
    this.reflect("fen", fen);
  }
  /** The moves of both sides from the position, in any notation that the rules read, separated by spaces. */
  get solution(): string {
    return this.getAttribute("solution") ?? "";
  }
  set solution(moves: string) {
    this.reflect("solution", moves);
  }
  /** "none" leaves out the buttons for hints and for the solution. */
  get hints(): "none" | null {
    return this.getAttribute("hints") === "none" ? "none" : null;
  }
  set hints(value: "none" | null) {
    this.reflect("hints", value);
  }
  /** Whether the person has found the solution. */
  get isSolved(): boolean {
    return this.#status === "solved";
  }

  /** Starts the puzzle again. */
  restart(): void {
    this.#restart();
  }

  /** Marks the piece of the next move, the second time its target too. */
  hint(): void {
    const attempt = this.#attempt;
    if (!attempt || this.#status !== "play") return;
    this.#counts.hints++;
    this.#hints = Math.min(2, this.#hints + 1);
    const facts = attempt.moveFacts(attempt.expectedMove ?? "");
    const { notation } = this;
    const [from] = splitMove(facts.move);
    const point = (i18n: I18n) => `${i18n.t(`piece.${facts.piece}`)}, ${from}`;
    if (this.#hints === 1)
      this.#showNotice((i18n) => i18n.t("puzzle.hint.piece", { point: point(i18n) }));
    else
      this.#showNotice((i18n) =>
        i18n.t("puzzle.hint.point", { move: describeMoveWithSquares(facts, notation, i18n) }),
      );
  }

  /** Plays the next move of the solution, and the reply. */
  async showMove(): Promise<void> {
    const attempt = this.#attempt;
    const move = attempt?.expectedMove;
    if (!attempt || !move || this.#status !== "play") return;
    this.#counts.shown++;
    this.#play(attempt, move);
    if (!attempt.isOver) {
      this.#showNoticeOf("puzzle.showing");
      return this.#reply(attempt);
    }
    this.#status = "shown";
    this.#showNoticeOf("puzzle.shown");
  }

  // ---- life

  protected override readerOf(name: string): AttributeReader | undefined {
    return this.#readers[name] ?? super.readerOf(name);
  }

  protected override start(signal: AbortSignal): void {
    super.start(signal);
    this.#restart();
  }

  protected override stop(): void {
    super.stop();
    this.#turn++;
    this.#attempt?.free();
    this.#attempt = null;
  }

  protected override useWords(): void {
    translate(this.#bar, this.i18n);
    this.#statusLine.lang = this.i18n.htmlLang;
    super.useWords();
  }

  protected override get sideBelow(): Side {
    return this.#side;
  }

  get #side(): Side {
    return sideOf(this.fen.trim().split(/\s+/)[1] === "b" ? "b" : "w");
  }

  protected override boardState(): Partial<BoardState> {
    const { placement, turn, lastMove, check, dests } =
      this.#attempt?.view ?? barePosition(this.#start);
    const mayPlay = this.#status === "play";
    return {
      placement,
      turn,
      lastMove,
      check,
      movable: mayPlay ? this.#side : null,
      dests: mayPlay ? dests : new Map(),
      markers: this.#markers(),
    };
  }

  #markers(): Record<string, string> {
    const [from, to] = splitMove(this.#attempt?.expectedMove ?? "");
    if (this.#hints === 0 || !from) return {};
    return this.#hints === 1 || !to ? { [from]: "ring" } : { [from]: "ring", [to]: "dot" };
  }

  protected override boardEvents(): Partial<BoardConfig> {
    return {
      onMove: (from, to) => void this.#move(from + to),
      onRefused: (from, to) => {
        const reason = this.#attempt?.refusal(from + to);
        const piece = pieceAt(this.#attempt?.view.placement ?? "", from);
        if (reason) this.#showNotice((i18n) => describeRefusal({ reason, piece }, i18n));
      },
    };
  }

  protected override update(): void {
    super.update();
    if (!this.i18n.ready) return;
    const isPlaying = this.#status === "play" || this.#status === "busy";
    const isOver = this.#status === "solved" || this.#status === "shown";
    this.#hint.hidden = this.#show.hidden = !isPlaying || this.hints === "none";
    this.#again.hidden = !isOver;
    const words = this.#message(this.i18n);
    // Screen readers announce an equal sentence again only after another text.
    if (this.#statusLine.dataset.again) this.#statusLine.textContent = "";
    delete this.#statusLine.dataset.again;
    setText(this.#statusLine, words);
  }

  // ---- the puzzle

  #restart(): void {
    if (this.connection && this.fen && this.solution) void this.#open(++this.#turn);
  }

  async #open(turn: number): Promise<void> {
    try {
      const { Game } = await loadRulesOnce();
      if (turn !== this.#turn) return;
      const { moves, isMate } = readSolution(Game, this.fen, this.solution);
      this.#attempt?.free();
      const kind = isMate ? "mate" : "win";
      this.#attempt = new Attempt(Game, { fen: this.fen, moves, kind, side: this.#side });
      this.#hints = 0;
      this.#counts = { hints: 0, mistakes: 0, shown: 0 };
      this.#status = "play";
      this.#showNoticeOf(`puzzle.begin.${this.#side}`);
    } catch (error) {
      this.#status = "broken";
      this.report(`fen="${this.fen}" solution="${this.solution}"`, error);
      this.#showNoticeOf("elements.broken");
    }
  }

  #showNoticeOf(key: MessageKey): void {
    this.#showNotice(({ t }) => t(key));
  }

  #showNotice(message: (i18n: I18n) => string): void {
    this.#message = message;
    this.#statusLine.dataset.again = "true";
    this.update();
  }

  async #move(move: string): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt || this.#status !== "play") return this.update();
    const judgement = attempt.judge(move);
    if (judgement === "refused") return this.update();
    if (judgement === "wrong") return this.#takeBack(attempt, move);
    this.#play(attempt, move);
    if (judgement === "right") {
      this.#showNoticeOf("puzzle.right");
      return this.#reply(attempt);
    }
    this.#status = "solved";
    this.#showNoticeOf("puzzle.solved");
    this.send("solved", { moves: attempt.moves, ...this.#counts });
  }

  async #takeBack(attempt: Attempt, move: string): Promise<void> {
    const turn = this.#turn;
    this.#counts.mistakes++;
    const { ply } = attempt;
    this.#status = "busy";
    attempt.play(move);
    this.#showNoticeOf("puzzle.wrong");
    this.send("mistake", { move, ply });
    await this.settled();
    await pause(WRONG_MS).over;
    if (turn !== this.#turn) return;
    attempt.undoTo(ply);
    this.#status = "play";
    this.update();
  }

  async #reply(attempt: Attempt): Promise<void> {
    const turn = this.#turn;
    const { reply } = attempt;
    if (!reply) return;
    this.#status = "busy";
    this.update();
    await this.settled();
    await pause(REPLY_MS).over;
    if (turn !== this.#turn) return;
    this.#status = "play";
    this.#play(attempt, reply);
    this.update();
  }

  #play(attempt: Attempt, move: string): void {
    attempt.play(move);
    this.#hints = 0;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "xiangqi-puzzle": XiangqiPuzzleElement;
  }
}

/**
 * Reads the moves of a solution in any notation.
 * @throws ChuheError for a faulty FEN, or for a text that is no legal move
 */
function readSolution(Game: GameClass, fen: string, solution: string) {
  const texts = solution.split(/[\s,]+/).filter(Boolean);
  if (texts.length % 2 === 0)
    throw new RangeError("a solution begins and ends with a move of the person");
  return withGame(new Game(fen), (game) => {
    for (const text of texts) game.play(/^[a-i]\d[a-i]\d$/.test(text) ? text : game.readMove(text));
    return { moves: game.moves(), isMate: game.verdict().result !== "ongoing" };
  });
}
