/** One question to the engine, from its asking to its answer. */

/** @import { Answer, Info, Line, SearchOptions } from "./types.ts" */

/**
 * The way back to who asked.
 * @typedef {object} Caller
 * @property {(answer: Answer) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((info: Info) => void) | undefined} [onInfo]
 */

export class Job {
  /** @type {Info[]} the last that were told, one a line, best first */
  #infos = [];
  /** How often a worker crashed on it. */
  crashes = 0;
  /** Somebody asked for the best move so far. */
  stopping = false;
  /** Answered or rejected: whatever the worker still says about it is stale. */
  settled = false;
  /** Its listener has thrown, and is told nothing more. */
  failed = false;
  /** @type {number | null} the time given for the answer to a stop, once that was sent */
  deadline = null;

  /**
   * @param {number} id
   * @param {string} fen
   * @param {SearchOptions} options
   * @param {Caller} caller
   */
  constructor(id, fen, options, caller) {
    this.id = id;
    this.fen = fen;
    this.options = options;
    this.caller = caller;
  }

  /** Whether there is something to answer with. */
  get hasMove() {
    return this.#infos.length > 0;
  }

  /** Keeps what an answer could be made from. @param {Info[]} infos */
  note(infos) {
    // Most infos tell of the best line alone: what was told of the others stays.
    if (infos[0]?.pv.length) this.#infos.splice(0, infos.length, ...infos);
  }

  /** @param {Answer} answer */
  resolve(answer) {
    if (this.settled) return;
    this.settled = true;
    this.caller.resolve(answer);
  }

  /** @param {Error} error */
  reject(error) {
    if (this.settled) return;
    this.settled = true;
    this.caller.reject(error);
  }

  /** Resolves with the best move so far as the infos told it; false when there is none. */
  resolveFromLast() {
    if (!this.hasMove) return false;
    const [{ score, bound, depth, seldepth, nodes, timeMs, pv }] = this.#infos;
    const [move = null, ponder = null] = pv;
    const lines = this.#infos.map(lineOf);
    const found = { move, ponder, score, bound, depth, seldepth, nodes, timeMs, pv, lines };
    this.resolve({ ...found, stopped: true });
    return true;
  }
}

/** @param {Info} info @returns {Line} */
function lineOf({ multipv, score, bound, depth, pv }) {
  return { multipv, score, bound, depth, pv };
}

/** @param {string} message */
export function abortError(message) {
  return new DOMException(message, "AbortError");
}
