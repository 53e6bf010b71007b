/**
 * Makes the npm package in target/npm, and its archive target/chuhe.tgz, after `./build.sh wasm`: `tsx tools/release/npm.ts`.
 *
 * The scripts, the wasm and what the engine loads lie in one folder, and each worker is one file without imports. So every
 * address is that of a file beside the script, which holds whether a bundler moves the files, copies them or leaves them.
 * `types` has the declarations.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type OutputFile, type Plugin, build } from "esbuild";
import { LANGS } from "../../www/js/core/languages.ts";
import { filesOf } from "./files.ts";
import { writeLicences } from "./licences.ts";
import { transferSize } from "./size-limits.ts";

/** The modules that a program imports: their name, their script in the package, and their source in `www/`. */
const MODULES = [
  { name: ".", script: "chuhe", source: "pkg/chuhe.js" },
  { name: "./board", script: "board", source: "js/board/index.ts" },
  { name: "./engine", script: "engine", source: "js/engine/client.ts" },
  { name: "./engine/threads", script: "threads", source: "js/engine/threads.ts" },
  { name: "./endings", script: "endings", source: "js/endings/load-endings.ts" },
  { name: "./elements", script: "elements", source: "js/elements/index.ts" },
  { name: "./elements/board", script: "elements-board", source: "js/elements/board-element.ts" },
  { name: "./elements/game", script: "elements-game", source: "js/elements/game-element.ts" },
  { name: "./elements/puzzle", script: "elements-puzzle", source: "js/elements/puzzle-element.ts" },
];
/** The workers' sources in `www/`. Their names are those of their scripts. */
const WORKERS = [
  "js/engine/worker.ts",
  "js/engine/threads-worker.ts",
  "js/engine/helper-worker.ts",
];
/** The other files, as paths in `www/`. */
const FILES = [
  "pkg/chuhe_bg.wasm",
  "pkg-lab/lab_bg.wasm",
  "pkg-threads/threads_bg.wasm",
  "assets/chuhe.nnue",
  "assets/book.bin",
  "assets/endings.bin",
];
/** The address of a file or a worker in a module. */
const ADDRESS =
  /(?<=new URL\((?:\/\* @vite-ignore \*\/ )?)["'][\w./-]*?([\w-]+)(\.\w+)["'](?=,\s*import\.meta\.url\))/g;

/** Changes addresses in modules to those of files beside the script. */
const flat: Plugin = {
  name: "chuhe:flat",
  setup({ onLoad }) {
    onLoad(
      { filter: /\/(js\/engine|js\/rules|js\/endings|pkg|pkg-lab|pkg-threads)\/[\w-]+\.[jt]s$/ },
      ({ path }) => {
        const text = readFileSync(path, "utf8");
        const toScript = (_: string, name: string, extension: string) =>
          `"./${name}${extension === ".ts" ? ".js" : extension}"`;
        return {
          contents: text.replaceAll(ADDRESS, toScript),
          loader: path.endsWith(".ts") ? "ts" : "js",
        };
      },
    );
  },
};

/** The module that loads the words of the elements. */
const LOADER = /\/elements\/load-words\.ts$/;

/** Puts the words into scripts of the package, one for each language, in place of fetching the page's locale files. */
const wordsInScripts = (keys: ReadonlySet<string>): Plugin => ({
  name: "chuhe:words",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: LOADER }, () => {
      const loaders = LANGS.map((lang) => `${JSON.stringify(lang)}: () => import("words-${lang}")`);
      const contents = `const LOADERS = { ${loaders.join(", ")} };
        export const loadWords = async (lang) => (await LOADERS[lang]()).default;`;
      return { contents };
    });
    onResolve({ filter: /^words-/ }, ({ path }) => ({ path, namespace: "words" }));
    onLoad({ filter: /^words-/, namespace: "words" }, ({ path }) => {
      const words = Object.entries(wordsOf(path.replace("words-", ""))).filter(([key]) =>
        keys.has(key),
      );
      return { contents: `export default ${JSON.stringify(Object.fromEntries(words))};` };
    });
  },
});

