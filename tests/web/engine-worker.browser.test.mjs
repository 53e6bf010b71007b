/** The engine service in Chromium: a real worker, first on a stand-in for the engine, then on the engine. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { moveAt } from "./fakes/engine.mjs";
import { openApp } from "./helpers.mjs";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const script = (name) => ({
  type: "text/javascript",
  body: readFileSync(new URL(`./fakes/${name}`, import.meta.url), "utf8"),
});

/** A bare page under a policy as strict as the product's. */
const blank = (policy) => ({
  "probe.ico": { type: "image/x-icon", body: "" },
  "probe.html": {
    type: "text/html",
    body: `<!doctype html>
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <link rel="icon" href="probe.ico" />
      <title>Probe</title>`,
  },
});

const FAKES = {
  "pkg/chuhe.js": script("pkg.mjs"),
  "pkg/engine.mjs": script("engine.mjs"),
  "crash-worker.js": script("crash-worker.mjs"),
};

/**
 * Opens a page that has `search(options, fen?)`, whose outcome is plain data, and a `client` made with
 * `config` from a module. `workers` are the files to start, in order, if they are not all the product's own.
 */
async function openClient(t, { fake = true, policy = POLICY, workers = [] } = {}) {
  const files = { ...blank(policy), ...(fake ? FAKES : {}) };
  const base = "/some/where/";
  const { page, errors } = await openApp(t, { base, path: "probe.html", files });
  await page.evaluate(prepare, { fake, workers, start: fake ? "a/b w" : START });
  return { page, errors };
}

/** Runs in the page. */
async function prepare({ fake, workers, start }) {
  const { EngineClient } = await import(new URL("js/engine/client.js", location.href).href);
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  const module = fake
    ? await WebAssembly.compile(empty)
    : await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const states = [];
  const infos = [];
  const started = [];
  const client = new EngineClient({
    module,
    hashMb: 8,
    onState: (state, detail) => states.push(detail ? `${state}: ${detail}` : state),
    createWorker: (url) => {
      started.push(new URL(workers[started.length] ?? url, location.href).href);
      return new Worker(started.at(-1), { type: "module" });
    },
  });
  const plain = (error) => ({ name: error.name, message: error.message, ...error });
  const search = (options = {}, fen = start, watch = {}) => {
    const note = (info) => {
      infos.push(info);
      watch.onInfo?.(info);
    };
    return client.getBestMove(fen, options, { onInfo: note }).catch(plain);
  };
  Object.assign(globalThis, { client, search, states, infos, started });
}

/** The search is over when `stop` was called once an info of that depth had come. */
const stopAtDepth = ([depth, fen]) =>
  search({}, fen, { onInfo: (info) => info.depth >= depth && client.stop() });

test("a worker under a sub-path and a strict policy searches and answers", async (t) => {
  const { page, errors } = await openClient(t);
  const report = await page.evaluate(() => search({ depth: 5 }));
  assert.deepEqual([report.depth, report.move, report.stopped], [5, moveAt(5), false]);
  const { depths, states } = await page.evaluate(() => {
    return { depths: infos.map(({ depth }) => depth), states };
  });
  assert.deepEqual([depths[0], depths.at(-1)], [1, 5]);
  assert.deepEqual(states, ["loading", "thinking", "idle"]);
  assert.deepEqual(errors, []);
});

test("a stop is read between two slices, and the worker stays", async (t) => {
  const { page, errors } = await openClient(t);
  const report = await page.evaluate(stopAtDepth, [4]);
  assert.equal(report.stopped, true);
  assert.ok(report.depth >= 4);
  assert.equal(await page.evaluate(() => started.length), 1);
  assert.deepEqual(errors, []);
});

test("a stop while the worker still loads answers with the first result", async (t) => {
  const { page } = await openClient(t);
  const report = await page.evaluate(() => {
    const answer = search();
    client.stop();
    return answer;
  });
  assert.deepEqual([report.move, report.stopped], [moveAt(report.depth), true]);
});

test("a worker that is stuck answers from its last info and is replaced", async (t) => {
  const { page, errors } = await openClient(t);
  const report = await page.evaluate(async () => {
    const answer = search({}, "stuck/b w");
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    while (infos.length === 0) await pause(10);
    await pause(300);
    client.stop();
    return answer;
  });
  assert.deepEqual([report.depth, report.stopped], [1, true]);
  const next = await page.evaluate(() => search({ depth: 3 }));
  assert.equal(next.depth, 3);
  assert.equal(await page.evaluate(() => started.length), 2);
  assert.deepEqual(errors, []);
});

test("a newer search gets its own answer, never the older one's", async (t) => {
  const { page } = await openClient(t);
  const outcomes = await page.evaluate(() =>
    Promise.all([search({ depth: 9 }), search({ depth: 8 }), search({ depth: 3 })]),
  );
  const seen = outcomes.map(({ name, depth }) => name ?? depth);
  assert.deepEqual(seen, ["AbortError", "AbortError", 3]);
});

