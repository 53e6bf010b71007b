/** The engine client with a fake worker and a fake clock: promises, signals and restarts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRACE_MS } from "../../www/js/engine/protocol.ts";
import { EngineClient } from "../../www/js/engine/client.ts";
import { infoAt, reportAt } from "./fakes/engine.ts";
import { FakeTimers, FakeWorker } from "./fakes/worker.ts";
import type { ClientConfig } from "../../www/js/engine/client.ts";
import type { Answer, FromWorker, InitMessage } from "../../www/js/engine/types.ts";

const MODULE = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
const FEN = "a/b w";

/** Creates a client, with the workers it has started, its clock, and the states it has reported. */
function setUp(config: Partial<ClientConfig> = {}) {
  const workers: FakeWorker[] = [];
  const timers = new FakeTimers();
  const states: string[] = [];
  const client = new EngineClient({
    module: MODULE,
    hashMb: 16,
    timers,
    createWorker: (url) => {
      const worker = new FakeWorker(url);
      workers.push(worker);
      return worker;
    },
    onState: (state, detail) => states.push(detail ? `${state}: ${detail}` : state),
    ...config,
  });
  return { client, workers, timers, states };
}

/** Starts a search, whose id is `job`, and makes the worker ready. */
function searching() {
  const scene = setUp();
  const infos: number[] = [];
  const answer = scene.client.getBestMove(FEN, {}, { onInfo: (info) => infos.push(info.depth) });
  const [worker] = scene.workers;
  worker.say({ type: "ready" });
  return { ...scene, answer, worker, infos, job: worker.of("search")[0].job };
}

const report = (job: number, depth: number, stopped = false): FromWorker => {
  return { type: "report", job, report: { ...reportAt(depth), stopped } };
};

test("a hash table smaller than requested is reported", () => {
  const sizes: number[] = [];
  const { client, workers } = setUp({ onShortOfMemory: (hashMb) => sizes.push(hashMb) });
  client.getBestMove(FEN);
  workers[0].say({ type: "ready", hashMb: 4 });
  assert.deepEqual(sizes, [4]);
  assert.equal(client.state, "thinking");
});

test("no worker is started before the first search", () => {
  const { client, workers } = setUp();
  client.newGame();
  client.stop();
  assert.equal(workers.length, 0);
  assert.equal(client.state, "idle");
});

test("the worker gets the compiled module and the size of its hash table", async () => {
  const { workers, worker, answer, job, client, states } = searching();
  assert.match(worker.url, /js\/engine\/worker\.ts$/);
  assert.deepEqual(worker.sent[0], { type: "init", module: MODULE, hashMb: 16 });
  worker.say(report(job, 3));
  assert.equal((await answer).depth, 3);
  const again = client.getBestMove(FEN);
  assert.equal(workers.length, 1);
  worker.say(report(worker.of("search")[1].job, 4));
  assert.equal((await again).depth, 4);
  assert.deepEqual(states, ["loading", "thinking", "idle", "thinking", "idle"]);
});

test("the worker's file can be replaced", () => {
  const { client, workers } = setUp({ workerUrl: "other/worker.js" });
  client.getBestMove(FEN);
  assert.equal(workers[0].url, "other/worker.js");
});

test("options are copied at the call", () => {
  const { client, workers } = setUp();
  const moves = ["h2e2"];
  client.getBestMove(FEN, { depth: 3, moves });
  moves.push("h9g7");
  workers[0].say({ type: "ready" });
  const [{ fen, options }] = workers[0].of("search");
  assert.deepEqual({ fen, options }, { fen: FEN, options: { depth: 3, moves: ["h2e2"] } });
});

test("a newer search supersedes the older one", async () => {
  const { client, worker, answer, job } = searching();
  const newer = client.getBestMove(FEN);
  await assert.rejects(answer, { name: "AbortError" });
  worker.say(report(job, 2, true));
  worker.say(report(job + 1, 5));
  assert.equal((await newer).depth, 5);
});

test("an abort ends a search, and an aborted signal starts none", async () => {
  const { client, workers, timers } = setUp();
  const controller = new AbortController();
  const answer = client.getBestMove(FEN, {}, { signal: controller.signal });
  workers[0].say({ type: "ready" });
  controller.abort();
  await assert.rejects(answer, { name: "AbortError" });
  assert.equal(workers[0].of("stop").length, 1);
  await assert.rejects(client.getBestMove(FEN, {}, { signal: controller.signal }), {
    name: "AbortError",
  });
  assert.equal(workers[0].of("search").length, 1);
  timers.advance(1000);
  assert.deepEqual([workers[0].terminated, workers.length], [true, 2]);
});

