/**
 * The engine of the server that the page came from, with the interface of the worker's client: each question is a
 * `POST best`, with the form fields that `chuhe serve` lists, and each answer JSON.
 *
 * The server remembers nothing between two questions. What decides on resigning and drawing, the scores of the moves
 * found before in the same game, is kept here and sent along.
 *
 * A question that fails is asked again like one whose worker crashed: once when the server was not there, some times,
 * as far apart as it wishes, when it was busy.
 */

/** @import { Answer, EngineState, Info, Score, SearchOptions } from "./types.ts" */

import { abortError } from "./job.ts";

/**
 * @typedef {"busy" | "gone" | "absent" | "refused" | "failed"} Fault  The server has too much to do; nothing answers;
 *   something answers that has no engine; the question is none; the search has failed.
 *
 * @typedef {object} Timers
 * @property {(task: () => void, ms: number) => unknown} set
 * @property {(timer: unknown) => void} clear
 *
 * @typedef {object} HttpConfig
 * @property {string} [url]  relative to the page
 * @property {(state: EngineState, detail?: string) => void} [onState]  as the worker's client tells it
 * @property {() => void} [onBusy]  the server is busy, and is asked again
 * @property {typeof fetch} [fetch]
 * @property {Timers} [timers]
 *
 * @typedef {object} Job
 * @property {AbortController} request  what it waits for now: an answer, or the time to ask again
 * @property {boolean} stopping  somebody wants the best move so far
 * @property {Error | null} dropped  nobody wants its answer, and why
 *
 * @typedef {{ moves: readonly string[], score: Score }} Note  A score that was found for the side to move after `moves`.
 */

const MOVE = /^[a-i]\d[a-i]\d$/;
/** How long a question is thought about that was asked to come to an end. */
const STOP_MS = 80;
/** How long a server may be silent. */
const SILENT_MS = 60_000;
/** How long to wait for a server that was not there. */
const AGAIN_MS = 500;
/** How often a server is asked that is busy, and that is not there. */
const TRIES = { busy: 6, lost: 2 };
/** The longest that a busy server may have the page wait, and what it waits when that is not said. */
const LONGEST_WAIT_MS = 10_000;
const USUAL_WAIT_MS = 1000;
/** Options that are form fields of the same name. */
const FIELDS = /** @type {const} */ ([
  "rules",
  "depth",
  "nodes",
  "movetime",
  "level",
  "strength",
  "seed",
  "multipv",
  "book",
]);
/** What a page that is no engine answers to a form. */
const NOT_HERE = [404, 405, 501];
/** The question has not come through; it may do so another time. */
const OUT_OF_REACH = [408, 502, 504];
const BUSY = [429, 503];
/** Why a request was broken off to be sent again. */
const HURRY = new Error("The best move so far is wanted");

/** @type {Timers} */
const PAGE_TIMERS = {
  set: (task, ms) => setTimeout(task, ms),
  clear: (timer) => clearTimeout(/** @type {number} */ (timer)),
};

/** Why there is no answer. */
export class ServerError extends Error {
  /** @param {Fault} fault @param {string} message @param {object} [facts] what the server said of it */
  constructor(fault, message, facts = {}) {
    super(message);
    Object.assign(this, { code: "engineCrashed", ...facts });
    this.fault = fault;
    this.waitMs = USUAL_WAIT_MS;
  }
}

export class HttpClient {
  /** @type {Required<Pick<HttpConfig, "url" | "fetch" | "timers">> & HttpConfig} */
  #config;
  /** @type {EngineState} */
  #state = "idle";
  /** @type {Job | null} */
  #job = null;
  /** The game that the notes are of, by its first position. */
  #fen = "";
  /** @type {Note[]} */
  #notes = [];
  #disposed = false;

