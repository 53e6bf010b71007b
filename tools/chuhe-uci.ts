#!/usr/bin/env node
/**
 * UCI for the wasm in www/pkg, to play matches with it in node.
 *
 *   npx tsx tools/chuhe-uci.ts
 *
 * It plays as the page does: in slices, through the runner of the page's worker, with the page's endings, and with its network unless the
 * option `Use NNUE` is false.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Runner } from "../www/js/engine/runner.ts";
import type { Answer, FromWorker, Info } from "../www/js/engine/types.ts";
import { Engine, initSync, version } from "../www/pkg/chuhe.js";
import { fail, serve } from "./uci.ts";

const WWW = join(import.meta.dirname, "../www");
const NETWORK = join(WWW, "assets/chuhe.nnue");
const ENDINGS = join(WWW, "assets/endings.bin");

const module = new WebAssembly.Module(readFileSync(join(WWW, "pkg/chuhe_bg.wasm")));
initSync({ module });

/** The size of the hash table in megabytes; a change creates another engine. */
let hashMb = 32;
let usesNetwork = true;
let job = 0;
interface Search {
  resolve: (answer: Answer) => void;
  reject: (cause: unknown) => void;
  onInfos: (infos: Info[]) => void;
}
let running: Search | null = null;

const runner = new Runner({
  createEngine: (message) => new Engine(message.hashMb),
  post: answer,
  defer: (task) => setImmediate(task),
  now: () => performance.now(),
});

/** Creates another engine with the current options. */
function init() {
  runner.receive({ type: "init", module, hashMb });
  if (usesNetwork) runner.receive({ type: "network", bytes: readFileSync(NETWORK) });
  runner.receive({ type: "endings", bytes: readFileSync(ENDINGS) });
}

/** Handles a message that a worker would send to the page. */
function answer(message: FromWorker) {
  if (message.type === "info") running?.onInfos(message.infos);
  if (message.type === "crash") fail(message.message);
  if (message.type === "judge" && message.error) fail(message.error.message);
  if (message.type === "refused") running?.reject(new Error(message.error.message));
  if (message.type === "report") running?.resolve(message.report);
}

init();
serve({
  name: `Chuhe ${version()} wasm`,
  options: [`Hash type spin default ${hashMb} min 1 max 512`, "Use NNUE type check default true"],
  setOption(name, value) {
    if (name === "Hash") hashMb = Number(value);
    if (name === "Use NNUE") usesNetwork = value === "true";
    init();
  },
  search: (fen, options, onInfos) =>
    new Promise((resolve, reject) => {
      running = { resolve, reject, onInfos };
      runner.receive({ type: "search", job: ++job, fen, options });
    }),
  stop: () => runner.receive({ type: "stop", job }),
  newGame: () => runner.receive({ type: "newGame" }),
});
