// Functions that work both in browsers and in Node, for the engine's client. Node's modules are loaded by
// `process.getBuiltinModule`, which bundlers do not follow.

import type { WorkerLike } from "./client.ts";
import type { Scope } from "./runner.ts";

/** Node's process; undefined in a browser. */
const node = () => globalThis.process as NodeJS.Process | undefined;
const threads = () => node()?.getBuiltinModule?.("node:worker_threads");

/** Reports an error of a listener. In Node a thrown error would end the whole program. */
export function reportFailure(error: unknown): void {
  if (globalThis.reportError) globalThis.reportError(error);
  else console.error(error);
}

/**
 * Matches the scheme of an absolute URL. Requires at least two characters, so the drive letter of a Windows path does
 * not match.
 */
const SCHEME = /^[a-z][a-z\d+.-]+:/i;

/**
 * Returns the URL of an address. In a browser the address is relative to the page; in Node it may be the path of a
 * file.
 */
export function urlOf(address: string | URL): URL {
  const base = globalThis.location?.href;
  const paths = base === undefined && node()?.getBuiltinModule?.("node:url");
  return typeof address === "string" && paths && !SCHEME.test(address)
    ? paths.pathToFileURL(address)
    : new URL(address, base);
}

/** Returns the content of a file. Node's `fetch` cannot read files from the disk. */
export async function readBytes(url: URL, init?: RequestInit): Promise<Uint8Array<ArrayBuffer>> {
  const files = url.protocol === "file:" && node()?.getBuiltinModule?.("node:fs/promises");
  if (files) return new Uint8Array(await files.readFile(url));
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the object through which a worker receives and posts messages. */
export const workerScope = (): Scope => (threads()?.parentPort ?? globalThis) as unknown as Scope;

/** Starts a worker in Node. The program can end while the worker runs. */
export function nodeWorker(url: string | URL): WorkerLike {
  const { Worker } = threads() as typeof import("node:worker_threads");
  const worker = new Worker(url);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    postMessage: (message) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
    addEventListener(type: string, listener: (event: object) => void) {
      worker.on(type, (data?: { message?: string } | null) =>
        listener({
          data,
          message: data?.message,
          filename: String(url),
          lineno: 0,
          preventDefault() {},
        }),
      );
      worker.unref(); // a listener would keep the program from ending
    },
  };
}
