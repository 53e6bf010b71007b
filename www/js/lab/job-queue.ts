// One worker and the jobs that wait for it. To abort the job at work is to end the worker; the next job gets a new one.

/** @import { Answers, Counts, FromWorker, Request } from "./types.ts" */

/**
 * @typedef {object} Entry
 * @property {Request} request
 * @property {(counts: Counts) => void} onProgress
 * @property {(result: any) => void} resolve  its type follows from the request, see `Answers`
 * @property {(error: unknown) => void} reject
 * @property {AbortSignal} [signal]
 */

export class JobQueue {
  /** @type {() => Promise<Worker>} */
  #open;
  /** @type {Promise<Worker> | null} */
  #worker = null;
  /** @type {Entry[]} The first is at work. */
  #entries = [];
  #id = 0;

  /** @param {() => Promise<Worker>} open  a worker that has the wasm */
  constructor(open) {
    this.#open = open;
  }

  /**
   * Asks the worker, after all that it was asked before.
   * @template {Request} Asked
   * @param {Asked} request
   * @param {{ onProgress?: (counts: Counts) => void, signal?: AbortSignal }} [how]
   * @returns {Promise<Answers[Asked["type"]]>} rejects with an error of the rules, with an AbortError, or with `code` "workerFailed"
   */
  ask(request, { onProgress = () => {}, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      /** @type {Entry} */
      const entry = { request, onProgress, resolve, reject, signal };
      signal?.addEventListener("abort", () => this.#abort(entry), { once: true });
      this.#entries.push(entry);
      if (this.#entries.length === 1) void this.#begin();
    });
  }

  /** Ends the worker; what waits for it is aborted. */
  close() {
    this.#end();
    const reason = new DOMException("closed", "AbortError");
    for (const entry of this.#entries.splice(0)) entry.reject(reason);
  }

  /** The first entry goes to the worker. */
  async #begin() {
    const [entry] = this.#entries;
    if (!entry) return;
    const id = ++this.#id;
    try {
      const worker = await (this.#worker ??= this.#hire());
      // It may have been aborted, or even another one begun, before there was a worker.
      if (id === this.#id && this.#entries[0] === entry)
        worker.postMessage({ id, request: entry.request }, []);
    } catch (cause) {
      if (id !== this.#id) return;
      this.#fail(cause);
    }
  }

  async #hire() {
    const worker = await this.#open();
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#fail(event.error ?? event.message));
    return worker;
  }

  /** @param {FromWorker} message */
  #hear(message) {
    const [entry] = this.#entries;
    if (!entry || message.id !== this.#id) return;
    if (message.type === "progress") return entry.onProgress(message.counts);
    this.#entries.shift();
    if (message.type === "done") entry.resolve(message.result);
    else entry.reject(Object.assign(new Error(String(message.fault.message)), message.fault));
    void this.#begin();
  }

  /** The worker has died, or there was none to be had. @param {unknown} cause */
  #fail(cause) {
    this.#end();
    const entry = this.#entries.shift();
    entry?.reject(
      Object.assign(new Error("the worker failed", { cause }), { code: "workerFailed" }),
    );
    void this.#begin();
  }

  /** @param {Entry} entry */
  #abort(entry) {
    const at = this.#entries.indexOf(entry);
    if (at < 0) return;
    this.#entries.splice(at, 1);
    entry.reject(entry.signal?.reason);
    if (at > 0) return;
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
