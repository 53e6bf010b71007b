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

/** @typedef {Awaited<ReturnType<typeof prepare>>} Bench what `prepare` leaves in the page */

/** Runs in the page: makes the client, and the tools the measurements share. */
async function prepare() {
  /** @type {typeof import("../../www/js/engine/client.js")} */
  const { EngineClient } = await import(new URL("js/engine/client.js", location.href).href);
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  /** @type {(string | URL)[]} */
  const started = [];
  const createWorker = (/** @type {string | URL} */ url) => {
    started.push(url);
    return new Worker(url, { type: "module" });
  };
  const client = new EngineClient({ module, createWorker });
  const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  return { client, started, pause };
}

/**
 * Runs in the page: one search by time, with an eye on the main thread and on the infos.
 * @param {Bench} bench
 * @param {{ fen: string, movetime: number }} search
 */
async function watchedSearch({ client, pause }, { fen, movetime }) {
  /** @type {number[]} */
  const tasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ entryTypes: ["longtask"] });
  /** @type {number[]} */
  const frames = [];
  let watching = true;
  const frame = (/** @type {number} */ now) => {
    frames.push(now);
    if (watching) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  /** @type {number[]} */
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

/**
 * Runs in the page: how long each of some stops takes, asked at different moments of a search.
 * @param {Bench} bench
 * @param {{ fen: string, count: number }} search
 */
async function stops({ client, started, pause }, { fen, count }) {
  const waits = [];
  const replaced = started.length;
  for (let i = 0; i < count; i++) {
    /** @type {Promise<any>} */
    let answer = Promise.resolve();
    await new Promise((resolve) => {
      answer = client.getBestMove(fen, {}, { onInfo: resolve });
    });
    await pause(100 + 17 * i);
    const asked = performance.now();
    client.stop();
    await answer;
    waits.push(performance.now() - asked);
  }
  return { waits, replaced: started.length - replaced };
}

/**
 * Runs in the page: searches to a depth, each in a new game.
 * @param {Bench} bench
 * @param {{ fen: string, depth: number, runs: number }} search
 */
async function toDepth({ client }, { fen, depth, runs }) {
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

/** Runs in the page: bytes, its worker's included; undefined where the browser does not tell. */
async function ownMemory() {
  const measuring = /** @type {any} */ (performance);
  return (await measuring.measureUserAgentSpecificMemory?.())?.bytes;
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
    if (name === "Rss") sum.resident += Number(kb) / 1024;
    if (/^Private_(Clean|Dirty)$/.test(name)) sum.private += Number(kb) / 1024;
  }
  return sum;
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
/** @param {number} value */
const ms = (value) => `${value.toFixed(0)} ms`;
/** @param {number} value */
const mb = (value) => `${value.toFixed(0)} MB`;

/** The most of `times` that fall into any one second. @param {number[]} times */
function mostPerSecond(times) {
  const counts = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length);
  return Math.max(...counts);
}

/** @param {number[]} times */
function longestGap(times) {
  return Math.max(...times.slice(1).map((time, i) => time - times[i]));
}

/** @typedef {import("playwright-core").JSHandle<Bench>} Handle */

/** @param {Handle} bench */
async function depthRows(bench) {
  const { took, nodes } = await bench.evaluate(toDepth, { fen: START, depth: 10, runs: RUNS });
  return [
    ["depth 10 from the start, first (with loading)", ms(took[0])],
    [`depth 10 from the start, median of ${RUNS}`, ms(median(took))],
    ["nodes to depth 10", String(nodes)],
  ];
}

/** @param {Handle} bench */
async function searchRows(bench) {
  const search = { fen: START, movetime: SECONDS * 1000 };
  const { tasks, frames, infos, report, took } = await bench.evaluate(watchedSearch, search);
  const rate = infos.length / (took / 1000);
  return [
    [`search by time: asked ${SECONDS * 1000} ms, took`, ms(took)],
    ["  depth, nodes per second", `${report.depth}, ${Math.round(report.nodes / took)} k`],
    ["  main-thread tasks over 50 ms, longest", `${tasks.length}, ${ms(Math.max(0, ...tasks))}`],
    ["  longest gap between two frames", ms(longestGap(frames))],
    ["  infos per second: mean, most", `${rate.toFixed(1)}, ${mostPerSecond(infos)}`],
  ];
}

/** @param {Handle} bench */
async function stopRows(bench) {
  const { waits, replaced } = await bench.evaluate(stops, { fen: START, count: STOPS });
  return [
    [
      `stop to answer, ${STOPS} times: median, longest`,
      `${ms(median(waits))}, ${ms(Math.max(...waits))}`,
    ],
    ["workers that had to be replaced", String(replaced)],
  ];
}

/** @param {Handle} bench */
async function memoryRows(bench) {
  const renderer = await rendererMemory();
  const own = await bench.evaluate(ownMemory);
  return [
    ["renderer process: resident, private", `${mb(renderer.resident)}, ${mb(renderer.private)}`],
    ["page and worker, as the browser counts", own ? mb(own / 2 ** 20) : "not told"],
  ];
}

async function main() {
  const server = await startServer({ root: `${ROOT}www`, headers: ISOLATED, files: PROBE });
  const chromium = await browser();
  const page = await chromium.newPage();
  const path = existsSync(`${ROOT}www/index.html`) ? "" : "probe.html";
  await page.goto(server.url + path, { waitUntil: "networkidle" });
  const bench = await page.evaluateHandle(prepare);
  const rows = [];
  for (const part of [depthRows, searchRows, stopRows, memoryRows])
    rows.push(...(await part(bench)));
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
