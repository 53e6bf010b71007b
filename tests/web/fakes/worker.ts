/** A Worker whose messages a test sends, and timers that a test advances. */
import type { FromWorker, ToWorker } from "../../../www/js/engine/types.ts";

export class FakeWorker {
  /** The messages from the page. */
  sent: ToWorker[] = [];
  terminated = false;
  #listeners = new Map<string, EventListenerOrEventListenerObject>();
  url;

  constructor(url: string | URL) {
    this.url = String(url);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
    this.#listeners.set(type, listener);
  }

  postMessage(message: ToWorker) {
    this.sent.push(message);
  }

  terminate() {
    this.terminated = true;
  }

  /** Sends a message from the worker, even after its end. */
  say(message: FromWorker) {
    this.fire("message", { data: message });
  }

  /** Fires an event of the worker itself. */
  fire(type: string, properties: object = {}) {
    const listener = this.#listeners.get(type) as ((event: object) => void) | undefined;
    listener?.({ preventDefault() {}, ...properties });
  }

  /** Returns the messages of one type. */
  of<Type extends ToWorker["type"]>(type: Type) {
    type Message = Extract<ToWorker, { type: Type }>;
    return this.sent.filter((message): message is Message => message.type === type);
  }
}

export class FakeTimers {
  now = 0;
  pending = new Map<number, { at: number; task: () => void }>();
  #last = 0;
  /** Periodic tasks. */
  #beats = new Map<string, () => void>();

  every = (task: () => void) => {
    const name = `beat ${++this.#last}`;
    this.#beats.set(name, task);
    return name;
  };

  /** Runs all periodic tasks so many times. */
  beat(times: number) {
    for (let time = 0; time < times; time++) for (const task of this.#beats.values()) task();
  }

  set = (task: () => void, ms: number) => {
    this.pending.set(++this.#last, { at: this.now + ms, task });
    return this.#last;
  };

  clear = (timer: unknown) => {
    if (typeof timer === "string") this.#beats.delete(timer);
    else this.pending.delete(timer as number);
  };

  /** Advances the clock and runs the tasks that are due, in order. */
  advance(ms: number) {
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
