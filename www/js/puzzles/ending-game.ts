// An ending played against the engine. The rules decide whether the game is won or lost. The number of moves decides
// whether a draw is held. Where only one move reaches the goal, that move decides.

import type { PositionView } from "../../pkg/chuhe.js";
import { moveFacts } from "../core/move-facts.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { sideOf } from "../core/xiangqi.ts";
import type { Notation, Verdict } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import { HOLD_MOVES } from "./endings.ts";
import type { Ending } from "./endings.ts";

interface Standing {
  state: "on" | "solved" | "failed";
  /** The rules' verdict; null unless they have ended the game. */
  verdict: Verdict | null;
  /** The number of the person's moves so far. */
  personMoves: number;
}

export class EndingGame {
  readonly #Game: GameClass;
  readonly #ending: Ending;
  #game: RulesGame;
  #view: PositionView;

  constructor(Game: GameClass, ending: Ending, moves: string[] = []) {
    this.#Game = Game;
    this.#ending = ending;
    this.#game = new Game(ending.fen, moves);
    this.#view = this.#game.view();
  }

  get moves(): string[] {
    return this.#view.moves;
  }

  get view(): PositionView {
    return this.#view;
  }

  get isPersonsTurn(): boolean {
    return sideOf(this.#view.turn) === this.#ending.side && this.standing.state === "on";
  }

  get standing(): Standing {
    const { verdict } = this.#view;
    const { result } = verdict;
    const { side, goal, move: only } = this.#ending;
    const personMoves = Math.floor((this.moves.length + 1 - this.firstPly) / 2);
    if (only && personMoves > 0) {
      const state = this.moves[this.firstPly] === only ? "solved" : "failed";
      return { state, verdict: null, personMoves };
    }
    if (result === "ongoing") {
      const isHeld = goal === "draw" && personMoves >= HOLD_MOVES;
      return { state: isHeld ? "solved" : "on", verdict: null, personMoves };
    }
    const isSolved = result === side || (result === "draw" && goal === "draw");
    return { state: isSolved ? "solved" : "failed", verdict, personMoves };
  }

  /** The ply of the person's first move. */
  get firstPly(): 0 | 1 {
    return this.#ending.side === "red" ? 0 : 1;
  }

  /** Returns why the rules refuse a move; undefined if it is legal. */
  refusal(move: string): string | undefined {
    return this.#game.refusal(move);
  }

  /** Returns the facts of a legal move that is not played yet. */
  moveFacts(move: string): MoveFacts {
    return moveFacts(this.#game, move);
  }

  play(move: string): void {
    this.#game.play(move);
    this.#view = this.#game.view();
  }

  /** Takes back the person's last move, and the reply to it. */
  takeBack(): void {
    const isPersonsTurn = (this.moves.length - this.firstPly) % 2 === 0;
    const length = Math.max(this.moves.length - (isPersonsTurn ? 2 : 1), this.firstPly);
    const remaining = this.moves.slice(0, length);
    this.#game.free();
    this.#game = new this.#Game(this.#ending.fen, remaining);
    this.#view = this.#game.view();
  }

  /** Writes the moves in a notation. */
  notation(notation: Notation): string[] {
    return this.#game.notation(notation);
  }

  free(): void {
    this.#game.free();
  }
}