test("a newer search replaces one that runs already", async (t) => {
  const { page } = await openClient(t);
  const outcomes = await page.evaluate(async () => {
    let newer;
    const onInfo = () => (newer ??= search({ depth: 3 }));
    const older = await search({}, "a/b w", { onInfo });
    return [older, await newer];
  });
  assert.equal(outcomes[0].name, "AbortError");
  assert.equal(outcomes[1].depth, 3);
});

test("a worker that crashes is restarted and its job tried again", async (t) => {
  const { page } = await openClient(t, { workers: ["crash-worker.js"] });
  const report = await page.evaluate(() => search({ depth: 3 }));
  assert.equal(report.depth, 3);
  const { states, started } = await page.evaluate(() => ({ states, started }));
  assert.equal(started.length, 2);
  assert.match(states[2], /^crashed: .*crashed on purpose \(.*crash-worker\.js:\d+\)$/);
  assert.deepEqual(states.toSpliced(2, 1), [
    "loading",
    "thinking",
    "loading: restarted",
    "thinking",
    "idle",
  ]);
});

test("a job that traps twice rejects, and the next one succeeds", async (t) => {
  const { page } = await openClient(t);
  const error = await page.evaluate(() => search({}, "trap"));
  assert.equal(error.code, "engineCrashed");
  assert.match(error.message, /unreachable/);
  assert.equal(await page.evaluate(() => client.state), "crashed");
  const next = await page.evaluate(() => search({ depth: 2 }));
  assert.equal(next.depth, 2);
  assert.equal(await page.evaluate(() => started.length), 3);
});

test("a worker file that is missing is a crash that names it", async (t) => {
  const { page } = await openClient(t, { workers: ["missing.js", "missing.js"] });
  const error = await page.evaluate(() => search());
  assert.equal(error.code, "engineCrashed");
  assert.match(error.message, /could not be loaded/);
});

test("a policy that forbids workers is a crash too", async (t) => {
  const { page } = await openClient(t, { policy: `${POLICY}; worker-src 'none'` });
  const error = await page.evaluate(() => search());
  assert.equal(error.code, "engineCrashed");
  assert.match(error.message, /could not be (loaded|started)/);
});

test("the engine finds a move from the start position", async (t) => {
  const { page, errors } = await openClient(t, { fake: false });
  const report = await page.evaluate(() => search({ depth: 5 }));
  assert.match(report.move, /^[a-i][0-4][a-i]\d$/);
  assert.deepEqual([report.depth, report.stopped, report.pv[0]], [5, false, report.move]);
  assert.equal(report.lines[0].pv[0], report.move);
  const last = await page.evaluate(() => infos.at(-1));
  assert.deepEqual([last.depth, last.pv, last.nodes], [5, report.pv, report.nodes]);
  assert.deepEqual(errors, []);
});

test("the engine answers a stop with the best move so far, and searches on afterwards", async (t) => {
  const { page, errors } = await openClient(t, { fake: false });
  const report = await page.evaluate(stopAtDepth, [3]);
  assert.equal(report.stopped, true);
  assert.ok(report.depth >= 3);
  assert.match(report.move, /^[a-i][0-4][a-i]\d$/);
  const reply = await page.evaluate(() => search({ depth: 3, moves: ["h2e2"] }));
  assert.match(reply.move, /^[a-i][5-9][a-i]\d$/);
  assert.deepEqual([reply.depth, reply.stopped], [3, false]);
  assert.equal(await page.evaluate(() => started.length), 1);
  assert.deepEqual(errors, []);
});

test("the engine names what is wrong with its input and stays usable", async (t) => {
  const { page, errors } = await openClient(t, { fake: false });
  const bad = START.replace("RNBAKABNR", "RNBAKAZNR");
  const error = await page.evaluate((fen) => search({ depth: 2 }, fen), bad);
  assert.deepEqual([error.code, error.field, error.value], ["badFen", "fen", bad]);
  assert.ok(error.reasons.length > 0);
  const illegal = await page.evaluate(() => search({ depth: 2, moves: ["a0a9"] }));
  assert.deepEqual([illegal.code, illegal.field], ["illegalMove", "moves"]);
  const report = await page.evaluate(() => search({ depth: 2 }));
  assert.equal(report.depth, 2);
  assert.deepEqual(await page.evaluate(() => [started.length, client.state]), [1, "idle"]);
  assert.deepEqual(errors, []);
});

test("the engine repeats itself after a new game, node for node", async (t) => {
  const { page } = await openClient(t, { fake: false });
  const counts = await page.evaluate(async () => {
    const nodes = [];
    for (let i = 0; i < 2; i++) {
      client.newGame();
      nodes.push((await search({ depth: 6 })).nodes);
    }
    return nodes;
  });
  assert.equal(counts[0], counts[1]);
});
