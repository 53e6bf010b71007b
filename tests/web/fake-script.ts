import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";

/** Returns a file of `fakes` as JavaScript, to be served to a browser. */
export const fakeScript = (name: string): string =>
  transformSync(readFileSync(new URL(`./fakes/${name}`, import.meta.url), "utf8"), {
    loader: "ts",
    format: "esm",
  }).code;
