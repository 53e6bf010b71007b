/**
 * The engine service as a state machine: which job runs, which one waits, and what a message of the worker means. It
 * owns no worker, timer or promise but acts through a {@link Link}, so it can be tested without them.
 *
 * One job runs and one may wait. A new job supersedes both: they reject with an AbortError, the worker is asked to
 * stop, and the new job starts when the worker has answered. Answers carry the id of their job; answers to settled jobs
 * are ignored.
 *
 * A stop is first requested by a message. Without an answer after {@link STOP_MS} the job resolves with the best move
 * of its last info, so the caller never waits longer. The worker then has another {@link GRACE_MS} before it is
 * replaced: on a busy device late answers are common, and a new worker starts with an empty hash table. A job without
 * any info at the time of the stop (the worker may still be loading) has no move to answer with. Such a job runs the
 * worker's short first slice, and resolves with the first info.
 */
import { abortError } from "./job.ts";
import type { Job } from "./job.ts";
import { reportFailure } from "./platform.ts";
import type { CrashMessage, EngineState, Info, JobMessage, ToWorker } from "./types.ts";

/** The time after a stop request until the client itself answers, in milliseconds. */
export const STOP_MS = 70;
/**
 * The further time until a worker that does not answer is replaced, in milliseconds. A phone may take most of it to unpack a
 * solved ending.
 */
export const GRACE_MS = 930;
/** The time that the first info of a job may take after a stop request, in milliseconds. */
export const FIRST_RESULT_MS = 2000;
/** The time that a worker may take to load, in milliseconds. */
export const LOAD_MS = 30000;
/** The number of crashes after which a job is rejected. */
const MAX_CRASHES = 2;

/** The actions of the state machine. */
export interface Link {
  send: (message: ToWorker) => void;
  /** Starts a worker, which posts "ready" later. */
  start: () => void;
  /** Ends the worker, if there is one. */
  kill: () => void;
  /** Sets the timer: calls `overdue()` after `ms` milliseconds. Replaces an earlier timer. */
  arm: (ms: number) => void;
  disarm: () => void;
  changed: (state: EngineState, detail?: string) => void;
}

export class Protocol {
  readonly #link: Link;
  #state: EngineState = "idle";
  #worker: "off" | "loading" | "ready" = "off";
  /** The job that was sent to the worker and that the worker has not answered. It may be settled. */
  #running: Job | null = null;
  #waiting: Job | null = null;
  #newGame = false;
  /** True if the worker has to be replaced once it is free. */
  #stale = false;