  /** @param {HttpConfig} [config] */
  constructor(config = {}) {
    const own = (/** @type {RequestInfo | URL} */ url, /** @type {RequestInit} */ init) =>
      fetch(url, init);
    this.#config = {
      url: "best",
      timers: PAGE_TIMERS,
      ...config,
      fetch: config.fetch ?? /** @type {typeof fetch} */ (own),
    };
  }

  /** @returns {EngineState} */
  get state() {
    return this.#state;
  }

  /**
   * Searches for the best move; a question still open is superseded. `onInfo` is told once, when the answer is there.
   *
   * Rejects with an AbortError when `signal` aborts or a newer question supersedes this one, else with a
   * {@link ServerError}.
   * @param {string} fen
   * @param {SearchOptions} [options]
   * @param {{ onInfo?: (info: Info) => void, signal?: AbortSignal }} [watch]
   * @returns {Promise<Answer>}
   */
  async getBestMove(fen, options = {}, { onInfo, signal } = {}) {
    if (this.#disposed) throw new DOMException("The engine was closed", "InvalidStateError");
    if (signal?.aborted) throw abortError("The search was aborted");
    drop(this.#job, "Superseded by a newer search");
    /** @type {Job} */
    const job = { request: new AbortController(), stopping: false, dropped: null };
    const abort = () => drop(job, "The search was aborted");
    this.#job = job;
    signal?.addEventListener("abort", abort);
    try {
      this.#change("thinking");
      const report = await this.#ask(job, fen, structuredClone(options));
      this.#note(fen, options.moves ?? [], report);
      if (report.pv.length > 0) onInfo?.(infoOf(report));
      return { ...report, stopped: job.stopping };
    } finally {
      signal?.removeEventListener("abort", abort);
      if (this.#job === job) this.#job = null;
      if (!this.#job && this.#state !== "crashed") this.#change("idle");
    }
  }

  /** The server has its own network. */
  useNetwork() {}

  /** And its own book. */
  useBook() {}

  /** Has the question answered soon: it is asked again, with hardly any time to think. */
  stop() {
    const job = this.#job;
    if (!job || job.stopping) return;
    job.stopping = true;
    job.request.abort(HURRY);
  }

  /** Forgets how the last game went. */
  newGame() {
    this.#notes = [];
  }

  /** Rejects what still waits; nothing can be asked afterwards. */
  dispose() {
    this.#disposed = true;
    drop(this.#job, "The engine was closed");
  }

  /**
   * Until there is an answer, or no hope of one.
   * @param {Job} job @param {string} fen @param {SearchOptions} options
   */
  async #ask(job, fen, options) {
    const failures = { busy: 0, lost: 0 };
    for (;;) {
      job.request = new AbortController();
      try {
        const report = await this.#post(this.#form(fen, options, job.stopping), job.request);
        if (job.dropped) throw job.dropped;
        return report;
      } catch (error) {
        if (job.dropped) throw job.dropped;
        if (job.request.signal.reason === HURRY) continue;
        const fault = error instanceof ServerError ? error : lost(error);
        const kind = fault.fault === "busy" ? "busy" : "lost";
        failures[kind] += 1;
        if (isFinal(fault) || failures[kind] >= TRIES[kind]) return this.#giveUp(fault);
        await this.#wait(job, fault, kind);
        if (job.dropped) throw job.dropped;
      }
    }
  }

  /** @param {ServerError} fault @returns {never} */
  #giveUp(fault) {
    this.#change("crashed", fault.message);
    throw fault;
  }

  /** @param {Job} job @param {ServerError} fault @param {"busy" | "lost"} kind */
  async #wait(job, fault, kind) {
    if (kind === "busy") this.#config.onBusy?.();
    else {
      this.#change("crashed", fault.message);
      this.#change("thinking", "restarted");
    }
    const { timers } = this.#config;
    job.request = new AbortController();
    await new Promise((over) => {
      const timer = timers.set(() => over(undefined), kind === "busy" ? fault.waitMs : AGAIN_MS);
      job.request.signal.addEventListener("abort", () => {
        timers.clear(timer);
        over(undefined);
      });
    });
  }

  /** @param {URLSearchParams} body @param {AbortController} request @returns {Promise<Answer>} */
  async #post(body, request) {
    const { url, timers, fetch: send } = this.#config;
    const silence = timers.set(
      () => request.abort(new Error(`No answer after ${SILENT_MS} ms`)),
      SILENT_MS,
    );
    try {
      const headers = { Accept: "application/json" };
      const response = await send(url, { method: "POST", headers, body, signal: request.signal });
      const said = await response.json().catch((error) => {
        if (request.signal.aborted) throw error;
        return null; // no engine speaks so
      });
      if (response.ok && isAnswer(said)) return said;
      throw refusal(response, said);
    } finally {
      timers.clear(silence);
    }
  }

  /** @param {string} fen @param {SearchOptions} options @param {boolean} stopping */
  #form(fen, options, stopping) {
    const { moves = [] } = options;
    const form = new URLSearchParams({ fen, move: moves.join(",") });
    const { movetime = Infinity } = options;
    const asked = stopping ? { ...options, movetime: Math.min(movetime, STOP_MS) } : options;
    for (const name of FIELDS) if (asked[name] !== undefined) form.set(name, `${asked[name]}`);
    const scores = this.#scores(fen, moves);
    if (scores.length > 0) form.set("scores", scores.join(","));
    return form;
  }

  /** What was found for the side to move earlier in this game. @param {string} fen @param {readonly string[]} moves */
  #scores(fen, moves) {
    if (fen !== this.#fen) return [];
    const before = this.#notes.filter((note) => leadsTo(note.moves, moves));
    before.sort((a, b) => a.moves.length - b.moves.length);
    return before.map(({ score }) => ("mate" in score ? `mate${score.mate}` : `${score.cp}`));
  }

  /** Takes the place of what was found for the same position before. @param {string} fen @param {readonly string[]} moves @param {Answer} report */
  #note(fen, moves, { score, bound, depth }) {
    if (!depth || bound === "static") return;
    if (fen !== this.#fen) this.#notes = [];
    this.#fen = fen;
    const text = moves.join();
    const others = this.#notes.filter((note) => note.moves.join() !== text);
    this.#notes = [...others, { moves: [...moves], score }];
  }

  /** In a turn of its own, as the worker's client does it. @param {EngineState} state @param {string} [detail] */
  #change(state, detail) {
    if (state === this.#state) return;
    this.#state = state;
    queueMicrotask(() => this.#config.onState?.(state, detail));
  }
}

