/**
 * The engine service as a state machine: which job runs, which one waits, what a message from the
 * worker means. It knows no Worker, no timer and no promise; it sees a {@link Link} to send through
 * and is told what was received, so it is tested without any of them.
 *
 * One job runs and one may wait. A new job supersedes both: they reject with an AbortError, the worker
 * is asked to stop, and the new job starts on its answer. Answers carry their job's id; those nobody
 * waits for are dropped.
 *
 * A stop is asked for politely first. Without an answer after {@link STOP_MS} the best move so far
 * is taken from the last info, so the caller never waits longer; the worker then has until
 * {@link GRACE_MS} more before it is replaced, because on a busy device a late answer is common, and
 * replacing the worker costs its hash table. A job that has not sent any info yet when the stop is
 * asked (the worker may still be loading) has no move to answer with: it still runs the worker's short
 * first slice, and resolves with the first info.
 */

/**
 * @import { CrashMessage, EngineState, Info, JobMessage, ToWorker } from "./types.ts"
 * @import { Job } from "./job.ts"
 */

import { abortError } from "./job.ts";
import { reportFailure } from "./platform.ts";

/** How long a polite stop may take before the client answers by itself. */
export const STOP_MS = 70;
/** How much longer a worker nobody waits for may stay silent before it is replaced. */
export const GRACE_MS = 230;
/** How long the first result of a job may take once a stop was asked. */
export const FIRST_RESULT_MS = 2000;
/** How long a worker may take to load. */
export const LOAD_MS = 30000;
/** On how many crashes a job is given up: it is tried twice. */
const CRASHES = 2;

/**
 * What the state machine acts through.
 * @typedef {object} Link
 * @property {(message: ToWorker) => void} send
 * @property {() => void} start  starts a worker, which will say "ready"
 * @property {() => void} kill  ends the worker, if there is one
 * @property {(ms: number) => void} arm  calls `overdue()` after that time; replaces an earlier one
 * @property {() => void} disarm
 * @property {(state: EngineState, detail?: string) => void} changed
 */

export class Protocol {
  /** @type {Link} */
  #link;
  /** @type {EngineState} */
  #state = "idle";
  /** @type {"off" | "loading" | "ready"} */
  #worker = "off";
  /** @type {Job | null} sent to the worker and not yet answered by it, perhaps settled already */
  #running = null;
  /** @type {Job | null} */
  #waiting = null;
  #newGame = false;
  /** The worker is to be replaced once it is free. */
  #stale = false;

  /** @param {Link} link */
  constructor(link) {
    this.#link = link;
  }

  get state() {
    return this.#state;
  }

  /** Takes a new job, which supersedes all others. @param {Job} job */
  submit(job) {
    this.#waiting?.reject(abortError("Superseded by a newer search"));
    this.#waiting = job;
    if (this.#running) {
      this.#running.reject(abortError("Superseded by a newer search"));
      this.#askStop(this.#running);
    }
    this.#pump();
    this.#sync();
  }

