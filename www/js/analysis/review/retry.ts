// A turning point is played again: the person finds another move than the one that lost, the engine answers at the level
// of the game, and after some moves the position is judged. Pure but for what it is given to ask.

import { chanceOf } from "../../explain/chances.ts";
import { MAX_LEVEL, nearestLevel } from "../../core/levels.ts";
import { sideOf } from "../../core/xiangqi.ts";

/** @typedef {import("../../engine/types.js").Score} Score */
/** @typedef {"red"|"black"} Side */

/** So many moves of the person's are played before the position is judged. */
export const RETRY_MOVES = 4;
/** It is held when the chances are at most so much below those of the better line. */
export const TOLERANCE = 0.1;

/**
 * @typedef {object} Turn
 * @property {string|null} startFen
 * @property {string[]} moves    before the move in question
 * @property {string} played     the move in question
 * @property {Score} best        of the mover, after the better move
 *
 * @typedef {object} Sources
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {(moves: string[]) => Promise<string|null>} reply  the opponent's move; null when it was called off
 * @property {(moves: string[]) => Promise<Score|null>} judge   of the side to move at full strength; null likewise
 * @property {() => void} changed
 */

/** @typedef {"play"|"thinking"|"judging"|"held"|"lost"|"won"|"failed"} RetryStatus */

export class Retry {
  #sources;
  #game;
  /** Of what is under way, only the latest counts. */
  #round = 0;
  /** @type {RetryStatus} */
  status = "play";
  /** How often it was tried to the end. */
  tries = 0;
  /** The last move was the one in question, and was not played. */
  isSame = false;
  /** @type {number|null} the chances in the end, 0..1 */
  chance = null;

  /** @param {Turn} turn @param {Sources} sources */
  constructor(turn, sources) {
    this.turn = turn;
    this.#sources = sources;
    this.#game = this.#fresh();
    this.side = sideOf(this.view.turn);
  }

  #fresh() {
    return new this.#sources.Game(this.turn.startFen, this.turn.moves);
  }

  /** The moves since the turning point. */
  get line() {
    return this.#game.moves().slice(this.turn.moves.length);
  }

  /** How many moves the person has made. */
  get done() {
    return Math.ceil(this.line.length / 2);
  }

  /** The chances that the better line had. */
  get best() {
    return chanceOf(this.turn.best);
  }

  get view() {
    return this.#game.view();
  }

  get isPersonsTurn() {
    return this.status === "play";
  }

  get isOver() {
    return ["held", "lost", "won", "failed"].includes(this.status);
  }

  /** @param {string} move */
  refusal(move) {
    return this.#game.refusal(move);
  }

  /** A person's move. @param {string} move @returns {Promise<void>} when all that follows from it is done */
  async move(move) {
    this.isSame = this.line.length === 0 && move === this.turn.played;
    const may = this.isPersonsTurn && !this.isSame && this.#game.refusal(move) === undefined;
    if (!may) return this.#sources.changed();
    this.#game.play(move);
    const round = ++this.#round;
    try {
      await this.#answer(round);
    } catch (error) {
      if (round !== this.#round) return;
      this.#be("failed");
      throw error;
    }
  }

  /** @param {number} round */
  async #answer(round) {
    if (this.#ended()) return;
    this.#be("thinking");
    const reply = await this.#sources.reply(this.#game.moves());
    if (round !== this.#round || reply === null) return;
    this.#game.play(reply);
    if (this.#ended()) return;
    if (this.done < RETRY_MOVES) return this.#be("play");
    this.#be("judging");
    const score = await this.#sources.judge(this.#game.moves());
    if (round === this.#round && score) this.#close(score);
  }

  /** The rules have ended it. */
  #ended() {
    const { result } = this.#game.verdict();
    if (result === "ongoing") return false;
    if (result === "draw") this.#close({ cp: 0 });
    else this.#close({ mate: result === this.side ? 1 : -1 }, result === this.side);
    return true;
  }

  /** @param {Score} score of the person @param {boolean} [isWon] */
  #close(score, isWon = false) {
    this.chance = chanceOf(score);
    this.tries += 1;
    const holds = this.chance >= this.best - TOLERANCE;
    this.#be(isWon ? "won" : holds ? "held" : "lost");
  }

  /** Takes the last move back, and the reply with it. */
  back() {
    if (this.line.length === 0 || this.status === "judging") return;
    this.#round += 1;
    const left = this.line.slice(0, (this.done - 1) * 2);
    this.#game.free();
    this.#game = new this.#sources.Game(this.turn.startFen, [...this.turn.moves, ...left]);
    this.#begin();
  }

  /** From the turning point once more. */
  again() {
    this.#round += 1;
    this.#game.free();
    this.#game = this.#fresh();
    this.#begin();
  }

  #begin() {
    this.isSame = false;
    this.chance = null;
    this.#be("play");
  }

  leave() {
    this.#round += 1;
    this.#game.free();
  }

  /** @param {RetryStatus} status */
  #be(status) {
    this.status = status;
    this.#sources.changed();
  }
}

/** @typedef {import("../../core/game-record.ts").GameRecord} GameRecord */

/** The game kept on this device is this one, against the engine. @param {GameRecord|undefined} kept @param {string[]} moves */
const isThis = (kept, moves) =>
  moves.length > 0 &&
  kept?.mode === "engine" &&
  kept.moves.slice(0, moves.length).join() === moves.join();

/**
 * The level that a game was played at, or the nearest one: that of the game kept on this device, if it is this one; else full strength.
 * @param {GameRecord|undefined} kept @param {string[]} moves
 */
export const levelOf = (kept, moves) =>
  kept && isThis(kept, moves) ? nearestLevel(kept.level) : MAX_LEVEL;

/** The person's side in it; null where that is not known. @param {GameRecord|undefined} kept @param {string[]} moves */
export const sideIn = (kept, moves) => (kept && isThis(kept, moves) ? kept.side : null);
