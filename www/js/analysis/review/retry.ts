// The retry of a mistake. The person plays on from the position before the mistake, and the engine answers at the level
// of the game. After `RETRY_MOVES` moves, the position is judged. No DOM; the engine's moves come from the caller.

import type { GameRecord } from "../../core/game-record.ts";
import { MAX_LEVEL, nearestLevel } from "../../core/levels.ts";
import { sideOf } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { Score } from "../../engine/types.ts";
import type { Reviewing } from "../../explain/judge.ts";
import type { GameClass } from "../../rules/rules.ts";

/** The number of the person's moves before the position is judged. */
export const RETRY_MOVES = 4;
/** The largest loss of chances, compared with the better line, at which a retry still counts as "held". */
const TOLERANCE = 0.1;

export interface TurningPoint {
  startFen: string | null;
  /** The moves before the mistake. */
  moves: string[];
  /** The mistake. */
  played: string;
  /** The score after the better move, from the point of view of the side that made the mistake. */
  best: Score;
}

export interface RetrySources {
  Game: GameClass;
  reviewing: Pick<Reviewing, "chanceOf">;
  /** Returns the opponent's move; null if the search was aborted. */
  reply(moves: string[]): Promise<string | null>;
  /** Returns the score from the point of view of the side to move; null if the search was aborted. */
  judge(moves: string[]): Promise<Score | null>;
  changed(): void;
}

type RetryStatus = "play" | "thinking" | "judging" | "held" | "lost" | "won" | "failed";

export class Retry {
  readonly turn: TurningPoint;
  readonly side: Side;
  status: RetryStatus = "play";
  /** The number of finished tries. */
  tries = 0;
  /** True if the person has just tried the mistake itself, which is not played. */
  isSame = false;
  /** The person's chances at the end of the try, 0 to 1; null until then. */
  chance: number | null = null;
  readonly #sources: RetrySources;
  #game;
  /** Increases with each move and each step back. An answer for an earlier round is dropped. */
  #round = 0;

  constructor(turn: TurningPoint, sources: RetrySources) {
    this.turn = turn;
    this.#sources = sources;
    this.#game = this.#gameAfter([]);
    this.side = sideOf(this.view.turn);
  }

  #gameAfter(line: string[]) {
    const { startFen, moves } = this.turn;
    return new this.#sources.Game(startFen, [...moves, ...line]);
  }

  /** The moves since the retry began. */
  get line(): string[] {
    return this.#game.moves().slice(this.turn.moves.length);
  }

  /** The number of the person's moves in this try. */
  get done(): number {
    return Math.ceil(this.line.length / 2);
  }

  /** The person's chances after the better move, 0 to 1. */
  get best(): number {
    return this.#sources.reviewing.chanceOf(this.turn.best);
  }

  get view() {
    return this.#game.view();
  }

  get isPersonsTurn(): boolean {
    return this.status === "play";
  }

  get isOver(): boolean {
    return ["held", "lost", "won", "failed"].includes(this.status);
  }

  refusal(move: string): string | undefined {
    return this.#game.refusal(move);
  }

  /** Plays the person's move. Resolves after the engine's answer or, at the end, the judgement. */
  async move(move: string): Promise<void> {
    this.isSame = this.line.length === 0 && move === this.turn.played;
    const isAccepted = this.isPersonsTurn && !this.isSame && this.refusal(move) === undefined;
    if (!isAccepted) return this.#sources.changed();
    this.#game.play(move);
    const round = ++this.#round;
    try {
      await this.#answer(round);
    } catch (error) {
      if (round !== this.#round) return;
      this.#setStatus("failed");
      throw error;
    }
  }

  async #answer(round: number) {
    if (this.#endByRules()) return;
    this.#setStatus("thinking");
    const reply = await this.#sources.reply(this.#game.moves());
    if (round !== this.#round || reply === null) return;
    this.#game.play(reply);
    if (this.#endByRules()) return;
    if (this.done < RETRY_MOVES) return this.#setStatus("play");
    this.#setStatus("judging");
    const score = await this.#sources.judge(this.#game.moves());
    if (round === this.#round && score) this.#close(score);
  }

  /** Ends the try if the rules end the game. Returns true if the try has ended. */
  #endByRules() {
    const { result } = this.#game.verdict();
    if (result === "ongoing") return false;
    const isWon = result === this.side;
    this.#close(result === "draw" ? { cp: 0 } : { mate: isWon ? 1 : -1 }, isWon);
    return true;
  }

  /** Ends the try with a score from the person's point of view. */
  #close(score: Score, isWon = false) {
    this.chance = this.#sources.reviewing.chanceOf(score);
    this.tries += 1;
    const isHeld = this.chance >= this.best - TOLERANCE;
    this.#setStatus(isWon ? "won" : isHeld ? "held" : "lost");
  }

  /** Takes back the person's last move and the reply to it. */
  back(): void {
    if (this.line.length === 0 || this.status === "judging") return;
    this.#begin(this.line.slice(0, (this.done - 1) * 2));
  }

  /** Starts over from the position before the mistake. */
  again(): void {
    this.#begin([]);
  }

  #begin(line: string[]) {
    this.leave();
    this.#game = this.#gameAfter(line);
    this.isSame = false;
    this.chance = null;
    this.#setStatus("play");
  }

  leave(): void {
    this.#round += 1;
    this.#game.free();
  }

  #setStatus(status: RetryStatus) {
    this.status = status;
    this.#sources.changed();
  }
}

/** Returns true if the stored game was played against the engine and begins with these moves. */
const isThis = (stored: GameRecord | undefined, moves: string[]): stored is GameRecord =>
  moves.length > 0 &&
  stored?.mode === "engine" &&
  stored.moves.slice(0, moves.length).join() === moves.join();

/**
 * Returns the engine's level in the stored game if it is this game, rounded to an existing level. Otherwise returns the
 * highest level.
 */
export const levelOf = (stored: GameRecord | undefined, moves: string[]): number =>
  isThis(stored, moves) ? nearestLevel(stored.level) : MAX_LEVEL;

/** Returns the person's side in the stored game if it is this game; null otherwise. */
export const sideIn = (stored: GameRecord | undefined, moves: string[]): Side | null =>
  isThis(stored, moves) ? stored.side : null;
