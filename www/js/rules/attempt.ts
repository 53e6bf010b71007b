import type { PositionView, Refusal } from "../../pkg/chuhe.js";
import { moveFacts } from "../core/move-facts.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "./rules.ts";

/** The fields of a puzzle that an attempt needs. */
interface PuzzleTask {
  fen: string;
  /** The solution: the person's moves and the replies, alternately. */
  moves: readonly string[];
  kind: "mate" | "win";
  /** The person's side. */
  side: Side;
}

export type Judgement = "refused" | "wrong" | "right" | "solved";

/** One attempt at a puzzle. The rules keep the position; the solution decides which moves are right. */
export class Attempt {
  #game: RulesGame;
  #puzzle: PuzzleTask;
  #view: PositionView;

  constructor(Game: GameClass, puzzle: PuzzleTask) {
    this.#puzzle = puzzle;
    this.#game = new Game(puzzle.fen, []);
    this.#view = this.#game.view();
  }

  /** The number of plies played. */
  get ply(): number {
    return this.moves.length;
  }

  get moves(): string[] {
    return this.#view.moves;
  }

  /** True once the attempt has as many moves as the solution. The last move may be a different mate. */
  get isOver(): boolean {
    return this.ply >= this.#puzzle.moves.length;
  }

  /** The next move of the solution; null at the end. */
  get expectedMove(): string | null {
    return this.#puzzle.moves[this.ply] ?? null;
  }

  /** The reply to the person's last move; null if it is the person's turn or the attempt is over. */
  get reply(): string | null {
    return this.ply % 2 === 1 ? this.expectedMove : null;
  }

  get isLast(): boolean {
    return this.ply === this.#puzzle.moves.length - 1;
  }

  /**
   * Judges a move of the person without playing it. If the solution ends with a mate, any winning move counts in place
   * of its last move.
   */
  judge(move: string): Judgement {
    if (this.#game.refusal(move) !== undefined || this.ply % 2 === 1 || this.isOver)
      return "refused";
    if (move === this.expectedMove) return this.isLast ? "solved" : "right";
    return this.#puzzle.kind === "mate" && this.isLast && this.#wins(move) ? "solved" : "wrong";
  }

  #wins(move: string): boolean {
    this.#game.play(move);
    const { result } = this.#game.verdict();
    this.#game.undo();
    return result === this.#puzzle.side;
  }

  /** Returns why a move is illegal; undefined if it is legal. */
  refusal(move: string): Refusal | undefined {
    return this.#game.refusal(move);
  }

  /** Returns the facts of a legal move that is not played yet, for formatting it in words. */
  moveFacts(move: string): MoveFacts {
    return moveFacts(this.#game, move);
  }

  play(move: string): void {
    this.#game.play(move);
    this.#view = this.#game.view();
  }

  /** Undoes moves until `ply` plies are left. */
  undoTo(ply: number): void {
    for (let played = this.ply; played > ply; played--) this.#game.undo();
    this.#view = this.#game.view();
  }

  get fen(): string {
    return this.#puzzle.fen;
  }

  /** True if the position ends the game by the rules. */
  get isDecided(): boolean {
    return this.#view.verdict.result !== "ongoing";
  }

  /** Formats the moves played in a notation. */
  notation(notation: Notation): string[] {
    return this.#game.notation(notation);
  }

  get view(): PositionView {
    return this.#view;
  }

  free(): void {
    this.#game.free();
  }
}
