/** Several threads in Chromium, on isolated pages and on others. */

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openApp } from "./helpers.ts";
import type { Answer } from "../../www/js/engine/types.ts";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const BLANK = {
  "probe.ico": { type: "image/x-icon", body: "" },
  "probe.html": {
    type: "text/html",
    body: '<!doctype html><link rel="icon" href="probe.ico" /><title>Probe</title>',
  },
};

/** A helper that starts its thread in another worker, which the page can end. */
const DOOMED = {
  "js/engine/helper-worker.ts": {
    type: "text/javascript",
    body: `
      addEventListener("message", ({ data }) => {
        const worker = new Worker("doomed.js", { type: "module" });
        worker.postMessage(data);
        new BroadcastChannel("doom").onmessage = () => {
          worker.terminate();
          throw new Error("this thread has broken down");
        };
      });`,
  },
  "js/engine/doomed.js": {
    type: "text/javascript",
    body: `
      import { help, initSync } from "../../pkg-threads/threads.js";
      addEventListener("message", ({ data: { module, memory, number, stack } }) => {
        initSync({ module, memory, thread_stack_size: stack });
        for (;;) help(number);
      });`,
  },
};

/**
 * Opens a page that has a client of so many threads, and a handle on what `prepare` returns there.
 */
async function openProbe(
  t: TestContext,
  {
    threads = 2,
    isolated = true,
    files = {},
  }: {
    threads?: number;
    isolated?: boolean;
    files?: Record<string, { type: string; body: string }>;
  } = {},
) {
  const { page, errors } = await openApp(t, {
    path: "probe.html",
    isolated,
    files: { ...BLANK, ...files },
  });
  return { page, errors, probe: await page.evaluateHandle(prepare, { threads, start: START }) };
}

/** Runs in the page. */
async function prepare({ threads, start }: { threads: number; start: string }) {
  const { EngineClient }: typeof import("../../www/js/engine/client.ts") = await import(
    new URL("js/engine/client.ts", location.href).href
  );
  const { createThreads }: typeof import("../../www/js/engine/threads.ts") = await import(
    new URL("js/engine/threads.ts", location.href).href
  );
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const states: string[] = [];
  const started: string[] = [];
  const Native = Worker;
  globalThis.Worker = class extends Native {
    constructor(url: string | URL, options: WorkerOptions) {
      super(url, options);
      started.push(new URL(url).pathname.split("/").at(-1) ?? "");
    }
  } as typeof Worker;
  const client = new EngineClient({
    module,
    hashMb: 8,
    threads: threads > 1 ? createThreads(threads) : null,
    onState: (state, detail) => states.push(detail ? `${state}: ${detail}` : state),
  });
  const search = (options = {}) => client.getBestMove(start, options);
  /** Searches until each helper has visited nodes, as their workers take time to start. */
  async function searchTogether() {
    for (;;) {
      const report = await search({ movetime: 300 });
      if (report.helperNodes?.every((nodes) => nodes > 0)) return report;
    }
  }
  return { client, search, searchTogether, states, started, isolated: crossOriginIsolated };
}

test("several threads search, and their nodes are counted together", async (t) => {
  const { probe, errors } = await openProbe(t, { threads: 3 });
  const seen = await probe.evaluate(async ({ searchTogether, started, states, isolated }) => {
    const report = await searchTogether();
    return { report, started, states, isolated };
  });
  assert.equal(seen.isolated, true);
  assert.deepEqual(seen.started, ["threads-worker.ts"]);
  const { helperNodes, nodes, move } = seen.report;
  assert.equal(helperNodes!.length, 2);
  assert.ok(nodes > helperNodes![0] + helperNodes![1], `${nodes} of ${helperNodes}`);
  assert.match(move!, /^[a-i]\d[a-i]\d$/);
  assert.ok(!seen.states.some((state) => state.startsWith("crashed")), seen.states.join());
  assert.deepEqual(errors, []);
});

test("searches by level, depth or nodes use one thread and are the same on every machine", async (t) => {
  const limits = [
    { depth: 9 },
    { nodes: 100_000 },
    { level: 14, seed: 5 },
    { level: 3, seed: 5 },
    { depth: 7, multipv: 3 },
  ];
  const found = async (threads: number) => {
    const { probe } = await openProbe(t, { threads });
    return probe.evaluate(async ({ client, search, searchTogether, isolated }, questions) => {
      if (isolated && client && (await search({ depth: 1 })).helperNodes) await searchTogether();
      const reports = [];
      for (const options of questions) {
        client.newGame();
        const { move, nodes, pv, lines, helperNodes } = await search(options);
        reports.push({ move, nodes, pv, lines, helped: helperNodes?.some((each) => each > 0) });
      }
      return reports;
    }, limits);
  };
  const [alone, together] = [await found(1), await found(2)];
  assert.deepEqual(
    together,
    alone.map((report) => ({ ...report, helped: false })),
  );
});

