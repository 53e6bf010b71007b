/**
 * A client for the engine on the page's server, with the same methods as the worker's client. Each search is a `POST
 * best` request with the form fields that `chuhe serve` lists, and each answer is JSON.
 *
 * The server stores nothing between two requests. Its decisions to resign and to offer draws depend on earlier scores
 * of the game, so this client stores these and sends them along.
 *
 * A failed request is repeated, like a search whose worker has crashed. If the server does not answer, the request is
 * repeated once. If the server is busy, the request is repeated several times, each time after the wait that the server
 * names.
 */
import { abortError } from "./job.ts";
import type { Answer, EngineState, Info, Score, SearchOptions, Watch } from "./types.ts";

/**
 * Why there is no move. "busy": the server is busy; "gone": the server does not answer; "absent": the server has no
 * engine; "refused": the request is invalid; "failed": the search has failed.
 */
type Fault = "busy" | "gone" | "absent" | "refused" | "failed";

interface Timers {
  set: (task: () => void, ms: number) => unknown;
  clear: (timer: unknown) => void;
}

export interface HttpConfig {
  /** The address of the requests, relative to the page; "best" by default. */
  url?: string;
  /** Called like `onState` of the worker's client. */
  onState?: (state: EngineState, detail?: string) => void;
  /** Called if the server is busy, before the request is repeated. */
  onBusy?: () => void;
  fetch?: typeof fetch;
  timers?: Timers;
}

interface Job {
  /** Aborts the request, or the wait before it is repeated. */
  request: AbortController;
  /** True once the caller has asked to stop the search and return the best move so far. */
  stopping: boolean;
  /** The error with which the job was cancelled; null while the caller waits. */
  dropped: Error | null;
}

/** The score of the position after `moves`, from the view of the side to move. */
interface Note {
  moves: readonly string[];
  score: Score;
}

/** The error that an answer of the server describes. */
interface ServerMessage {
  message?: string;
  code?: string;
  field?: string;
  value?: unknown;
}

const MOVE = /^[a-i]\d[a-i]\d$/;
/** The thinking time of the request that is sent after a stop, in milliseconds. */
const STOP_MS = 80;
/** The longest wait for an answer, in milliseconds. */
const SILENT_MS = 60_000;
/** The wait before a request without an answer is repeated, in milliseconds. */
const RETRY_MS = 500;
/**
 * The largest numbers of times that a request is sent: `busy` to a busy server, `lost` to a server that does not
 * answer.
 */
const TRIES = { busy: 6, lost: 2 };
/** The longest wait that a busy server can demand, in milliseconds. */
const MAX_WAIT_MS = 10_000;
/** The wait if a busy server names none, in milliseconds. */
const DEFAULT_WAIT_MS = 1000;
/** The search options that are sent as form fields of the same name. */
const FIELDS = [
  "rules",
  "depth",
  "nodes",
  "movetime",
  "level",
  "strength",
  "seed",
  "multipv",
  "book",
] as const;
/** The HTTP status codes of servers without an engine. */
const ABSENT = [404, 405, 501];
/** The HTTP status codes of a request that has not reached the engine. A repeated request may reach it. */
const OUT_OF_REACH = [408, 502, 504];
const BUSY = [429, 503];
/** The reason with which a request is aborted in order to send it again with less time. */
const HURRY = new Error("The best move so far is wanted");

const PAGE_TIMERS: Timers = {
  set: (task, ms) => setTimeout(task, ms),
  clear: (timer) => clearTimeout(timer as number),
};

/** The error of a search for which the server has sent no move. */
export class ServerError extends Error {
  readonly fault: Fault;
  /** The wait before the request should be repeated, in milliseconds. */
  readonly waitMs: number;

  /** `facts` are the error's fields in the server's answer. */
  constructor(fault: Fault, message: string, facts: object = {}, waitMs = DEFAULT_WAIT_MS) {
    super(message);
    Object.assign(this, { code: "engineCrashed", ...facts });
    this.fault = fault;
    this.waitMs = waitMs;
  }
}

