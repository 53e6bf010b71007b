/**
 * Where the engine's time goes, natively and in Chromium: `./build.sh profile` builds what it needs and runs it.
 *
 *     npx tsx tools/profile.ts PKG NATIVE
 *
 * PKG is a folder like www/pkg whose wasm has kept its names, NATIVE the native program. Writes the tables
 * of docs/PROFILE.md and leaves the words around them alone. The native half needs Linux's `perf`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { browser } from "../tests/web/helpers.ts";
import { startServer } from "../tests/web/server.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/PROFILE.md");
const ASSETS = join(import.meta.dirname, "../www/assets");
const SECONDS = 1;
/** Functions with a smaller share are left out. */
const LEAST = 0.01;

const [, , pkg = "www/pkg", native = "target/release/chuhe"] = process.argv;

/** @typedef {Map<string, number>} Shares the share of the time by function, 0 to 1 */

/** Runs in the page: searches each position with the network. @param {{ fens: string[], seconds: number }} work */
async function search({ fens, seconds }) {
  const { default: init, Engine } = await import(new URL("pkg/chuhe.js", location.href).href);
  await init();
  const engine = new Engine(16);
  engine.loadNetwork(new Uint8Array(await (await fetch("assets/chuhe.nnue")).arrayBuffer()));
  for (const fen of fens) {
    engine.newGame();
    engine.begin(fen, { movetime: seconds * 1000 });
    while (!engine.step(1000, () => {}));
    engine.finish();
  }
}

/** @param {string[]} fens @returns {Promise<Shares>} */
async function inChromium(fens) {
  const blank = { type: "text/html", body: "<!doctype html><title>Profile</title>" };
  const root = resolve(pkg, "..");
  const network = readFileSync(join(ASSETS, "chuhe.nnue"));
  const server = await startServer({ root, files: { "blank.html": blank } });
  try {
    const page = await (await browser()).newPage();
    await page.route("**/assets/chuhe.nnue", (route) => route.fulfill({ body: network }));
    await page.goto(`${server.url}blank.html`);
    const session = await page.context().newCDPSession(page);
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: 500 });
    await session.send("Profiler.start");
    await page.evaluate(search, { fens, seconds: SECONDS });
    const { profile } = await session.send("Profiler.stop");
    return sharesOf(profile);
  } finally {
    await server.close();
  }
}

/**
 * @param {{ nodes: { id: number, callFrame: { functionName: string, url: string } }[], samples?: number[] }} profile
 * @returns {Shares}
 */
function sharesOf({ nodes, samples = [] }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<string, number>} */
  const counts = new Map();
  let all = 0;
  for (const id of samples) {
    const frame = names.get(id);
    if (!frame || !/^wasm:|[.]wasm$/.test(frame.url)) continue;
    all += 1;
    const name = shortened(frame.functionName);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].map(([name, count]) => [name, count / all]));
}

/** @returns {Shares | null} null where there is no perf */
function natively() {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-profile-"));
  const data = join(folder, "perf.data");
  try {
    execFileSync("perf", ["record", "-q", "-F", "999", "-o", data, native, "bench"], {
      stdio: "ignore",
    });
    const report = execFileSync("perf", ["report", "-i", data, "--stdio", "-F", "overhead,sym"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    /** @type {Shares} */
    const shares = new Map();
    for (const [, percent, symbol] of report.matchAll(/^\s*([\d.]+)%\s+\[\.\]\s+(.+?)\s*$/gm)) {
      const name = shortened(symbol);
      shares.set(name, (shares.get(name) ?? 0) + Number(percent) / 100);
    }
    return shares;
  } catch (error) {
    console.error(
      `the native half is left out: ${/** @type {Error} */ error.message.split("\n")[0]}`,
    );
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The path of a function without crate, hashes and generic arguments, so that its copies are one. The
 * compilers for the browser and for the machine do not mangle names alike.
 * @param {string} name
 */
function shortened(name) {
  return name
    .replace(/::h[0-9a-f]{16}.*$/, "")
    .replace(/\[[0-9a-f]+\]/g, "")
    .replace(/<impl (?:\w+::)*(\w+)>/g, "$1")
    .replace(/::<.*$/, "")
    .replace(/^<([\w:]+)(?: as .*?)?>::/, "$1::")
    .replace(/^chuhe::/, "");
}

/** @param {string} title @param {Shares} shares */
function table(title, shares) {
  const rows = [...shares].filter(([, share]) => share >= LEAST).sort((a, b) => b[1] - a[1]);
  const line = (/** @type {[string, number]} */ [name, share]) =>
    `| \`${name}\` | ${(share * 100).toFixed(1)} % |`;
  return [`| ${title} | of the time |`, "| --- | ---: |", ...rows.map(line)].join("\n");
}

/** @param {string} text @param {string} mark @param {string} content */
function put(text, mark, content) {
  const [start, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [before, rest] = text.split(start);
  const [, after] = (rest ?? "").split(end);
  if (after === undefined) throw new Error(`docs/PROFILE.md has no marks "${mark}"`);
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}

const fens = execFileSync(native, ["bench", "--positions"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .slice(0, 10);
const tables = { chromium: await inChromium(fens), native: natively() };
await (await browser()).close();
let text = readFileSync(DOCUMENT, "utf8");
for (const [mark, shares] of Object.entries(tables)) {
  if (!shares) continue;
  const made = table(mark === "native" ? "function, natively" : "function, in Chromium", shares);
  console.log(`${made}\n`);
  text = put(text, mark, made);
}
writeFileSync(DOCUMENT, text);
// The helpers carry node's test runner along, which would now report on no tests at all.
process.exit();
