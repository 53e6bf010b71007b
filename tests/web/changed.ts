/**
 * Names the page tests that a change can touch, one a line.
 *
 *     npx tsx tests/web/changed.ts CHANGED_FILE...
 *
 * A test is touched by what it and its helpers import, by the pages that they name with what those load, and by files
 * that they name. What has no place in that graph (a style, words, the server) touches all tests that open a page.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const tests = readdirSync(`${ROOT}tests/web`).filter((name) => name.endsWith(".test.ts"));
const pages = readdirSync(`${ROOT}www`).filter((name) => name.endsWith(".html"));
/** What no page test can see. */
const APART = /\.(md|rs|py|yml|toml)$|^(fuzz|docs|examples|benches|tests\/(?!web\/|data\/)|\.\w+$)/;
/** What the wasm and the server are made of. */
const ENGINE = /^(src\/|Cargo\.|build\.sh$|package)/;
/** Imports, workers and assets; also of code that a test hands to a page, which is relative to www. */
const NAMED =
  /(?:from|import|import\(|new URL\(|src=|href=)\s*["'`](\.{0,2}[\w./-]+\.(?:m?[jt]s|css|svg))["'`]/g;

/** @type {Map<string, string[]>} */
const links = new Map();

/** The files that a file names. @param {string} path */
function named(path) {
  const known = links.get(path);
  if (known) return known;
  const found = [...code(path).matchAll(NAMED)].flatMap(([, name]) =>
    [join(dirname(path), name), join("www", name)]
      .map(sourceOf)
      .filter((file) => existsSync(ROOT + file)),
  );
  const files = found.filter(
    (file) => !/node_modules|pkg/.test(file) && statSync(ROOT + file).isFile(),
  );
  links.set(path, files);
  return files;
}

/** The source of a script of the package that other programs use. @param {string} path */
const sourceOf = (path) => path.replace(/^www\/pkg\/engine\/(.*)\.js$/, "www/js/engine/$1.ts");

/** All that files lead to, themselves included. @param {string[]} paths @param {Set<string>} [found] */
function reached(paths, found = new Set()) {
  for (const path of paths) {
    if (found.has(path)) continue;
    found.add(path);
    reached(named(path), found);
  }
  return found;
}

/** The code of a file without its comments. @param {string} path */
const code = (path) =>
  readFileSync(ROOT + path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** What a test leads to, and whether it opens pages. @param {string} name */
function look(name) {
  const own = [...reached([`tests/web/${name}`])].filter((path) => path.startsWith("tests/web/"));
  const text = own.map(code).join("\n");
  // The page of the game needs no name.
  const opened = pages.filter(
    (page) => text.includes(page) || (page === "index.html" && /\bchuhe\./.test(text)),
  );
  const all = reached([`tests/web/${name}`, ...opened.map((page) => `www/${page}`)]);
  return { name, all, text, opens: own.includes("tests/web/helpers.ts") };
}

const changed = process.argv.slice(2).filter((path) => !APART.test(path) || ENGINE.test(path));

const seen = tests.map(look);
const known = new Set(seen.flatMap(({ all }) => [...all]));
for (const { name, all, text, opens } of seen) {
  const touched = changed.some(
    (path) =>
      all.has(path) ||
      text.includes(path.split("/").at(-1) ?? path) ||
      (opens && !known.has(path)) ||
      (ENGINE.test(path) && (opens || text.includes("pkg"))),
  );
  if (touched) console.log(name);
}
