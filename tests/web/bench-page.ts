/**
 * Measures the engine's load on the page in Chromium: run by hand, on an idle machine.
 *
 *     npx tsx tests/web/bench-page.ts [SECONDS]
 *
 * Prints a table and asserts nothing, since times depend on the machine. Build the wasm first.
 */

import type { Page } from "playwright-core";
import type { EngineClient } from "../../www/js/engine/client.ts";
import { startServer } from "./server.ts";
import { max, mb, median, ms, rendererMemory, report } from "./bench-helpers.ts";
import type { Rows } from "./bench-helpers.ts";
import { ROOT, browser } from "./helpers.ts";

/** The value that `prepare` leaves in the page. */
type Bench = Awaited<ReturnType<typeof prepare>>;
declare global {
  /** The search as the product has it, before `think` replaces it. */
  var benchSearch: EngineClient["getBestMove"] | undefined;
}

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const SECONDS = Number(process.argv[2] ?? 10);
const STOPS = 20;
const RUNS = 5;
const PROBE = {
  "probe.html": { type: "text/html", body: "<!doctype html><title>Probe</title>" },
  "favicon.ico": { type: "image/x-icon", body: "" },
};

// ---------------------------------------------------------------- the engine service by itself

/** Runs in the page: creates the client. */
async function prepare() {
  const { EngineClient } = await import("./js/engine/client.ts");
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const started: (string | URL)[] = [];
  const createWorker = (url: string | URL) => {
    started.push(url);
    return new Worker(url, { type: "module" });
  };
  const client = new EngineClient({ module, createWorker });
  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  return { client, started, pause };
}

/** Runs in the page: searches to a depth, each in a new game. */
async function toDepth(
  { client }: Bench,
  { fen, depth, runs }: { fen: string; depth: number; runs: number },
) {
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

/** Runs in the page: searches once by time, and records when its infos came. */
async function byTime({ client }: Bench, { fen, movetime }: { fen: string; movetime: number }) {
  const infos: number[] = [];
  const onInfo = () => infos.push(performance.now());
  const from = performance.now();
  const answer = await client.getBestMove(fen, { movetime }, { onInfo });
  return { infos, answer, took: performance.now() - from };
}

/** Runs in the page: measures stops at different moments of a search. */
async function stops(
  { client, started, pause }: Bench,
  { fen, count }: { fen: string; count: number },
) {
  const waits = [];
  const before = started.length;
  for (let i = 0; i < count; i++) {
    let answer: Promise<unknown> = Promise.resolve();
    await new Promise((resolve) => {
      answer = client.getBestMove(fen, {}, { onInfo: resolve });
    });
    await pause(100 + 17 * i);
    const from = performance.now();
    client.stop();
    await answer;
    waits.push(performance.now() - from);
  }
  return { waits, replaced: started.length - before };
}

async function serviceRows(page: Page): Promise<Rows> {
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
    ["its depth", String(timed.answer.depth)],
    ["its nodes per second", `${Math.round(timed.answer.nodes / timed.took)} k`],
    ["its infos per second: mean, most", `${rate.toFixed(1)}, ${mostPerSecond(timed.infos)}`],
    [`stop to answer, ${STOPS} times: median, longest`, `${ms(median(waits))}, ${ms(max(waits))}`],
    ["workers that had to be replaced", String(replaced)],
  ];
}

// ---------------------------------------------------------------- the page, playing

/** Runs in the page: makes its engine think for a fixed time at every level. */
async function think(movetime: number) {
  const { EngineClient } = await import("./js/engine/client.ts");
  const search = (globalThis.benchSearch ??= EngineClient.prototype.getBestMove);
  EngineClient.prototype.getBestMove = function (fen, options, watch) {
    return search.call(this, fen, { moves: options?.moves, movetime }, watch);
  };
}

/** Runs in the page: plays random moves as Red until the game is over or so many plies are played. */
async function playGame({ plies = 200 }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isOver = () => chuhe.state.position.verdict.result !== "ongoing";
  while (!isOver() && chuhe.state.game.ply < plies) {
    const moves = [...chuhe.state.position.dests].flatMap(([from, dests]) =>
      dests.map((to): [string, string] => [from, to]),
    );
    chuhe.game.move(...moves[Math.floor(Math.random() * moves.length)]);
    await frame();
    while (!isOver() && chuhe.state.position.turn !== "w") await frame();
  }
  return { plies: chuhe.state.game.ply, result: chuhe.state.position.verdict.result };
}

/** Runs in the page: plays a move and returns the times of frames until a second after the reply. */
async function watchReply() {
  const frames: number[] = [];
  const frame = async () => {
    frames.push(await new Promise(requestAnimationFrame));
  };
  chuhe.game.move("h2", "e2");
  while (chuhe.state.game.ply < 2) await frame();
  for (const end = performance.now() + 1000; performance.now() < end;) await frame();
  return frames;
}

async function pageRows(page: Page): Promise<Rows> {
  const chromium = await browser();
  await page.evaluate(() => chuhe.ready);
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

interface TraceEvent {
  name: string;
  args: { name?: string };
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
}

/** Returns the tasks of the page's main thread, in milliseconds by the clock and by processor time. */
function mainThreadTasks(trace: Buffer) {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString("utf8"));
  const threads = new Map<string, { wall: number; cpu: number }[]>();
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

/** Returns the greatest number of `times`, in milliseconds, within one second. */
function mostPerSecond(times: number[]) {
  return max(times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

/** Opens a page in a browser context of its own, measures and closes it. */
async function withPage(url: string, measure: (page: Page) => Promise<Rows>) {
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
  report(chromium.version(), rows);
  await chromium.close();
  await server.close();
}

await main();
// Exits before node's test runner, which the helpers import, reports that there are no tests.
process.exit();
