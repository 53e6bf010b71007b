/**
 * Measures which functions take the engine's time, natively and in Chromium: `./build.sh profile` builds and runs it.
 *
 *     npx tsx tools/profile.ts PKG NATIVE
 *
 * PKG is a folder like www/pkg whose wasm contains the names of functions. NATIVE is the native program. The tool
 * replaces the tables of docs/PROFILE.md and keeps the text around them. The native measurement needs Linux's `perf`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { browser } from "../tests/web/helpers.ts";
import { startServer } from "../tests/web/server.ts";
import type * as Wasm from "../www/pkg/chuhe.js";

const DOCUMENT = join(import.meta.dirname, "../docs/PROFILE.md");
const ASSETS = join(import.meta.dirname, "../www/assets");
const SECONDS = 1;
/** The smallest share of the time that is listed. */
const LEAST = 0.01;

const [, , pkg = "www/pkg", native = "target/release/chuhe"] = process.argv;

/** The share of the time that each function takes, 0 to 1, by name. */
type Shares = Map<string, number>;

/** Searches each position with the network. This function is executed in the page. */
async function search({ fens, seconds }: { fens: string[]; seconds: number }) {
  const url = new URL("pkg/chuhe.js", location.href).href;
  const { default: init, Engine }: typeof Wasm = await import(url);
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

async function inChromium(fens: string[]) {
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

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples?: number[];
}

function sharesOf({ nodes, samples = [] }: CpuProfile): Shares {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const counts = new Map<string, number>();
  let all = 0;
  for (const id of samples) {
    const frame = frames.get(id);
    if (!frame || !/^wasm:|[.]wasm$/.test(frame.url)) continue;
    all += 1;
    const name = shortened(frame.functionName);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].map(([name, count]) => [name, count / all]));
}

/** Profiles the native program with `perf`; returns null if that fails. */
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
    const shares: Shares = new Map();
    for (const [, percent, symbol] of report.matchAll(/^\s*([\d.]+)%\s+\[\.\]\s+(.+?)\s*$/gm)) {
      const name = shortened(symbol);
      shares.set(name, (shares.get(name) ?? 0) + Number(percent) / 100);
    }
    return shares;
  } catch (error) {
    console.error(`the native half is left out: ${(error as Error).message.split("\n")[0]}`);
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the path of a function without crate, hashes and generic arguments, so that all its instances count as one.
 * The compilers for the browser and for the machine mangle names differently.
 */
const shortened = (name: string) =>
  name
    .replace(/::h[0-9a-f]{16}.*$/, "")
    .replace(/\[[0-9a-f]+\]/g, "")
    .replace(/<impl (?:\w+::)*(\w+)>/g, "$1")
    .replace(/::<.*$/, "")
    .replace(/^<([\w:]+)(?: as .*?)?>::/, "$1::")
    .replace(/^chuhe_/, "");

function table(title: string, shares: Shares) {
  const rows = [...shares].filter(([, share]) => share >= LEAST).sort((a, b) => b[1] - a[1]);
  const line = ([name, share]: [string, number]) =>
    `| \`${name}\` | ${(share * 100).toFixed(1)} % |`;
  return [`| ${title} | of the time |`, "| --- | ---: |", ...rows.map(line)].join("\n");
}

/** Replaces the text between the comments `mark` and `/mark`. */
function put(text: string, mark: string, content: string) {
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
  const rows = table(mark === "native" ? "function, natively" : "function, in Chromium", shares);
  console.log(`${rows}\n`);
  text = put(text, mark, rows);
}
writeFileSync(DOCUMENT, text);
// Exits before node's test runner, which the helpers import, reports that there are no tests.
process.exit();
