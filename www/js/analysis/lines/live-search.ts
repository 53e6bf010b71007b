// The engine's search of the position on screen. It restarts with every new position, ends after a while, and pauses
// while the page is hidden or another part has claimed the engine. No DOM: `to` sets the position, `state` has the
// results.

import type { Info } from "../../engine/types.ts";
import type { EngineQueue } from "../engine-queue.ts";
import { noThought, sorted, withCount, withInfo } from "./engine-line.ts";
import type { Thought } from "./engine-line.ts";
import type { LineChoice } from "./lines-setting.ts";
import type { LinePlace } from "./place.ts";

/**
 * `off`: switched off; `over`: the game is over; `hidden`: the page is hidden; `waiting`: another part has claimed the
 * engine; `loading`: no info has arrived yet; `rested`: the search has ended.
 */
export type Status =
  "off" | "over" | "hidden" | "waiting" | "failed" | "loading" | "thinking" | "rested";

export interface SearchState {
  status: Status;
  thought: Thought;
  place: LinePlace | null;
  choice: LineChoice;
}

/** The time limit of a search, in milliseconds. */
const THINK_MS = 60_000;
/** The time limit of a search that the person has continued, in milliseconds. */
const LONGER_MS = 600_000;
/** The depth at which a search ends. */
const REST_DEPTH = 40;
/** The shortest time between two calls of `onChange` during a search, in milliseconds. */
export const GAP_MS = 200;
/** The delay before restarting a search that another part's search has superseded, in milliseconds. */
const RETRY_MS = 1000;
/** The number of positions whose results are remembered. */
const MAX_REMEMBERED = 80;

interface Timers {
  set(task: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  now(): number;
}

const PAGE_TIMERS: Timers = {
  set: (task, ms) => setTimeout(task, ms),
  clear: (timer) => clearTimeout(timer as number),
  now: () => performance.now(),
};

type LiveQueue = Pick<EngineQueue, "ask" | "isFree"> & Partial<Pick<EngineQueue, "owner">>;

export class LiveSearch {
  readonly #queue: LiveQueue;
  readonly #onChange: () => void;
  readonly #timers: Timers;
  #place: LinePlace | null = null;
  #choice: LineChoice = { on: false, count: 1 };
  #hidden = false;
  #failed = false;
  #rested = false;
  /** True if the person has continued the search; the search then has the time limit `LONGER_MS`. */
  #isLonger = false;
  /** The best results for the place. */
  #thought = noThought(1);
  /** The results of the running search. */
  #current = noThought(1);
  /** Aborts the running search. */
  #run: AbortController | null = null;
  #hasInfo = false;
  #changeTimer: unknown = null;
  #retryTimer: unknown = null;
  #lastChange = -Infinity;
  readonly #memory = new Map<string, { thought: Thought; rested: boolean }>();

  constructor(queue: LiveQueue, onChange: () => void, timers = PAGE_TIMERS) {
    this.#queue = queue;
    this.#onChange = onChange;
    this.#timers = timers;
  }

  get state(): SearchState {
    return {
      status: this.#status(),
      thought: this.#thought,
      place: this.#place,
      choice: this.#choice,
    };
  }

  get #lineCount() {
    return Math.min(this.#choice.count, this.#place?.count ?? Infinity);
  }