test("a stop ends a search of several threads, and the next one begins", async (t) => {
  const { probe, errors } = await openProbe(t);
  const seen = await probe.evaluate(async ({ client, search, searchTogether, started }) => {
    await searchTogether();
    const endless = search();
    setTimeout(() => client.stop(), 200);
    const { stopped, move } = await endless;
    return { stopped, move, next: await searchTogether(), started };
  });
  assert.equal(seen.stopped, true);
  assert.match(seen.move!, /^[a-i]\d[a-i]\d$/);
  assert.equal(seen.next.helperNodes!.length, 1);
  assert.deepEqual(seen.started, ["threads-worker.ts"]);
  assert.deepEqual(errors, []);
});

test("a thread that crashes in a search leaves the others searching", async (t) => {
  const { probe, errors } = await openProbe(t, { files: DOOMED });
  const seen = await probe.evaluate(async ({ search, searchTogether, states, started }) => {
    await searchTogether();
    const doomed = search({ movetime: 1000 });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    new BroadcastChannel("doom").postMessage("now");
    await doomed;
    let report: Answer;
    do report = await search({ movetime: 300 });
    while (report.helperNodes?.some((nodes) => nodes > 0));
    const deep = await search({ depth: 8 });
    return { report, deep, states, started };
  });
  assert.match(seen.report.move!, /^[a-i]\d[a-i]\d$/);
  assert.deepEqual(seen.report.helperNodes, [0]);
  assert.equal(seen.deep.depth, 8);
  assert.deepEqual(seen.started, ["threads-worker.ts"], "the engine's worker is the same");
  assert.ok(!seen.states.some((state) => state.startsWith("crashed")), seen.states.join());
  assert.deepEqual(errors, []);
});

test("the engine searches without threads that cannot be started", async (t) => {
  const files = { "js/engine/helper-worker.ts": { type: "text/javascript", body: "throw 'no'" } };
  const { probe, errors } = await openProbe(t, { files });
  const seen = await probe.evaluate(async ({ search, started }) => {
    return { report: await search({ movetime: 300 }), started };
  });
  assert.match(seen.report.move!, /^[a-i]\d[a-i]\d$/);
  assert.deepEqual(seen.report.helperNodes, [0]);
  assert.deepEqual(seen.started, ["threads-worker.ts"]);
  assert.deepEqual(errors, []);
});

test("the search goes on by one thread when the engine itself crashes among several", async (t) => {
  const body = `
    import "./runner.js";
    addEventListener("message", ({ data }) => {
      if (data.type === "init") postMessage({ type: "ready" });
      if (data.type === "search") postMessage({ type: "crash", message: "unreachable" });
    });`;
  const files = { "js/engine/threads-worker.ts": { type: "text/javascript", body } };
  const { probe } = await openProbe(t, { files });
  const seen = await probe.evaluate(async ({ search, states, started }) => {
    return { report: await search({ depth: 4 }), states, started };
  });
  assert.equal(seen.report.depth, 4);
  assert.deepEqual(seen.started, ["threads-worker.ts", "worker.ts"]);
  assert.ok(seen.states.includes("crashed: unreachable"), seen.states.join());
});

test("without shared memory one thread searches, and no crash is reported", async (t) => {
  const { page, probe, errors } = await openProbe(t, { isolated: false });
  const seen = await probe.evaluate(async ({ search, states, started, isolated }) => {
    return { report: await search({ depth: 6 }), states, started, isolated };
  });
  assert.equal(seen.isolated, false);
  assert.equal(seen.report.depth, 6);
  assert.equal(seen.started.at(-1), "worker.ts");
  assert.equal(seen.report.helperNodes, undefined);
  assert.deepEqual(seen.states, ["loading", "thinking", "idle"]);
  const { cores, threads } = await page.evaluate(async () => {
    const url = new URL("js/engine/resources.ts", location.href).href;
    const { coresOf, resourcesFor } = await import(url);
    const wanted = { cores: 2, memory: null };
    return { cores: coresOf(wanted), threads: (await resourcesFor(wanted)).threads };
  });
  assert.deepEqual([cores, threads], [1, null]);
  assert.deepEqual(errors, []);
});

test("a browser that makes shared memory and refuses to hand it over searches with one thread", async (t) => {
  const { page } = await openApp(t, { path: "probe.html", isolated: true, files: BLANK });
  const cores = () =>
    page.evaluate(async () => {
      Object.defineProperty(navigator, "hardwareConcurrency", { value: 8, configurable: true });
      const { coresOf } = await import(new URL("js/engine/resources.ts", location.href).href);
      return [null, 3, 20].map((wanted) => coresOf({ cores: wanted, memory: null }));
    });
  assert.deepEqual(await cores(), [4, 3, 8]);
  await page.evaluate(() => {
    MessagePort.prototype.postMessage = () => {
      throw new DOMException("shared memory could not be cloned", "DataCloneError");
    };
  });
  assert.deepEqual(await cores(), [1, 1, 1]);
});
