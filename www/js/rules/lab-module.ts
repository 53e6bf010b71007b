import { memoizeAsync } from "../core/memoize.ts";

const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

/** Loads the Lab's WebAssembly module, which has what would make the page's own module too large. */
export const loadLabModule = memoizeAsync(async () => {
  const lab = await import("../../pkg-lab/lab.js");
  await lab.default({ module_or_path: WASM });
  return lab;
});
