// The engine at work on the position one looks at: starts again at once with every other position, rests after a
// while, waits while the page is hidden or somebody else has the engine. It knows no document; what it is about is
// told by `to`, what it found is read from `state`.

import { noThought, sorted, withCount, withInfo } from "./engine-line.ts";

/** @typedef {import("./engine-line.ts").Thought} Thought */
/** @typedef {import("../../engine/types.js").Info} Info */
/** @typedef {import("../../engine/types.js").SearchOptions} SearchOptions */

/**
 * A position to think about.
 * @typedef {object} Place
 * @property {string} key       another position, or the same by another way, has another one
 * @property {string|null} fen  of the start
 * @property {string[]} moves   since then
 * @property {boolean} over     nothing to think about
 * @property {number} [count]   so many lines and no more
 */

/**
 * `off`: not wanted; `over`: the game is; `hidden`: nobody looks; `waiting`: somebody else has the engine; `loading`:
 * nothing heard of it yet; `rested`: it has thought for as long as it may without being asked.
 * @typedef {"off"|"over"|"hidden"|"waiting"|"failed"|"loading"|"thinking"|"rested"} Status
 */

/**
 * @typedef {object} Queue
 * @property {(fen: string|null, moves: string[], options: SearchOptions, onInfo: (info: Info) => void,
 *   signal: AbortSignal) => Promise<unknown>} ask null when it was given up
 * @property {(name: "lines") => boolean} isFree
 */

/** How long it thinks unasked, and when it is asked to go on. */
export const THINK_MS = 60_000;
export const LONGER_MS = 600_000;
const DEEP = 40;
/** News come at most five times a second. */
export const GAP_MS = 200;
/** How long after somebody has taken the engine away it is asked again. */
const AGAIN_MS = 1000;
/** Positions that are remembered. */
const REMEMBERED = 80;

/** @typedef {{ set: (task: () => void, ms: number) => unknown, clear: (timer: unknown) => void, now: () => number }} Timers */

/** @type {Timers} */
const PAGE_TIMERS = {
  set: (task, ms) => setTimeout(task, ms),
  clear: (timer) => clearTimeout(/** @type {number} */ (timer)),
  now: () => performance.now(),
};

export class LiveSearch {
  #queue;
  #onChange;
  #timers;
  /** @type {Place|null} */
  #place = null;
  #on = false;
  #count = 1;
  #hidden = false;
  #failed = false;
  #rested = false;
  #longer = false;
  /** @type {Thought} what is known of the place */
  #thought = noThought(1);
  /** @type {Thought} what the running search has found so far */
  #found = noThought(1);
  /** @type {AbortController|null} of the search that runs */
  #run = null;
  #heard = false;
  /** @type {unknown} */
  #news = null;
  /** @type {unknown} */
  #again = null;
  #told = -Infinity;
  /** @type {Map<string, { thought: Thought, rested: boolean }>} */
  #memory = new Map();

  /** @param {Queue} queue @param {() => void} onChange @param {Timers} [timers] */
  constructor(queue, onChange, timers = PAGE_TIMERS) {
    this.#queue = queue;
    this.#onChange = onChange;
    this.#timers = timers;
  }

