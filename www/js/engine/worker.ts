/** The engine's worker: the wasm module the page has compiled, or its own, instantiated here for the search. */

import init, { Engine, initSync } from "../../pkg/chuhe.js";
import { workerScope } from "./platform.ts";
import { serve } from "./runner.ts";

/** @param {import("./types.ts").InitMessage} message */
const createEngine = ({ module, hashMb }) => {
  if (module) initSync({ module });
  return new Engine(hashMb);
};

serve(workerScope(), createEngine, () => init());