export class HttpClient {
  readonly #config: Required<Pick<HttpConfig, "url" | "fetch" | "timers">> & HttpConfig;
  #state: EngineState = "idle";
  #job: Job | null = null;
  /** The FEN of the start position of the game to which the notes belong. */
  #fen = "";
  #notes: Note[] = [];
  #disposed = false;

  constructor(config: HttpConfig = {}) {
    this.#config = {
      url: "best",
      timers: PAGE_TIMERS,
      fetch: (url, init) => fetch(url, init),
      ...config,
    };
  }

  get state(): EngineState {
    return this.#state;
  }

  /**
   * Searches for the best move. A pending search is superseded. `onInfo` is called once, when the answer arrives.
   *
   * Rejects with an AbortError if `signal` aborts or a newer search supersedes this one, and after any other failure
   * with a {@link ServerError}.
   */
  async getBestMove(
    fen: string,
    options: SearchOptions = {},
    { onInfo, signal }: Watch = {},
  ): Promise<Answer> {
    if (this.#disposed) throw new DOMException("The engine was closed", "InvalidStateError");
    if (signal?.aborted) throw abortError("The search was aborted");
    drop(this.#job, "Superseded by a newer search");
    const job: Job = { request: new AbortController(), stopping: false, dropped: null };
    const abort = () => drop(job, "The search was aborted");
    this.#job = job;
    signal?.addEventListener("abort", abort);
    try {
      this.#change("thinking");
      const report = await this.#request(job, fen, structuredClone(options));
      this.#note(fen, options.moves ?? [], report);
      if (report.pv.length > 0) onInfo?.(infoOf(report));
      return { ...report, stopped: job.stopping };
    } finally {
      signal?.removeEventListener("abort", abort);
      if (this.#job === job) this.#job = null;
      if (!this.#job && this.#state !== "crashed") this.#change("idle");
    }
  }

  /** Does nothing: the server has its own network. */
  useNetwork(): void {}

  /** Does nothing: the server has its own book. */
  useBook(): void {}

  /** Repeats the request with at most `STOP_MS` to think, so that the answer comes soon. */
  stop(): void {
    const job = this.#job;
    if (!job || job.stopping) return;
    job.stopping = true;
    job.request.abort(HURRY);
  }

  /** Forgets the scores of the last game. */
  newGame(): void {
    this.#notes = [];
  }

  /** Rejects a pending search. Later searches reject too. */
  dispose(): void {
    this.#disposed = true;
    drop(this.#job, "The engine was closed");
  }

  /** Sends the request until there is an answer or a final error. */
  async #request(job: Job, fen: string, options: SearchOptions): Promise<Answer> {
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
        const failure =
          error instanceof ServerError
            ? error
            : new ServerError("gone", `The server does not answer: ${error}`);
        const { fault, message } = failure;
        const kind = fault === "busy" ? "busy" : "lost";
        failures[kind] += 1;
        const isFinal = fault === "absent" || fault === "refused";
        if (isFinal || failures[kind] >= TRIES[kind]) {
          this.#change("crashed", message);
          throw failure;
        }
        await this.#wait(job, failure);
        if (job.dropped) throw job.dropped;
      }
    }
  }

  async #wait(job: Job, { fault, message, waitMs }: ServerError): Promise<void> {
    const isBusy = fault === "busy";
    if (isBusy) this.#config.onBusy?.();
    else {
      this.#change("crashed", message);
      this.#change("thinking", "restarted");
    }
    const { timers } = this.#config;
    job.request = new AbortController();
    await new Promise<void>((resolve) => {
      const timer = timers.set(resolve, isBusy ? waitMs : RETRY_MS);
      job.request.signal.addEventListener("abort", () => {
        timers.clear(timer);
        resolve();
      });
    });
  }

  async #post(body: URLSearchParams, request: AbortController): Promise<Answer> {
    const { url, timers, fetch: send } = this.#config; // `fetch` throws if it is called on another object
    const silence = timers.set(
      () => request.abort(new Error(`No answer after ${SILENT_MS} ms`)),
      SILENT_MS,
    );
    try {
      const headers = { Accept: "application/json" };
      const { signal } = request;
      const response = await send(url, { method: "POST", headers, body, signal });
      const answer: unknown = await response.json().catch((error) => {
        if (signal.aborted) throw error;
        return null; // without JSON the answer does not come from an engine
      });
      if (response.ok && isAnswer(answer)) return answer;
      throw refusal(response, answer as ServerMessage | null);
    } finally {
      timers.clear(silence);
    }
  }

  #form(fen: string, options: SearchOptions, stopping: boolean): URLSearchParams {
    const { moves = [], movetime = Infinity } = options;
    const form = new URLSearchParams({ fen, move: moves.join(",") });
    const sent = stopping ? { ...options, movetime: Math.min(movetime, STOP_MS) } : options;
    for (const name of FIELDS) if (sent[name] !== undefined) form.set(name, `${sent[name]}`);
    const scores = this.#scores(fen, moves);
    if (scores.length > 0) form.set("scores", scores.join(","));
    return form;
  }

  /** Returns the earlier scores of the side to move in this game. */
  #scores(fen: string, moves: readonly string[]): string[] {
    if (fen !== this.#fen) return [];
    const before = this.#notes.filter((note) => leadsTo(note.moves, moves));
    before.sort((a, b) => a.moves.length - b.moves.length);
    return before.map(({ score }) => ("mate" in score ? `mate${score.mate}` : `${score.cp}`));
  }

  /** Stores the score of a position. Replaces an earlier score of the same position. */
  #note(fen: string, moves: readonly string[], { score, bound, depth }: Answer): void {
    if (!depth || bound === "static") return;
    if (fen !== this.#fen) this.#notes = [];
    this.#fen = fen;
    const text = moves.join();
    const others = this.#notes.filter((note) => note.moves.join() !== text);
    this.#notes = [...others, { moves: [...moves], score }];
  }

  /** Changes the state, and calls the listener in a microtask, like the worker's client. */
  #change(state: EngineState, detail?: string): void {
    if (state === this.#state) return;
    this.#state = state;
    queueMicrotask(() => this.#config.onState?.(state, detail));
  }
}

