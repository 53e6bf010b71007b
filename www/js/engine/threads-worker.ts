/** The engine's worker where memory can be shared: it starts the workers that help it, each with the same memory. */

import { Engine, initSync, reserve } from "../../pkg-threads/threads.js";
import { workerScope } from "./platform.ts";
import { serve } from "./runner.ts";

/** @import { InitMessage } from "./types.ts" */

const WASM = new URL("../../pkg-threads/threads_bg.wasm", import.meta.url);
/** Of a thread's stack, in bytes: as much as the engine's own worker has. */
const STACK = 2 ** 20;
/** Each worker is deaf for half as long as where it searches alone: it waits for its helpers besides. */
const SLICE_MS = 20;

/** @type {WebAssembly.Module} */
let module;

class SharedEngine extends Engine {
  /** What was found, and how many nodes each helper has visited. */
  finish() {
    return { ...super.finish(), helperNodes: [...super.helperNodes()] };
  }
}

/** @param {InitMessage} message */
async function load({ memory, reserveMb = 0 }) {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
  module = await WebAssembly.compile(await response.arrayBuffer());
  initSync({ module, memory, thread_stack_size: STACK });
  reserve(reserveMb);
}

/** @param {InitMessage} message */
function createEngine({ hashMb, memory, threads = 1 }) {
  const engine = new SharedEngine(hashMb);
  engine.setHelpers(threads - 1);
  for (let number = 0; number < threads - 1; number++) startHelper({ module, memory, number });
  return engine;
}

/** One that cannot be started, or that breaks down, is done without. @param {object} task */
function startHelper(task) {
  try {
    const worker = new Worker(new URL("./helper-worker.ts", import.meta.url), {
      type: "module",
      name: "chuhe-helper",
    });
    worker.addEventListener("error", (event) => event.preventDefault());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    worker.postMessage({ ...task, stack: STACK });
  } catch (error) {
    console.warn("A thread could not be started:", error);
  }
}

serve(workerScope(), createEngine, load, SLICE_MS);
