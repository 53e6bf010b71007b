/**
 * Prints the names of the page tests that a change can touch, one a line.
 *
 *     npx tsx tests/web/changed.ts CHANGED_FILE...
 *
 * A change touches a test if it is to a file that the test or its helpers import or name, or that a page named by them
 * loads. A file that no test reaches in this way (a style, words, the server) touches all tests that open a page.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { completePage } from "../../tools/pages.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const tests = readdirSync(`${ROOT}tests/web`).filter((name) => name.endsWith(".test.ts"));
const pages = readdirSync(`${ROOT}www`).filter((name) => name.endsWith(".html"));
/** Files that no page test depends on. */
const APART = /\.(md|rs|py|yml|toml)$|^(fuzz|docs|examples|benches|tests\/(?!web\/|data\/)|\.\w+$)/;
/** Sources of the wasm and the server. */
const ENGINE = /^(src\/|Cargo\.|build\.sh$|package)/;
/** Imports, workers and assets; also in code that a test sends to a page, whose paths are relative to www. */
const NAMED =
  /(?:from|import|import\(|new URL\(|src=|href=)\s*["'`](\.{0,2}[\w./-]+\.(?:m?[jt]s|css|svg))["'`]/g;

const links = new Map<string, string[]>();

/** Returns the files that a file names. */
function named(path: string) {
  const cached = links.get(path);
  if (cached) return cached;
  const paths = [...code(path).matchAll(NAMED)].flatMap(([, name]) =>
    [join(dirname(path), name), join("www", name)]
      .map(sourceOf)
      .filter((file) => existsSync(ROOT + file)),
  );
  const files = paths.filter(
    (file) => !/node_modules|pkg/.test(file) && statSync(ROOT + file).isFile(),
  );
  links.set(path, files);
  return files;
}

/** Returns the source of a script of the package that other programs use; other paths stay as they are. */
const sourceOf = (path: string) =>
  path.replace(/^www\/pkg\/engine\/(.*)\.js$/, "www/js/engine/$1.ts");

/** Returns the files that can be reached from files, themselves included. */
function reached(paths: string[], found = new Set<string>()) {
  for (const path of paths) {
    if (found.has(path)) continue;
    found.add(path);
    reached(named(path), found);
  }
  return found;
}

/** Returns the code of a file without comments and imports of types. */
function code(path: string) {
  const text = readFileSync(ROOT + path, "utf8");
  const whole = path.endsWith(".html") ? completePage(basename(path), text) : text;
  return whole.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^(?:im|ex)port type [^;]*;/gm, "");
}

/** Returns the files that a test reaches, its text, and whether it opens pages. */
function look(name: string) {
  const own = [...reached([`tests/web/${name}`])].filter((path) => path.startsWith("tests/web/"));
  const text = own.map(code).join("\n");
  // A test opens the page of the game without naming it.
  const opened = pages.filter(
    (page) => text.includes(page) || (page === "index.html" && /\bchuhe\./.test(text)),
  );
  const all = reached([`tests/web/${name}`, ...opened.map((page) => `www/${page}`)]);
  return { name, all, text, opens: own.includes("tests/web/helpers.ts") };
}

const changed = process.argv.slice(2).filter((path) => !APART.test(path) || ENGINE.test(path));

const looked = tests.map(look);
const reachable = new Set(looked.flatMap(({ all }) => [...all]));
for (const { name, all, text, opens } of looked) {
  const touched = changed.some(
    (path) =>
      all.has(path) ||
      text.includes(path.split("/").at(-1) ?? path) ||
      (opens && !reachable.has(path)) ||
      (ENGINE.test(path) && (opens || text.includes("pkg"))),
  );
  if (touched) console.log(name);
}
