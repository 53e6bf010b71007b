/**
 * A search with several threads: workers over one memory. It takes a build of the engine of its own, and a page that the
 * browser keeps apart from those of other sites (`crossOriginIsolated`).
 */

/** @import { Threads } from "./client.ts" */

/** What the engine takes besides its hash table, and each helper, in MiB. */
const BASE_MB = 32;
const HELPER_MB = 8;
const PAGES_PER_MB = 16;
/** What the module itself takes. The rest is taken at once, before there are helpers, but for a little. */
const MODULE_MB = 2;
const ROUNDING_MB = 1;

/**
 * So many threads for a client, which does without them if they cannot be had.
 * @param {number} count @returns {Threads}
 */
export const createThreads = (count) => ({
  createWorker: () =>
    new Worker(new URL("./threads-worker.ts", import.meta.url), {
      type: "module",
      name: "chuhe-engine",
    }),
  init(hashMb = 32) {
    const megabytes = BASE_MB + HELPER_MB * (count - 1) + hashMb;
    const [initial, maximum] = [MODULE_MB, megabytes].map((size) => size * PAGES_PER_MB);
    const memory = new WebAssembly.Memory({ initial, maximum, shared: true });
    return { threads: count, memory, reserveMb: megabytes - MODULE_MB - ROUNDING_MB };
  },
});
