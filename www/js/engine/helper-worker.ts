// A worker that searches together with the engine's worker until that one ends. It reads one message only.

import { help, initSync } from "../../pkg-threads/threads.js";

export interface HelperMessage {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Number of this helper, from 0. */
  number: number;
  /** Size of the stack, in bytes. */
  stack: number;
}

addEventListener("message", ({ data }: MessageEvent<HelperMessage>) => {
  const { module, memory, number, stack } = data;
  initSync({ module, memory, thread_stack_size: stack });
  for (;;) help(number);
});
