// A worker that searches together with the engine's worker until the engine's worker ends. The helper reads only its
// first message.

import { help, initSync } from "../../pkg-threads/threads.js";

export interface HelperMessage {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** The number of this helper, from 0. */
  number: number;
  /** The size of the stack, in bytes. */
  stack: number;
}

addEventListener("message", ({ data }: MessageEvent<HelperMessage>) => {
  const { module, memory, number, stack } = data;
  initSync({ module, memory, thread_stack_size: stack });
  for (;;) help(number);
});
