// The engine's worker. It uses the wasm module that the page sends, or else loads it.

import init, { Engine, initSync } from "../../pkg/chuhe.js";
import { workerScope } from "./platform.ts";
import { serve } from "./runner.ts";
import type { InitMessage } from "./types.ts";

function createEngine({ module, hashMb }: InitMessage): Engine {
  if (module) initSync({ module });
  return new Engine(hashMb);
}

serve(workerScope(), createEngine, ({ wasm }) => init(wasm && { module_or_path: wasm }));
