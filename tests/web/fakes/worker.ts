/** A Worker made of nothing but what a test lets it say, and timers that a test moves on. */

/** @import { FromWorker, ToWorker } from "../../../www/js/engine/types.ts" */

export class FakeWorker {
  /** @type {any[]} what the page has sent */
  sent = [];
  terminated = false;
  /** @type {Map<string, Function>} */
  #listeners = new Map();

  /** @param {string | URL} url */
  constructor(url) {
    this.url = String(url);
  }

  /** @param {string} type @param {any} listener */
  addEventListener(type, listener) {
    this.#listeners.set(type, listener);
  }

  /** @param {any} message */
  postMessage(message) {
    this.sent.push(message);
  }

  terminate() {
    this.terminated = true;
  }

  /** Lets the worker say something, even after its end. @param {FromWorker} message */
  say(message) {
    this.fire("message", { data: message });
  }

  /** Lets an event of the worker itself arrive. @param {string} type @param {object} [properties] */
  fire(type, properties = {}) {
    this.#listeners.get(type)?.({ preventDefault() {}, ...properties });
  }

  /** The messages of one type. @param {ToWorker["type"]} type */
  of(type) {
    return this.sent.filter((message) => message.type === type);
  }
}

export class FakeTimers {
  now = 0;
  /** @type {Map<number, {at: number, task: () => void}>} */
  pending = new Map();
  #last = 0;
  /** What is done at every beat. @type {Map<string, () => void>} */
  #beats = new Map();

  /** @param {() => void} task */
  every = (task) => {
    const name = `beat ${++this.#last}`;
    this.#beats.set(name, task);
    return name;
  };

  /** @param {number} times */
  beat(times) {
    for (let time = 0; time < times; time++) for (const task of this.#beats.values()) task();
  }

  /** @param {() => void} task @param {number} ms */
  set = (task, ms) => {
    this.pending.set(++this.#last, { at: this.now + ms, task });
    return this.#last;
  };

  /** @param {number | string} timer */
  clear = (timer) => {
    if (typeof timer === "string") this.#beats.delete(timer);
    else this.pending.delete(timer);
  };

  /** Moves the clock on and runs what has come due, in order. @param {number} ms */
  advance(ms) {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.pending].filter(([, { at }]) => at <= end);
      const [next] = due.sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      const [timer, { at, task }] = next;
      this.now = at;
      this.pending.delete(timer);
      task();
    }
    this.now = end;
  }
}
