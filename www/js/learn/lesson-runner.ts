// The state of an exercise: its position, the remaining parts of its goal, and the last move. The code does not use the
// page, so tests can run every exercise without a page.

import type { PositionView } from "../../pkg/chuhe.js";
import { moveFacts } from "../core/move-facts.ts";
import { pieceAt, splitMove } from "../core/xiangqi.ts";
import type { CyclePly, Notation } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import type { Step } from "./chapters.ts";
import { GOAL_RULES, ruleOf } from "./goals.ts";
import type { Goal, GoalRules, Outcome } from "./goals.ts";
import type { Message } from "./messages.ts";
import { explainMove } from "./notation-parts.ts";
import type { Parts, Texts } from "./notation-parts.ts";
import { obstacleMessage } from "./obstacle-message.ts";

/** A move in all notations, with the meaning of each sign. */
export interface WrittenMove {
  texts: Texts;
  parts: Parts;
}

export class Runner {
  readonly Game: GameClass;
  readonly step: Step;
  /** The notation of moves in messages. */
  notation: Notation = "chinese";
  game: RulesGame;
  /** The learner's moves since the start position. */
  played: string[] = [];
  /** The remaining parts of the goal; their meaning depends on the kind of the goal. */
  remaining: readonly string[] = [];
  /** "over": the goal can no longer be reached. */
  state: "open" | "done" | "over" = "open";
  /** The position on the board. */
  position: PositionView;
  /**
   * The positions to show after a move: the position after the learner's move and, if the other side answers, the
   * position after the answer. Before the first move, it contains only the start position.
   */
  positions: PositionView[] = [];
  /** The learner's last move; null before the first. */
  written: WrittenMove | null = null;

  constructor(Game: GameClass, step: Step) {
    this.Game = Game;
    this.step = step;
    this.game = this.#startGame();
    this.position = this.#view(null);
    this.reset();
  }

  #startGame() {
    return new this.Game(this.step.fen, this.step.before);
  }

  /**
   * The rules of the step's goal. TypeScript accepts the wider type because it compares the parameters of methods
   * bivariantly.
   */
  get #rules(): GoalRules<Goal> {
    return GOAL_RULES[this.step.goal.kind];
  }

  get #parts(): readonly string[] {
    return this.#rules.parts?.(this.step.goal) ?? [];
  }

  /** Starts the exercise again. */
  reset() {
    this.remaining = this.#parts;
    this.state = "open";
    this.rewind();
  }

  /** Goes back to the start position. The parts of the goal that are done stay done. */
  rewind() {
    this.#replaceGame(this.#startGame());
    this.played = [];
    this.written = null;
    this.positions = [];
    this.#show(this.step.before?.at(-1));
  }

  dispose() {
    this.game.free();
  }

  /** True until the learner has played a move or reached a part of the goal. */
  get isFresh() {
    return (
      this.state === "open" &&
      this.played.length === 0 &&
      this.remaining.length === this.#parts.length
    );
  }

  get isOver() {
    return this.game.verdict().result !== "ongoing";
  }

  get movable() {
    if (this.state !== "open" || this.step.goal.kind === "look") return null;
    return this.step.movable ?? "red";
  }

  get markers(): Record<string, string> {
    return this.state === "open" ? (this.#rules.markers?.(this, this.step.goal) ?? {}) : {};
  }

  /**
   * Returns the targets to which a move from `from` would lose by repetition. Returns none in exercises on other
   * subjects.
   */
  losing(from: string | null): string[] {
    if (from === null || this.step.goal.kind !== "avoid" || this.state !== "open") return [];
    return this.game.losing(from);
  }

  /** Returns the message on how the piece on a square moves; null except in the exercise with all piece kinds. */
  ruleAt(square: string): Message | null {
    if (this.step.goal.kind !== "each" || this.state !== "open") return null;
    return ruleOf(pieceAt(this.position.placement, square));
  }

  /** Handles a legal move of the learner. */
  move(move: string): Outcome {
    const { position } = this;
    this.positions = [];
    const { texts } = moveFacts(this.game, move);
    const outcome = this.#rules.move(this, move, this.step.goal);
    if (outcome.type === "done" || outcome.type === "over") this.state = outcome.type;
    if (outcome.type === "back") {
      this.positions = [position];
      this.position = position;
    } else this.written = { texts, parts: explainMove(texts, position.placement, move) };
    return outcome;
  }

  /** Handles an illegal move of the learner. */
  refuse(move: string): Outcome {
    const isPart = this.#rules.refuse?.(this, move) ?? false;
    const isDone = isPart && this.remaining.length === 0;
    if (isDone) this.state = "done";
    return { type: isDone ? "done" : "back", message: this.#explainRefusal(move) };
  }

  #explainRefusal(move: string): Message {
    const { refusal, obstacle } = this.game.describe(move);
    const piece = pieceAt(this.position.placement, splitMove(move)[0]);
    const key = `refusal.${refusal ?? "cannotReach"}`;
    return obstacleMessage(piece, obstacle) ?? { key, piece };
  }

  /** The next move of the solution; null if the learner's moves differ from the solution. */
  get hint(): string | null {
    const { solution, goal } = this.step;
    if (this.state !== "open") return null;
    const [next] = this.remaining;
    switch (goal.kind) {
      case "refused":
        return next ?? null;
      case "answer":
      case "checks":
      case "each":
        return solution[this.#parts.findIndex((part) => part === next)] ?? null;
      default:
        if (this.played.some((move, ply) => move !== solution[ply])) return null;
        return solution[this.played.length] ?? null;
    }
  }

  // ---- called by the rules of goals

  play(move: string) {
    this.game.play(move);
    this.played.push(move);
    this.positions = [];
    this.#show(move);
  }

  takeBack() {
    this.game.undo();
    this.played.pop();
  }

  /** Plays a move of the other side. */
  answer(move: string) {
    this.game.play(move);
    this.#show(move);
  }

  /** Lets the other side pass; `game` is the game after the pass. */
  pass(game: RulesGame) {
    this.#replaceGame(game);
    this.#show(this.played.at(-1));
  }

  #replaceGame(game: RulesGame) {
    if (game !== this.game) this.game.free();
    this.game = game;
  }

  /** Removes a part of the goal from the remaining ones; returns true if it was among them. */
  tick(part: string): boolean {
    const before = this.remaining.length;
    this.remaining = this.remaining.filter((each) => each !== part);
    return this.remaining.length < before;
  }

  /** Formats a move of the current position in a notation. */
  write(move: string, notation = this.notation): string {
    return this.game.line([move], notation)[0] ?? move;
  }

  /** Formats the moves of a cycle, including those that are not played yet. */
  writeCycle(cycle: readonly CyclePly[]): string[] {
    const played = this.game.notation(this.notation);
    const toCome = cycle.filter(({ ply }) => ply >= played.length).map(({ move }) => move);
    const texts = [...played, ...this.game.line(toCome, this.notation)];
    return cycle.map(({ ply, move }) => texts[ply] ?? move);
  }

  /** Adds the current position to `positions`; `move` is the last move. */
  #show(move: string | undefined) {
    this.position = this.#view(move ?? null);
    this.positions.push(this.position);
  }

  #view(move: string | null): PositionView {
    return { ...this.game.view(), lastMove: move === null ? null : splitMove(move) };
  }
}
