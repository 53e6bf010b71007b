// One search, from the request to the answer.

import type { Answer, Info, Line, SearchOptions, Watch } from "./types.ts";

interface Caller extends Pick<Watch, "onInfo"> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export class Job {
  readonly id: number;
  readonly fen: string;
  readonly options: SearchOptions;
  readonly caller: Caller;
  /** Number of workers that crashed on this job. */
  crashes = 0;
  /** The best move so far was requested. */
  stopping = false;
  /** The job was answered or rejected; later messages about it are stale. */
  settled = false;
  /** The listener has thrown, and is not called again. */
  failed = false;
  /** Milliseconds that the worker may take to answer the stop; null before a stop was sent. */
  deadline: number | null = null;
  /** The latest infos, one a line, best first. */
  #infos: Info[] = [];

  constructor(id: number, fen: string, options: SearchOptions, caller: Caller) {
    this.id = id;
    this.fen = fen;
    this.options = options;
    this.caller = caller;
  }

  get hasMove(): boolean {
    return this.#infos.length > 0;
  }

  /** Stores infos, from which an answer can be made. */
  note(infos: Info[]): void {
    // Most infos are about the best line only; the others stay.
    if (infos[0]?.pv.length) this.#infos.splice(0, infos.length, ...infos);
  }

  resolve(answer: Answer): void {
    if (this.settled) return;
    this.settled = true;
    this.caller.resolve(answer);
  }

  reject(error: Error): void {
    if (this.settled) return;
    this.settled = true;
    this.caller.reject(error);
  }

  /** Resolves with the best move of the latest infos. Returns false if there is none. */
  resolveFromLast(): boolean {
    const [best] = this.#infos;
    if (!best) return false;
    const { score, bound, depth, seldepth, nodes, timeMs, pv } = best;
    const [move = null, ponder = null] = pv;
    const lines = this.#infos.map(lineOf);
    const report = { move, ponder, score, bound, depth, seldepth, nodes, timeMs, pv, lines };
    this.resolve({ ...report, stopped: true });
    return true;
  }
}

const lineOf = ({ multipv, score, bound, depth, pv }: Info): Line => ({
  multipv,
  score,
  bound,
  depth,
  pv,
});

export const abortError = (message: string): DOMException =>
  new DOMException(message, "AbortError");