const isMove = (move: unknown): boolean => typeof move === "string" && MOVE.test(move);

/** Returns whether the value is an answer: a move with its line and its score. */
function isAnswer(value: unknown): value is Answer {
  const { move, pv, score } = (value ?? {}) as Partial<Answer>;
  return isMove(move) && Array.isArray(pv) && pv.every(isMove) && typeof score === "object";
}

function drop(job: Job | null, reason: string): void {
  if (!job || job.dropped) return;
  job.dropped = abortError(reason);
  job.request.abort(job.dropped);
}

/** Returns whether `later` continues `moves` to a position with the same side to move. */
function leadsTo(moves: readonly string[], later: readonly string[]): boolean {
  const plies = later.length - moves.length;
  return plies > 0 && plies % 2 === 0 && moves.every((move, index) => move === later[index]);
}

/** Returns the error for a response without a move. `answer` is the response's JSON; null if the response has none. */
function refusal({ status, ok, headers }: Response, answer: ServerMessage | null): ServerError {
  const message = answer?.message ?? `The server answered ${status}`;
  if (BUSY.includes(status)) {
    const seconds = Number(headers.get("Retry-After")) || DEFAULT_WAIT_MS / 1000;
    const waitMs = Math.min(Math.max(seconds, 0) * 1000, MAX_WAIT_MS);
    return new ServerError("busy", message, {}, waitMs);
  }
  if (OUT_OF_REACH.includes(status)) return new ServerError("gone", message);
  // Servers of static files answer like this; some send the page itself for every address.
  if (ok || ABSENT.includes(status) || (status < 500 && !answer?.code))
    return new ServerError("absent", message);
  if (status >= 500) return new ServerError("failed", message);
  const { code, field, value } = answer ?? {};
  return new ServerError("refused", message, { code, field, value });
}

/** Converts the answer to the last info of its search. */
function infoOf(report: Answer & { nps?: number }): Info {
  const { score, bound, depth, seldepth, nodes, nps = 0, timeMs, pv } = report;
  const root = { iteration: depth, rootMoves: 0, rootDone: 0, rootMove: null, progress: 1 };
  const line = { multipv: 1, depth, seldepth, score, bound, pv };
  return { ...line, nodes, nps, timeMs, hashfull: 0, ...root };
}
