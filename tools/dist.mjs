/**
 * Makes a release in dist/ of what `./build.sh wasm` left in www/, and weighs it.
 *
 * Pages keep their names; scripts, styles, words and everything else that they load are bundled, minified and
 * named by their content in `dist/app/`, so that a file of one release is never taken for another's. The service
 * worker, which has the list of them, keeps a release together in the browser.
 *
 * What belongs to a release is found by itself: each www/*.html with its scripts and styles, each module that is
 * imported, also lazily, and each file that a module names by `new URL("name", import.meta.url)`, where the name
 * may have one hole: `../locales/${lang}.json`. A file of www/ that nothing names is an error.
 *
 * `node tools/dist.mjs [FOLDER]`
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { Assets, COMMON, hash } from "./release/assets.mjs";
import { writeLicences } from "./release/licences.mjs";
import { makePages } from "./release/pages.mjs";

/** The module that every page is given, for updates. */
const RELEASE_SCRIPT = "js/shell/release.js";
/** How a page says which release it is of. */
const NAMED = /<meta name="release"[^>]*>/;
/** Where files are whose names say what is in them. */
const FOLDER = "app";
const MANIFEST = "manifest.webmanifest";
/** Known to the release without being named by a page or module; modules may hold nothing but types. */
const APART = /^(sw\.js|manifest\.webmanifest|assets\/OFL\.txt)$|^js\/|\.html$|\.d\.ts$|(^|\/)\./;
/** Large and not needed offline, such as music and the wasm of several threads: kept in the browser once used. */
const LATER = /^(?:music|threads|helper-worker)/;

/** In bytes as a browser downloads them. */
const LIMITS = {
  engine: 218_000,
  threads: 223_000,
  network: 300_000,
  first: 316_000,
  kept: 3_000_000,
};
/** What playing takes besides what index.html loads by itself; of the words those that are longer. */
const TO_PLAY = ["pkg/chuhe_bg.wasm", "js/engine/worker.js"];
const TO_PLAY_SCRIPTS = ["pkg/chuhe.js", "js/engine/client.js"];
const NETWORK = "assets/chuhe.nnue";
/** What a search with several threads takes besides. */
const THREADS = [
  "pkg-threads/threads_bg.wasm",
  "js/engine/threads-worker.js",
  "js/engine/helper-worker.js",
];
/** Formats that no server compresses again. */
const COMPRESSED = /\.(png|jpe?g|webp|avif|woff2|mp3|ogg|opus|m4a)$/;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [out = "dist"] = process.argv.slice(2);
const www = resolve("www");
const files = join(out, FOLDER);

await make();

async function make() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const assets = new Assets(files);
  const names = readdirSync("www").filter((name) => name.endsWith(".html"));
  const pages = await makePages({ names, www, folder: FOLDER, assets, extra: RELEASE_SCRIPT });
  writeFileSync(join(out, MANIFEST), await manifest(assets));
  refuseForgotten(assets.sources);
  const id = releaseId(pages);
  for (const { name, html } of pages) {
    const named = html.replace("<head>", `<head>\n<meta name="release" content="${id}" />`);
    writeFileSync(join(out, name), named);
  }
  const kept = await serviceWorker(id);
  writeLicences(out, bundledPackages(assets.sources));
  await weigh(pages, assets, kept);
}

/** With its icons under the names they have in the release. @param {Assets} assets */
async function manifest(assets) {
  const data = JSON.parse(readFileSync(join("www", MANIFEST), "utf8"));
  const rename = async (/** @type {{ src: string }} */ image) => {
    image.src = `${FOLDER}/${await assets.name(join(www, image.src))}`;
  };
  const shortcuts = (data.shortcuts ?? []).flatMap((/** @type {any} */ each) => each.icons ?? []);
  for (const image of [...data.icons, ...(data.screenshots ?? []), ...shortcuts])
    await rename(image);
  return `${JSON.stringify(data)}\n`;
}

/** @param {string[]} sources absolute paths of what the release was made of */
function refuseForgotten(sources) {
  const used = new Set(sources);
  const forgotten = filesOf("www").filter(
    (path) => !APART.test(path) && !used.has(join(www, path)),
  );
  if (forgotten.length > 0)
    throw new Error(`nothing in the release names ${forgotten.map((path) => `www/${path}`)}`);
}

