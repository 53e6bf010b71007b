// The search with several threads, in workers that share one memory. It needs a separate build of the engine, and a
// page that the browser isolates from other sites (`crossOriginIsolated`).

import type { Threads } from "./client.ts";

/** The engine's memory without its hash table, in MiB. */
const BASE_MB = 32;
/** The memory of each helper, in MiB. */
const HELPER_MB = 8;
const PAGES_PER_MB = 16;
/** The module's initial memory, in MiB. Nearly all of the rest is allocated as `reserveMb` before the helpers start. */
const MODULE_MB = 2;
const ROUNDING_MB = 1;

/** Returns the part of a client's configuration for a search with `count` threads. */
export const createThreads = (count: number): Threads => ({
  createWorker: () =>
    new Worker(new URL("./threads-worker.ts", import.meta.url), {
      type: "module",
      name: "chuhe-engine",
    }),
  init(hashMb = 32) {
    const megabytes = BASE_MB + HELPER_MB * (count - 1) + hashMb;
    const memory = new WebAssembly.Memory({
      initial: MODULE_MB * PAGES_PER_MB,
      maximum: megabytes * PAGES_PER_MB,
      shared: true,
    });
    return { threads: count, memory, reserveMb: megabytes - MODULE_MB - ROUNDING_MB };
  },
});