/** @param {unknown} move */
const isMove = (move) => typeof move === "string" && MOVE.test(move);

/** A move with the line that it begins and its score. @param {any} said */
const isAnswer = (said) =>
  isMove(said?.move) &&
  Array.isArray(said.pv) &&
  said.pv.every(isMove) &&
  typeof said.score === "object";

/** @param {Job | null} job @param {string} why */
function drop(job, why) {
  if (!job || job.dropped) return;
  job.dropped = abortError(why);
  job.request.abort(job.dropped);
}

/** A position of the same side to move on the way to another. @param {readonly string[]} moves @param {readonly string[]} others */
function leadsTo(moves, others) {
  const plies = others.length - moves.length;
  return plies > 0 && plies % 2 === 0 && moves.every((move, index) => move === others[index]);
}

/** Asking again would not help. @param {ServerError} error */
const isFinal = ({ fault }) => fault === "absent" || fault === "refused";

/** @param {unknown} error of fetch */
const lost = (error) => new ServerError("gone", `The server does not answer: ${error}`);

/**
 * An answer that is no move.
 * @param {Response} response
 * @param {{ message?: string, code?: string, field?: string, value?: unknown } | null} said its JSON, null when it is none
 */
function refusal(response, said) {
  const { status, ok, headers } = response;
  const message = said?.message ?? `The server answered ${status}`;
  if (BUSY.includes(status)) {
    const seconds = Number(headers.get("Retry-After")) || USUAL_WAIT_MS / 1000;
    const waitMs = Math.min(Math.max(seconds, 0) * 1000, LONGEST_WAIT_MS);
    return Object.assign(new ServerError("busy", message), { waitMs });
  }
  if (OUT_OF_REACH.includes(status)) return new ServerError("gone", message);
  // Files are served there, and perhaps the page itself to whatever is asked.
  if (ok || NOT_HERE.includes(status) || (status < 500 && !said?.code))
    return new ServerError("absent", message);
  if (status >= 500) return new ServerError("failed", message);
  const { code, field, value } = said ?? {};
  return new ServerError("refused", message, { code, field, value });
}

/** The answer as the last word of a search. @param {Answer & { nps?: number }} report @returns {Info} */
function infoOf({ score, bound, depth, seldepth, nodes, nps = 0, timeMs, pv }) {
  const root = { iteration: depth, rootMoves: 0, rootDone: 0, rootMove: null, progress: 1 };
  return {
    multipv: 1,
    depth,
    seldepth,
    score,
    bound,
    pv,
    nodes,
    nps,
    timeMs,
    hashfull: 0,
    ...root,
  };
}
