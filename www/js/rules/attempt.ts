// One try at a puzzle: the rules hold the position, the solution says what is right.

import { moveFacts } from "../core/move-facts.ts";

/** @typedef {import("../puzzles/puzzle-set.js").Puzzle} Puzzle */
/** @typedef {"refused"|"wrong"|"right"|"solved"} Judgement */

/** @typedef {import("../../pkg/chuhe.js").PositionView} View */

export class Attempt {
  #game;
  #puzzle;
  /** What is on the board. @type {View} */
  #view;

  /** @param {import("./rules.ts").GameClass} Game @param {Puzzle} puzzle */
  constructor(Game, puzzle) {
    this.#puzzle = puzzle;
    this.#game = new Game(puzzle.fen, []);
    this.#view = this.#game.view();
  }

  /** Plies on the board. */
  get ply() {
    return this.moves.length;
  }

  get moves() {
    return this.#view.moves;
  }

  /** Nothing is left to find: all is played, or the last move was another one that mates. */
  get isOver() {
    return this.ply >= this.#puzzle.moves.length;
  }

  /** The move to be found next; null at the end. @returns {string|null} */
  get expectedMove() {
    return this.isOver ? null : this.#puzzle.moves[this.ply];
  }

  /** The reply that follows the person's last move; null when it is the person's turn, or all is over. */
  get reply() {
    return this.ply % 2 === 1 && !this.isOver ? this.#puzzle.moves[this.ply] : null;
  }

  get isLast() {
    return this.ply === this.#puzzle.moves.length - 1;
  }

  /** What a move of the person is worth. Nothing is changed. @param {string} move @returns {Judgement} */
  judge(move) {
    if (this.#game.refusal(move) !== undefined || this.ply % 2 === 1 || this.isOver)
      return "refused";
    if (move === this.expectedMove) return this.isLast ? "solved" : "right";
    return this.#puzzle.kind === "mate" && this.isLast && this.#wins(move) ? "solved" : "wrong";
  }

  /** @param {string} move */
  #wins(move) {
    this.#game.play(move);
    const { result } = this.#game.verdict();
    this.#game.undo();
    return result === this.#puzzle.side;
  }

  /** Why the rules do not have it. @param {string} move */
  refusal(move) {
    return this.#game.refusal(move);
  }

  /** What there is to say of a move that is to be played now. @param {string} move */
  moveFacts(move) {
    return moveFacts(this.#game, move);
  }

  /** @param {string} move */
  play(move) {
    this.#game.play(move);
    this.#view = this.#game.view();
  }

  /** Takes back what was played after so many plies. @param {number} ply */
  undoTo(ply) {
    for (let left = this.ply; left > ply; left--) this.#game.undo();
    this.#view = this.#game.view();
  }

  get fen() {
    return this.#puzzle.fen;
  }

  /** The rules have ended the game. */
  get isDecided() {
    return this.#view.verdict.result !== "ongoing";
  }

  /** The moves on the board in a notation. @param {import("../core/xiangqi.ts").Notation} notation */
  notation(notation) {
    return this.#game.notation(notation);
  }

  get view() {
    return this.#view;
  }

  free() {
    this.#game.free();
  }
}
