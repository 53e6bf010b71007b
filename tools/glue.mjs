/**
 * Changes the JavaScript side of the wasm in two ways:
 *
 * - `init()` finds its own file in Node too, whose fetch knows no files. Node's module is asked for in a way that no bundler
 *   looks into.
 * - What is called before `init()` is over throws an error that says so, with the code `notInitialised`, whatever it is.
 *
 *     node tools/glue.mjs FILE.js
 */
import { readFileSync, writeFileSync } from "node:fs";

/** What stands in the file, how often, and what takes its place. @type {[string, number, string][]} */
const CHANGES = [
  [
    "module_or_path = fetch(module_or_path);",
    1,
    `const files = String(module_or_path).startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs/promises');
        module_or_path = files ? files.readFile(new URL(module_or_path)) : fetch(module_or_path);`,
  ],
  [
    "let wasmModule, wasmInstance, wasm;",
    1,
    `let wasmModule, wasmInstance;
const notLoaded = new Proxy({}, {
    get() {
        throw Object.assign(Error('init() has to be awaited first'), { name: 'ChuheError', code: 'notInitialised' });
    },
});
let wasm = notLoaded;`,
  ],
  ["if (wasm !== undefined) return wasm;", 2, "if (wasm !== notLoaded) return wasm;"],
];

const [file] = process.argv.slice(2);
let glue = readFileSync(file, "utf8");
for (const [text, times, change] of CHANGES) {
  if (glue.split(text).length !== times + 1)
    throw new Error(`${file}: "${text}" is not there ${times} times`);
  glue = glue.replaceAll(text, () => change);
}
writeFileSync(file, glue);
