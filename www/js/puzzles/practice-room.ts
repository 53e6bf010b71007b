// An exercise on the board. The person finds the better move in place of a mistake, or the next move of a line. The
// moves of the other side are played automatically.

import type { MessageKey } from "../core/message-keys.ts";
import type { BoardState } from "../board/index.ts";
import { moveFacts } from "../core/move-facts.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { START_PLACEMENT } from "../core/xiangqi.ts";
import type { Notation } from "../core/xiangqi.ts";
import { pause } from "../engine/pace.ts";
import { isAnswer } from "../practice/exercises.ts";
import type { Exercise } from "../practice/exercises.ts";
import type { RulesGame } from "../rules/rules.ts";
import { boardOf, hintMarkers, soundOf } from "./room-context.ts";
import type { Mood, RoomContext, RoomMessage } from "./room-context.ts";

export interface PracticeContext extends Omit<RoomContext, "note" | "loadEngine"> {
  /** Stores the first answer, and returns the days until the exercise is due again. */
  note(exercise: Exercise, isRight: boolean): number;
  /**
   * Judges whether a move is as good as the better move of the review. Resolves to null if the engine could not be
   * used.
   */
  judge(exercise: Exercise, move: string): Promise<boolean | null>;
  /** Called when the exercise is answered. */
  done(): void;
}

/** The time before a wrong move is taken back, in milliseconds. */
const WRONG_MS = 900;
/** The time before a move of the line is played, in milliseconds. */
const REPLY_MS = 360;
/** The state of the board without an exercise. */
const NO_EXERCISE: Partial<BoardState> = {
  placement: START_PLACEMENT,
  turn: "w",
  orientation: "red",
  movable: null,
  dests: new Map(),
  lastMove: null,
  check: null,
  markers: {},
};

export class PracticeRoom {
  readonly #context: PracticeContext;
  #game: RulesGame | null = null;
  /** Incremented when an exercise is opened or left, so that delayed steps of an earlier exercise stop. */
  #turn = 0;
  #isNoted = false;
  #hints = 0;
  /** The days until the exercise is due again. */
  #days = 1;

  exercise: Exercise | null = null;
  status: "none" | "busy" | "play" | "right" | "shown" = "none";
  message: RoomMessage = { key: "practice.empty" };
  mood: Mood = "plain";

  constructor(context: PracticeContext) {
    this.#context = context;
  }

  /**
   * Opens an exercise. If it continues the line of the last exercise, the moves on the board stay; if that was answered
   * right, so does the message, until the person acts.
   */
  open(exercise: Exercise, isContinuation = false): void {
    const { before, kind, startFen, ruleset } = exercise;
    const shown = isContinuation ? this.moves : kind === "line" ? before.slice(0, -1) : before;
    const keepsMessage = isContinuation && this.status === "right";
    this.leave();
    this.exercise = exercise;
    this.#game = new this.#context.Game(startFen, shown, ruleset);
    this.#isNoted = false;
    this.#hints = 0;
    if (!keepsMessage) this.mood = "plain";
    void this.#playTo(exercise, keepsMessage);
  }

  /** Removes the exercise from the board. */
  close(): void {
    this.leave();
    this.exercise = null;
    this.status = "none";
    this.#context.changed();
  }

  leave(): void {
    this.#turn++;
    this.#game?.free();
    this.#game = null;
  }

  /** Plays the moves up to the exercise's position. */
  async #playTo({ before, side }: Exercise, keepsMessage: boolean): Promise<void> {
    const turn = this.#turn;
    this.status = "busy";
    this.#context.changed();
    for (const move of before.slice(this.moves.length)) {
      await this.#context.settle();
      await pause(REPLY_MS).over;
      if (turn !== this.#turn) return;
      this.#play(move);
      this.#context.changed();
    }
    this.status = "play";
    if (keepsMessage) this.#context.changed();
    else this.#show(`puzzle.begin.${side}`);
  }

  get isDone(): boolean {
    return this.status === "right" || this.status === "shown";
  }

  get moves(): string[] {
    return this.#game?.moves() ?? [];
  }

  /** The position in which typed moves are read. */
  get position() {
    return { startFen: this.exercise?.startFen ?? null, moves: this.moves };
  }

