/**
 * Stands in for the wasm package in a real worker: takes its time as a search does, and does on demand
 * what a sound engine never does. The FEN's first word says what: "trap" traps in `begin`, "stuck" never
 * comes back from the second step.
 */

/** @import { InitMessage, SearchOptions } from "../../../www/js/engine/types.ts" */

import { FakeEngine } from "./engine.ts";

export class Engine extends FakeEngine {
  fen = "";
  end = Infinity;

  /** @param {string} fen @param {SearchOptions} options */
  begin(fen, options) {
    super.begin(fen, options);
    this.fen = fen;
    this.end = performance.now() + (options.movetime ?? Infinity);
  }

  /** @param {number} budgetMs */
  step(budgetMs) {
    const stuck = this.fen.startsWith("stuck") && this.depth === 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    if (stuck) new BroadcastChannel("stuck").postMessage(null);
    const end = performance.now() + (stuck ? Infinity : budgetMs);
    while (performance.now() < end);
    return super.step(budgetMs) || performance.now() >= this.end;
  }
}

/** @param {Pick<InitMessage, "module">} source */
export function initSync({ module }) {
  if (!(module instanceof WebAssembly.Module)) throw new TypeError("no module came along");
}

/** @returns {Promise<never>} */
export default function init() {
  return Promise.reject(new TypeError("no module came along"));
}
