// Questions to the engine that the game does not wait for: a hint, what it makes of a draw. One at a time; the game
// going on drops it.

/** @import { Answer, Info, SearchOptions } from "../engine/types.js" */
/** @import { Opponent } from "./engine-turn.ts" */

export class EngineQuestions {
  #askEngine;
  /** @type {AbortController|null} */
  #open = null;

  /** @param {() => Promise<Opponent|null>} askEngine  the engine's client; null when it has something better to do */
  constructor(askEngine) {
    this.#askEngine = askEngine;
  }

  /** Nobody wants to know any more. */
  drop() {
    this.#open?.abort();
    this.#open = null;
  }

  /**
   * @param {string} fen @param {SearchOptions} options @param {(info: Info) => void} [onInfo]
   * @returns {Promise<Answer|null>} null when it was dropped or the engine was busy
   */
  async ask(fen, options, onInfo = () => {}) {
    this.drop();
    const question = new AbortController();
    const { signal } = question;
    this.#open = question;
    try {
      const engine = await this.#askEngine();
      if (signal.aborted || !engine) return null;
      return await engine.getBestMove(fen, options, { onInfo, signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      if (this.#open === question) this.#open = null;
    }
  }
}
