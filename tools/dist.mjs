/**
 * Packs what `./build.sh wasm` left in www/ into dist/, with the licences, and weighs it:
 * the engine (wasm and its JavaScript side) must stay small enough for a slow connection.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const ENGINE = ["pkg/chuhe_bg.wasm", "pkg/chuhe.js"];
const ENGINE_LIMIT = 185_000;
/** What is fetched once the board can be used. */
const NETWORK = "assets/chuhe.nnue";
const NETWORK_LIMIT = 300_000;
/** Formats that no server compresses again. */
const COMPRESSED = /\.(png|jpe?g|webp|avif|woff2|mp3|ogg|opus|m4a)$/;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
pack();
weigh();

/** Copies what a static host needs: no types, no stamps. */
function pack() {
  rmSync("dist", { recursive: true, force: true });
  const wanted = (/** @type {string} */ path) =>
    !path.endsWith(".d.ts") && !(basename(path).startsWith(".") && path !== ".");
  cpSync("www", "dist", { recursive: true, filter: wanted });
  mkdirSync("dist/licences", { recursive: true });
  cpSync("LICENSE-MIT", "dist/licences/LICENSE-MIT.txt");
  cpSync("LICENSE-APACHE", "dist/licences/LICENSE-APACHE.txt");
  writeFileSync("dist/licences/third-party.txt", thirdParty());
}

/**
 * The crates whose code is inside the wasm, each with its licence. Where Apache-2.0 may be chosen it is (its text
 * lies beside the file); the texts of other licences follow in full.
 * @returns {string}
 */
function thirdParty() {
  const lines = [
    "The engine of Chuhe (chuhe_bg.wasm) contains parts of the works below.",
    "Where Apache-2.0 is offered they are used under it; its text is in LICENSE-APACHE.txt.",
    "",
    "The Rust standard library: MIT OR Apache-2.0",
  ];
  for (const { name, version, license, manifest_path } of linkedCrates()) {
    lines.push(`${name} ${version}: ${license}`);
    const apache = /\bOR Apache-2\.0|Apache-2\.0 OR\b/.test(license);
    if (!apache || license.includes(" AND ")) {
      lines.push("", licenceText(dirname(manifest_path), apache ? /APACHE|MIT/ : /^$/), "");
    }
  }
  return lines.join("\n") + "\n";
}

/**
 * @typedef {{id: string, name: string, version: string, license: string, manifest_path: string,
 *   targets: {kind: string[]}[]}} Crate
 * @returns {Crate[]} What the wasm is linked from, by name: no tests, build scripts or macros.
 */
function linkedCrates() {
  const args = "metadata --locked --format-version 1 --filter-platform wasm32-unknown-unknown";
  const metadata = JSON.parse(
    execFileSync("cargo", args.split(" "), { encoding: "utf8", maxBuffer: 1 << 28 }),
  );
  const crates = new Map(metadata.packages.map((/** @type {Crate} */ crate) => [crate.id, crate]));
  const nodes = new Map(
    metadata.resolve.nodes.map((/** @type {{id: string}} */ node) => [node.id, node]),
  );
  const isMacro = (/** @type {Crate} */ crate) =>
    crate.targets.some(({ kind }) => kind.includes("proc-macro"));
  const linked = new Set();
  const visit = (/** @type {string} */ id) => {
    for (const dep of nodes.get(id).deps) {
      const normal = dep.dep_kinds.some(
        (/** @type {{kind: string | null}} */ { kind }) => kind === null,
      );
      if (!normal || linked.has(dep.pkg) || isMacro(crates.get(dep.pkg))) continue;
      linked.add(dep.pkg);
      visit(dep.pkg);
    }
  };
  visit(metadata.resolve.root);
  return [...linked].map((id) => crates.get(id)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {string} folder A crate's.
 * @param {RegExp} except Names of licence files that are not needed.
 */
function licenceText(folder, except) {
  const names = readdirSync(folder).filter(
    (name) => /^(LICEN[CS]E|COPYING)/i.test(name) && !except.test(name),
  );
  if (names.length === 0) throw new Error(`no licence text in ${folder}`);
  return names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}

/** Prints the sizes as a browser downloads them; fails if the engine or its network is too large. */
function weigh() {
  const files = readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join("dist", path)).isFile(),
  );
  const total = files.reduce((sum, path) => sum + transferSize(path), 0);
  const engine = ENGINE.reduce((sum, path) => sum + transferSize(path), 0);
  for (const path of ENGINE) console.log(`${path}: ${transferSize(path)} bytes (brotli)`);
  console.log(`engine: ${engine} of at most ${ENGINE_LIMIT} bytes (brotli)`);
  const network = transferSize(NETWORK);
  console.log(`network: ${network} of at most ${NETWORK_LIMIT} bytes (brotli)`);
  console.log(`dist: ${files.length} files, ${total} bytes (brotli where it helps)`);
  if (engine > ENGINE_LIMIT) throw new Error("the engine is too large");
  if (network > NETWORK_LIMIT) throw new Error("the network is too large");
}

/** @param {string} path Relative to dist/. */
function transferSize(path) {
  const bytes = readFileSync(join("dist", path));
  if (COMPRESSED.test(path)) return bytes.length;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
