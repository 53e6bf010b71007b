/**
 * The worker's side of the protocol: runs one search in short slices and gives the event loop a turn
 * between them, so that a stop is read while the search goes on, with no shared memory.
 *
 * Slices make no difference to the search: it comes out the same on every machine. Should one take long,
 * infos are posted from within, so that the page has a move to go on with if it cannot wait.
 *
 * The turn is given by a message to itself. Timers would not do: browsers slow them down in a hidden
 * tab, and nest them at 4 ms even in a shown one.
 */

/**
 * @import { Engine, FromWorker, Info, InitMessage, Refusal, SearchMessage, ToWorker } from "./types.ts"
 */

import { Throttle } from "./protocol.ts";

/** The longest the worker is deaf. */
export const SLICE_MS = 40;
/**
 * The first slice is run as soon as a search is read and is short, and its info is posted at once:
 * whatever comes next, there is a move to answer with.
 */
export const FIRST_SLICE_MS = 4;
/** Infos come at most ten a second. */
export const INFO_GAP_MS = 100;

/**
 * @typedef {object} Surroundings
 * @property {(message: InitMessage) => Engine} createEngine
 * @property {(message: FromWorker) => void} post
 * @property {(task: () => void) => void} defer  runs the task after the messages now waiting
 * @property {() => number} now  milliseconds
 */

export class Runner {
  /** @type {Surroundings} */
  #around;
  /** @type {Engine | null} null before the first message and after a crash */
  #engine = null;
  /** @type {number | null} */
  #job = null;
  #throttle = new Throttle(INFO_GAP_MS);
  /** The search has gone on since the last info was posted. */
  #unposted = false;
  #sliceMs;

  /** @param {Surroundings} around @param {number} [sliceMs] */
  constructor(around, sliceMs = SLICE_MS) {
    this.#around = around;
    this.#sliceMs = sliceMs;
  }

  /** @param {ToWorker} message */
  receive(message) {
    this.#guarded(() => {
      if (message.type === "init") this.#init(message);
      else if (!this.#engine) return;
      else if (message.type === "search") this.#search(this.#engine, message);
      else if (message.type === "newGame") this.#engine.newGame();
      else if (message.type === "network") this.#network(this.#engine, message.bytes);
      else if (message.type === "book") this.#book(this.#engine, message.bytes);
      else if (message.job === this.#job) this.#end(this.#engine, true);
    });
  }

