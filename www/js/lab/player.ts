/** The shortest time between two displayed positions while motion is reduced, in milliseconds. */
const LEAP_MS = 500;
/**
 * The greatest time between two frames that counts as playing time, in milliseconds. A longer time means that the page
 * was hidden.
 */
const MAX_FRAME_MS = 250;

const FRAMES = {
  request: (frame: (now: number) => void) => requestAnimationFrame(frame),
  cancel: (id: number) => cancelAnimationFrame(id),
};

/**
 * Moves a position from 0 to a length over time, with pause, single steps and seeking. The position counts the states
 * of a search or the steps of a walk.
 */
export class Player {
  /** The speed, in states or steps per second. */
  rate = 1;
  #onShow: () => void;
  #isCalm: () => boolean;
  #frames: typeof FRAMES;
  #at = 0;
  #length = 0;
  #id = 0;
  #before: number | null = null;
  #lastShown = 0;

  /**
   * Creates a player that calls `onShow` when its playback position changes. With reduced motion (`isCalm`), playback
   * calls it at most every `LEAP_MS`.
   */
  constructor(onShow: () => void, isCalm: () => boolean, frames = FRAMES) {
    this.#onShow = onShow;
    this.#isCalm = isCalm;
    this.#frames = frames;
  }

  /** The position. It can be a fraction during playing; otherwise it is a whole number. */
  get at() {
    return this.#at;
  }

  get length() {
    return this.#length;
  }

  get isPlaying() {
    return this.#id !== 0;
  }

  get isOver() {
    return this.#at >= this.#length;
  }

  load(length: number) {
    this.#stop();
    this.#length = length;
    this.#at = 0;
  }

  /** Plays from the current position. At the end, plays again from 0. */
  play() {
    if (this.isPlaying || this.#length === 0) return;
    if (this.isOver) this.#at = 0;
    this.#before = null;
    this.#request();
    this.#onShow();
  }

  pause() {
    if (this.isPlaying) this.go(Math.floor(this.#at));
  }

  go(at: number) {
    this.#stop();
    this.#at = Math.min(this.#length, Math.max(0, Math.round(at)));
    this.#onShow();
  }

  /** Moves by `count` states or steps; a negative `count` moves back. */
  step(count: number) {
    this.go(Math.floor(this.#at) + count);
  }

  #stop() {
    if (this.#id !== 0) this.#frames.cancel(this.#id);
    this.#id = 0;
  }

  #request() {
    this.#id = this.#frames.request((now) => this.#frame(now));
  }

  #frame(now: number) {
    const passed = Math.min(MAX_FRAME_MS, now - (this.#before ?? now));
    if (this.#before === null) this.#lastShown = now;
    this.#before = now;
    this.#at = Math.min(this.#length, this.#at + (passed / 1000) * this.rate);
    if (this.isOver) this.#id = 0;
    else this.#request();
    if (!this.isOver && this.#isCalm() && now - this.#lastShown < LEAP_MS) return;
    this.#lastShown = now;
    this.#onShow();
  }
}

/** Returns true if the page's settings reduce motion. */
export const isCalm = (): boolean => document.documentElement.dataset.motion === "reduced";
