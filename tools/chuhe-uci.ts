#!/usr/bin/env node
/**
 * UCI for the wasm in www/pkg, to play matches with it in node.
 *
 *   npx tsx tools/chuhe-uci.ts
 *
 * The search goes through the runner of the page's worker, slices and all, and with the page's network
 * unless the option `Use NNUE` is false: what is measured here is what the page plays.
 *
 * @import { Answer, FromWorker, Info } from "../www/js/engine/types.ts"
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Runner } from "../www/js/engine/runner.ts";
import { fail, serve } from "./uci.ts";

const WWW = join(import.meta.dirname, "../www");
const NETWORK = join(WWW, "assets/chuhe.nnue");

const { Engine, initSync, version } = await import(join(WWW, "pkg/chuhe.js"));
const module = new WebAssembly.Module(readFileSync(join(WWW, "pkg/chuhe_bg.wasm")));
initSync({ module });

/** Megabytes of the hash table; the engine is made anew for another size. */
let hashMb = 32;
let usesNetwork = true;
let job = 0;
/** Who waits for the answer.
 * @type {{ resolve: (answer: Answer) => void, reject: (cause: unknown) => void, onInfos: (infos: Info[]) => void } | null} */
let asked = null;

const runner = new Runner({
  createEngine: (message) => new Engine(message.hashMb),
  post: answer,
  defer: (task) => setImmediate(task),
  now: () => performance.now(),
});

/** Makes the engine anew, by the options. */
function init() {
  runner.receive({ type: "init", module, hashMb });
  if (usesNetwork) runner.receive({ type: "network", bytes: readFileSync(NETWORK) });
}

/** What the worker would tell the page. @param {FromWorker} message */
function answer(message) {
  if (message.type === "info") asked?.onInfos(message.infos);
  if (message.type === "crash") fail(message.message);
  if (message.type === "judge" && message.error) fail(message.error.message);
  if (message.type === "refused") asked?.reject(new Error(message.error.message));
  if (message.type === "report") asked?.resolve(message.report);
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
      asked = { resolve, reject, onInfos };
      runner.receive({ type: "search", job: ++job, fen, options });
    }),
  stop: () => runner.receive({ type: "stop", job }),
  newGame: () => runner.receive({ type: "newGame" }),
});
