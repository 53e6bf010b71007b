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
  /** The number of workers that have crashed on this job. */
  crashes = 0;
  /** True if the best move so far was requested. */
  stopping = false;
  /** True once the job was resolved or rejected; later messages about it are ignored. */
  settled = false;
  /** True once the listener has thrown; it is not called again. */
  failed = false;
  /** The time in which the worker has to answer a stop, in milliseconds; null until a stop is sent. */
  deadline: number | null = null;
  /** The latest info of each line, the best line first. */
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

  /** Stores infos, so that the job can be resolved with the best move so far. */
  note(infos: Info[]): void {
    // Most messages have only the info of the best line; the stored infos of the other lines stay.
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

  /** Resolves with the best move of the latest infos. Returns false if there are no infos. */
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
