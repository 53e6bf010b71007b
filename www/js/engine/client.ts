// The client through which a page uses the engine: calls return promises, and a worker searches. protocol.ts decides
// what happens to the jobs; this file owns the worker and the timers.

import { BOOK, ENDINGS, EngineFile, NETWORK, WASM, badOption, bytesAt } from "./files.ts";
import { Job, abortError } from "./job.ts";
import { nodeWorker, reportFailure } from "./platform.ts";
import { Protocol } from "./protocol.ts";
import type {
  Answer,
  EngineState,
  FromWorker,
  Refusal,
  SearchOptions,
  ThreadsInit,
  ToWorker,
  Watch,
} from "./types.ts";

export type * from "./types.ts";

/** The part of a `Worker` that the client uses. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate" | "addEventListener">;

export interface Timers {
  set: (task: () => void, ms: number) => unknown;
  /**
   * Repeats the task every `ms` milliseconds. Without this function a worker that no longer responds is not detected.
   */
  every?: (task: () => void, ms: number) => unknown;
  /** Cancels a timer of `set` or of `every`. */
  clear: (timer: unknown) => void;
}

/** The worker for a search with several threads, and the fields of its first message; see `threads.ts`. */
export interface Threads {
  createWorker: () => WorkerLike;
  init: (hashMb?: number) => ThreadsInit;
}

export interface ClientConfig {
  /** If set, several threads search. If they are unavailable or fail, a single worker searches. */
  threads?: Threads | null;
  /** The engine's module, compiled by the page. Without it each worker loads the module. */
  module?: WebAssembly.Module;
  workerUrl?: string | URL;
  /** The size of the hash table in MiB; the engine has a default. */
  hashMb?: number;
  /**
   * Called when the state changes. `detail` is the error message if the state is "crashed", and "restarted" if a job is
   * tried again after a crash.
   */
  onState?: (state: EngineState, detail?: string) => void;
  /** Called if the memory suffices only for a smaller hash table than requested; `hashMb` is its size in MiB. */
  onShortOfMemory?: (hashMb: number) => void;
  /** Called when a worker has accepted the network (`error` is null) or refused it. */
  onNetwork?: (error: Refusal | null) => void;
  /** Called when a worker has accepted the book (`error` is null) or refused it. */
  onBook?: (error: Refusal | null) => void;
  /** Called when a worker has accepted solved endings (`error` is null) or refused them. */
  onEndings?: (error: Refusal | null) => void;
  createWorker?: (url: string | URL) => WorkerLike;
  timers?: Timers;
}

/**
 * The time between two beats, in milliseconds. At each beat the client checks that a searching worker is alive, since
 * browsers that run out of memory end workers without an event.
 */
const BEAT_MS = 500;
/**
 * The number of beats without a message after which the worker counts as dead. A searching worker posts about ten
 * messages a second. The client counts beats instead of time, since beats, like the worker, stop while the device
 * sleeps.
 */
const SILENT_BEATS = 6;
const OWN_WORKER = new URL(/* @vite-ignore */ "./worker.ts", import.meta.url);

/** The longest time that a search waits for solved endings, in milliseconds. */
const ENDINGS_MS = 1500;
/** The solved endings of all clients. */
const endingsFile = new EngineFile(ENDINGS);

const PAGE_TIMERS: Timers = {
  set: (task, ms) => setTimeout(task, ms),
  every: (task, ms) => setInterval(task, ms),
  clear: (timer) => clearTimeout(timer as number),
};

/** Searches in a worker, which is started by the first search. */
export class EngineClient {
  readonly #config: ClientConfig & { timers: Timers };
  readonly #protocol: Protocol;
  #worker: WorkerLike | null = null;
  #timer: unknown = null;
  /** The network, which is sent to each new worker. */
  #network: Uint8Array | null = null;
  /** The book, which is sent to each new worker. */
  #book: Uint8Array | null = null;
  /** The solved endings, which are sent to each new worker. */
  #endings: Uint8Array | null = null;
  /** The default file, if it is the one that is used. */
  #fetchedEndings: Uint8Array | null = null;
  #isFetchingEndings = false;
  /** The number of beats since the worker's last message. */
  #silentBeats = 0;
  /** The heartbeat timer, which runs during a search. */
  #pulse: unknown = null;
  #threads: Threads | null;
  /** True once the worker has loaded. */
  #ready = false;
  #lastJob = 0;
  #disposed = false;

  constructor(config: ClientConfig = {}) {
    this.#config = { timers: PAGE_TIMERS, ...config };
    this.#threads = config.threads ?? null;
    this.#protocol = new Protocol({
      send: (message) => this.#send(message),
      start: () => this.#start(),
      kill: () => this.#kill(),
      arm: (ms) => this.#arm(ms),
      disarm: () => this.#config.timers.clear(this.#timer),
      changed: (state, detail) => {
        this.#watch(state === "thinking");
        // In a separate microtask, since a listener may start the next search or throw.
        queueMicrotask(() => call(this.#config.onState, state, detail));
      },
    });
  }

