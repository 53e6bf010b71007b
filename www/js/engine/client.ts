/**
 * The page's way to the engine: promises in front, a worker behind. What happens to the jobs is decided
 * by the {@link Protocol}; this file owns the worker and the timer it acts through.
 */

/** @import { Answer, EngineState, FromWorker, Refusal, SearchOptions, ThreadsInit, ToWorker, Watch } from "./types.ts" */

import { BOOK, EngineFile, NETWORK } from "./files.ts";
import { Job, abortError } from "./job.ts";
import { nodeWorker, reportFailure, urlOf } from "./platform.ts";
import { Protocol } from "./protocol.ts";

/**
 * What the client needs of a Worker.
 * @typedef {Pick<Worker, "postMessage" | "terminate" | "addEventListener">} WorkerLike
 *
 * @typedef {object} Timers
 * @property {(task: () => void, ms: number) => unknown} set
 * @property {(task: () => void, ms: number) => unknown} [every]  without it nobody notices a worker's silence
 * @property {(timer: unknown) => void} clear  either kind
 *
 * @typedef {object} Threads  What a search with several threads takes; see `threads.js`.
 * @property {() => WorkerLike} createWorker
 * @property {(hashMb?: number) => ThreadsInit} init
 *
 * @typedef {object} ClientConfig
 * @property {Threads | null} [threads]  with them, unless they cannot be had or break down; else the worker searches alone
 * @property {WebAssembly.Module} [module]  compiled once, by the page; without it each worker loads its own
 * @property {string | URL} [workerUrl]
 * @property {number} [hashMb]  the engine's own default when left out
 * @property {(state: EngineState, detail?: string) => void} [onState]  `detail` is what went wrong when
 *   "crashed", and "restarted" when a job is tried again after that
 * @property {(hashMb: number) => void} [onShortOfMemory]  the hash table is only so large
 * @property {(error: Refusal | null) => void} [onNetwork]  a worker has taken the network, or refused it
 * @property {(error: Refusal | null) => void} [onBook]  likewise the book
 * @property {(url: string | URL) => WorkerLike} [createWorker]
 * @property {Timers} [timers]
 */

/**
 * A worker that searches says something ten times a second. One that has been silent for so many beats is dead: browsers
 * that run out of memory end workers without a word. Beats stop while the device sleeps, as the worker does.
 */
const BEAT_MS = 500;
const SILENT_BEATS = 6;
const OWN_WORKER = new URL(/* @vite-ignore */ "./worker.ts", import.meta.url);

/** @type {Timers} */
const PAGE_TIMERS = {
  set: (task, ms) => setTimeout(task, ms),
  every: (task, ms) => setInterval(task, ms),
  clear: (timer) => clearTimeout(/** @type {number} */ (timer)),
};

export class EngineClient {
  /** @type {Required<Pick<ClientConfig, "createWorker" | "timers" | "workerUrl">> & ClientConfig} */
  #config;
  #protocol;
  /** @type {WorkerLike | null} */
  #worker = null;
  /** @type {unknown} */
  #timer = null;
  /** @type {Uint8Array | null} given to each worker */
  #network = null;
  /** @type {Uint8Array | null} likewise */
  #book = null;
  /** Beats since the worker was heard. */
  #silent = 0;
  /** Runs while there is a search. @type {unknown} */
  #pulse = null;
  /** @type {Threads | null} */
  #threads;
  /** The worker has loaded. */
  #ready = false;
  #lastJob = 0;
  #disposed = false;

