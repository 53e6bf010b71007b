// Solved endings for pages: a worker looks positions up in the tables that the engine plays by.

import type { SolvedEnding } from "../../pkg-lab/lab.js";

export type { SolvedValue, SolvedEnding } from "../../pkg-lab/lab.js";

export type EndingRequest = { module: WebAssembly.Module } | { id: number; fen: string };
export type EndingAnswer =
  { id: number; solved: SolvedEnding | null } | { id: number; fault: string };

const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);
/** The number of positions whose values are remembered. */
const MAX_CACHED = 500;
/** The largest number of pieces that can attack in a solved ending. */
const MAX_ATTACKERS = 2;

/** Returns the part of a FEN that decides its value: the pieces and the side to move. */
const keyOf = (fen: string) => fen.split(" ", 2).join(" ");

/** Returns false for positions that no table has, so that nothing is fetched for them. */
export function mayBeSolved(fen: string): boolean {
  const [pieces = ""] = fen.split(" ", 1);
  const count = (roles: RegExp) => pieces.match(roles)?.length ?? 0;
  const [red, black] = [count(/[RNHCP]/g), count(/[rnhcp]/g)];
  return Math.min(red, black) === 0 && red + black > 0 && red + black <= MAX_ATTACKERS;
}

/** Returns the number of moves of the winner until the end. */
export const movesIn = (plies: number): number => Math.ceil(plies / 2);

export class SolvedEndings {
  /** The worker, once it is started. */
  #worker: Promise<Worker> | null = null;
  #lastId = 0;
  readonly #cache = new Map<string, Promise<SolvedEnding | null>>();
  readonly #open = new Map<
    number,
    { resolve(solved: SolvedEnding | null): void; reject(fault: Error): void }
  >();

  /**
   * Looks a position up; null if its ending is not solved. Rejects if the tables cannot be fetched, and if the ending had to be
   * solved but another one is requested.
   */
  probe(fen: string): Promise<SolvedEnding | null> {
    if (!mayBeSolved(fen)) return Promise.resolve(null);
    const key = keyOf(fen);
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const pending = this.#request(fen);
    this.#cache.set(key, pending);
    pending.catch(() => this.#cache.delete(key));
    const [oldest = ""] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED) this.#cache.delete(oldest);
    return pending;
  }

  async #request(fen: string): Promise<SolvedEnding | null> {
    this.#worker ??= this.#start();
    const worker = await this.#worker.catch((error: unknown) => {
      this.#worker = null;
      throw error;
    });
    return new Promise((resolve, reject) => {
      this.#open.set(++this.#lastId, { resolve, reject });
      worker.postMessage({ id: this.#lastId, fen } satisfies EndingRequest, []);
    });
  }

  async #start(): Promise<Worker> {
    const response = await fetch(WASM);
    if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
    const module = await WebAssembly.compile(await response.arrayBuffer());
    const worker = new Worker(new URL("./endings-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<EndingAnswer>) => {
      const { resolve, reject } = this.#open.get(data.id) ?? {};
      this.#open.delete(data.id);
      if ("fault" in data) reject?.(new Error(data.fault));
      else resolve?.(data.solved);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      for (const { reject } of this.#open.values()) reject(new Error(event.message));
      this.#open.clear();
    });
    worker.postMessage({ module } satisfies EndingRequest, []);
    return worker;
  }
}