  get state(): EngineState {
    return this.#protocol.state;
  }

  /**
   * Searches for the best move. A job that is still running is superseded. `onInfo` and `signal` may be among the
   * options or in `watch`.
   *
   * Rejects with:
   * - an AbortError if `signal` aborts or a newer job supersedes this one;
   * - the error that `onInfo` throws;
   * - an Error that has `code`, `field`, `value` (and `reasons` for a FEN) if the input is invalid;
   * - an Error with `code: "engineCrashed"` if the engine has crashed on this job twice.
   */
  async getBestMove(
    fen: string,
    options: SearchOptions & Watch = {},
    watch: Watch = {},
  ): Promise<Answer> {
    if (this.#disposed) throw new DOMException("The engine was closed", "InvalidStateError");
    if (typeof fen !== "string") throw notText(fen);
    const { onInfo, signal, ...limits } = { ...copyOf(options), ...watch };
    if (signal?.aborted) throw abortError("The search was aborted");
    let abort = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const job = new Job(++this.#lastJob, fen, limits, { resolve, reject, onInfo });
        abort = () => this.#protocol.cancel(job, abortError("The search was aborted"));
        signal?.addEventListener("abort", abort);
        this.#protocol.submit(job);
      });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /**
   * Uses this network from the next search on, also in workers that are started later. `bytes` is the content of the
   * network's file. Without a network the engine uses its handcrafted evaluation.
   */
  useNetwork(bytes: Uint8Array): void {
    this.#network = bytes;
    this.#send({ type: "network", bytes });
  }

  /**
   * Fetches a network, by default Chuhe's, and uses it. `url` is relative to the page; in Node it may be the path of a
   * file. Rejects with `code: "noFile"` when it cannot be loaded.
   */
  async loadNetwork(url: string | URL = NETWORK): Promise<void> {
    this.useNetwork(await bytesAt(url));
  }

  /**
   * Fetches an opening book, by default Chuhe's, and uses it in searches with `book: true`. `url` and the errors are as
   * for `loadNetwork`.
   */
  async loadBook(url: string | URL = BOOK): Promise<void> {
    this.useBook(await bytesAt(url));
  }

  /**
   * Uses this opening book in later searches with `book: true`, also in workers that are started later. `onBook`
   * reports why a book is refused. `bytes` is the content of the book's file.
   */
  useBook(bytes: Uint8Array): void {
    this.#book = bytes;
    this.#send({ type: "book", bytes });
  }

  /**
   * Fetches solved endings, by default Chuhe's. A search near an ending fetches those by itself. `url` and the errors are
   * as for `loadNetwork`.
   */
  async loadEndings(url: string | URL = ENDINGS): Promise<void> {
    this.useEndings(await bytesAt(url));
  }

  /** Uses solved endings from the next search on, also in workers that are started later. `bytes` is the content of their file. */
  useEndings(bytes: Uint8Array): void {
    this.#endings = bytes;
    this.#send({ type: "endings", bytes });
  }

  /** Makes the running `getBestMove` resolve within 100 ms with the best move so far. */
  stop(): void {
    this.#protocol.stop();
  }

  /** Makes the engine forget the last game before its next search; a running search continues. */
  newGame(): void {
    this.#protocol.newGame();
  }

  /** Starts a new worker for the next search, with these threads and this size of the hash table in MiB. */
  renew({ threads = null, hashMb }: Pick<ClientConfig, "threads" | "hashMb">): void {
    this.#config.hashMb = hashMb;
    this.#threads = threads;
    this.#protocol.renew();
  }

  /** Ends the worker and rejects pending searches. Later searches reject too. */
  dispose(): void {
    this.#disposed = true;
    this.#protocol.dispose();
  }

  #watch(isSearching: boolean): void {
    const { timers } = this.#config;
    if (isSearching === (this.#pulse !== null)) return;
    this.#silentBeats = 0;
    if (this.#pulse !== null) timers.clear(this.#pulse);
    this.#pulse = (isSearching && timers.every?.(() => this.#beat(), BEAT_MS)) || null;
  }

  #beat(): void {
    this.#silentBeats += 1;
    if (this.#silentBeats >= SILENT_BEATS)
      this.#lost(this.#worker, "The engine's worker fell silent");
  }

  #start(): void {
    const {
      createWorker = startWorker,
      workerUrl: url = OWN_WORKER,
      module,
      hashMb,
    } = this.#config;
    const threads = this.#threads;
    this.#ready = false;
    try {
      const worker = threads ? threads.createWorker() : createWorker(url);
      this.#worker = worker;
      this.#listen(worker, url);
      const from = module ? { module } : { wasm: WASM.href };
      this.#send({ type: "init", hashMb, ...(threads ? threads.init(hashMb) : from) });
      if (this.#network) this.#send({ type: "network", bytes: this.#network });
      if (this.#book) this.#send({ type: "book", bytes: this.#book });
      if (this.#endings) this.#send({ type: "endings", bytes: this.#endings });
    } catch (error) {
      const failed = this.#worker;
      queueMicrotask(() =>
        this.#lost(failed, `The engine's worker could not be started: ${error}`),
      );
    }
  }

  #send(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker?.postMessage(message);
  }

  /** Handles messages and errors of a worker until it is replaced. */
  #listen(worker: WorkerLike, url: string | URL): void {
    worker.addEventListener("message", (event) => {
      const { data } = event as MessageEvent<FromWorker>;
      if (worker !== this.#worker) return;
      this.#silentBeats = 0;
      if (data.type === "crash") return this.#lost(worker, data.message);
      this.#ready = true;
      if (data.type === "ready" && data.hashMb) call(this.#config.onShortOfMemory, data.hashMb);
      if (data.type === "judge") call(this.#config.onNetwork, data.error);
      else if (data.type === "openings") call(this.#config.onBook, data.error);
      else if (data.type === "endings") this.#endingsRead(data.error);
      else if (data.type === "endingsRequested") void this.#supplyEndings();
      else this.#protocol.received(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // If the file does not load (missing, or forbidden by the page's policy), the error has no message.
      const { message, filename, lineno } = event as ErrorEvent;
      this.#lost(
        worker,
        message
          ? `${message} (${filename}:${lineno})`
          : `The engine's worker could not be loaded from ${url}`,
      );
    });
    worker.addEventListener("messageerror", () => {
      this.#lost(worker, "A message of the engine's worker could not be read");
    });
  }

  /**
   * Handles the loss of a worker. After a failure with several threads, one thread searches. The failure is reported
   * only if the worker had loaded.
   */
  #lost(worker: WorkerLike | null, detail: string): void {
    if (worker !== this.#worker || this.#disposed) return;
    const isUntried = this.#threads && !this.#ready;
    this.#threads = null;
    if (!isUntried) return this.#protocol.lost(detail);
    this.#kill();
    this.#start();
  }

  #endingsRead(error: Refusal | null): void {
    if (error) {
      if (this.#endings === this.#fetchedEndings) endingsFile.discard();
      this.#endings = this.#fetchedEndings = null;
    }
    call(this.#config.onEndings, error);
  }

  /**
   * Answers a search that waits for solved endings: with the file, or without it if it cannot be fetched or takes long. While
   * it is still being fetched, later searches do not wait.
   */
  async #supplyEndings(): Promise<void> {
    const goOn = () => this.#send({ type: "noEndings" });
    if (this.#isFetchingEndings) return goOn();
    this.#isFetchingEndings = true;
    const { timers } = this.#config;
    const timer = timers.set(goOn, ENDINGS_MS);
    try {
      this.#fetchedEndings = await endingsFile.bytes();
      this.useEndings(this.#endings ?? this.#fetchedEndings);
    } catch {
      goOn();
    } finally {
      timers.clear(timer);
      this.#isFetchingEndings = false;
    }
  }

  #kill(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #arm(ms: number): void {
    const { timers } = this.#config;
    timers.clear(this.#timer);
    this.#timer = timers.set(() => {
      if (!this.#ready) this.#threads = null;
      this.#protocol.overdue();
    }, ms);
  }
}

/** Calls a listener, if there is one. An error that it throws is reported and does not affect the client. */
function call<T extends unknown[]>(
  listener: ((...values: T) => void) | undefined,
  ...values: T
): void {
  try {
    listener?.(...values);
  } catch (error) {
    reportFailure(error);
  }
}

function startWorker(url: string | URL): WorkerLike {
  if (typeof Worker === "undefined") return nodeWorker(url);
  if (url !== OWN_WORKER) return new Worker(url, { type: "module", name: "chuhe-engine" });
  // Bundlers recognise a worker only by this expression.
  return new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    name: "chuhe-engine",
  });
}

/** Checks and copies the options, since the caller may change its list of moves while the job waits. */
function copyOf(options: SearchOptions & Watch): SearchOptions & Watch {
  if (options === null || typeof options !== "object")
    throw badOption("options", options, "object");
  const { onInfo, signal, ...limits } = options;
  if (onInfo && typeof onInfo !== "function") throw badOption("onInfo", onInfo, "function");
  const copies = Object.entries(limits).map(([name, value]) => {
    try {
      return [name, structuredClone(value)];
    } catch {
      throw badOption(name, value, "value that a worker can be sent");
    }
  });
  return { ...Object.fromEntries(copies), onInfo: onInfo ?? undefined, signal };
}

function notText(fen: unknown): TypeError {
  const facts = { code: "badFen", field: "fen", value: fen, reasons: [{ code: "notText" }] };
  return Object.assign(new TypeError("fen must be a string"), facts);
}
