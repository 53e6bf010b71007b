/**
 * What Node has in place of what browsers have, so that the engine's client runs in both. Node's modules are asked for in a
 * way that no bundler looks into.
 */

/** @import { WorkerLike } from "./client.ts" */
/** @import { Scope } from "./runner.ts" */

/** Node's process; browsers have none. */
const node = () => /** @type {NodeJS.Process | undefined} */ (globalThis.process);
const threads = () => node()?.getBuiltinModule?.("node:worker_threads");

/** Tells of a listener's error that no promise can carry. Uncaught it would end the whole program in Node. @param {unknown} error */
export function reportFailure(error) {
  if (globalThis.reportError) globalThis.reportError(error);
  else console.error(error);
}

/** How an absolute URL begins. A drive's letter does not. */
const SCHEME = /^[a-z][a-z\d+.-]+:/i;

/**
 * The address that somebody names: relative to the page, or, where there is no page, perhaps the path of a file.
 * @param {string | URL} text
 */
export function urlOf(text) {
  const base = globalThis.location?.href;
  const paths = base === undefined && node()?.getBuiltinModule?.("node:url");
  return typeof text === "string" && paths && !SCHEME.test(text)
    ? paths.pathToFileURL(text)
    : new URL(text, base);
}

/** The content of a file: Node's fetch knows none on a disk. @param {URL} url @param {RequestInit} [how] */
export async function readBytes(url, how) {
  const files = url.protocol === "file:" && node()?.getBuiltinModule?.("node:fs/promises");
  if (files) return new Uint8Array(await files.readFile(url));
  const response = await fetch(url, how);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Where a worker hears and answers. */
export const workerScope = () => /** @type {Scope} */ (threads()?.parentPort ?? globalThis);

/** A worker of Node's, which does not keep the program from ending. @param {string | URL} url @returns {WorkerLike} */
export function nodeWorker(url) {
  const { Worker } = /** @type {typeof import("node:worker_threads")} */ (threads());
  const worker = new Worker(url);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    postMessage: (/** @type {unknown} */ message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    addEventListener: (
      /** @type {string} */ type,
      /** @type {(event: object) => void} */ listener,
    ) => {
      const preventDefault = () => {};
      worker.on(type, (/** @type {{ message?: string } | null | undefined} */ data) =>
        listener({
          data,
          message: data?.message,
          filename: String(url),
          lineno: 0,
          preventDefault,
        }),
      );
      // Whoever listens keeps it alive otherwise.
      worker.unref();
    },
  };
}