test("a signal that aborts after the answer changes nothing", async () => {
  const { client, workers } = setUp();
  const controller = new AbortController();
  const answer = client.getBestMove(FEN, {}, { signal: controller.signal });
  workers[0].say({ type: "ready" });
  workers[0].say(report(workers[0].of("search")[0].job, 3));
  await answer;
  controller.abort();
  assert.equal(workers[0].of("stop").length, 0);
});

test("stop resolves within 100 ms though the worker is silent", async () => {
  const { client, workers, worker, answer, job, timers, states } = searching();
  worker.say({ type: "info", job, infos: [infoAt(7)] });
  client.stop();
  timers.advance(100);
  const { move, depth, stopped } = await answer;
  assert.deepEqual({ move, depth, stopped }, { move: reportAt(7).move, depth: 7, stopped: true });
  assert.equal(worker.terminated, false);
  timers.advance(GRACE_MS);
  assert.deepEqual([worker.terminated, workers.length], [true, 2]);
  assert.deepEqual(states, ["loading", "thinking", "idle"]);
  workers[1].say({ type: "ready" });
  client.getBestMove(FEN);
  assert.equal(workers[1].of("search").length, 1);
});

test("an answer to a stop keeps the worker", async () => {
  const { client, workers, worker, answer, job, timers, infos } = searching();
  worker.say({ type: "info", job, infos: [infoAt(7)] });
  client.stop();
  timers.advance(30);
  worker.say({ type: "info", job, infos: [infoAt(8)] });
  worker.say(report(job, 8, true));
  assert.equal((await answer).depth, 8);
  timers.advance(60000);
  assert.deepEqual([worker.terminated, workers.length], [false, 1]);
  assert.deepEqual(infos, [7, 8]);
  assert.equal(timers.pending.size, 0);
});

test("messages of a replaced worker are ignored", async () => {
  const { client, workers, worker, answer, job, timers } = searching();
  worker.say({ type: "info", job, infos: [infoAt(7)] });
  client.stop();
  timers.advance(1000);
  await answer;
  const next = client.getBestMove(FEN);
  worker.fire("error", { message: "late" });
  worker.say({ type: "ready" });
  worker.say(report(job + 1, 1));
  assert.equal(workers.length, 2);
  workers[1].say({ type: "ready" });
  workers[1].say(report(job + 1, 9));
  assert.equal((await next).depth, 9);
});

test("a crash restarts the worker, is reported, and repeats the search once", async () => {
  const { workers, worker, answer, job, states } = searching();
  worker.say({ type: "crash", message: "RuntimeError: unreachable" });
  assert.equal(worker.terminated, true);
  workers[1].say({ type: "ready" });
  workers[1].say(report(job, 6));
  assert.equal((await answer).depth, 6);
  assert.deepEqual(states, [
    "loading",
    "thinking",
    "crashed: RuntimeError: unreachable",
    "loading: restarted",
    "thinking",
    "idle",
  ]);
});

test("a running worker gets the network at once, the next one before its search", () => {
  const codes: (string | null)[] = [];
  const { client, workers } = setUp({ onNetwork: (error) => codes.push(error && error.code) });
  const bytes = new Uint8Array([1, 2]);
  const types = (index: number) => workers[index].sent.map(({ type }) => type);
  client.getBestMove(FEN);
  workers[0].say({ type: "ready" });
  client.useNetwork(bytes);
  assert.deepEqual(types(0), ["init", "search", "network"]);
  assert.deepEqual(workers[0].of("network"), [{ type: "network", bytes }]);
  workers[0].say({ type: "judge", error: null });
  workers[0].say({ type: "crash", message: "one" });
  workers[1].say({ type: "ready" });
  assert.deepEqual(types(1), ["init", "network", "search"]);
  workers[0].say({
    type: "judge",
    error: { code: "stale", message: "from a worker that is gone" },
  });
  workers[1].say({ type: "judge", error: { code: "badNetwork", message: "no" } });
  assert.deepEqual(codes, [null, "badNetwork"]);
});

