/**
 * Makes the npm package in target/npm, and its archive target/chuhe.tgz, after `./build.sh wasm`: `tsx tools/release/npm.ts`.
 *
 * The scripts, the wasm and what the engine loads lie in one folder, and each worker is one file without imports. So every
 * address is that of a file beside the script, which holds whether a bundler moves the files, copies them or leaves them.
 * `types` has the declarations.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, build } from "esbuild";
import { filesOf } from "./files.ts";
import { writeLicences } from "./licences.ts";
import { transferSize } from "./size-limits.ts";

/** The modules that a program imports: their name, their script in the package, and their source in `www/`. */
const MODULES = [
  { name: ".", script: "chuhe", source: "pkg/chuhe.js" },
  { name: "./board", script: "board", source: "js/board/index.ts" },
  { name: "./engine", script: "engine", source: "js/engine/client.ts" },
  { name: "./engine/threads", script: "threads", source: "js/engine/threads.ts" },
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
  "pkg-threads/threads_bg.wasm",
  "assets/chuhe.nnue",
  "assets/book.bin",
];
/** The address of a file or a worker in a module. */
const ADDRESS =
  /(?<=new URL\((?:\/\* @vite-ignore \*\/ )?)["'][\w./-]*?([\w-]+)(\.\w+)["'](?=,\s*import\.meta\.url\))/g;

/** Changes addresses in modules to those of files beside the script. */
const flat: Plugin = {
  name: "chuhe:flat",
  setup({ onLoad }) {
    onLoad({ filter: /\/(js\/engine|pkg|pkg-threads)\/[\w-]+\.[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const toScript = (_: string, name: string, extension: string) =>
        `"./${name}${extension === ".ts" ? ".js" : extension}"`;
      return {
        contents: text.replaceAll(ADDRESS, toScript),
        loader: path.endsWith(".ts") ? "ts" : "js",
      };
    });
  },
};

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const OUT = "target/npm";
const ARCHIVE = "target/chuhe.tgz";
await make();

async function make(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await bundle(MODULES.map(({ script, source }) => ({ in: `www/${source}`, out: script })));
  for (const source of WORKERS)
    await bundle([{ in: `www/${source}`, out: basename(source, ".ts") }]);
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

/** Bundles modules; what several of them import becomes scripts of its own. */
async function bundle(entryPoints: { in: string; out: string }[]): Promise<void> {
  await build({
    entryPoints,
    outdir: OUT,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    logLevel: "warning",
    plugins: [flat],
  });
}

function declare(): void {
  execFileSync("node_modules/.bin/tsc", ["--project", "tsconfig.package.json"], {
    stdio: "inherit",
  });
  const text = readFileSync("www/pkg/chuhe.d.ts", "utf8");
  // It names `Symbol.dispose`, which the libraries of older targets lack.
  const library = '/// <reference lib="esnext.disposable" />\n';
  mkdirSync(`${OUT}/types/pkg`, { recursive: true });
  writeFileSync(`${OUT}/types/pkg/chuhe.d.ts`, library + text);
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
    sideEffects: ["./*worker.js"],
    engines,
  };
}