/** Returns the messages that elements can use, by key. */
function wordsOf(lang: string): Record<string, string> {
  const files = ["", "elements/", "puzzles/"].map((family) => `www/locales/${family}${lang}.json`);
  return Object.assign({}, ...files.map((path) => JSON.parse(readFileSync(path, "utf8"))));
}

/** Returns the keys of messages that scripts name, whole or by a prefix such as `piece.` before a value. */
function keysIn(text: string): Set<string> {
  const prefixes = [...text.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map(([, prefix = ""]) => prefix);
  const isUsed = (key: string) =>
    text.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  return new Set(Object.keys(wordsOf("en")).filter(isUsed));
}

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const OUT = "target/npm";
const ARCHIVE = "target/chuhe.tgz";
await make();

async function make(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const entries = MODULES.map(({ script, source }) => ({ in: `www/${source}`, out: script }));
  const ofElements = entries.filter(({ out }) => out.startsWith("elements"));
  // Only what remains of the scripts in the package counts.
  const scripts = await bundle(ofElements, new Set(), false);
  const keys = keysIn(scripts.map(({ text }) => text).join("\n"));
  await bundle(entries, keys);
  for (const source of WORKERS)
    await bundle([{ in: `www/${source}`, out: basename(source, ".ts") }], keys);
  for (const path of FILES) cpSync(`www/${path}`, join(OUT, basename(path)));
  declare();
  cpSync("docs/NPM.md", `${OUT}/README.md`);
  writeLicences(OUT);
  writeFileSync(`${OUT}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", ".."], { cwd: OUT });
  renameSync(`target/chuhe-${manifest().version}.tgz`, ARCHIVE);
  const sizes = filesOf(OUT).map((path) => transferSize(OUT, path));
  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(`${OUT}: ${sizes.length} files, ${sum} bytes compressed`);
}

/**
 * Bundles modules; what several of them import becomes scripts of its own. `keys` are those of the elements' words.
 * Returns the scripts, which are also written unless `write` is false.
 */
async function bundle(
  entryPoints: { in: string; out: string }[],
  keys: ReadonlySet<string>,
  write = true,
): Promise<OutputFile[]> {
  const { outputFiles = [] } = await build({
    write,
    entryPoints,
    outdir: OUT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    logLevel: "warning",
    plugins: [flat, wordsInScripts(keys)],
  });
  return outputFiles;
}

function declare(): void {
  execFileSync("node_modules/.bin/tsc", ["--project", "tsconfig.package.json"], {
    stdio: "inherit",
  });
  // The keys of the page's messages are a type made from its locale files, which are no part of the package.
  writeFileSync(`${OUT}/types/js/core/message-keys.d.ts`, "export type MessageKey = string;\n");
  // They name `Symbol.dispose`, which the libraries of older targets lack.
  const library = '/// <reference lib="esnext.disposable" />\n';
  for (const path of ["pkg/chuhe.d.ts", "pkg-lab/lab.d.ts"]) {
    mkdirSync(join(OUT, "types", dirname(path)), { recursive: true });
    writeFileSync(join(OUT, "types", path), library + readFileSync(join("www", path), "utf8"));
  }
}

function manifest() {
  const { name, version, description, keywords, license, repository, engines } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const entries = MODULES.map(({ name: entry, script, source }) => {
    const types = `./types/${source.replace(/\.[jt]s$/, ".d.ts")}`;
    return [entry, { types, default: `./${script}.js` }];
  });
  return {
    name,
    version,
    description,
    keywords,
    license,
    repository,
    type: "module",
    exports: {
      ...Object.fromEntries(entries),
      "./chuhe_bg.wasm": "./chuhe_bg.wasm",
      "./assets/*": "./*",
      "./package.json": "./package.json",
    },
    sideEffects: ["./*worker.js", "./elements.js"],
    engines,
  };
}