test("a network that arrives before any worker waits for the first one", () => {
  const { client, workers } = setUp();
  client.useNetwork(new Uint8Array(3));
  assert.equal(workers.length, 0);
  client.getBestMove(FEN);
  assert.deepEqual(
    workers[0].sent.map(({ type }) => type),
    ["init", "network"],
  );
});

test("only a worker that is silent in a search counts as crashed", async () => {
  const { workers, worker, timers, answer, job, states } = searching();
  for (let time = 0; time < 3; time++) {
    timers.beat(5);
    worker.say({ type: "info", job, infos: [infoAt(time + 1)] });
  }
  assert.equal(workers.length, 1);
  timers.beat(6);
  assert.equal(worker.terminated, true);
  workers[1].say({ type: "ready" });
  timers.beat(5);
  workers[1].say(report(job, 6));
  assert.equal((await answer).depth, 6);
  assert.ok(states.includes("crashed: The engine's worker fell silent"));
  timers.beat(9);
  assert.equal(workers.length, 2);
});

test("a second crash rejects with engineCrashed, and the next search can succeed", async () => {
  const { client, workers, worker, answer } = searching();
  worker.say({ type: "crash", message: "one" });
  workers[1].say({ type: "ready" });
  workers[1].say({ type: "crash", message: "two" });
  await assert.rejects(answer, { code: "engineCrashed", message: "two" });
  assert.equal(client.state, "crashed");
  assert.equal(workers.length, 2);
  const next = client.getBestMove(FEN);
  workers[2].say({ type: "ready" });
  workers[2].say(report(workers[2].of("search")[0].job, 3));
  assert.equal((await next).depth, 3);
});

test("a worker file that does not load is a crash that names the file", async () => {
  const { client, workers } = setUp({ workerUrl: "missing.js" });
  const answer = client.getBestMove(FEN);
  workers[0].fire("error");
  workers[1].fire("error");
  const message = "The engine's worker could not be loaded from missing.js";
  await assert.rejects(answer, { code: "engineCrashed", message });
});

test("an error inside the worker is reported with its place", async () => {
  const { client, workers } = setUp();
  const answer = client.getBestMove(FEN);
  const where = { message: "TypeError: no", filename: "worker.js", lineno: 7 };
  workers[0].fire("error", where);
  workers[1].fire("messageerror");
  await assert.rejects(answer, { message: "A message of the engine's worker could not be read" });
  workers.length = 0;
  const again = client.getBestMove(FEN);
  workers[0].fire("error", where);
  workers[1].fire("error", where);
  await assert.rejects(again, { message: "TypeError: no (worker.js:7)" });
});

test("a browser that refuses to make a worker is a crash too", async () => {
  const createWorker = () => {
    throw new DOMException("not allowed", "SecurityError");
  };
  const { client, states } = setUp({ createWorker });
  await assert.rejects(client.getBestMove(FEN), { code: "engineCrashed", message: /not allowed/ });
  assert.match(states.join(), /^loading,crashed.*,loading: restarted,crashed/);
});

test("a refusal before dispose is not reported after it", async () => {
  const createWorker = () => {
    throw new DOMException("not allowed", "SecurityError");
  };
  const { client, states } = setUp({ createWorker });
  const answer = client.getBestMove(FEN);
  client.dispose();
  await assert.rejects(answer, { name: "AbortError" });
  assert.deepEqual([states, client.state], [["loading", "idle"], "idle"]);
});

test("bad input rejects with code, field, value and reasons, without a restart", async () => {
  const { workers, worker, answer, job } = searching();
  const facts = { code: "badFen", field: "fen", value: "x", reasons: [{ code: "tooFewRanks" }] };
  worker.say({ type: "refused", job, error: { message: "fen: x", ...facts } });
  await assert.rejects(answer, { message: "fen: x", ...facts });
  assert.equal(workers.length, 1);
});

test("a FEN that is no text is refused without asking the worker", async () => {
  const { client, workers } = setUp();
  await assert.rejects(client.getBestMove(undefined as never), {
    code: "badFen",
    field: "fen",
  });
  assert.equal(workers.length, 0);
});

