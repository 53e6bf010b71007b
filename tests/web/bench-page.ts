/**
 * What the engine costs the page, measured in Chromium: run by hand, on a machine that does little else.
 *
 *     npx tsx tests/web/bench-page.ts [SECONDS]
 *
 * Prints a table; asserts nothing, since the figures are the machine's. Build the wasm first.
 */

import { startServer } from "./server.ts";
import { max, mb, median, ms, rendererMemory, tell } from "./bench-helpers.ts";
import { ROOT, browser } from "./helpers.ts";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./bench-helpers.ts").Rows} Rows */
/** @typedef {Awaited<ReturnType<typeof prepare>>} Bench what `prepare` leaves in the page */

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const SECONDS = Number(process.argv[2] ?? 10);
const STOPS = 20;
const RUNS = 5;
const PROBE = {
  "probe.html": { type: "text/html", body: "<!doctype html><title>Probe</title>" },
  "favicon.ico": { type: "image/x-icon", body: "" },
};

// ---------------------------------------------------------------- the engine service by itself

/** Runs in the page: makes the client, and what the measurements share. */
async function prepare() {
  /** @type {typeof import("../../www/js/engine/client.ts")} */
  const { EngineClient } = await import(new URL("js/engine/client.ts", location.href).href);
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  /** @type {(string | URL)[]} */
  const started = [];
  const createWorker = (/** @type {string | URL} */ url) => {
    started.push(url);
    return new Worker(url, { type: "module" });
  };
  const client = new EngineClient({ module, createWorker });
  const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
  return { client, started, pause };
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

/**
 * Runs in the page: one search by time, and when its infos came.
 * @param {Bench} bench
 * @param {{ fen: string, movetime: number }} search
 */
async function byTime({ client }, { fen, movetime }) {
  /** @type {number[]} */
  const infos = [];
  const onInfo = () => infos.push(performance.now());
  const from = performance.now();
  const report = await client.getBestMove(fen, { movetime }, { onInfo });
  return { infos, report, took: performance.now() - from };
}

/**
 * Runs in the page: how long each of some stops takes, asked at different moments of a search.
 * @param {Bench} bench
 * @param {{ fen: string, count: number }} search
 */
async function stops({ client, started, pause }, { fen, count }) {
  const waits = [];
  const before = started.length;
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
  return { waits, replaced: started.length - before };
}

/** @param {Page} page @returns {Promise<Rows>} */
async function serviceRows(page) {
  const bench = await page.evaluateHandle(prepare);
  const { took, nodes } = await bench.evaluate(toDepth, { fen: START, depth: 10, runs: RUNS });
  const movetime = SECONDS * 1000;
  const timed = await bench.evaluate(byTime, { fen: START, movetime });
  const { waits, replaced } = await bench.evaluate(stops, { fen: START, count: STOPS });
  const rate = timed.infos.length / (timed.took / 1000);
  return [
    ["depth 10 from the start, the first time, with loading", ms(took[0])],
    [`depth 10 from the start, median of ${RUNS}`, ms(median(took))],
    ["nodes to depth 10", String(nodes)],
    [`search by time: asked ${movetime} ms, took`, ms(timed.took)],
    ["its depth", String(timed.report.depth)],
    ["its nodes per second", `${Math.round(timed.report.nodes / timed.took)} k`],
    ["its infos per second: mean, most", `${rate.toFixed(1)}, ${mostPerSecond(timed.infos)}`],
    [`stop to answer, ${STOPS} times: median, longest`, `${ms(median(waits))}, ${ms(max(waits))}`],
    ["workers that had to be replaced", String(replaced)],
  ];
}

// ---------------------------------------------------------------- the page, playing

/**
 * Runs in the page: whatever level the page asks for, its engine thinks for this long.
 * @param {number} movetime
 */
async function think(movetime) {
  /** @type {typeof import("../../www/js/engine/client.ts")} */
  const { EngineClient } = await import(new URL("js/engine/client.ts", location.href).href);
  const shared = /** @type {any} */ globalThis;
  const search = (shared.benchSearch ??= EngineClient.prototype.getBestMove);
  EngineClient.prototype.getBestMove = function (fen, options, watch) {
    return search.call(this, fen, { moves: options?.moves, movetime }, watch);
  };
}

/** Runs in the page: plays any moves as Red until the game is over or so many plies are played. */
async function playGame({ plies = 200 }) {
  const { chuhe } = /** @type {any} */ globalThis;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isOver = () => chuhe.state.position.verdict.result !== "ongoing";
  while (!isOver() && chuhe.state.game.ply < plies) {
    const moves = [...chuhe.state.position.dests].flatMap(([from, dests]) =>
      dests.map((/** @type {string} */ to) => [from, to]),
    );
    chuhe.game.move(...moves[Math.floor(Math.random() * moves.length)]);
    await frame();
    while (!isOver() && chuhe.state.position.turn !== "w") await frame();
  }
  return { plies: chuhe.state.game.ply, result: chuhe.state.position.verdict.result };
}

/** Runs in the page: one move of the person's, and the frames until the reply and a second more. */
async function watchReply() {
  const { chuhe } = /** @type {any} */ globalThis;
  /** @type {number[]} */
  const frames = [];
  const frame = async () => {
    frames.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
  };
  chuhe.game.move("h2", "e2");
  while (chuhe.state.game.ply < 2) await frame();
  for (const end = performance.now() + 1000; performance.now() < end;) await frame();
  return frames;
}

/** @param {Page} page @returns {Promise<Rows>} */
async function pageRows(page) {
  const chromium = await browser();
  await page.evaluate(() => /** @type {any} */ globalThis.chuhe.ready);
  await page.evaluate(think, SECONDS * 1000);
  const categories = ["disabled-by-default-devtools.timeline", "__metadata"];
  await chromium.startTracing(page, { categories });
  const frames = await page.evaluate(watchReply);
  const tasks = mainThreadTasks(await chromium.stopTracing());
  await page.evaluate(think, 50);
  const { plies, result } = await page.evaluate(playGame, {});
  const memory = await rendererMemory();
  const long = tasks.filter(({ wall }) => wall > 50);
  return [
    [`main thread while the page's engine thinks for ${SECONDS} s: tasks`, String(tasks.length)],
    ["tasks over 50 ms by the clock", String(long.length)],
    ["longest task by the clock", ms(max(tasks.map(({ wall }) => wall)))],
    ["longest task by processor time", ms(max(tasks.map(({ cpu }) => cpu)))],
    ["longest gap between two frames", ms(max(frames.slice(1).map((at, i) => at - frames[i])))],
    ["a game on the page: plies, result", `${plies}, ${result}`],
    ["memory of the tab after it: its own (anonymous)", mb(memory.anonymous)],
    ["memory of the tab, its share of the shared included", mb(memory.proportional)],
  ];
}

/**
 * The tasks of the page's main thread, in milliseconds: by the clock, and without the time the
 * machine gave to others.
 * @param {Buffer} trace
 */
function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace.toString("utf8"));
  /** @type {Map<string, { wall: number, cpu: number }[]>} */
  const threads = new Map();
  for (const { name, args, pid, tid } of traceEvents) {
    const isMain = name === "thread_name" && args.name === "CrRendererMain";
    if (isMain) threads.set(`${pid} ${tid}`, []);
  }
  for (const { name, pid, tid, dur = 0, tdur = 0 } of traceEvents) {
    if (name !== "RunTask") continue;
    threads.get(`${pid} ${tid}`)?.push({ wall: dur / 1000, cpu: tdur / 1000 });
  }
  const byLoad = [...threads.values()].sort((a, b) => b.length - a.length);
  return byLoad[0] ?? [];
}

// ---------------------------------------------------------------- figures

/** The most of `times` that fall into any one second. @param {number[]} times */
function mostPerSecond(times) {
  return max(times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

/**
 * Opens a page in a browser context of its own, measures and closes it.
 * @param {string} url
 * @param {(page: Page) => Promise<Rows>} measure
 */
async function withPage(url, measure) {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  await page.goto(url);
  const rows = await measure(page);
  await context.close();
  return rows;
}

async function main() {
  const server = await startServer({ root: `${ROOT}www`, files: PROBE });
  const chromium = await browser();
  const rows = await withPage(`${server.url}probe.html`, serviceRows);
  rows.push(...(await withPage(server.url, pageRows)));
  tell(chromium.version(), rows);
  await chromium.close();
  await server.close();
}

await main();
// The helpers carry node's test runner along, which would now report on no tests at all.
process.exit();