  /** @returns {{ status: Status, thought: Thought, place: Place|null }} */
  get state() {
    return { status: this.#status(), thought: this.#thought, place: this.#place };
  }

  /** How many lines are to be found here. */
  get #wanted() {
    return Math.min(this.#count, this.#place?.count ?? Infinity);
  }

  /** @returns {Status} */
  #status() {
    if (!this.#on || !this.#place) return "off";
    if (this.#place.over) return "over";
    if (this.#failed) return "failed";
    if (this.#rested) return "rested";
    if (this.#hidden) return "hidden";
    if (!this.#run) return "waiting";
    return this.#heard ? "thinking" : "loading";
  }

  /** To a position; nothing happens when it is there already. @param {Place} place */
  to(place) {
    if (place.key === this.#place?.key) return;
    this.#place = place;
    this.#recall();
    this.#start();
  }

  /** Whether it thinks, and how many lines. @param {boolean} on @param {number} count */
  configure(on, count) {
    if (on === this.#on && count === this.#count) return;
    const turnedOn = on && !this.#on;
    const more = count > this.#count;
    this.#on = on;
    this.#count = count;
    if (turnedOn) this.#failed = false;
    if (this.#thought.count < this.#wanted || more) this.#rested = false;
    this.#thought = withCount(this.#thought, Math.min(count, this.#thought.count));
    this.#start();
  }

  /** Nobody looks, or somebody does again. @param {boolean} hidden */
  hide(hidden) {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    this.#start();
  }

  /** The engine was claimed or given back. */
  queueChanged() {
    if (this.#queue.isFree("lines") !== (this.#run !== null)) this.#start();
  }

  /** After a rest. */
  goOn() {
    if (!this.#rested) return;
    this.#rested = false;
    this.#longer = true;
    this.#start();
  }

  /** After a failure. */
  retry() {
    if (!this.#failed) return;
    this.#failed = false;
    this.#start();
  }

  /** The engine judges otherwise now: what it said before counts no more. */
  forget() {
    if (this.#memory.size === 0 && !this.#heard) return;
    this.#memory.clear();
    this.#thought = noThought(this.#wanted);
    this.#rested = false;
    this.#start();
  }

  /** Restarts a running search, so that it uses the new cores or memory; what is known stays. */
  renew() {
    if (this.#run) this.#start();
  }

  /** What is known of the place from before. */
  #recall() {
    const known = this.#memory.get(this.#place?.key ?? "");
    this.#failed = false;
    this.#longer = false;
    this.#rested = (known?.rested ?? false) && (known?.thought.count ?? 0) >= this.#wanted;
    this.#thought = known
      ? withCount(known.thought, Math.min(this.#wanted, known.thought.count))
      : noThought(this.#wanted);
  }

  /** Ends what runs, and begins anew where that is wanted. */
  #start() {
    const { clear } = this.#timers;
    clear(this.#news);
    clear(this.#again);
    this.#news = null;
    this.#run?.abort();
    this.#run = null;
    this.#heard = false;
    this.#thought = sorted(this.#thought);
    this.#found = noThought(this.#wanted);
    const wanted = this.#on && this.#place && !this.#place.over && !this.#hidden;
    if (wanted && !this.#failed && !this.#rested && this.#queue.isFree("lines"))
      void this.#think(this.#place);
    this.#onChange();
  }

  /** @param {Place|null} place */
  async #think(place) {
    if (!place) return;
    const run = new AbortController();
    this.#run = run;
    const deepest = this.#longer ? Infinity : Math.max(DEEP, this.#thought.depth + 1);
    const hear = (/** @type {Info} */ info) => {
      if (this.#run !== run) return;
      this.#hear(info);
      // When all lines of the message are heard. A limit of the search's own would have one thread do it.
      if (info.iteration > deepest) queueMicrotask(() => this.#enough(run));
    };
    const options = { movetime: this.#longer ? LONGER_MS : THINK_MS, multipv: this.#wanted };
    /** @type {unknown} */
    let answer;
    try {
      answer = await this.#queue.ask(place.fen, place.moves, options, hear, run.signal);
    } catch {
      answer = undefined;
    }
    if (this.#run === run) this.#ended(answer);
  }

  /** It has looked deep. @param {AbortController} run */
  #enough(run) {
    if (this.#run !== run) return;
    run.abort();
    this.#ended({});
  }

  /** @param {unknown} answer null: it was taken away; undefined: it failed */
  #ended(answer) {
    const { set, clear } = this.#timers;
    clear(this.#news);
    this.#news = null;
    this.#run = null;
    if (answer === undefined) this.#failed = true;
    else if (answer === null) this.#again = set(() => this.#start(), AGAIN_MS);
    else {
      this.#rested = true;
      this.#keep();
    }
    this.#onChange();
  }

  /** @param {Info} info */
  #hear(info) {
    this.#heard = true;
    this.#found = withInfo(this.#found, info);
    if (this.#news !== null) return;
    // Not at once: the lines of one message come one by one.
    const wait = Math.max(0, this.#told + GAP_MS - this.#timers.now());
    this.#news = this.#timers.set(() => {
      this.#news = null;
      this.#told = this.#timers.now();
      this.#keep();
      this.#onChange();
    }, wait);
  }

  /** What was found counts unless more is known from before. */
  #keep() {
    const { lines, depth, count } = this.#found;
    const known = this.#thought;
    if (lines.length > 0 && (known.count < count || depth >= known.depth))
      this.#thought = this.#found;
    else {
      const { timeMs, nodes, nps } = this.#found;
      this.#thought = { ...known, timeMs, nodes, nps };
    }
    const key = this.#place?.key ?? "";
    this.#memory.delete(key);
    this.#memory.set(key, { thought: this.#thought, rested: this.#rested });
    const [oldest] = this.#memory.keys();
    if (this.#memory.size > REMEMBERED) this.#memory.delete(oldest);
  }
}
