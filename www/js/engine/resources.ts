/** What of the device the engine may use: processor cores and memory, as the settings have them or as is usual. */

/** @import { ClientConfig, EngineClient } from "./client.ts" */
/** @typedef {Pick<import("../shell/settings.ts").Settings, "cores" | "memory">} Wanted */

/** Without a setting half the cores are used, and so many at most. */
const USUAL_CORES = 4;
/** Sizes of the hash table in MiB without a setting. */
const USUAL_MB = { phone: 32, other: 64 };

const isPhone = () => matchMedia("(pointer: coarse) and (max-width: 820px)").matches;

/** How many cores can be used. */
export const coresThere = () => (canShareMemory() ? (navigator.hardwareConcurrency ?? 1) : 1);

/** @param {Wanted} wanted @param {number} [there] */
export const coresOf = ({ cores }, there = coresThere()) =>
  Math.min(cores ?? Math.max(1, Math.min(USUAL_CORES, Math.floor(there / 2))), there);

/** @param {Wanted} wanted */
export const memoryOf = ({ memory }) => memory ?? (isPhone() ? USUAL_MB.phone : USUAL_MB.other);

/** Whether workers may share memory. Some browsers say so, make it, and then refuse to hand it over: it is tried. */
function canShareMemory() {
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer === "undefined") return false;
  const { port1 } = new MessageChannel();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    port1.postMessage(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
    return true;
  } catch {
    return false;
  } finally {
    port1.close();
  }
}

/** For a client; what several threads take is fetched if they are wanted. @param {Wanted} wanted */
export async function resourcesFor(wanted) {
  const cores = coresOf(wanted);
  /** @type {Pick<ClientConfig, "threads" | "hashMb">} */
  const resources = { threads: null, hashMb: memoryOf(wanted) };
  if (cores === 1) return resources;
  // Without it one thread searches.
  const threads = await import("./threads.ts").catch(() => null);
  return { ...resources, threads: threads?.createThreads(cores) ?? null };
}

/**
 * Has a client use what the settings say whenever they change.
 * @param {Pick<EngineClient, "renew">} client
 * @param {{ settings: Wanted, watch: (listener: () => void) => void }} preferences
 * @param {() => void} [onRenewed]  the next search will
 */
export function followResources(client, preferences, onRenewed) {
  const said = () => `${preferences.settings.cores} ${preferences.settings.memory}`;
  let followed = said();
  preferences.watch(async () => {
    const now = said();
    if (now === followed) return;
    followed = now;
    client.renew(await resourcesFor(preferences.settings));
    onRenewed?.();
  });
}
