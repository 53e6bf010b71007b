/** A worker that helps with the searches of the engine's worker, as long as that lives. It hears one message only. */

import { help, initSync } from "../../pkg-threads/threads.js";

addEventListener("message", ({ data }) => {
  const { module, memory, number, stack } = data;
  initSync({ module, memory, thread_stack_size: stack });
  for (;;) help(number);
});
