// Shows an exercise: its board, messages and buttons. The runner judges the moves.

import type { MessageKey } from "../core/message-keys.ts";
import { createBoard } from "../board/index.ts";
import type { Board, BoardState } from "../board/index.ts";
import { notationOf } from "../core/languages.ts";
import { splitMove } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { playLook } from "../shell/appearance.ts";
import type { PageShell } from "../shell/create-page.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { soundOfMove } from "../shell/sound.ts";
import { byId, el, icon, langOfMoves, setText } from "../ui/dom.ts";
import { createAnnouncer, createFlash } from "../ui/notice.ts";
import { showCycle } from "../ui/repetition-diagram.ts";
import type { Step } from "./chapters.ts";
import type { Outcome } from "./goals.ts";
import { Runner } from "./lesson-runner.ts";
import { formatMessage, verdictMessage } from "./messages.ts";
import type { Message } from "./messages.ts";
import { createMoveForm } from "./move-form.ts";
import { fillNote } from "./notation-note.ts";
import { revealBoard } from "./reveal-board.ts";

/** The time for which the learner's move is shown before the answer, in milliseconds. */
const ANSWER_DELAY_MS = 350;
/** The number of different praises in the locale files. */
const PRAISES = 5;

interface LessonOptions extends Pick<PageShell, "i18n" | "preferences" | "sound"> {
  Game: GameClass;
  /** Called when an exercise is done. Returns the locale keys of sentences to add to the praise. */
  onDone: () => MessageKey[];
  onNext: () => void;
}

interface OpenStep {
  step: Step;
  /** The prefix of the step's locale keys, such as `learn.horse.2`. */
  key: `learn.${string}`;
  /** The index of the step, which selects the praise. */
  index: number;
  /** The locale key of the text on the button that leads to the next exercise. */
  nextKey: MessageKey;
}

export class Lesson {
  readonly #options: LessonOptions;
  readonly #board: Board;
  readonly #moveForm: ReturnType<typeof createMoveForm>;
  readonly #gridWords: ReturnType<typeof createGridWords>;
  readonly #flash = createFlash(byId("flash"));
  #open: OpenStep | null = null;
  #runner: Runner | null = null;
  /** The messages below the board; `tone` selects their style. */
  #shown: { tone: string; messages: Message[] } = { tone: "", messages: [] };
  /** The outcome of a move that was not played because it would have lost by repetition. */
  #rejected: Outcome | null = null;
  /**
   * The number of moves and restarts so far. If it has changed, positions still to be shown after an earlier move are
   * dropped.
   */
  #moveNumber = 0;
  #hintedSquares: string[] = [];

