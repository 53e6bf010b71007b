/**
 * What the engine service costs the page, measured in Chromium on the built page: run by hand.
 *
 *     node tests/web/bench-page.mjs [SECONDS]
 *
 * Prints a table; asserts nothing, since the figures are the machine's. Build the wasm first.
 */

import { existsSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { startServer } from "../../tools/server.mjs";
import { ROOT, browser } from "./helpers.mjs";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const SECONDS = Number(process.argv[2] ?? 10);
const STOPS = 20;
const RUNS = 5;
/** Lets the page see shared memory and, what matters here, measure its own memory. */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
const PROBE = {
  "probe.html": { type: "text/html", body: "<!doctype html><title>Probe</title><p id=out></p>" },
};

/** Runs in the page: makes the client, and the tools the measurements share. */
async function prepare() {
  const { EngineClient } = await import(new URL("js/engine/client.js", location.href).href);
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const started = [];
  const createWorker = (url) => {
    started.push(url);
    return new Worker(url, { type: "module" });
  };
  const client = new EngineClient({ module, createWorker });
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  Object.assign(globalThis, { bench: { client, started, pause } });
}

/** Runs in the page: one search by time, with an eye on the main thread and on the infos. */
async function watchedSearch({ fen, movetime }) {
  const { client, pause } = bench;
  const tasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ entryTypes: ["longtask"] });
  const frames = [];
  let watching = true;
  const frame = (now) => {
    frames.push(now);
    if (watching) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const infos = [];
  const onInfo = () => infos.push(performance.now());
  const from = performance.now();
  const report = await client.getBestMove(fen, { movetime }, { onInfo });
  const took = performance.now() - from;
  watching = false;
  await pause(100);
  observer.disconnect();
  return { tasks, frames, infos, report, took };
}

/** Runs in the page: how long each of some stops takes, asked at different moments of a search. */
async function stops({ fen, count }) {
  const { client, started, pause } = bench;
  const waits = [];
  const replaced = started.length;
  for (let i = 0; i < count; i++) {
    let asked = 0;
    const onInfo = () => (asked ||= performance.now());
    const answer = client.getBestMove(fen, {}, { onInfo });
    while (!asked) await pause(5);
    await pause(100 + 17 * i);
    asked = performance.now();
    client.stop();
    await answer;
    waits.push(performance.now() - asked);
  }
  return { waits, replaced: started.length - replaced };
}

/** Runs in the page: searches to a depth, each in a new game. */
async function toDepth({ fen, depth, runs }) {
  const { client } = bench;
  const took = [];
  let nodes = 0;
  for (let i = 0; i < runs; i++) {
    client.newGame();
    const from = performance.now();
    ({ nodes } = await client.getBestMove(fen, { depth }));
    took.push(performance.now() - from);
  }
  return { took, nodes };
}

/** Runs in the page. */
async function ownMemory() {
  return (await performance.measureUserAgentSpecificMemory?.())?.bytes;
}

/** Memory of the largest renderer process, in MB; Linux only. */
async function rendererMemory() {
  const session = await (await browser()).newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const sizes = renderers.map(({ id }) => processMemory(id));
  return sizes.sort((a, b) => b.private - a.private)[0];
}

/** @param {number} pid */
function processMemory(pid) {
  const sum = { resident: 0, private: 0 };
  const path = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(path)) return sum;
  for (const [, name, kb] of readFileSync(path, "utf8").matchAll(/^(\w+): +(\d+) kB/gm)) {
    if (name === "Rss") sum.resident += kb / 1024;
    if (name.startsWith("Private_") && name !== "Private_Hugetlb") sum.private += kb / 1024;
  }
  return sum;
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[values.length >> 1];
const ms = (value) => `${value.toFixed(0)} ms`;
const mb = (value) => `${value.toFixed(0)} MB`;

/** The most of `times` that fall into any one second. */
function mostPerSecond(times) {
  const within = (from) => times.filter((time) => time >= from && time < from + 1000).length;
  return Math.max(...times.map(within));
}

function longestGap(times) {
  return Math.max(...times.slice(1).map((time, i) => time - times[i]));
}

async function measure(page) {
  const rows = [];
  const add = (what, value) => rows.push([what, value]);
  await page.evaluate(prepare);
  const { took, nodes } = await page.evaluate(toDepth, { fen: START, depth: 10, runs: RUNS });
  add(`depth 10 from the start, first (with loading)`, ms(took[0]));
  add(`depth 10 from the start, median of ${RUNS}`, ms(median(took)));
  add("nodes to depth 10", String(nodes));
  const search = { fen: START, movetime: SECONDS * 1000 };
  const { tasks, frames, infos, report, took: time } = await page.evaluate(watchedSearch, search);
  add(`search by time: asked ${SECONDS * 1000} ms, took`, ms(time));
  add("  depth, nodes per second", `${report.depth}, ${Math.round(report.nodes / time)} k`);
  add("  main-thread tasks over 50 ms", String(tasks.length));
  add("  longest of them", ms(Math.max(0, ...tasks)));
  add("  longest gap between two frames", ms(longestGap(frames)));
  add(
    "  infos per second: mean, most",
    `${(infos.length / (time / 1000)).toFixed(1)}, ${mostPerSecond(infos)}`,
  );
  const { waits, replaced } = await page.evaluate(stops, { fen: START, count: STOPS });
  add(`stop to answer, median of ${STOPS}`, ms(median(waits)));
  add("stop to answer, longest", ms(Math.max(...waits)));
  add("workers that had to be replaced", String(replaced));
  const renderer = await rendererMemory();
  add("renderer process: resident, private", `${mb(renderer.resident)}, ${mb(renderer.private)}`);
  const own = await page.evaluate(ownMemory);
  add("page and worker, as the browser counts", own ? mb(own / 2 ** 20) : "not told");
  return rows;
}

async function main() {
  const server = await startServer({ root: `${ROOT}www`, headers: ISOLATED, files: PROBE });
  const chromium = await browser();
  const page = await chromium.newPage();
  const path = existsSync(`${ROOT}www/index.html`) ? "" : "probe.html";
  await page.goto(server.url + path, { waitUntil: "networkidle" });
  const rows = await measure(page);
  const [{ model }] = cpus();
  console.log(`Chromium ${chromium.version()}, ${cpus().length} x ${model}, load ${loadavg()[0]}`);
  const width = Math.max(...rows.map(([what]) => what.length));
  for (const [what, value] of rows) console.log(`${what.padEnd(width)}  ${value}`);
  await chromium.close();
  await server.close();
}

await main();
// The helpers carry node's test runner along, which would now report on no tests at all.
process.exit();