  /** Ends a job without an answer. @param {Job} job @param {Error} error */
  cancel(job, error) {
    job.reject(error);
    if (this.#waiting === job) this.#waiting = null;
    if (this.#running === job) this.#askStop(job);
    this.#sync();
  }

  /** Asks for the best move so far of the job somebody waits for. */
  stop() {
    const job = this.#awaited();
    if (!job) return;
    job.stopping = true;
    if (job === this.#running) this.#askStop(job);
    else if (job.resolveFromLast()) this.#waiting = null;
    this.#sync();
  }

  /** Clears what the engine remembers before the next job begins; leaves a running one alone. */
  newGame() {
    this.#newGame = true;
  }

  /** Has the jobs to come done by a new worker; leaves a running one alone. */
  renew() {
    this.#stale = true;
    this.#pump();
  }

  /** Ends everything: jobs reject, the worker goes. */
  dispose() {
    const closed = abortError("The engine was closed");
    this.#running?.reject(closed);
    this.#waiting?.reject(closed);
    this.#waiting = null;
    this.#drop();
    this.#sync();
  }

  /** @param {{ type: "ready" } | JobMessage | CrashMessage} message */
  received(message) {
    if (message.type === "ready") this.#ready();
    else if (message.type === "crash") this.lost(message.message);
    else if (message.job === this.#running?.id) this.#answered(this.#running, message);
  }

  /** The time armed last has passed without the answer it was meant for. */
  overdue() {
    const job = this.#running;
    if (this.#worker === "loading") return this.lost(`No engine after ${LOAD_MS} ms of loading`);
    if (!job) return;
    if (job.settled) this.#restart();
    else if (job.resolveFromLast()) this.#askStop(job);
    else return this.lost("The engine did not answer a stop");
    this.#sync();
  }

  /** The worker is gone or unusable; its job is tried once more. @param {string} detail */
  lost(detail) {
    const charged = this.#running ?? this.#waiting;
    this.#drop();
    if (charged && !charged.settled) this.#retry(charged, detail);
    this.#change("crashed", detail);
    if (!this.#waiting) return;
    if (this.#worker === "off") this.#start();
    this.#sync("restarted");
  }

  #awaited() {
    if (this.#waiting) return this.#waiting;
    return this.#running && !this.#running.settled ? this.#running : null;
  }

  /** @param {Job} job @param {string} detail */
  #retry(job, detail) {
    job.crashes += 1;
    job.deadline = null;
    this.#waiting = null;
    if (job.stopping && job.resolveFromLast()) return;
    if (job.crashes < CRASHES) this.#waiting = job;
    else job.reject(Object.assign(new Error(detail), { code: "engineCrashed" }));
  }

  #ready() {
    this.#worker = "ready";
    this.#link.disarm();
    this.#pump();
    this.#sync();
  }

  /**
   * @param {Job} job
   * @param {JobMessage} message
   */
  #answered(job, message) {
    if (message.type === "info") return this.#informed(job, message.infos);
    this.#running = null;
    this.#link.disarm();
    if (message.type === "report") job.resolve(message.report);
    else job.reject(Object.assign(new Error(message.error.message), message.error));
    this.#pump();
    this.#sync();
  }

  /** @param {Job} job @param {Info[]} infos */
  #informed(job, infos) {
    if (job.settled) return;
    job.note(infos);
    if (job.deadline === FIRST_RESULT_MS && job.resolveFromLast()) this.#askStop(job);
    this.#sync();
    for (const info of infos) if (!job.failed) this.#notify(job, info);
  }

  /**
   * A listener that fails, at once or later, ends its own job and nothing else.
   * @param {Job} job @param {Info} info
   */
  #notify(job, info) {
    const fail = (/** @type {Error} */ error) => {
      if (job.settled) return reportFailure(error);
      job.failed = true;
      this.cancel(job, error);
    };
    try {
      // It may be an async function, whatever the types say.
      const outcome = /** @type {unknown} */ (job.caller.onInfo?.(info));
      if (outcome instanceof Promise) outcome.catch(fail);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  }

  /** Starts the waiting job if the worker is free, and the worker if there is none. */
  #pump() {
    if (this.#stale && !this.#running) this.#drop();
    const job = this.#waiting;
    if (!job || this.#running) return;
    if (this.#worker === "off") return this.#start();
    if (this.#worker === "loading") return;
    this.#waiting = null;
    this.#running = job;
    if (this.#newGame) this.#link.send({ type: "newGame" });
    this.#newGame = false;
    this.#link.send({ type: "search", job: job.id, fen: job.fen, options: job.options });
    if (job.stopping) this.#askStop(job);
  }

  /** Sends the stop once, and arms the time its answer may take as the job now stands. @param {Job} job */
  #askStop(job) {
    if (job.deadline === null) this.#link.send({ type: "stop", job: job.id });
    const deadline = job.settled ? GRACE_MS : job.hasMove ? STOP_MS : FIRST_RESULT_MS;
    if (deadline === job.deadline) return;
    job.deadline = deadline;
    this.#link.arm(deadline);
  }

  #start() {
    this.#worker = "loading";
    this.#link.arm(LOAD_MS);
    this.#link.start();
  }

  #drop() {
    this.#running = null;
    this.#worker = "off";
    this.#stale = false;
    // A new worker starts with an empty hash table anyway.
    this.#newGame = false;
    this.#link.disarm();
    this.#link.kill();
  }

  #restart() {
    this.#drop();
    this.#start();
  }

  /** Tells the state as it follows from the jobs and the worker. @param {string} [detail] */
  #sync(detail) {
    if (this.#awaited()) this.#change(this.#worker === "ready" ? "thinking" : "loading", detail);
    else if (this.#state !== "crashed") this.#change("idle");
  }

  /** @param {EngineState} state @param {string} [detail] */
  #change(state, detail) {
    if (state === this.#state) return;
    this.#state = state;
    this.#link.changed(state, detail);
  }
}

/** Lets something happen at most once in `gapMs`. */
export class Throttle {
  #last = -Infinity;

  /** @param {number} gapMs */
  constructor(gapMs) {
    this.gapMs = gapMs;
  }

  /** True when it may happen now, which then counts as done. @param {number} now */
  due(now) {
    if (now - this.#last < this.gapMs) return false;
    this.#last = now;
    return true;
  }
}
