/** The engine's worker: the wasm module the page has compiled, instantiated here for the search. */

/** @import { Scope } from "./runner.js" */

import { Engine, initSync } from "../../pkg/chuhe.js";
import { serve } from "./runner.js";

const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

serve(scope, ({ module, hashMb }) => {
  initSync({ module });
  return new Engine(hashMb);
});
