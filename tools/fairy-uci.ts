#!/usr/bin/env node
/**
 * UCI over standard input and output for npm's fairy-stockfish-nnue.wasm, the opponent of matches.
 *
 *   npx tsx tools/fairy-uci.ts [FOLDER]
 *
 * FOLDER holds the package; the default is `.tools/fairy-wasm/node_modules/fairy-stockfish-nnue.wasm`, where
 * `./build.sh rivals` installs it. The package is GPL-3.0 and never part of Chuhe. The package's own `uci.js` does not
 * start in node 18 and later, because it mistakes node's `fetch` for that of a browser.
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".tools/fairy-wasm/node_modules/fairy-stockfish-nnue.wasm");

const entry = join(resolve(process.argv[2] ?? FOLDER), "stockfish.js");
if (!existsSync(entry)) {
  console.error(`fairy-uci: ${entry} is missing. Try: ./build.sh rivals`);
  process.exit(1);
}

Reflect.deleteProperty(globalThis, "fetch");
const engine = await createRequire(import.meta.url)(entry)();
engine.addMessageListener((line: string) => process.stdout.write(`${line}\n`));

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (line.trim() === "quit") process.exit(0);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  engine.postMessage(line);
});
lines.on("close", () => process.exit(0));
