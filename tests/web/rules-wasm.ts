/** The wasm of the rules and the engine, ready for tests without a page. */
import { readFileSync } from "node:fs";
import { initSync } from "../../www/pkg/chuhe.js";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

export { Engine, Game } from "../../www/pkg/chuhe.js";
