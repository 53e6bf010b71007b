/** The engine service in Chromium, in a real worker: first with a fake engine, then with the real one. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { moveAt } from "./fakes/engine.ts";
import { fakeScript } from "./fake-script.ts";
import { openApp } from "./helpers.ts";
import type { Answer, Info, SearchOptions } from "../../www/js/engine/types.ts";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const script = (name: string) => ({
  type: "text/javascript",
  body: fakeScript(name),
});

/** Returns an empty page under a policy as strict as the product's. */
const blank = (policy: string) => ({
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
  "pkg/chuhe.js": script("pkg.ts"),
  "pkg/engine.ts": script("engine.ts"),
  "crash-worker.js": script("crash-worker.ts"),
};

/**
 * Opens a page that has a client, and a handle on what `prepare` returns there. `workers` are the
 * files to start, in order, if they are not all the product's own.
 */
async function openProbe(
  t: TestContext,
  {
    fake = true,
    policy = POLICY,
    workers = [],
  }: { fake?: boolean; policy?: string; workers?: string[] } = {},
) {
  const files = { ...blank(policy), ...(fake ? FAKES : {}) };
  const { page, errors } = await openApp(t, { base: "/some/where/", path: "probe.html", files });
  const probe = await page.evaluateHandle(prepare, {
    fake,
    workers,
    start: fake ? "a/b w" : START,
  });
  return { probe, errors };
}

/** The answer or the error of a search: each test knows which. */
type Outcome = Omit<Answer, "move"> & { move: string } & Error & {
    code: string;
    field: string;
    value: string;
    reasons: unknown[];
  };

interface Setting {
  fake: boolean;
  workers: string[];
  start: string;
}

/** Runs in the page. Creates a client and lists of what it reports. */
async function prepare({ fake, workers, start }: Setting) {
  const { EngineClient }: typeof import("../../www/js/engine/client.ts") = await import(
    new URL("js/engine/client.ts", location.href).href
  );
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  const module = fake
    ? await WebAssembly.compile(empty)
    : await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const states: string[] = [];
  const infos: Info[] = [];
  const started: string[] = [];
  /** The code of each network's error; null for a network that was loaded. */
  const networks: (string | null)[] = [];
  const client = new EngineClient({
    module,
    hashMb: 8,
    onState: (state, detail) => states.push(detail ? `${state}: ${detail}` : state),
    onNetwork: (error) => networks.push(error && error.code),
    createWorker: (url) => {
      const { href } = new URL(workers[started.length] ?? url, location.href);
      started.push(href);
      return new Worker(href, { type: "module" });
    },
  });
  /** Resolves with the answer or, as plain data, with the error. */
  const search = (
    options: SearchOptions = {},
    fen = start,
    onInfo: (info: Info) => void = () => {},
  ) => {
    const note = (info: Info) => {
      infos.push(info);
      onInfo(info);
    };
    const plain = (error: Error) => {
      return Object.assign({ name: error.name, message: error.message }, error);
    };
    const outcome = client.getBestMove(fen, options, { onInfo: note }).catch(plain);
    return outcome as Promise<Outcome>;
  };
  /** Starts a search without limits and stops it at a depth. */
  const stopAt = (depth: number) => {
    return search({}, start, (info) => info.depth >= depth && client.stop());
  };
  return { client, search, stopAt, states, infos, started, networks };
}

test("a worker under a sub-path and a strict policy searches and answers", async (t) => {
  const { probe, errors } = await openProbe(t);
  const report = await probe.evaluate(({ search }) => search({ depth: 5 }));
  assert.deepEqual([report.depth, report.move, report.stopped], [5, moveAt(5), false]);
  const depths = await probe.evaluate(({ infos }) => infos.map(({ depth }) => depth));
  assert.deepEqual([depths[0], depths.at(-1)], [1, 5]);
  const diary = await probe.evaluate(({ states }) => states);
  assert.deepEqual(diary, ["loading", "thinking", "idle"]);
  assert.deepEqual(errors, []);
});

test("a stop is read between two slices, and the worker stays", async (t) => {
  const { probe, errors } = await openProbe(t);
  const report = await probe.evaluate(({ stopAt }) => stopAt(4));
  assert.equal(report.stopped, true);
  assert.ok(report.depth >= 4);
  assert.equal(await probe.evaluate(({ started }) => started.length), 1);
  assert.deepEqual(errors, []);
});

test("a stop while the worker still loads answers with the first result", async (t) => {
  const { probe } = await openProbe(t);
  const report = await probe.evaluate(({ client, search }) => {
    const answer = search();
    client.stop();
    return answer;
  });
  assert.deepEqual([report.move, report.stopped], [moveAt(report.depth), true]);
});

test("a stuck worker is answered for by its last info and replaced", async (t) => {
  const { probe, errors } = await openProbe(t);
  const report = await probe.evaluate(async ({ client, search }) => {
    const isStuck = new Promise((resolve) =>
      new BroadcastChannel("stuck").addEventListener("message", resolve),
    );
    let answer: Promise<Outcome> | undefined;
    const info = new Promise((resolve) => (answer = search({}, "stuck/b w", resolve)));
    await Promise.all([isStuck, info]);
    client.stop();
    return answer!;
  });
  assert.deepEqual([report.depth, report.stopped], [1, true]);
  const next = await probe.evaluate(({ search }) => search({ depth: 3 }));
  assert.equal(next.depth, 3);
  assert.equal(await probe.evaluate(({ started }) => started.length), 2);
  assert.deepEqual(errors, []);
});

test("a newer search gets its own answer, never the older one's", async (t) => {
  const { probe } = await openProbe(t);
  const outcomes = await probe.evaluate(({ search }) =>
    Promise.all([search({ depth: 9 }), search({ depth: 8 }), search({ depth: 3 })]),
  );
  const seen = outcomes.map(({ name, depth }) => name ?? depth);
  assert.deepEqual(seen, ["AbortError", "AbortError", 3]);
});

test("a newer search replaces one that runs already", async (t) => {
  const { probe } = await openProbe(t);
  const outcomes = await probe.evaluate(async ({ search }) => {
    let newer: Promise<Outcome> | undefined;
    const older = await search({}, "a/b w", () => (newer ??= search({ depth: 3 })));
    return [older, await newer!];
  });
  assert.equal(outcomes[0].name, "AbortError");
  assert.equal(outcomes[1].depth, 3);
});

test("a worker that crashes is restarted and its job repeated", async (t) => {
  const { probe } = await openProbe(t, { workers: ["crash-worker.js"] });
  const report = await probe.evaluate(({ search }) => search({ depth: 3 }));
  assert.equal(report.depth, 3);
  assert.equal(await probe.evaluate(({ started }) => started.length), 2);
  const [crash] = await probe.evaluate(({ states }) => states.splice(2, 1));
  assert.match(crash, /^crashed: .*crashed on purpose \(.*crash-worker\.js:\d+\)$/);
  const others = await probe.evaluate(({ states }) => states);
  assert.deepEqual(others, ["loading", "thinking", "loading: restarted", "thinking", "idle"]);
});

test("a job that traps twice rejects, and the next one succeeds", async (t) => {
  const { probe } = await openProbe(t);
  const error = await probe.evaluate(({ search }) => search({}, "trap"));
  assert.equal(error.code, "engineCrashed");
  assert.match(error.message, /unreachable/);
  assert.equal(await probe.evaluate(({ client }) => client.state), "crashed");
  const next = await probe.evaluate(({ search }) => search({ depth: 2 }));
  assert.equal(next.depth, 2);
  assert.equal(await probe.evaluate(({ started }) => started.length), 3);
});

test("a missing worker file is a crash that names the file", async (t) => {
  const { probe } = await openProbe(t, { workers: ["missing.js", "missing.js"] });
  const error = await probe.evaluate(({ search }) => search());
  assert.equal(error.code, "engineCrashed");
  assert.match(error.message, /could not be loaded/);
});

test("a policy that forbids workers is a crash too", async (t) => {
  const { probe } = await openProbe(t, { policy: `${POLICY}; worker-src 'none'` });
  const error = await probe.evaluate(({ search }) => search());
  assert.equal(error.code, "engineCrashed");
  assert.match(error.message, /could not be (loaded|started)/);
});

test("the engine finds a move from the start position", async (t) => {
  const { probe, errors } = await openProbe(t, { fake: false });
  const report = await probe.evaluate(({ search }) => search({ depth: 5 }));
  assert.match(report.move, /^[a-i][0-4][a-i]\d$/);
  assert.deepEqual([report.depth, report.stopped, report.pv[0]], [5, false, report.move]);
  assert.equal(report.lines[0].pv[0], report.move);
  const last = await probe.evaluate(({ infos }) => infos.at(-1));
  assert.deepEqual([last?.depth, last?.pv, last?.nodes], [5, report.pv, report.nodes]);
  assert.deepEqual(errors, []);
});

test("the engine answers a stop with the best move so far, and searches on afterwards", async (t) => {
  const { probe, errors } = await openProbe(t, { fake: false });
  const report = await probe.evaluate(({ stopAt }) => stopAt(3));
  assert.equal(report.stopped, true);
  assert.ok(report.depth >= 3);
  assert.match(report.move, /^[a-i][0-4][a-i]\d$/);
  const reply = await probe.evaluate(({ search }) => search({ depth: 3, moves: ["h2e2"] }));
  assert.match(reply.move, /^[a-i][5-9][a-i]\d$/);
  assert.deepEqual([reply.depth, reply.stopped], [3, false]);
  assert.equal(await probe.evaluate(({ started }) => started.length), 1);
  assert.deepEqual(errors, []);
});

test("a stop sent together with the search is answered too", async (t) => {
  const { probe, errors } = await openProbe(t, { fake: false });
  const report = await probe.evaluate(({ client, search }) => {
    const answer = search({ nodes: 1_000_000 });
    client.stop();
    return answer;
  });
  assert.match(report.move, /^[a-i][0-4][a-i]\d$/);
  const next = await probe.evaluate(({ search }) => search({ depth: 3 }));
  assert.equal(next.depth, 3);
  assert.deepEqual(errors, []);
});

/** Moves and nodes at depth 6 by position, as the native program's test has them. */
const RECORD = readFileSync(
  new URL("../data/fingerprint-nnue.txt", import.meta.url),
  "utf8",
).matchAll(/^(\S+) (\d+) (.+ [wb])$/gm);

test("the engine counts the native program's nodes once it has the network", async (t) => {
  const { probe, errors } = await openProbe(t, { fake: false });
  const [[, move, nodes, fen]] = RECORD;
  const seen = await probe.evaluate(async ({ client, search, networks }, position) => {
    const answers = [await search({ depth: 6 }, position)];
    const running = search({ depth: 6 }, position);
    const response = await fetch("assets/chuhe.nnue");
    client.useNetwork(new Uint8Array(await response.arrayBuffer()));
    await running;
    client.newGame();
    answers.push(await search({ depth: 6 }, position));
    client.useNetwork(new TextEncoder().encode("<!doctype html>"));
    client.newGame();
    answers.push(await search({ depth: 6 }, position));
    return { answers: answers.map((answer) => [answer.move, answer.nodes]), networks };
  }, fen);
  assert.notDeepEqual(seen.answers[0], [move, Number(nodes)]);
  assert.deepEqual(seen.answers[1], [move, Number(nodes)]);
  assert.deepEqual(seen.answers[2], [move, Number(nodes)], "what is no network changes nothing");
  assert.deepEqual(seen.networks, [null, "badNetwork"]);
  assert.deepEqual(errors, []);
});

test("several lines have infos together and are reported in order", async (t) => {
  const { probe } = await openProbe(t, { fake: false });
  const report = await probe.evaluate(({ search }) => search({ depth: 4, multipv: 3 }));
  const lines = report.lines.map(({ multipv }) => multipv);
  assert.deepEqual(lines, [1, 2, 3]);
  const numbers = await probe.evaluate(({ infos }) =>
    infos.slice(-3).map(({ multipv }) => multipv),
  );
  assert.deepEqual(numbers, [1, 2, 3]);
});

test("the engine names what is wrong with its input and stays usable", async (t) => {
  const { probe, errors } = await openProbe(t, { fake: false });
  const bad = START.replace("RNBAKABNR", "RNBAKAZNR");
  const error = await probe.evaluate(({ search }, fen) => search({ depth: 2 }, fen), bad);
  assert.deepEqual([error.code, error.field, error.value], ["badFen", "fen", bad]);
  assert.ok(error.reasons.length > 0);
  const illegal = await probe.evaluate(({ search }) => search({ depth: 2, moves: ["a0a9"] }));
  assert.deepEqual([illegal.code, illegal.field], ["illegalMove", "moves"]);
  const report = await probe.evaluate(({ search }) => search({ depth: 2 }));
  assert.equal(report.depth, 2);
  assert.deepEqual(await probe.evaluate(({ started, client }) => [started.length, client.state]), [
    1,
    "idle",
  ]);
  assert.deepEqual(errors, []);
});

test("the engine repeats itself after a new game, node for node", async (t) => {
  const { probe } = await openProbe(t, { fake: false });
  const counts = await probe.evaluate(async ({ client, search }) => {
    const nodes = [];
    for (let i = 0; i < 2; i++) {
      client.newGame();
      nodes.push((await search({ nodes: 20000 })).nodes);
    }
    return nodes;
  });
  assert.equal(counts[0], counts[1]);
});