/** @param {import("./release/pages.mjs").Page[]} pages */
function releaseId(pages) {
  const parts = [...readdirSync(files).toSorted(), ...pages.map(({ html }) => html)];
  return hash([...parts, readFileSync(join(out, MANIFEST)), readFileSync("www/sw.js")].join("\n"));
}

/** Writes sw.js. @param {string} id @returns {Promise<string[]>} what it keeps from the first visit on */
async function serviceWorker(id) {
  /** @type {Record<"files" | "later", Record<string, string>>} */
  const lists = { files: {}, later: {} };
  for (const path of filesOf(out)) {
    const list = LATER.test(basename(path)) ? lists.later : lists.files;
    const digest = createHash("sha256").update(readFileSync(join(out, path)));
    list[path] = `sha256-${digest.digest("base64")}`;
  }
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: ["www/sw.js"],
    define: { __RELEASE__: JSON.stringify({ id, folder: FOLDER, ...lists }) },
    format: "iife",
    write: false,
  });
  writeFileSync(join(out, "sw.js"), outputFiles[0].contents);
  return Object.keys(lists.files);
}

/** Names of the npm packages among the sources. @param {string[]} sources */
function bundledPackages(sources) {
  const names = sources.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.flatMap((name) => name ?? []))].toSorted();
}

/**
 * Prints the sizes as a browser downloads them; fails if something is too large.
 * @param {import("./release/pages.mjs").Page[]} pages @param {Assets} assets @param {string[]} kept
 */
async function weigh(pages, assets, kept) {
  const index = pages.find(({ name }) => name === "index.html");
  if (!index) throw new Error("there is no index.html");
  const released = (/** @type {string} */ path) => assets.name(join(www, path));
  const toPlay = await Promise.all([...TO_PLAY, await longestWords(released)].map(released));
  for (const path of TO_PLAY_SCRIPTS) {
    const script = index.scripts.get(join(www, path));
    if (script) toPlay.push(script.file, ...script.imports);
  }
  const names = new Set([...index.first, ...toPlay]);
  const first = ["index.html", ...[...names].map((name) => `${FOLDER}/${name}`)];
  const bySize = first.map((path) => ({ path, size: transferSize(path) }));
  bySize.sort((a, b) => b.size - a.size);
  console.log("First load, in bytes (brotli where it helps):");
  for (const { path, size } of bySize) console.log(`${String(size).padStart(9)}  ${path}`);
  const glue = index.scripts.get(join(www, "pkg/chuhe.js"))?.file;
  const engine = [await released("pkg/chuhe_bg.wasm"), glue];
  check("first load", first, LIMITS.first);
  check(
    "engine",
    engine.map((name) => `${FOLDER}/${name}`),
    LIMITS.engine,
  );
  const threads = await Promise.all(THREADS.map(released));
  check(
    "threads",
    threads.map((name) => `${FOLDER}/${name}`),
    LIMITS.threads,
  );
  check("network", [`${FOLDER}/${await released(NETWORK)}`], LIMITS.network);
  check("kept for use offline", kept, LIMITS.kept);
}

/** @param {(path: string) => Promise<string>} released @returns {Promise<string>} relative to www */
async function longestWords(released) {
  const names = readdirSync("www/locales").filter((name) => name.endsWith(".json"));
  const paths = names.map((name) => `locales/${name}`);
  const sizes = await Promise.all(
    paths.map(async (path) => transferSize(`${FOLDER}/${await released(path)}`)),
  );
  return paths[sizes.indexOf(Math.max(...sizes))];
}

/** @param {string} what @param {string[]} paths @param {number} limit */
function check(what, paths, limit) {
  const size = paths.reduce((sum, path) => sum + transferSize(path), 0);
  console.log(`${what}: ${paths.length} files, ${size} of at most ${limit} bytes`);
  if (size > limit) throw new Error(`${what}: too large`);
}

/**
 * How well a page is compressed hangs on the name of the release in it, by a hundred bytes either way. It is weighed
 * without, so that it is as heavy as before until something in it changes.
 * @param {string} path Relative to the release.
 */
function transferSize(path) {
  const whole = readFileSync(join(out, path));
  const bytes = path.endsWith(".html") ? Buffer.from(String(whole).replace(NAMED, "")) : whole;
  if (COMPRESSED.test(path)) return bytes.length;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** @param {string} folder @returns {string[]} paths relative to it */
function filesOf(folder) {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((path) => statSync(join(folder, path)).isFile()).toSorted();
}