  /** Starts nothing yet: the worker is started by the first job. @param {ClientConfig} [config] */
  constructor(config = {}) {
    this.#config = {
      workerUrl: OWN_WORKER,
      createWorker: startWorker,
      timers: PAGE_TIMERS,
      ...config,
    };
    this.#threads = config.threads ?? null;
    this.#protocol = new Protocol({
      send: (message) => this.#send(message),
      start: () => this.#start(),
      kill: () => this.#kill(),
      arm: (ms) => this.#arm(ms),
      disarm: () => this.#config.timers.clear(this.#timer),
      changed: (state, detail) => {
        this.#watch(state === "thinking");
        this.#tell(state, detail);
      },
    });
  }

  /** @returns {EngineState} */
  get state() {
    return this.#protocol.state;
  }

  /**
   * Searches for the best move; a job still running is superseded.
   *
   * Who is told of it and the signal may stand among the options or behind them. Rejects with an AbortError
   * when `signal` aborts or a newer job supersedes this one, with what `onInfo` throws, with an Error
   * that has `code`, `field`, `value` (and `reasons` for a FEN) for bad input, and with
   * `code: "engineCrashed"` when the engine crashed on it twice.
   * @param {string} fen
   * @param {SearchOptions & Watch} [options]
   * @param {Watch} [watch]
   * @returns {Promise<Answer>}
   */
  async getBestMove(fen, options = {}, watch = {}) {
    if (this.#disposed) throw new DOMException("The engine was closed", "InvalidStateError");
    if (typeof fen !== "string") throw notText(fen);
    const { onInfo, signal, ...asked } = { ...copied(options), ...watch };
    if (signal?.aborted) throw abortError("The search was aborted");
    const { promise, resolve, reject } = deferred();
    const job = new Job(++this.#lastJob, fen, asked, { resolve, reject, onInfo });
    const abort = () => this.#protocol.cancel(job, abortError("The search was aborted"));
    signal?.addEventListener("abort", abort);
    this.#protocol.submit(job);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /**
   * Has positions judged by this network from the next search on, also by workers to come. Without one the
   * engine judges by its handcrafted evaluation.
   * @param {Uint8Array} bytes  the content of the network's file
   */
  useNetwork(bytes) {
    this.#network = bytes;
    this.#send({ type: "network", bytes });
  }

  /**
   * Fetches a network, that of Chuhe when none is named, and uses it. Rejects with `code: "noFile"` when it is not there.
   * @param {string | URL} [url]  relative to the page; in Node it may be the path of a file
   */
  async loadNetwork(url = NETWORK) {
    this.useNetwork(await bytesAt(url));
  }

  /**
   * Fetches an opening book, that of Chuhe when none is named, and uses it in the searches that ask for it with
   * `book: true`. Rejects with `code: "noFile"` when it is not there.
   * @param {string | URL} [url]  as of a network
   */
  async loadBook(url = BOOK) {
    this.useBook(await bytesAt(url));
  }

  /**
   * Has this opening book for the searches to come that ask for it, also in workers to come. One that is
   * refused is left out, and `onBook` told why.
   * @param {Uint8Array} bytes  the content of the book's file
   */
  useBook(bytes) {
    this.#book = bytes;
    this.#send({ type: "book", bytes });
  }

  /** Makes the running `getBestMove` resolve within 100 ms with the best move so far. */
  stop() {
    this.#protocol.stop();
  }

  /** Forgets the last game before the next search; a running one goes on. */
  newGame() {
    this.#protocol.newGame();
  }

  /**
   * Searches with other threads and another hash table from the next search on, in a new worker.
   * @param {Pick<ClientConfig, "threads" | "hashMb">} config
   */
  renew({ threads = null, hashMb }) {
    this.#config.hashMb = hashMb;
    this.#threads = threads;
    this.#protocol.renew();
  }

  /** Ends the worker and rejects what still waits; nothing can be asked afterwards. */
  dispose() {
    this.#disposed = true;
    this.#protocol.dispose();
  }

  /**
   * In a turn of its own: a listener may ask for the next thing, or fail.
   * @param {EngineState} state
   * @param {string} [detail]
   */
  #tell(state, detail) {
    queueMicrotask(() => call(this.#config.onState, state, detail));
  }

  /** @param {boolean} searching */
  #watch(searching) {
    const { timers } = this.#config;
    if (searching === (this.#pulse !== null)) return;
    this.#silent = 0;
    if (this.#pulse !== null) timers.clear(this.#pulse);
    this.#pulse = (searching && timers.every?.(() => this.#beat(), BEAT_MS)) || null;
  }

  #beat() {
    this.#silent += 1;
    if (this.#silent >= SILENT_BEATS) this.#lost(this.#worker, "The engine's worker fell silent");
  }

  #start() {
    const { createWorker, workerUrl, module, hashMb } = this.#config;
    const threads = this.#threads;
    this.#ready = false;
    try {
      const worker = threads ? threads.createWorker() : createWorker(workerUrl);
      this.#worker = worker;
      this.#listen(worker);
      this.#send({ type: "init", hashMb, ...(threads ? threads.init(hashMb) : { module }) });
      if (this.#network) this.#send({ type: "network", bytes: this.#network });
      if (this.#book) this.#send({ type: "book", bytes: this.#book });
    } catch (error) {
      const failed = this.#worker;
      queueMicrotask(() =>
        this.#lost(failed, `The engine's worker could not be started: ${error}`),
      );
    }
  }

  /** @param {ToWorker} message */
  #send(message) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker?.postMessage(message);
  }

  /** Hears the worker as long as it is the present one. @param {WorkerLike} worker */
  #listen(worker) {
    worker.addEventListener("message", (event) => {
      const { data } = /** @type {MessageEvent<FromWorker>} */ (event);
      if (worker !== this.#worker) return;
      this.#silent = 0;
      if (data.type === "crash") return this.#lost(worker, data.message);
      this.#ready = true;
      if (data.type === "ready" && data.hashMb) call(this.#config.onShortOfMemory, data.hashMb);
      if (data.type === "judge") call(this.#config.onNetwork, data.error);
      else if (data.type === "openings") call(this.#config.onBook, data.error);
      else this.#protocol.received(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#lost(worker, describe(/** @type {ErrorEvent} */ (event), this.#config.workerUrl));
    });
    worker.addEventListener("messageerror", () => {
      this.#lost(worker, "A message of the engine's worker could not be read");
    });
  }

  /**
   * What goes wrong with several threads goes on with one; if they never searched, nobody needs to know.
   * @param {WorkerLike | null} worker @param {string} detail
   */
  #lost(worker, detail) {
    if (worker !== this.#worker || this.#disposed) return;
    const untried = this.#threads && !this.#ready;
    this.#threads = null;
    if (!untried) return this.#protocol.lost(detail);
    this.#kill();
    this.#start();
  }

  #kill() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {number} ms */
  #arm(ms) {
    const { timers } = this.#config;
    timers.clear(this.#timer);
    this.#timer = timers.set(() => {
      if (!this.#ready) this.#threads = null;
      this.#protocol.overdue();
    }, ms);
  }
}

/**
 * Calls a listener, if there is one; it may fail without harm to the client.
 * @template {unknown[]} T
 * @param {((...values: T) => void) | undefined} listener @param {T} values
 */
function call(listener, ...values) {
  try {
    listener?.(...values);
  } catch (error) {
    reportFailure(error);
  }
}

/** @param {string | URL} url @returns {WorkerLike} */
function startWorker(url) {
  if (typeof Worker === "undefined") return nodeWorker(url);
  if (url !== OWN_WORKER) return new Worker(url, { type: "module", name: "chuhe-engine" });
  // Written out: this is how bundlers know a worker.
  return new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    name: "chuhe-engine",
  });
}

/** @param {string | URL} url */
async function bytesAt(url) {
  if (typeof url !== "string" && !(url instanceof URL))
    throw badOption("url", url, "string or URL");
  try {
    return await new EngineFile(urlOf(url)).bytes();
  } catch (cause) {
    const why = /** @type {Error & { code?: string }} */ (cause);
    const reason = why.code === "ENOENT" ? "there is no such file" : why.message;
    const error = new Error(`'${url}' cannot be loaded: ${reason}`, { cause });
    throw Object.assign(error, { code: "noFile", field: "url", value: url });
  }
}

/**
 * A worker whose file does not load (missing, forbidden by the page's policy) sends an error without a
 * message.
 * @param {ErrorEvent} event
 * @param {string | URL} url
 */
function describe(event, url) {
  if (!event.message) return `The engine's worker could not be loaded from ${url}`;
  return `${event.message} (${event.filename}:${event.lineno})`;
}

/**
 * The options as they are now: the job may wait while the page goes on changing its list of moves.
 * @param {any} options  a caller's: anything may stand there
 */
function copied(options) {
  if (options === null || typeof options !== "object")
    throw badOption("options", options, "object");
  const { onInfo, signal, ...asked } = options;
  if (onInfo && typeof onInfo !== "function") throw badOption("onInfo", onInfo, "function");
  for (const name in asked) {
    try {
      asked[name] = structuredClone(asked[name]);
    } catch {
      throw badOption(name, asked[name], "value that a worker can be sent");
    }
  }
  return { ...asked, onInfo: onInfo ?? undefined, signal };
}

/** @param {string} field @param {unknown} value @param {string} expected */
function badOption(field, value, expected) {
  const message = `option '${field}' is no ${expected}`;
  return Object.assign(new TypeError(message), { code: "badOption", field, value });
}

/** @param {unknown} fen */
function notText(fen) {
  const facts = { code: "badFen", field: "fen", value: fen, reasons: [{ code: "notText" }] };
  return Object.assign(new TypeError("fen must be a string"), facts);
}

/** Promise.withResolvers, which not every browser has yet. */
function deferred() {
  /** @type {(answer: Answer) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<Answer>} */
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
