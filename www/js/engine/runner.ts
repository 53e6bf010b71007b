/**
 * The worker's side of the protocol. It runs one search in short slices and gives the event loop a turn between them,
 * so that a stop is read during the search without shared memory.
 *
 * Slices do not change the result of a search, so the result is the same on every machine. Infos are also posted during
 * a long slice, so that the page has a move if it cannot wait for the end.
 *
 * To give the event loop a turn, the worker posts a message to itself. It uses no timer, since browsers slow timers
 * down in hidden tabs and delay nested timers by 4 ms even in visible ones.
 */
import { Throttle } from "./protocol.ts";
import type {
  Engine,
  FromWorker,
  Info,
  InitMessage,
  Refusal,
  SearchMessage,
  ToWorker,
} from "./types.ts";

/** The longest slice in milliseconds. The worker reads no messages during a slice. */
export const SLICE_MS = 40;
/**
 * The length of the first slice, in milliseconds. It runs as soon as a search is received. The slice is short, and its
 * info is posted at once, so that an early stop can be answered with a move.
 */
export const FIRST_SLICE_MS = 4;
/** The shortest time between two infos, in milliseconds. */
export const INFO_GAP_MS = 100;

interface Environment {
  createEngine: (message: InitMessage) => Engine;
  post: (message: FromWorker) => void;
  /** Runs the task after the messages that are already in the queue. */
  defer: (task: () => void) => void;
  /** Returns the current time in milliseconds. */
  now: () => number;
}

export class Runner {
  readonly #environment: Environment;
  readonly #sliceMs: number;
  /** Null before the "init" message and after a crash. */
  #engine: Engine | null = null;
  #job: number | null = null;
  /** The request of a search that waits for solved endings, so that a level plays the same on every page. */
  #held: SearchMessage | null = null;
  #throttle = new Throttle(INFO_GAP_MS);
  /** True if the search has run since the last info was posted. */
  #unposted = false;

  constructor(environment: Environment, sliceMs = SLICE_MS) {
    this.#environment = environment;
    this.#sliceMs = sliceMs;
  }

