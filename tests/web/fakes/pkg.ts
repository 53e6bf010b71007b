/**
 * Replaces the wasm package in a real worker: takes its time as a search does, and fails on demand. The FEN's first word
 * says how: "trap" traps in `begin`, "stuck" never returns from the second step.
 */
import type { InitMessage, SearchOptions } from "../../../www/js/engine/types.ts";
import { FakeEngine } from "./engine.ts";

export class Engine extends FakeEngine {
  fen = "";
  end = Infinity;

  override begin(fen: string, options: SearchOptions) {
    super.begin(fen, options);
    this.fen = fen;
    this.end = performance.now() + (options.movetime ?? Infinity);
  }

  override step(budgetMs: number) {
    const isStuck = this.fen.startsWith("stuck") && this.depth === 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    if (isStuck) new BroadcastChannel("stuck").postMessage(null);
    const end = performance.now() + (isStuck ? Infinity : budgetMs);
    while (performance.now() < end);
    return super.step(budgetMs) || performance.now() >= this.end;
  }
}

export function initSync({ module }: Pick<InitMessage, "module">) {
  if (!(module instanceof WebAssembly.Module)) throw new TypeError("no module came along");
}

export default async function init(): Promise<never> {
  throw new TypeError("no module came along");
}