test("a listener is called in its own turn and may start the next search", async () => {
  const answers: Promise<Answer>[] = [];
  const onState = (state: string) => {
    if (state === "crashed") answers.push(client.getBestMove(FEN, { depth: 2 }));
  };
  const { client, workers } = setUp({ onState });
  const answer = client.getBestMove(FEN, { depth: 1 });
  workers[0].say({ type: "crash", message: "one" });
  assert.equal(answers.length, 0);
  await assert.rejects(answer, { name: "AbortError" });
  workers[1].say({ type: "ready" });
  const [{ job, options }] = workers[1].of("search");
  assert.equal(options.depth, 2);
  workers[1].say(report(job, 2));
  assert.equal((await answers[0]).depth, 2);
});

test("dispose ends the worker, rejects the search and refuses further ones", async () => {
  const { client, worker, answer, timers } = searching();
  client.dispose();
  await assert.rejects(answer, { name: "AbortError" });
  assert.equal(worker.terminated, true);
  assert.equal(timers.pending.size, 0);
  await assert.rejects(client.getBestMove(FEN), { name: "InvalidStateError" });
});

/** Creates the parts for several threads, with fake workers. */
function fakeThreads() {
  const workers: FakeWorker[] = [];
  const createWorker = () => {
    const worker = new FakeWorker("threads");
    workers.push(worker);
    return worker;
  };
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const init = () => ({ threads: 2, memory, reserveMb: 7 });
  return { workers, memory, threads: { createWorker, init } };
}

test("several threads start with their memory, not with the page's module", () => {
  const { workers, memory, threads } = fakeThreads();
  const { client, workers: plain } = setUp({ threads });
  client.getBestMove(FEN);
  const init = { type: "init", hashMb: 16, threads: 2, memory, reserveMb: 7 };
  assert.deepEqual(workers[0].sent[0], init);
  assert.equal(plain.length, 0);
});

/** Faults of threads, before the first worker is created or after. */
const THREADS_FAULTS: Record<
  string,
  {
    before?: (threads: ReturnType<typeof fakeThreads>["threads"]) => void;
    after?: (worker: FakeWorker) => void;
  }
> = {
  "no memory": {
    before(threads) {
      threads.init = () => {
        throw new RangeError("no memory");
      };
    },
  },
  "memory that cannot be handed over": {
    before(threads) {
      const worker = new FakeWorker("threads");
      worker.postMessage = () => {
        throw new DOMException("no", "DataCloneError");
      };
      threads.createWorker = () => worker;
    },
  },
  "a script that does not load": { after: (worker) => worker.fire("error") },
  "memory that does not arrive": { after: (worker) => worker.fire("messageerror") },
  "a module that does not load": {
    after: (worker) => worker.say({ type: "crash", message: "404" }),
  },
};

test("the engine works without threads that cannot start, and reports nothing", async () => {
  for (const [name, { before, after }] of Object.entries(THREADS_FAULTS)) {
    const { workers: team, threads } = fakeThreads();
    before?.(threads);
    const { client, workers, states } = setUp({ threads });
    const answer = client.getBestMove(FEN);
    after?.(team[0]);
    await Promise.resolve(); // a worker that cannot be created is reported in its own turn
    assert.equal(workers.length, 1, name);
    workers[0].say({ type: "ready" });
    workers[0].say(report(workers[0].of("search")[0].job, 3));
    assert.equal((await answer).depth, 3, name);
    assert.deepEqual(states, ["loading", "thinking", "idle"], name);
  }
});

test("threads that crashed in a search are not started again", async () => {
  const { workers: team, threads } = fakeThreads();
  const { client, workers, states } = setUp({ threads });
  const answer = client.getBestMove(FEN);
  team[0].say({ type: "ready" });
  team[0].say({ type: "crash", message: "unreachable" });
  assert.deepEqual([team.length, team[0].terminated, workers.length], [1, true, 1]);
  workers[0].say({ type: "ready" });
  workers[0].say(report(workers[0].of("search")[0].job, 3));
  assert.equal((await answer).depth, 3);
  assert.ok(states.includes("crashed: unreachable"), states.join());
});

test("new threads and memory apply from the next search on", async () => {
  const { workers: team, threads } = fakeThreads();
  const { client, workers } = setUp();
  const first = client.getBestMove(FEN);
  workers[0].say({ type: "ready" });
  client.renew({ threads, hashMb: 64 });
  assert.equal(workers[0].terminated, false, "the running search goes on");
  workers[0].say(report(workers[0].of("search")[0].job, 3));
  await first;
  assert.equal(workers[0].terminated, true);
  client.getBestMove(FEN);
  assert.deepEqual([team.length, (team[0].sent[0] as InitMessage).hashMb], [1, 64]);
});