  /** @param {InitMessage} message */
  #init(message) {
    const { engine, hashMb } = this.#create(message);
    this.#engine = engine;
    this.#around.post(hashMb === message.hashMb ? { type: "ready" } : { type: "ready", hashMb });
  }

  /**
   * An engine with the hash table asked for, or with the largest half, quarter and so on of it that there
   * is memory for.
   * @param {InitMessage} message
   * @returns {{ engine: Engine, hashMb: number | undefined }}
   */
  #create(message) {
    const { hashMb } = message;
    try {
      return { engine: this.#around.createEngine(message), hashMb };
    } catch (error) {
      const half = Math.floor((hashMb ?? 0) / 2);
      if (refusalFrom(error)?.code !== "noMemory" || half < 1) throw error;
      return this.#create({ ...message, hashMb: half });
    }
  }

  /** The engine goes on without a network that it refuses. @param {Engine} engine @param {Uint8Array} bytes */
  #network(engine, bytes) {
    const error = refused(() => engine.loadNetwork(bytes));
    this.#around.post({ type: "judge", error });
  }

  /** Without a book the engine searches from the first move. @param {Engine} engine @param {Uint8Array} bytes */
  #book(engine, bytes) {
    const error = refused(() => engine.loadBook(bytes));
    this.#around.post({ type: "openings", error });
  }

  /** @param {Engine} engine @param {SearchMessage} message */
  #search(engine, { job, fen, options }) {
    if (this.#job !== null) this.#end(engine, true);
    try {
      engine.begin(fen, options);
    } catch (error) {
      const refusal = refusalFrom(error);
      if (!refusal) throw error;
      this.#around.post({ type: "refused", job, error: refusal });
      return;
    }
    this.#job = job;
    this.#throttle = new Throttle(INFO_GAP_MS);
    this.#slice(engine, FIRST_SLICE_MS);
  }

  /** @param {Engine} engine @param {number} budgetMs */
  #slice(engine, budgetMs) {
    const job = this.#job;
    const over = engine.step(budgetMs, (/** @type {Info} */ info) => this.#inform(() => [info]));
    this.#unposted = true;
    if (over) return this.#end(engine, false);
    this.#inform(() => engine.infos());
    this.#around.defer(() => {
      if (this.#job === job) this.#guarded(() => this.#slice(engine, this.#sliceMs));
    });
  }

  /** @param {Engine} engine @param {boolean} stopped */
  #end(engine, stopped) {
    const job = /** @type {number} */ (this.#job);
    if (this.#unposted) this.#post(engine.infos());
    this.#job = null;
    const report = { ...engine.finish(), stopped, acceptsDraw: engine.acceptsDraw() };
    this.#around.post({ type: "report", job, report });
  }

  /** Posts infos unless the last ones are too recent. @param {() => Info[]} infos */
  #inform(infos) {
    if (this.#throttle.due(this.#around.now())) this.#post(infos());
  }

  /** @param {Info[]} infos */
  #post(infos) {
    this.#unposted = false;
    const job = /** @type {number} */ (this.#job);
    this.#around.post({ type: "info", job, infos });
  }

  /**
   * After a trap the wasm instance is in no known state: say so once, and do nothing more.
   * @param {() => void} task
   */
  #guarded(task) {
    try {
      task();
    } catch (error) {
      this.#engine = null;
      this.#job = null;
      this.#around.post({ type: "crash", message: String(error) });
    }
  }
}

/** Why the engine refuses something; null when it does not. @param {() => void} load @returns {Refusal | null} */
function refused(load) {
  try {
    load();
    return null;
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    return refusal;
  }
}

/**
 * Bad input as plain data, or null when the error is none of the engine's own. Errors lose their extra
 * properties when they are posted, so these travel by name.
 * @param {unknown} error
 * @returns {Refusal | null}
 */
function refusalFrom(error) {
  const { message, code, field, value, reason, reasons } = /** @type {Refusal} */ (error);
  if (typeof code !== "string") return null;
  return { message, code, field, value, reason, reasons };
}

/**
 * A dedicated worker's global object, as far as it is used here.
 * @typedef {object} Scope
 * @property {(message: FromWorker) => void} postMessage
 * @property {(type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void} addEventListener
 */

/**
 * Connects a runner to the worker it lives in.
 * @param {Scope} scope
 * @param {(message: InitMessage) => Engine} createEngine
 * @param {(message: InitMessage) => Promise<unknown>} load  what an engine needs that is handed no module
 * @param {number} [sliceMs]  the longest the worker is deaf
 */
export function serve(scope, createEngine, load, sliceMs) {
  const around = {
    createEngine,
    post: (/** @type {FromWorker} */ message) => post(scope, message),
    defer: createDefer(),
    now: () => performance.now(),
  };
  const runner = new Runner(around, sliceMs);
  /** @type {Promise<unknown> | null} what comes before it is done waits for it, in order */
  let loading = null;
  scope.addEventListener("message", async ({ data }) => {
    if (data.type === "init" && !data.module) loading = load(data);
    try {
      if (loading) await loading;
    } catch (error) {
      if (data.type === "init") post(scope, { type: "crash", message: String(error) });
      return;
    }
    runner.receive(data);
  });
}

/** @param {{ postMessage: (message: FromWorker) => void }} target @param {FromWorker | null} message */
function post(target, message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  target.postMessage(/** @type {FromWorker} */ (message));
}

/** Runs one task at a time, the newest, in a later turn of the event loop. */
function createDefer() {
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void) | null} */
  let next = null;
  port1.addEventListener("message", () => {
    const task = next;
    next = null;
    task?.();
  });
  port1.start();
  return (/** @type {() => void} */ task) => {
    next = task;
    post(port2, null);
  };
}
