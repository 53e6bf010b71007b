/**
 * The modules of a page as few files: what an entry always loads becomes one, and what is loaded lazily takes
 * from it what both need. Rollup puts them together, since it knows what a page has already loaded when it asks for
 * more (esbuild would make a file for each set of modules that any two have in common); esbuild makes them small.
 */
import { readFileSync } from "node:fs";
import { rollup } from "@rollup/wasm-node";
import { transform } from "esbuild";
import { COMMON } from "./assets.mjs";

/** @typedef {{ file: string, imports: string[] }} Script  its name in the release, and what it always loads */

/**
 * @param {string[]} entries absolute paths
 * @param {string} dir where the files go
 * @param {(text: string, path: string) => Promise<string>} rewrite  puts in the names that files have in the release
 * @returns {Promise<{ scripts: Map<string, Script>, sources: string[] }>} each module that has a file of its own, and all
 *   that went in
 */
export async function packModules(entries, dir, rewrite) {
  const bundle = await rollup({
    input: entries,
    preserveEntrySignatures: "allow-extension",
    plugins: [
      {
        name: "release",
        load: (path) => rewrite(readFileSync(path, "utf8"), path),
        renderChunk: small,
      },
    ],
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const names = "[name]-[hash].js";
  const { output } = await bundle.write({
    dir,
    entryFileNames: names,
    chunkFileNames: names,
    hashCharacters: "hex",
  });
  const sources = bundle.watchFiles;
  await bundle.close();
  /** @type {Map<string, Script>} */
  const scripts = new Map();
  for (const chunk of output) {
    if (chunk.type !== "chunk" || !(chunk.isEntry || chunk.isDynamicEntry)) continue;
    // The one that the others of its file are there for comes last.
    const entry = chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? "";
    scripts.set(entry, { file: chunk.fileName, imports: closureOf(chunk.fileName, output) });
  }
  return { scripts, sources };
}

/** @param {string} code */
async function small(code) {
  const { minify, target, charset, legalComments } = COMMON;
  const how = /** @type {const} */ ({ format: "esm", loader: "js" });
  return (await transform(code, { ...how, minify, target, charset, legalComments })).code;
}

/**
 * @param {string} file @param {readonly import("@rollup/wasm-node").OutputChunk[] | readonly any[]} output
 * @param {Set<string>} [seen] @returns {string[]}
 */
function closureOf(file, output, seen = new Set()) {
  const chunk = output.find(({ fileName }) => fileName === file);
  for (const name of chunk?.imports ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    closureOf(name, output, seen);
  }
  return [...seen];
}