  #status(): Status {
    if (!this.#choice.on || !this.#place) return "off";
    if (this.#place.over) return "over";
    if (this.#failed) return "failed";
    if (this.#rested) return "rested";
    if (this.#hidden) return "hidden";
    // The library answers in a moment.
    if (!this.#run) return this.#queue.owner === "explorer" ? "loading" : "waiting";
    return this.#hasInfo ? "thinking" : "loading";
  }

  /** Searches a position. Does nothing if that position is already the current one. */
  to(place: LinePlace): void {
    if (place.key === this.#place?.key) return;
    this.#place = place;
    this.#recall();
    this.#start();
  }

  /** Switches the search on or off, and sets the number of lines. */
  configure(on: boolean, count: number): void {
    const before = this.#choice;
    if (on === before.on && count === before.count) return;
    this.#choice = { on, count };
    if (on && !before.on) this.#failed = false;
    if (this.#thought.count < this.#lineCount || count > before.count) this.#rested = false;
    this.#thought = withCount(this.#thought, Math.min(count, this.#thought.count));
    this.#start();
  }

  /** Stops the search when the page is hidden, and restarts it when the page is shown. */
  hide(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    this.#start();
  }

  /** Stops or restarts the search after another part has claimed or released the engine. */
  queueChanged(): void {
    if (this.#queue.isFree("lines") !== (this.#run !== null)) this.#start();
  }

  /** Continues an ended search with a longer time limit. */
  goOn(): void {
    if (!this.#rested) return;
    this.#rested = false;
    this.#isLonger = true;
    this.#start();
  }

  /** Restarts the search after a failure. */
  retry(): void {
    if (!this.#failed) return;
    this.#failed = false;
    this.#start();
  }

  /** Drops all results, because the engine's evaluation has changed. */
  forget(): void {
    if (this.#memory.size === 0 && !this.#hasInfo) return;
    this.#memory.clear();
    this.#thought = noThought(this.#lineCount);
    this.#rested = false;
    this.#start();
  }

  /** Restarts a running search with the new number of threads or memory. Keeps its results. */
  renew(): void {
    if (this.#run) this.#start();
  }

  /** Restores the remembered results of the place. */
  #recall() {
    const remembered = this.#memory.get(this.#place?.key ?? "");
    const count = this.#lineCount;
    this.#failed = false;
    this.#isLonger = false;
    this.#rested =
      remembered !== undefined && remembered.rested && remembered.thought.count >= count;
    this.#thought = remembered
      ? withCount(remembered.thought, Math.min(count, remembered.thought.count))
      : noThought(count);
  }

  /** Ends the running search, and begins a new one if there is something to search. */
  #start() {
    const { clear } = this.#timers;
    clear(this.#changeTimer);
    clear(this.#retryTimer);
    this.#changeTimer = null;
    this.#run?.abort();
    this.#run = null;
    this.#hasInfo = false;
    this.#thought = { ...this.#thought, lines: sorted(this.#thought.lines) };
    this.#current = noThought(this.#lineCount);
    const place = this.#place;
    const isIdle = !this.#choice.on || this.#hidden || this.#failed || this.#rested;
    if (place && !place.over && !isIdle && this.#queue.isFree("lines")) void this.#think(place);
    this.#onChange();
  }

  async #think({ fen, moves }: LinePlace) {
    const run = new AbortController();
    this.#run = run;
    const deepest = this.#isLonger ? Infinity : Math.max(REST_DEPTH, this.#thought.depth + 1);
    const onInfo = (info: Info) => {
      if (this.#run !== run) return;
      this.#addInfo(info);
      // `queueMicrotask` lets the other lines of the same message arrive first. The search has no limit in `depth`,
      // because with one the engine would use a single thread.
      if (info.iteration > deepest) queueMicrotask(() => this.#rest(run));
    };
    const options = { movetime: this.#isLonger ? LONGER_MS : THINK_MS, multipv: this.#lineCount };
    let answer: unknown;
    try {
      answer = await this.#queue.ask(fen, moves, options, onInfo, run.signal);
    } catch {
      answer = undefined;
    }
    if (this.#run === run) this.#end(answer);
  }

  #rest(run: AbortController) {
    if (this.#run !== run) return;
    run.abort();
    this.#end({});
  }

  /**
   * Handles the end of a search. `answer` is null if another search has superseded the search, and undefined if the
   * search has failed.
   */
  #end(answer: unknown) {
    const { set, clear } = this.#timers;
    clear(this.#changeTimer);
    this.#changeTimer = null;
    this.#run = null;
    if (answer === undefined) this.#failed = true;
    else if (answer === null) this.#retryTimer = set(() => this.#start(), RETRY_MS);
    else {
      this.#rested = true;
      this.#remember();
    }
    this.#onChange();
  }

  #addInfo(info: Info) {
    this.#hasInfo = true;
    this.#current = withInfo(this.#current, info);
    if (this.#changeTimer !== null) return;
    // The change is deferred even if `wait` is 0, because the lines of one message arrive one by one.
    const wait = Math.max(0, this.#lastChange + GAP_MS - this.#timers.now());
    this.#changeTimer = this.#timers.set(() => {
      this.#changeTimer = null;
      this.#lastChange = this.#timers.now();
      this.#remember();
      this.#onChange();
    }, wait);
  }

  /**
   * Takes over the results of the running search unless earlier results are deeper. Remembers the results for the
   * place.
   */
  #remember() {
    const { lines, depth, count, timeMs, nodes, nps } = this.#current;
    const earlier = this.#thought;
    const isBetter = lines.length > 0 && (earlier.count < count || depth >= earlier.depth);
    this.#thought = isBetter ? this.#current : { ...earlier, timeMs, nodes, nps };
    const key = this.#place?.key ?? "";
    this.#memory.delete(key);
    this.#memory.set(key, { thought: this.#thought, rested: this.#rested });
    const [oldest = ""] = this.#memory.keys();
    if (this.#memory.size > MAX_REMEMBERED) this.#memory.delete(oldest);
  }
}
