/** A Worker made of nothing but what a test lets it say, and timers that a test moves on. */

export class FakeWorker {
  /** @type {any[]} what the page has sent */
  sent = [];
  terminated = false;
  #listeners = new Map();

  addEventListener(type, listener) {
    this.#listeners.set(type, listener);
  }

  postMessage(message) {
    this.sent.push(message);
  }

  terminate() {
    this.terminated = true;
  }

  /** Lets the worker say something, even after its end. */
  say(message) {
    this.#listeners.get("message")({ data: message });
  }

  /** Lets an event of the worker itself arrive. */
  fire(type, properties = {}) {
    this.#listeners.get(type)({ preventDefault() {}, ...properties });
  }

  /** The messages of one type. */
  of(type) {
    return this.sent.filter((message) => message.type === type);
  }
}

export class FakeTimers {
  now = 0;
  /** @type {Map<number, {at: number, task: () => void}>} */
  pending = new Map();
  #last = 0;

  set = (task, ms) => {
    this.pending.set(++this.#last, { at: this.now + ms, task });
    return this.#last;
  };

  clear = (timer) => {
    this.pending.delete(timer);
  };

  /** Moves the clock on and runs what has come due, in order. */
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