  receive(message: ToWorker): void {
    this.#guarded(() => {
      const engine = this.#engine;
      if (message.type === "init") this.#init(message);
      else if (!engine) return;
      else if (message.type === "search") this.#search(engine, message);
      else if (message.type === "newGame") engine.newGame();
      else if (message.type === "network") {
        // If the engine refuses a network or a book, it searches without that file.
        const error = refusalOf(() => engine.loadNetwork(message.bytes));
        this.#environment.post({ type: "judge", error });
      } else if (message.type === "book") {
        const error = refusalOf(() => engine.loadBook(message.bytes));
        this.#environment.post({ type: "openings", error });
      } else if (message.type === "endings") this.#useEndings(engine, message.bytes);
      else if (message.type === "noEndings") this.#release(engine);
      else if (message.job === this.#job) {
        this.#release(engine);
        if (message.job === this.#job) this.#end(engine, message.job, true);
      }
    });
  }

  #init(message: InitMessage): void {
    const { engine, hashMb } = this.#create(message);
    this.#engine = engine;
    this.#environment.post(
      hashMb === message.hashMb ? { type: "ready" } : { type: "ready", hashMb },
    );
  }

  /** Creates an engine with a hash table of the requested size. While memory does not suffice, halves the size. */
  #create(message: InitMessage): { engine: Engine; hashMb: number | undefined } {
    const { hashMb } = message;
    try {
      return { engine: this.#environment.createEngine(message), hashMb };
    } catch (error) {
      const half = Math.floor((hashMb ?? 0) / 2);
      if (refusalFrom(error)?.code !== "noMemory" || half < 1) throw error;
      return this.#create({ ...message, hashMb: half });
    }
  }

  #search(engine: Engine, message: SearchMessage): void {
    if (this.#job !== null) this.#end(engine, this.#job, true);
    const { job, fen, options } = message;
    const error = refusalOf(() => engine.begin(fen, options));
    if (error) return this.#environment.post({ type: "refused", job, error });
    this.#job = job;
    this.#throttle = new Throttle(INFO_GAP_MS);
    this.#held = engine.needsEndings() ? message : null;
    if (this.#held) this.#environment.post({ type: "endingsRequested" });
    else this.#slice(engine, job, FIRST_SLICE_MS);
  }

  /** Gives solved endings to the engine. A search that waits for them begins again, a running one goes on without them. */
  #useEndings(engine: Engine, bytes: Uint8Array): void {
    const error = refusalOf(() => engine.loadEndings(bytes));
    this.#environment.post({ type: "endings", error });
    if (!error && this.#held) engine.begin(this.#held.fen, this.#held.options);
    this.#release(engine);
  }

  /** Starts the search that waits for solved endings. */
  #release(engine: Engine): void {
    if (!this.#held) return;
    const { job } = this.#held;
    this.#held = null;
    this.#slice(engine, job, FIRST_SLICE_MS);
  }

  #slice(engine: Engine, job: number, budgetMs: number): void {
    const isOver = engine.step(budgetMs, (info: Info) => this.#inform(job, () => [info]));
    this.#unposted = true;
    if (isOver) return this.#end(engine, job, false);
    this.#inform(job, () => engine.infos());
    this.#environment.defer(() => {
      if (this.#job === job) this.#guarded(() => this.#slice(engine, job, this.#sliceMs));
    });
  }

  #end(engine: Engine, job: number, stopped: boolean): void {
    if (this.#unposted) this.#post(job, engine.infos());
    this.#job = this.#held = null;
    const report = { ...engine.finish(), stopped, acceptsDraw: engine.acceptsDraw() };
    this.#environment.post({ type: "report", job, report });
  }

  /** Posts infos unless the last ones are too recent. */
  #inform(job: number, infos: () => Info[]): void {
    if (this.#throttle.due(this.#environment.now())) this.#post(job, infos());
  }

  #post(job: number, infos: Info[]): void {
    this.#unposted = false;
    this.#environment.post({ type: "info", job, infos });
  }

  /**
   * Runs a task. If the task throws, posts a crash message and ignores later messages, since the state of the wasm
   * instance is undefined after a trap.
   */
  #guarded(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#engine = null;
      this.#job = this.#held = null;
      this.#environment.post({ type: "crash", message: String(error) });
    }
  }
}

/** Returns the reason why the engine refuses a call; null if it accepts the call. */
function refusalOf(call: () => void): Refusal | null {
  try {
    call();
    return null;
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    return refusal;
  }
}

/**
 * Returns an error of the engine as plain data, since errors lose their extra properties when they are posted. Returns
 * null for other errors.
 */
function refusalFrom(error: unknown): Refusal | null {
  const { message, code, field, value, reason, reasons } = error as Refusal;
  if (typeof code !== "string") return null;
  return { message, code, field, value, reason, reasons };
}

/** A dedicated worker's global object, as far as it is used here. */
export interface Scope {
  postMessage: (message: FromWorker) => void;
  addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void;
}

/**
 * Connects a runner to its worker. `load` loads the wasm module if the "init" message has none; `sliceMs` is the
 * longest slice in milliseconds.
 */
export function serve(
  scope: Scope,
  createEngine: (message: InitMessage) => Engine,
  load: (message: InitMessage) => Promise<unknown>,
  sliceMs?: number,
): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  const post = (message: FromWorker) => scope.postMessage(message);
  const environment = { createEngine, post, defer: createDefer(), now: () => performance.now() };
  const runner = new Runner(environment, sliceMs);
  /** The loading of the module. Messages that arrive before it ends wait for it, in order. */
  let loading: Promise<unknown> | null = null;
  scope.addEventListener("message", async ({ data }) => {
    if (data.type === "init" && !data.module) loading = load(data);
    try {
      if (loading) await loading;
    } catch (error) {
      if (data.type === "init") post({ type: "crash", message: String(error) });
      return;
    }
    runner.receive(data);
  });
}

/**
 * Returns a function that runs a task in a later turn of the event loop. A newer task replaces a task that is still
 * waiting.
 */
function createDefer(): (task: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  let next: (() => void) | null = null;
  port1.addEventListener("message", () => {
    const task = next;
    next = null;
    task?.();
  });
  port1.start();
  return (task) => {
    next = task;
    port2.postMessage(null);
  };
}