  get board(): Partial<BoardState> {
    if (!this.#game || !this.exercise) return NO_EXERCISE;
    const mayMove = this.status === "play";
    const markers = hintMarkers(this.#hints, mayMove ? this.#rightMove : "");
    return boardOf(this.#game.view(), this.exercise.side, mayMove, markers);
  }

  get #rightMove(): string {
    return this.exercise?.answers[0]?.move ?? "";
  }

  /**
   * Returns the moves of the line so far. For an exercise made from a mistake, returns the better line, or nothing
   * until the exercise is answered.
   */
  notation(notation: Notation): string[] {
    const { exercise } = this;
    if (!exercise || !this.#game) return [];
    const { startFen, before, ruleset, mistake } = exercise;
    if (!mistake) return this.#game.notation(notation);
    if (!this.isDone) return [];
    const game = new this.#context.Game(startFen, before, ruleset);
    const line = game.line(mistake.better, notation);
    game.free();
    return line;
  }

  refusal(move: string): string | undefined {
    return this.#game?.refusal(move);
  }

  /** Plays a move of the person. */
  async move(move: string): Promise<void> {
    const { exercise } = this;
    if (!exercise || this.status !== "play" || this.refusal(move) !== undefined)
      return this.#context.changed();
    if (isAnswer(exercise, move)) {
      this.#play(move);
      return this.#acceptAnswer();
    }
    const turn = this.#turn;
    this.status = "busy";
    this.#play(move);
    const { mistake } = exercise;
    if (!mistake) return this.#takeBack("practice.wrong.line");
    if (move === mistake.played) return this.#takeBack("practice.wrong.same");
    this.#show("practice.judging");
    const isGood = await this.#context.judge(exercise, move);
    if (turn !== this.#turn) return;
    if (isGood) return this.#acceptAnswer();
    return this.#takeBack(isGood === null ? "practice.wrong.unknown" : "practice.wrong");
  }

  hint(): void {
    if (this.status !== "play" || !this.#game) return;
    this.#note(false);
    this.#hints = Math.min(2, this.#hints + 1);
    const facts = moveFacts(this.#game, this.#rightMove);
    this.#show(this.#hints === 1 ? "puzzle.hint.piece" : "puzzle.hint.point", "plain", facts);
  }

  /** Plays the right move. The exercise is due again tomorrow. */
  show(): void {
    if (this.status !== "play" || !this.#game) return;
    this.#note(false);
    const facts = moveFacts(this.#game, this.#rightMove);
    this.#play(this.#rightMove);
    this.status = "shown";
    this.#show("practice.shown", "plain", facts);
  }

  #acceptAnswer(): void {
    const isFirst = !this.#isNoted;
    this.#note(true);
    this.status = "right";
    const key = this.#days === 1 ? "practice.right.tomorrow" : "practice.right";
    this.#show(isFirst ? key : "practice.right.late", "good");
    this.#context.done();
  }

  /** Shows a message about a wrong move, and takes the move back. */
  async #takeBack(key: MessageKey): Promise<void> {
    const turn = this.#turn;
    if (key !== "practice.wrong.unknown") this.#note(false);
    this.#show(key, "bad");
    await this.#context.settle();
    await pause(WRONG_MS).over;
    if (turn !== this.#turn) return;
    this.#game?.undo();
    this.status = "play";
    this.#context.changed();
  }

  #play(move: string): void {
    const game = this.#game;
    if (!game) return;
    const facts = moveFacts(game, move);
    game.play(move);
    this.#hints = 0;
    const isCheck = game.view().check !== null;
    this.#context.announceMove(facts, isCheck);
    this.#context.playSound(soundOf(facts, isCheck));
  }

  /** Stores whether the first answer is right. Later answers are not stored. */
  #note(isRight: boolean): void {
    if (!this.#isNoted && this.exercise) this.#days = this.#context.note(this.exercise, isRight);
    this.#isNoted = true;
  }

  #show(key: MessageKey, mood: Mood = "plain", move?: MoveFacts): void {
    this.message = { key, move, params: { days: this.#days } };
    this.mood = mood;
    this.#context.changed();
  }
}
