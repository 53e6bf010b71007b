/**
 * Patches the JavaScript that wasm-bindgen has generated, in two ways:
 *
 * - `init()` can load its wasm file in Node too, where `fetch` cannot read files. It gets Node's file module through
 *   `getBuiltinModule`, which bundlers ignore.
 * - Every function that is called before `init()` has resolved throws an error with the code `notInitialised`.
 *
 *     node tools/glue.mjs FILE.js
 */
import { readFileSync, writeFileSync } from "node:fs";

/**
 * The replacements: a text of the file, the number of its occurrences, and the new text.
 * @type {[string, number, string][]}
 */
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