  constructor(link: Link) {
    this.#link = link;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Accepts a new job, which supersedes all others. */
  submit(job: Job): void {
    this.#waiting?.reject(abortError("Superseded by a newer search"));
    this.#waiting = job;
    if (this.#running) {
      this.#running.reject(abortError("Superseded by a newer search"));
      this.#requestStop(this.#running);
    }
    this.#pump();
    this.#sync();
  }

  /** Rejects a job with `error`, and stops its search. */
  cancel(job: Job, error: Error): void {
    job.reject(error);
    if (this.#waiting === job) this.#waiting = null;
    if (this.#running === job) this.#requestStop(job);
    this.#sync();
  }

  /** Makes the current job resolve with its best move so far. */
  stop(): void {
    const job = this.#unsettled();
    if (!job) return;
    job.stopping = true;
    if (job === this.#running) this.#requestStop(job);
    else if (job.resolveFromLast()) this.#waiting = null;
    this.#sync();
  }

  /** Makes the engine forget the last game before the next job begins; a running job continues. */
  newGame(): void {
    this.#newGame = true;
  }

  /** Replaces the worker before the next job; a running job continues. */
  renew(): void {
    this.#stale = true;
    this.#pump();
  }

  /** Rejects all jobs and ends the worker. */
  dispose(): void {
    const closed = abortError("The engine was closed");
    this.#running?.reject(closed);
    this.#waiting?.reject(closed);
    this.#waiting = null;
    this.#drop();
    this.#sync();
  }

  received(message: { type: "ready" } | JobMessage | CrashMessage): void {
    if (message.type === "ready") this.#ready();
    else if (message.type === "crash") this.lost(message.message);
    else if (message.job === this.#running?.id) this.#answered(this.#running, message);
  }

  /** Handles the end of the timer: the worker has neither loaded nor answered in time. */
  overdue(): void {
    const job = this.#running;
    if (this.#worker === "loading") return this.lost(`No engine after ${LOAD_MS} ms of loading`);
    if (!job) return;
    if (job.settled) {
      this.#drop();
      this.#start();
    } else if (job.resolveFromLast()) this.#requestStop(job);
    else return this.lost("The engine did not answer a stop");
    this.#sync();
  }

  /** Handles a worker that is gone or unusable. Its job is tried once more. */
  lost(detail: string): void {
    const charged = this.#running ?? this.#waiting;
    this.#drop();
    if (charged && !charged.settled) this.#retry(charged, detail);
    this.#change("crashed", detail);
    if (!this.#waiting) return;
    if (this.#worker === "off") this.#start();
    this.#sync("restarted");
  }

  /** Returns the job whose caller is still waiting; null if there is none. */
  #unsettled(): Job | null {
    if (this.#waiting) return this.#waiting;
    return this.#running && !this.#running.settled ? this.#running : null;
  }

  #retry(job: Job, detail: string): void {
    job.crashes += 1;
    job.deadline = null;
    this.#waiting = null;
    if (job.stopping && job.resolveFromLast()) return;
    if (job.crashes < MAX_CRASHES) this.#waiting = job;
    else job.reject(Object.assign(new Error(detail), { code: "engineCrashed" }));
  }

  #ready(): void {
    this.#worker = "ready";
    this.#link.disarm();
    this.#pump();
    this.#sync();
  }

  #answered(job: Job, message: JobMessage): void {
    if (message.type === "info") return this.#informed(job, message.infos);
    this.#running = null;
    this.#link.disarm();
    if (message.type === "report") job.resolve(message.report);
    else job.reject(Object.assign(new Error(message.error.message), message.error));
    this.#pump();
    this.#sync();
  }

  #informed(job: Job, infos: Info[]): void {
    if (job.settled) return;
    job.note(infos);
    if (job.deadline === FIRST_RESULT_MS && job.resolveFromLast()) this.#requestStop(job);
    this.#sync();
    for (const info of infos) if (!job.failed) this.#notify(job, info);
  }

  /** Calls the job's listener. If it throws, or its promise rejects, only this job is rejected. */
  #notify(job: Job, info: Info): void {
    const fail = (error: Error) => {
      if (job.settled) return reportFailure(error);
      job.failed = true;
      this.cancel(job, error);
    };
    try {
      // The type also accepts an async function, whose promise may reject.
      const outcome: unknown = job.caller.onInfo?.(info);
      if (outcome instanceof Promise) outcome.catch(fail);
    } catch (error) {
      fail(error as Error);
    }
  }

  /** If a job waits, starts the job on a free worker, or starts a worker if there is none. */
  #pump(): void {
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
    if (job.stopping) this.#requestStop(job);
  }

  /** Sends the stop once, and sets the timer to the time that an answer may take in the job's current state. */
  #requestStop(job: Job): void {
    if (job.deadline === null) this.#link.send({ type: "stop", job: job.id });
    const deadline = job.settled ? GRACE_MS : job.hasMove ? STOP_MS : FIRST_RESULT_MS;
    if (deadline === job.deadline) return;
    job.deadline = deadline;
    this.#link.arm(deadline);
  }

  #start(): void {
    this.#worker = "loading";
    this.#link.arm(LOAD_MS);
    this.#link.start();
  }

  #drop(): void {
    this.#running = null;
    this.#worker = "off";
    this.#stale = false;
    this.#newGame = false; // a new worker starts with an empty hash table anyway
    this.#link.disarm();
    this.#link.kill();
  }

  /** Derives the state from the jobs and the worker. */
  #sync(detail?: string): void {
    if (this.#unsettled()) this.#change(this.#worker === "ready" ? "thinking" : "loading", detail);
    else if (this.#state !== "crashed") this.#change("idle");
  }

  #change(state: EngineState, detail?: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#link.changed(state, detail);
  }
}

/** Limits an action to once in `gapMs` milliseconds. */
export class Throttle {
  readonly #gapMs: number;
  #last = -Infinity;

  constructor(gapMs: number) {
    this.#gapMs = gapMs;
  }

  /** Returns whether the action may happen at the time `now`. If so, stores `now` as the time of the last action. */
  due(now: number): boolean {
    if (now - this.#last < this.#gapMs) return false;
    this.#last = now;
    return true;
  }
}
