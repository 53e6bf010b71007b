// An ending played out against the engine: the rules say when it is won or lost, the count when a draw is held.

import { HOLD_MOVES } from "./endings.ts";
import { sideOf } from "../core/xiangqi.ts";
import { moveFacts } from "../core/move-facts.ts";

/** @typedef {import("./endings.ts").Ending} Ending */

/**
 * @typedef {object} Standing
 * @property {"on"|"solved"|"failed"} state
 * @property {import("../core/xiangqi.ts").Verdict|null} verdict   of the rules; null when they have not ended the game
 * @property {number} held          moves of the person so far
 */

export class Duel {
  #game;
  #Game;
  #ending;
  /** What is on the board. @type {import("../../pkg/chuhe.js").PositionView} */
  #view;

  /** @param {import("../rules/rules.ts").GameClass} Game @param {Ending} ending @param {string[]} [moves] */
  constructor(Game, ending, moves = []) {
    this.#Game = Game;
    this.#ending = ending;
    this.#game = new Game(ending.fen, moves);
    this.#view = this.#game.view();
  }

  get moves() {
    return this.#view.moves;
  }

  get isPersonsTurn() {
    return sideOf(this.#view.turn) === this.#ending.side && this.standing.state === "on";
  }

  /** @returns {Standing} */
  get standing() {
    const { verdict } = this.#view;
    const { result } = verdict;
    const { side, goal } = this.#ending;
    const mine = this.moves.length + (side === "black" ? 0 : 1);
    const held = Math.floor(mine / 2);
    if (result === "ongoing") {
      const isHeld = goal === "draw" && held >= HOLD_MOVES;
      return { state: isHeld ? "solved" : "on", verdict: null, held };
    }
    const isSolved = result === side || (result === "draw" && goal === "draw");
    return { state: isSolved ? "solved" : "failed", verdict, held };
  }

  /** @param {string} move */
  refusal(move) {
    return this.#game.refusal(move);
  }

  /** What there is to say of a move that is to be played now. @param {string} move */
  told(move) {
    return moveFacts(this.#game, move);
  }

  /** @param {string} move */
  play(move) {
    this.#game.play(move);
    this.#view = this.#game.view();
  }

  /** Back to the person's move before the last one. */
  takeBack() {
    const mine = this.moves.length - (this.#ending.side === "red" ? 0 : 1);
    const back = mine % 2 === 0 ? 2 : 1;
    const left = this.moves.slice(0, Math.max(this.moves.length - back, this.firstPly));
    this.#game.free();
    this.#game = new this.#Game(this.#ending.fen, left);
    this.#view = this.#game.view();
  }

  /** Where the person's first move is. */
  get firstPly() {
    return this.#ending.side === "red" ? 0 : 1;
  }

  /** @param {import("../core/xiangqi.ts").Notation} notation */
  written(notation) {
    return this.#game.notation(notation);
  }

  get view() {
    return this.#view;
  }

  free() {
    this.#game.free();
  }
}
