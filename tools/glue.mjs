/**
 * Has the JavaScript side of the wasm find its own file in Node too, whose fetch knows no files: `init()` is then the same
 * everywhere. Node's module is asked for in a way that no bundler looks into.
 *
 *     node tools/glue.mjs FILE.js
 */
import { readFileSync, writeFileSync } from "node:fs";

const FETCH = "module_or_path = fetch(module_or_path);";
const READ = `const files = String(module_or_path).startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs/promises');
        module_or_path = files ? files.readFile(new URL(module_or_path)) : fetch(module_or_path);`;

const [file] = process.argv.slice(2);
const glue = readFileSync(file, "utf8");
if (glue.split(FETCH).length !== 2)
  throw new Error(`${file}: it does not fetch the wasm in one place`);
writeFileSync(
  file,
  glue.replace(FETCH, () => READ),
);
