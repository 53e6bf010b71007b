// What is said about a draw between a person and the engine.

import { isEnginesTurn } from "./state.ts";

/** @import { Answer } from "../engine/types.js" */

/** How long the engine thinks about a draw that it has no opinion on yet, in milliseconds. */
const DRAW_MS = 400;

export class DrawOffers {
  #store;
  #turn;
  /** @type {boolean|null} Whether the engine would take a draw; null when it has not said. */
  #takes = null;

  /**
   * @param {ReturnType<typeof import("./state.ts").createStore>} store
   * @param {import("./engine-turn.ts").EngineTurn} turn
   */
  constructor(store, turn) {
    this.#store = store;
    this.#turn = turn;
  }

  /** What was said holds no more. */
  forget() {
    this.#takes = null;
  }

  /** Notes what the engine said with its move. @param {Answer} answer @returns {boolean} whether it offers a draw */
  hear({ acceptsDraw, offersDraw }) {
    this.#takes = offersDraw || (acceptsDraw ?? null);
    return offersDraw === true;
  }

  /**
   * Whether the engine takes the draw that the person offers, by what it makes of the position before its last move.
   * @param {string} startFen @returns {Promise<boolean|null>} null when the board went on
   */
  async isTaken(startFen) {
    if (this.#takes !== null) return this.#takes;
    const { game } = this.#store.get();
    const ply = isEnginesTurn(this.#store.get()) ? game.ply - 2 : game.ply - 1;
    if (ply < 0) return false;
    const asked = { moves: game.moves.slice(0, ply), movetime: DRAW_MS };
    const answer = await this.#turn.ask(startFen, asked).catch(() => null);
    return answer && answer.acceptsDraw === true;
  }
}
