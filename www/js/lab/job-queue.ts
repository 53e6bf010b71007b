// A queue of jobs for one worker. Aborting the running job terminates the worker; the next job starts a new worker.

import type { Answers, Counts, FromWorker, Request } from "./types.ts";

export interface RequestOptions {
  onProgress?: ((counts: Counts) => void) | undefined;
  signal?: AbortSignal | undefined;
}

interface Entry extends RequestOptions {
  request: Request;
  /** `Answers` maps the type of the request to the type of `result`. */
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

export class JobQueue {
  #open: () => Promise<Worker>;
  #worker: Promise<Worker> | null = null;
  /** The jobs in order; the first one is running. */
  #entries: Entry[] = [];
  #id = 0;

  /** `open` starts a worker and sends it the compiled wasm. */
  constructor(open: () => Promise<Worker>) {
    this.#open = open;
  }

  /**
   * Queues a request, and returns its result. Rejects with the worker's error, with the reason of `signal`, with an
   * AbortError after `close`, or, if the worker fails, with an error with the code "workerFailed".
   */
  request<R extends Request>(
    request: R,
    { onProgress, signal }: RequestOptions = {},
  ): Promise<Answers[R["type"]]> {
    return new Promise<Answers[R["type"]]>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const entry: Entry = {
        request,
        onProgress,
        signal,
        resolve: (result) => resolve(result as Answers[R["type"]]),
        reject,
      };
      signal?.addEventListener("abort", () => this.#abort(entry), { once: true });
      this.#entries.push(entry);
      if (this.#entries.length === 1) void this.#begin();
    });
  }

  close(): void {
    this.#end();
    const reason = new DOMException("closed", "AbortError");
    for (const entry of this.#entries.splice(0)) entry.reject(reason);
  }

  async #begin() {
    const [entry] = this.#entries;
    if (!entry) return;
    const id = ++this.#id;
    try {
      const worker = await (this.#worker ??= this.#start());
      // While the worker was starting, the entry may have been aborted and another entry may have started.
      if (id === this.#id && this.#entries[0] === entry)
        worker.postMessage({ id, request: entry.request }, []);
    } catch (cause) {
      if (id === this.#id) this.#fail(cause);
    }
  }

  async #start() {
    const worker = await this.#open();
    worker.addEventListener("message", ({ data }) => this.#onMessage(data));
    worker.addEventListener("error", (event) => this.#fail(event.error ?? event.message));
    return worker;
  }

  #onMessage(message: FromWorker) {
    const [entry] = this.#entries;
    if (!entry || message.id !== this.#id) return;
    if (message.type === "progress") return entry.onProgress?.(message.counts);
    this.#entries.shift();
    if (message.type === "done") entry.resolve(message.result);
    else entry.reject(Object.assign(new Error(String(message.fault.message)), message.fault));
    void this.#begin();
  }

  /** Rejects the running job after its worker failed or could not be started, and begins the next job. */
  #fail(cause: unknown) {
    this.#end();
    const error = new Error("the worker failed", { cause });
    this.#entries.shift()?.reject(Object.assign(error, { code: "workerFailed" }));
    void this.#begin();
  }

  #abort(entry: Entry) {
    const index = this.#entries.indexOf(entry);
    if (index < 0) return;
    this.#entries.splice(index, 1);
    entry.reject(entry.signal?.reason);
    if (index > 0) return;
    this.#end();
    void this.#begin();
  }

  #end() {
    this.#id++;
    void this.#worker?.then(
      (worker) => worker.terminate(),
      () => {},
    );
    this.#worker = null;
  }
}
