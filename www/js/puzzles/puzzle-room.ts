// A puzzle on the board: a person's moves against the solution, hints, and the solution shown step by step.

import type { MessageKey } from "../core/message-keys.ts";
import type { BoardState } from "../board/index.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import type { Notation } from "../core/xiangqi.ts";
import { pause } from "../engine/pace.ts";
import { Attempt } from "../rules/attempt.ts";
import type { Puzzle } from "../practice/puzzle-set.ts";
import { boardOf, hintMarkers, soundOf } from "./room-context.ts";
import type { Mood, RoomContext, RoomMessage } from "./room-context.ts";

/** The time before a wrong move is answered or taken back, in milliseconds. */
const WRONG_MS = 650;
/** The time before the solution's reply is played, in milliseconds. */
const REPLY_MS = 260;
/** The longest further wait for the engine's answer to a wrong move, in milliseconds. */
const REFUTING_MS = 700;
/** The time that the engine's answer is shown, in milliseconds. */
const REFUTED_MS = 1100;
/** The number of nodes of the search for the engine's answer. */
const REFUTING_NODES = 40_000;

export class PuzzleRoom {
  readonly #context: RoomContext;
  #attempt: Attempt | null = null;
  /** Incremented when a puzzle is opened or left, so that delayed steps of an earlier puzzle stop. */
  #turn = 0;
  #isHelped = false;
  #isFaulted = false;
  #hints = 0;

  puzzle: Puzzle | null = null;
  status: "play" | "busy" | "solved" | "shown" = "busy";
  message: RoomMessage = { key: "puzzle.begin.red" };
  mood: Mood = "plain";

  constructor(context: RoomContext) {
    this.#context = context;
  }

  open(puzzle: Puzzle): void {
    this.leave();
    this.#attempt = new Attempt(this.#context.Game, puzzle);
    this.puzzle = puzzle;
    this.#isHelped = this.#isFaulted = false;
    this.#hints = 0;
    this.status = "play";
    this.#show(`puzzle.begin.${puzzle.side}`);
  }

  again(): void {
    if (this.puzzle) this.open(this.puzzle);
  }

  leave(): void {
    this.#turn++;
    this.#attempt?.free();
    this.#attempt = null;
  }

  get isDone(): boolean {
    return this.status === "solved" || this.status === "shown";
  }

  get ply(): number {
    return this.#attempt?.ply ?? 0;
  }

  get board(): Partial<BoardState> {
    if (!this.#attempt || !this.puzzle) return {};
    const mayMove = this.status === "play";
    const hinted = mayMove ? (this.#attempt.expectedMove ?? "") : "";
    const markers = hintMarkers(this.#hints, hinted);
    return boardOf(this.#attempt.view, this.puzzle.side, mayMove, markers);
  }

  /** The position in which typed moves are read. */
  get position() {
    return { startFen: this.puzzle?.fen ?? null, moves: this.#attempt?.moves ?? [] };
  }

  notation(notation: Notation): string[] {
    return this.#attempt?.notation(notation) ?? [];
  }

  refusal(move: string): string | undefined {
    return this.#attempt?.refusal(move);
  }

  /** Plays a move of the person. */
  async move(move: string): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt || this.status !== "play") return this.#context.changed();
    const judgement = attempt.judge(move);
    if (judgement === "refused") return this.#context.changed();
    if (judgement === "wrong") return this.#takeBack(attempt, move);
    this.#play(attempt, move);
    if (judgement === "solved") return this.#solve();
    this.#show("puzzle.right", "good");
    return this.#reply(attempt);
  }

  hint(): void {
    if (this.status !== "play") return;
    this.#isHelped = true;
    this.#hints = Math.min(2, this.#hints + 1);
    const move = this.#attempt?.moveFacts(this.#attempt.expectedMove ?? "");
    this.#show(this.#hints === 1 ? "puzzle.hint.piece" : "puzzle.hint.point", "plain", move);
  }

  /** Plays the next move of the solution, and the reply. */
  async show(): Promise<void> {
    const attempt = this.#attempt;
    const move = attempt?.expectedMove;
    if (!attempt || !move || this.status !== "play") return;
    this.#fail();
    this.#play(attempt, move);
    if (attempt.isOver) {
      this.status = "shown";
      return this.#show("puzzle.shown");
    }
    this.#show("puzzle.showing");
    await this.#reply(attempt);
  }

  /** Plays a wrong move, shows its best answer, and takes both back. */
  async #takeBack(attempt: Attempt, move: string): Promise<void> {
    const turn = this.#turn;
    this.#fail();
    this.status = "busy";
    const facts = attempt.moveFacts(move);
    attempt.play(move);
    this.#context.announceMove(facts, false);
    const answer = this.#refute(attempt);
    this.#show("puzzle.wrong", "bad");
    await this.#context.settle();
    await pause(WRONG_MS).over;
    const reply = await Promise.race([answer, pause(REFUTING_MS).over]);
    if (turn !== this.#turn) return;
    if (reply) await this.#showAnswer(attempt, reply);
    if (turn !== this.#turn) return;
    attempt.undoTo(attempt.ply - (reply ? 2 : 1));
    this.status = "play";
    this.#context.changed();
  }

  /** Returns the best answer to the last move on the board; null if there is no answer or no engine. */
  async #refute({ fen, moves, isDecided }: Attempt): Promise<string | null> {
    if (isDecided) return null;
    try {
      const engine = await this.#context.loadEngine();
      const { move } = await engine.getBestMove(fen, { moves, nodes: REFUTING_NODES });
      return move ?? null;
    } catch {
      return null; // the wrong move is then taken back without an answer
    }
  }

  async #showAnswer(attempt: Attempt, reply: string): Promise<void> {
    const facts = attempt.moveFacts(reply);
    attempt.play(reply);
    this.#context.playSound("move");
    this.#show("puzzle.wrong.reply", "bad", facts);
    await this.#context.settle();
    await pause(REFUTED_MS).over;
  }

  /** Plays the solution's reply to the person's move. */
  async #reply(attempt: Attempt): Promise<void> {
    const turn = this.#turn;
    const { reply } = attempt;
    if (!reply) return;
    this.status = "busy";
    this.#context.changed();
    await this.#context.settle();
    await pause(REPLY_MS).over;
    if (turn !== this.#turn) return;
    this.status = "play";
    this.#play(attempt, reply);
    this.#context.changed();
  }

  #play(attempt: Attempt, move: string): void {
    const facts = attempt.moveFacts(move);
    attempt.play(move);
    this.#hints = 0;
    const isCheck = attempt.view.check !== null;
    this.#context.announceMove(facts, isCheck);
    this.#context.playSound(soundOf(facts, isCheck, attempt.isOver));
  }

  #solve(): void {
    this.status = "solved";
    if (this.puzzle && !this.#isFaulted)
      this.#context.note(this.puzzle.key, "solved", { clean: !this.#isHelped });
    this.#show(this.#isFaulted ? "puzzle.solved.late" : "puzzle.solved", "good");
  }

  /** Marks the attempt as failed. Records the outcome only at the first wrong move. */
  #fail(): void {
    if (!this.#isFaulted && this.puzzle) this.#context.note(this.puzzle.key, "failed");
    this.#isFaulted = true;
  }

  #show(key: MessageKey, mood: Mood = "plain", move?: MoveFacts): void {
    this.message = { key, move };
    this.mood = mood;
    this.#context.changed();
  }
}
