/** The engine's worker: the wasm module the page has compiled, or its own, instantiated here for the search. */

import init, { Engine, initSync } from "../../pkg/chuhe.js";
import { workerScope } from "./platform.js";
import { serve } from "./runner.js";

/** @param {import("./types.js").InitMessage} message */
const createEngine = ({ module, hashMb }) => {
  if (module) initSync({ module });
  return new Engine(hashMb);
};

serve(workerScope(), createEngine, () => init());
