// The engine's worker for browsers in which workers can share memory. It starts helper workers, which search together
// with it in the same memory.

import { Engine, initSync, reserve } from "../../pkg-threads/threads.js";
import type { HelperMessage } from "./helper-worker.ts";
import { workerScope } from "./platform.ts";
import { serve } from "./runner.ts";
import type { InitMessage } from "./types.ts";

const WASM = new URL("../../pkg-threads/threads_bg.wasm", import.meta.url);
/** The size of a thread's stack, in bytes. The worker with a single thread has the same stack. */
const STACK = 2 ** 20;
/** The longest slice in milliseconds. It is half of the usual length, since the worker also waits for its helpers. */
const SLICE_MS = 20;

class SharedEngine extends Engine {
  /** Returns the report with the number of nodes that each helper has visited. */
  override finish() {
    return { ...super.finish(), helperNodes: [...super.helperNodes()] };
  }
}

let module: WebAssembly.Module;

async function load({ memory, reserveMb = 0 }: InitMessage) {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
  module = await WebAssembly.compile(await response.arrayBuffer());
  initSync({ module, memory, thread_stack_size: STACK });
  reserve(reserveMb);
}

function createEngine({ hashMb, memory, threads = 1 }: InitMessage) {
  const engine = new SharedEngine(hashMb);
  engine.setHelpers(threads - 1);
  if (memory)
    for (let number = 0; number < threads - 1; number++)
      startHelper({ module, memory, number, stack: STACK });
  return engine;
}

/** Starts a helper. If the helper cannot be started or fails, the search continues without it. */
function startHelper(message: HelperMessage) {
  try {
    const worker = new Worker(new URL("./helper-worker.ts", import.meta.url), {
      type: "module",
      name: "chuhe-helper",
    });
    worker.addEventListener("error", (event) => event.preventDefault());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    worker.postMessage(message);
  } catch (error) {
    console.warn("A thread could not be started:", error);
  }
}

serve(workerScope(), createEngine, load, SLICE_MS);
