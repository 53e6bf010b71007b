// Something that goes from a beginning to an end at a rate, and can be stopped, stepped and put anywhere: the states
// that are expanded, the steps of a walk.

/** @typedef {{ request: (frame: (now: number) => void) => number, cancel: (id: number) => void }} Frames */

/** How often it is shown where motion is not wanted, in milliseconds: in leaps, not gliding. */
const LEAP = 500;
/** Longer than this no frame counts, in milliseconds: the page was away. */
const LONGEST = 250;

export class Player {
  #onShow;
  #isCalm;
  #frames;
  #at = 0;
  #length = 0;
  #id = 0;
  /** @type {number|null} when the last frame was, and when it was last shown */
  #before = null;
  #shown = 0;
  /** What is gone through in a second. */
  rate = 1;

  /** @param {() => void} onShow @param {() => boolean} isCalm nothing is to glide @param {Frames} [frames] */
  constructor(onShow, isCalm, frames) {
    this.#onShow = onShow;
    this.#isCalm = isCalm;
    this.#frames = frames ?? {
      request: (frame) => requestAnimationFrame(frame),
      cancel: (id) => cancelAnimationFrame(id),
    };
  }

  /** Where it is, from 0 to its length; between two whole numbers while it plays. */
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

  /** Something else to go through, from its beginning. @param {number} length */
  load(length) {
    this.#stop();
    this.#length = length;
    this.#at = 0;
  }

  /** From the beginning again, where it was at its end. */
  play() {
    if (this.isPlaying || this.#length === 0) return;
    if (this.isOver) this.#at = 0;
    this.#before = null;
    this.#ask();
    this.#onShow();
  }

  pause() {
    if (!this.isPlaying) return;
    this.#stop();
    this.#at = Math.floor(this.#at);
    this.#onShow();
  }

  /** @param {number} at */
  go(at) {
    this.#stop();
    this.#at = Math.min(this.#length, Math.max(0, Math.round(at)));
    this.#onShow();
  }

  /** @param {number} count less than 0: back */
  step(count) {
    this.go(Math.floor(this.#at) + count);
  }

  #stop() {
    if (this.#id !== 0) this.#frames.cancel(this.#id);
    this.#id = 0;
  }

  #ask() {
    this.#id = this.#frames.request((now) => this.#frame(now));
  }

  /** @param {number} now */
  #frame(now) {
    const passed = Math.min(LONGEST, now - (this.#before ?? now));
    if (this.#before === null) this.#shown = now;
    this.#before = now;
    this.#at = Math.min(this.#length, this.#at + (passed / 1000) * this.rate);
    if (this.isOver) this.#id = 0;
    else this.#ask();
    if (this.isOver || !this.#isCalm() || now - this.#shown >= LEAP) {
      this.#shown = now;
      this.#onShow();
    }
  }
}
