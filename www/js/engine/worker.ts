// The engine's worker. It searches with the wasm module of the page, or with its own.

import init, { Engine, initSync } from "../../pkg/chuhe.js";
import { workerScope } from "./platform.ts";
import { serve } from "./runner.ts";
import type { InitMessage } from "./types.ts";

function createEngine({ module, hashMb }: InitMessage): Engine {
  if (module) initSync({ module });
  return new Engine(hashMb);
}

serve(workerScope(), createEngine, () => init());
