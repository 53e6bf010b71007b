// The processor cores and the memory that the engine may use, from the settings or by default.

import type { Settings } from "../shell/settings.ts";
import type { ClientConfig, EngineClient } from "./client.ts";

type ResourceSettings = Pick<Settings, "cores" | "memory">;

/** The largest default number of cores. The default is half of the available cores. */
const MAX_DEFAULT_CORES = 4;
/** The default sizes of the hash table, in MiB. */
const DEFAULT_MB = { phone: 32, other: 64 };

const isPhone = () => matchMedia("(pointer: coarse) and (max-width: 820px)").matches;

/** Returns the number of cores that the engine can use; 1 if workers cannot share memory. */
export const coresThere = (): number =>
  canShareMemory() ? (navigator.hardwareConcurrency ?? 1) : 1;

export const coresOf = ({ cores }: ResourceSettings, there = coresThere()): number =>
  Math.min(cores ?? Math.max(1, Math.min(MAX_DEFAULT_CORES, Math.floor(there / 2))), there);

/** Returns the size of the hash table in MiB. */
export const memoryOf = ({ memory }: ResourceSettings): number =>
  memory ?? (isPhone() ? DEFAULT_MB.phone : DEFAULT_MB.other);

/**
 * Tests whether workers can share memory. Some browsers report that they can, create shared memory, and then refuse to
 * post it.
 */
function canShareMemory(): boolean {
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

/**
 * Returns the threads and the size of the hash table for a client. The script for several threads is loaded only if
 * they are used.
 */
export async function resourcesFor(
  settings: ResourceSettings,
): Promise<Pick<ClientConfig, "threads" | "hashMb">> {
  const cores = coresOf(settings);
  const hashMb = memoryOf(settings);
  if (cores === 1) return { threads: null, hashMb };
  // If the script fails to load, one thread searches.
  const threads = await import("./threads.ts").catch(() => null);
  return { threads: threads?.createThreads(cores) ?? null, hashMb };
}

/** Renews the client whenever the settings of cores or memory change, and then calls `onRenewed`. */
export function followResources(
  client: Pick<EngineClient, "renew">,
  preferences: { settings: ResourceSettings; watch: (listener: () => void) => void },
  onRenewed?: () => void,
): void {
  const key = () => `${preferences.settings.cores} ${preferences.settings.memory}`;
  let followed = key();
  preferences.watch(async () => {
    const now = key();
    if (now === followed) return;
    followed = now;
    client.renew(await resourcesFor(preferences.settings));
    onRenewed?.();
  });
}