  constructor(options: LessonOptions) {
    this.#options = options;
    this.#board = createBoard(byId("board"), {
      onMove: (from, to) => this.#move(from + to),
      onRefused: (from, to) => this.#refuse(from + to),
      onSelect: (square) => this.#select(square),
    });
    this.#gridWords = createGridWords(options.i18n, createAnnouncer(byId("announcer")));
    this.#moveForm = createMoveForm(options.i18n, (from, to) => this.#playTyped(from, to));
    byId("hint").addEventListener("click", () => this.#hint());
    byId("reset").addEventListener("click", () => this.reset());
    byId("next").addEventListener("click", () => this.#next());
  }

  get board() {
    return this.#board;
  }

  get runner() {
    return this.#runner;
  }

  open(open: OpenStep) {
    this.#runner?.dispose();
    this.#runner = new Runner(this.#options.Game, open.step);
    this.#open = open;
    this.#beginAgain();
  }

  reset() {
    this.#runner?.reset();
    this.#beginAgain();
  }

  #beginAgain() {
    this.#moveNumber++;
    this.#showMessages("");
    this.#rejected = null;
    this.#hintedSquares = [];
    this.#board.set({ selected: null });
    this.show();
  }

  /** Updates everything after a move, or after a change of language or theme. */
  show() {
    const runner = this.#runner;
    if (!runner) return;
    runner.notation = notationOf(this.#options.preferences.settings);
    this.#showBoard(runner, runner.position);
    this.#showWords(runner);
    this.#moveForm.update(runner);
  }

  /** Shows a position. If `isPassing` is true, another position follows at once, so the learner cannot move. */
  #showBoard(runner: Runner, position: Runner["position"], isPassing = false) {
    const { i18n, preferences } = this.#options;
    const hinted = Object.fromEntries(this.#hintedSquares.map((square) => [square, "warn"]));
    this.#board.set({
      ...position,
      movable: isPassing ? null : runner.movable,
      markers: { ...runner.markers, ...hinted },
      risky: runner.losing(this.#board.state.selected),
      ...playLook(preferences),
      ...labelsOf(runner.step),
      label: i18n.t("board.label"),
      words: this.#gridWords(),
    });
  }

  #showWords(runner: Runner) {
    for (const part of ["title", "text", "task"] as const)
      setText(byId(`step-${part}`), this.#options.i18n.t(this.#keyOf(part)));
    this.#showQuote(runner);
    this.#showParts(runner);
    this.#writeMessages();
    this.#showButtons(runner);
    this.#showNote(runner);
    this.#showCycle(runner);
  }

  /** Returns a locale key of the open step. */
  #keyOf(part: "title" | "text" | "task" | "hint") {
    return `${this.#open?.key ?? "learn."}.${part}` as const;
  }

  /** Shows the notation of the move that the learner has to find. */
  #showQuote({ step: { goal, fen } }: Runner) {
    const { Game, i18n } = this.#options;
    const quote = byId("quote");
    quote.hidden = goal.kind !== "read";
    if (goal.kind !== "read") return;
    const game = new Game(fen);
    setText(quote, i18n.move(game.line([goal.move], goal.notation)[0] ?? ""));
    game.free();
    quote.lang = langOfMoves(goal.notation, i18n);
  }

  /** Lists the parts of a goal that asks for several pieces or answers, and ticks the parts that are done. */
  #showParts({ step: { goal }, remaining }: Runner) {
    const { t } = this.#options.i18n;
    const pieces = goal.kind === "checks" || goal.kind === "each" ? goal.by : null;
    const parts = pieces ?? (goal.kind === "answer" ? goal.ways : []);
    const host = byId("wants");
    host.hidden = parts.length < 2;
    host.replaceChildren(
      ...parts.map((part) => {
        const name = pieces ? t(`piece.${part}`) : t(`learn.want.${part}`);
        if (remaining.includes(part)) return el("li", "want", name);
        return el("li", "want is-done", icon("done"), name);
      }),
    );
  }

  #showButtons({ state, step, isFresh }: Runner) {
    const { t } = this.#options.i18n;
    const isLook = step.goal.kind === "look";
    const next = byId("next");
    byId("hint").hidden = state !== "open" || isLook;
    byId("reset").hidden = isLook || isFresh;
    next.hidden = state !== "done" && !isLook;
    const nextKey = this.#open?.nextKey ?? "learn.action.next";
    setText(next, t(isLook && state === "open" ? "learn.action.seen" : nextKey));
    byId("reset").classList.toggle("button-primary", state === "over");
  }

  #showNote({ step, written, state }: Runner) {
    const { kind } = step.goal;
    const note = byId("note");
    note.hidden = !(kind === "notate" || (kind === "read" && state === "done"));
    if (!note.hidden) fillNote(byId("note-body"), written, this.#options.i18n);
  }

  #showCycle(runner: Runner) {
    const { cycle } = this.#rejected?.verdict ?? runner.game.verdict();
    const texts = this.#rejected?.texts ?? runner.writeCycle(cycle);
    showCycle(byId("cycle"), cycle, texts, this.#options.i18n);
  }

  #showMessages(tone: string, ...messages: Message[]) {
    this.#shown = { tone, messages };
    this.#writeMessages();
  }

  #writeMessages() {
    const { tone, messages } = this.#shown;
    const host = byId("message");
    host.dataset.tone = tone;
    const texts = messages.map((message) => formatMessage(message, this.#options.i18n));
    setText(host, texts.join(" "));
  }

  // ---- actions of the learner

  #select(square: string | null) {
    if (square) this.#options.sound.play("pick");
    this.#board.set({ risky: this.#runner?.losing(square) ?? [] });
    const rule = square === null ? null : this.#runner?.ruleAt(square);
    // With the tone "first" the message bar does not cover the board, where the learner may be about to move.
    if (rule) this.#showMessages(this.#runner?.isFresh ? "first" : "hint", rule);
  }

  #playTyped(from: string, to: string) {
    if (this.#runner?.position.dests.get(from)?.includes(to)) this.#move(from + to);
    else this.#refuse(from + to);
  }

  #move(move: string) {
    const runner = this.#runner;
    if (!runner) return;
    const before = runner.position.placement;
    const outcome = runner.move(move);
    this.#hintedSquares = [];
    this.#rejected = outcome.verdict ? outcome : null;
    this.#playSound(runner, before, outcome);
    this.#report(runner, outcome);
    void this.#showPositions(runner, outcome);
    requestAnimationFrame(revealBoard);
  }

  #refuse(move: string) {
    const runner = this.#runner;
    if (!runner || runner.state !== "open") return;
    const outcome = runner.refuse(move);
    this.#hintedSquares = [];
    this.#report(runner, outcome);
    if (outcome.type === "done") this.#finish();
    this.show();
  }

  #playSound({ positions: [position], game }: Runner, before: string, { type }: Outcome) {
    if (type === "back" || !position) return;
    const count = (placement: string) => placement.replaceAll(".", "").length;
    const capture = count(position.placement) < count(before) ? "taken" : null;
    this.#options.sound.play(soundOfMove({ capture }, { ...position, verdict: game.verdict() }));
  }

  /** Shows the messages of an outcome. */
  #report({ game }: Runner, { type, message }: Outcome) {
    const messages = message ? [message] : [];
    if (type !== "done")
      return this.#showMessages(
        type === "moved" || type === "rewound" ? "good" : "bad",
        ...messages,
      );
    const verdict = game.verdict();
    if (verdict.reason !== null && verdict.result !== "ongoing")
      messages.push(verdictMessage(verdict));
    this.#showMessages("done", ...messages, { key: this.#praise });
  }

  /** Shows the positions after a move one after another, and then ends or rewinds the exercise. */
  async #showPositions(runner: Runner, { type }: Outcome) {
    const number = ++this.#moveNumber;
    const positions = runner.positions.filter(
      ({ placement }, i, all) => placement !== all[i - 1]?.placement,
    );
    const isRewound = type === "rewound";
    for (const position of isRewound ? positions : positions.slice(0, -1)) {
      this.#showBoard(runner, position, true);
      await this.#board.flushAnimation();
      await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
      if (number !== this.#moveNumber) return;
    }
    if (isRewound) runner.rewind();
    if (type === "done") this.#finish();
    this.show();
  }

  #finish() {
    const { i18n, onDone } = this.#options;
    this.#flash(i18n.t(this.#praise));
    this.#shown.messages.push(...onDone().map((key) => ({ key })));
  }

  /** The locale key of a praise. If the learner only followed a line, it is the key of a plain sentence. */
  get #praise(): MessageKey {
    if (this.#runner?.step.goal.kind === "script") return "learn.praise.seen";
    return `learn.praise.${(((this.#open?.index ?? 0) % PRAISES) + 1) as 1 | 2 | 3 | 4 | 5}`;
  }

  /** Shows the words of the hint and, unless the learner has left the solution, the squares of the next move. */
  #hint() {
    const hint = this.#runner?.hint ?? null;
    this.#hintedSquares = hint ? splitMove(hint) : [];
    const key = this.#keyOf("hint");
    this.#showMessages("hint", { key }, ...(hint ? [] : [{ key: "learn.say.hintGone" }]));
    this.show();
  }

  #next() {
    const { onDone, onNext } = this.#options;
    if (this.#runner?.step.goal.kind === "look") onDone();
    onNext();
  }
}

/**
 * Makes the board label its files in the notation of the move that the learner has to find. In other exercises, returns
 * no labels.
 */
const labelsOf = ({ goal }: Step): Partial<Pick<BoardState, "labels">> =>
  goal.kind === "read" ? { labels: goal.notation } : {};
