/** One question to the engine, from its asking to its answer. */

/** @import { Answer, Info, Line, SearchOptions } from "./types.js" */

/**
 * The way back to who asked.
 * @typedef {object} Caller
 * @property {(answer: Answer) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((info: Info) => void) | undefined} [onInfo]
 */

export class Job {
  /** @type {Info | null} the last one of the best line */
  last = null;
  /** @type {Map<number, Line>} the last of each line, by its number */
  #lines = new Map();
  /** How often a worker crashed on it. */
  crashes = 0;
  /** Somebody asked for the best move so far. */
  stopping = false;
  /** Answered or rejected: whatever the worker still says about it is stale. */
  settled = false;
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

  /** Keeps what an answer could be made from. @param {Info} info */
  note(info) {
    const { multipv, score, depth, pv } = info;
    if (pv.length === 0) return;
    this.#lines.set(multipv, { multipv, score, depth, pv });
    if (multipv === 1) this.last = info;
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
    if (!this.last) return false;
    const { score, depth, seldepth, nodes, timeMs, pv } = this.last;
    const [move = null, ponder = null] = pv;
    const lines = [...this.#lines.values()].sort((a, b) => a.multipv - b.multipv);
    this.resolve({ move, ponder, score, depth, seldepth, nodes, timeMs, pv, lines, stopped: true });
    return true;
  }
}

/** @param {string} message */
export function abortError(message) {
  return new DOMException(message, "AbortError");
}
