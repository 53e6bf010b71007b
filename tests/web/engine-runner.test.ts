/** The worker's side of the protocol, with a fake engine and an event loop that the test runs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_SLICE_MS, INFO_GAP_MS, Runner, SLICE_MS } from "../../www/js/engine/runner.ts";
import { FakeEngine, infoAt, reportAt } from "./fakes/engine.ts";
import type {
  Answer,
  Engine,
  FromWorker,
  Info,
  InitMessage,
  Refusal,
  SearchMessage,
  SearchOptions,
} from "../../www/js/engine/types.ts";

const MODULE = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
const INIT: InitMessage = { type: "init", module: MODULE };
const FEN = "a/b w";

/** A message to the page, whatever its type. */
interface Posted {
  type: FromWorker["type"];
  job?: number;
  infos?: Info[];
  error?: Refusal | null;
  report?: Answer;
}

/** Creates a runner whose engine is ready; `turn()` runs its next task after `ms` have passed. */
function setUp(engine = new FakeEngine()) {
  const posted: Posted[] = [];
  const deferred: (() => void)[] = [];
  let now = 0;
  const runner = new Runner({
    createEngine: () => engine,
    post: (message) => posted.push(message),
    defer: (task) => deferred.push(task),
    now: () => now,
  });
  runner.receive(INIT);
  const turn = (ms = SLICE_MS) => {
    now += ms;
    deferred.shift()?.();
  };
  const wait = (ms: number) => (now += ms);
  return { runner, engine, posted, turn, wait, takePosted: () => posted.splice(0), deferred };
}

const search = (job: number, options: SearchOptions = {}, fen = FEN): SearchMessage => ({
  type: "search",
  job,
  fen,
  options,
});

test("the engine is created on the first message and reported ready", () => {
  assert.deepEqual(setUp().takePosted(), [{ type: "ready" }]);
});

test("without memory for its table the engine reports a smaller one", () => {
  const posted: Posted[] = [];
  const noMemory = Object.assign(new Error("too large"), { code: "noMemory", field: "hash" });
  const runnerWith = (most: number) =>
    new Runner({
      createEngine: ({ hashMb = 32 }) => {
        if (hashMb > most) throw noMemory;
        return new FakeEngine();
      },
      post: (message) => posted.push(message),
      defer: () => {},
      now: () => 0,
    });
  runnerWith(10).receive({ ...INIT, hashMb: 32 });
  runnerWith(64).receive({ ...INIT, hashMb: 32 });
  runnerWith(0).receive({ ...INIT, hashMb: 32 });
  assert.deepEqual(posted.splice(0, 2), [{ type: "ready", hashMb: 8 }, { type: "ready" }]);
  assert.equal(posted[0].type, "crash", "not even the smallest one fits");
});

test("the first slice is short and runs at once, later ones wait for their turn", () => {
  const { runner, engine, turn, takePosted } = setUp();
  takePosted();
  runner.receive(search(1));
  assert.deepEqual(takePosted(), [{ type: "info", job: 1, infos: [infoAt(1)] }]);
  turn();
  turn();
  assert.deepEqual(engine.budgets, [FIRST_SLICE_MS, SLICE_MS, SLICE_MS]);
});

test("a book is passed on, and a refused one is reported and left out", () => {
  const { runner, engine, takePosted } = setUp();
  runner.receive({ type: "book", bytes: new Uint8Array(3) });
  runner.receive({ type: "book", bytes: new Uint8Array() });
  runner.receive(search(1));
  assert.deepEqual(engine.calls.slice(0, 3), ["loadBook 3", "loadBook 0", `begin ${FEN}`]);
  const messages = takePosted();
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["ready", "openings", "openings", "info"],
  );
  assert.equal(messages[1].error, null);
  assert.equal(messages[2].error!.code, "badBook");
});

/** Sets up a runner near an ending, with a search that waits for solved endings. */
function waiting() {
  const engine = new FakeEngine();
  engine.isNearEnding = true;
  const all = setUp(engine);
  all.takePosted();
  all.runner.receive(search(1));
  assert.deepEqual(all.takePosted(), [{ type: "endingsRequested" }]);
  assert.deepEqual(engine.budgets, [], "nothing is searched yet");
  return all;
}

test("near an ending a search waits for solved endings and begins with them", () => {
  const { runner, engine, turn, takePosted } = waiting();
  runner.receive({ type: "endings", bytes: new Uint8Array(3) });
  assert.deepEqual(engine.calls, [`begin ${FEN}`, "loadEndings 3", `begin ${FEN}`, "step"]);
  assert.deepEqual(takePosted(), [
    { type: "endings", error: null },
    { type: "info", job: 1, infos: [infoAt(1)] },
  ]);
  turn();
  assert.equal(engine.depth, 2);
  runner.receive(search(2));
  assert.ok(!takePosted().some(({ type }) => type === "endingsRequested"));
});

test("a search goes on without solved endings if there are none or they are refused", () => {
  for (const message of [
    { type: "noEndings" },
    { type: "endings", bytes: new Uint8Array() },
  ] as const) {
    const { runner, engine, takePosted } = waiting();
    runner.receive(message);
    assert.equal(engine.depth, 1);
    const [refused] = takePosted().filter(({ type }) => type === "endings");
    assert.equal(refused?.error?.code, message.type === "endings" ? "badEndings" : undefined);
    runner.receive(message);
    assert.equal(engine.depth, 1, "a running search is left alone");
  }
});

test("a stop while a search waits for solved endings is answered with a searched move", () => {
  const { runner, takePosted } = waiting();
  runner.receive({ type: "stop", job: 1 });
  const report = takePosted().find(({ type }) => type === "report")!;
  assert.equal(report.report!.depth, 1);
  runner.receive({ type: "noEndings" });
  assert.deepEqual(takePosted(), [], "the search has ended");
});

test("infos are posted at most ten times a second", () => {
  const { runner, posted, turn } = setUp();
  runner.receive(search(1));
  for (let i = 0; i < 100; i++) turn();
  const infos = posted.filter(({ type }) => type === "info").length;
  assert.equal(infos, 1 + Math.floor(100 / Math.ceil(INFO_GAP_MS / SLICE_MS)));
});

test("the last info is flushed before the report", () => {
  const { runner, turn, takePosted } = setUp();
  takePosted();
  runner.receive(search(1, { depth: 3 }));
  turn(1);
  turn(1);
  assert.deepEqual(takePosted(), [
    { type: "info", job: 1, infos: [infoAt(1)] },
    { type: "info", job: 1, infos: [infoAt(3)] },
    { type: "report", job: 1, report: { ...reportAt(3), stopped: false, acceptsDraw: true } },
  ]);
});

test("infos from within a long slice are posted at once, as often as allowed", () => {
  const engine = new FakeEngine();
  const { runner, takePosted, wait } = setUp(engine);
  takePosted();
  const step: Engine["step"] = (_budget, onInfo) => {
    for (engine.depth = 1; engine.depth < 4; engine.depth++) {
      onInfo?.(infoAt(engine.depth));
      wait(INFO_GAP_MS / 2);
    }
    return true;
  };
  engine.step = step as FakeEngine["step"];
  runner.receive(search(1));
  const depths = takePosted().map(({ type, infos }) => infos?.[0].depth ?? type);
  assert.deepEqual(depths, [1, 3, 4, "report"]);
});

test("a stop between two slices ends the search", () => {
  const { runner, engine, turn, takePosted, deferred } = setUp();
  runner.receive(search(1));
  turn();
  takePosted();
  runner.receive({ type: "stop", job: 1 });
  assert.deepEqual(takePosted().at(-1), {
    type: "report",
    job: 1,
    report: { ...reportAt(2), stopped: true, acceptsDraw: false },
  });
  assert.equal(deferred.length, 1);
  turn();
  assert.equal(engine.calls.at(-1), "finish");
});

test("a stop right behind the search finds a move", () => {
  const { runner, takePosted } = setUp();
  runner.receive(search(1));
  runner.receive({ type: "stop", job: 1 });
  const { report } = takePosted().at(-1)!;
  assert.deepEqual([report!.move, report!.stopped], [reportAt(1).move, true]);
});

test("a stop for another job, or for none, is ignored", () => {
  const { runner, takePosted } = setUp();
  takePosted();
  runner.receive({ type: "stop", job: 1 });
  runner.receive(search(2));
  takePosted();
  runner.receive({ type: "stop", job: 1 });
  assert.deepEqual(takePosted(), []);
});

test("a new search ends the running one and its slices", () => {
  const { runner, engine, turn, takePosted } = setUp();
  runner.receive(search(1));
  takePosted();
  runner.receive(search(2));
  const ended = takePosted().filter(({ type }) => type === "report");
  assert.deepEqual(
    ended.map(({ job }) => job),
    [1],
  );
  turn();
  assert.equal(engine.depth, 1);
  turn();
  assert.equal(engine.depth, 2);
});

test("a new game reaches the engine", () => {
  const { runner, engine } = setUp();
  runner.receive({ type: "newGame" });
  assert.deepEqual(engine.calls, ["newGame"]);
});

test("bad input is refused with its details, and the engine stays usable", () => {
  const { runner, takePosted } = setUp();
  takePosted();
  runner.receive(search(1, {}, "nonsense"));
  const [{ type, job, error }] = takePosted();
  assert.deepEqual(
    [type, job, error!.code, error!.field, error!.value],
    ["refused", 1, "badFen", "fen", "nonsense"],
  );
  assert.equal(error!.reasons!.length, 2);
  runner.receive(search(2, { depth: 1 }));
  assert.equal(takePosted().at(-1)!.type, "report");
});

test("a network is passed on and reported, also during a search", () => {
  const { runner, engine, turn, takePosted } = setUp();
  runner.receive(search(1));
  takePosted();
  runner.receive({ type: "network", bytes: new Uint8Array(7) });
  assert.deepEqual(takePosted(), [{ type: "judge", error: null }]);
  turn();
  assert.deepEqual(engine.calls.slice(-2), ["loadNetwork 7", "step"]);
});

test("a refused network is reported, and the engine works without it", () => {
  const { runner, takePosted } = setUp();
  takePosted();
  runner.receive({ type: "network", bytes: new Uint8Array() });
  const [{ type, error }] = takePosted();
  assert.deepEqual([type, error!.code], ["judge", "badNetwork"]);
  runner.receive(search(1, { depth: 1 }));
  assert.equal(takePosted().at(-1)!.type, "report");
});

const CALLS = ["loadNetwork", "begin", "step", "infos", "finish", "newGame"] as const;
for (const where of CALLS) {
  test(`a trap in ${where} is reported once as a crash`, () => {
    const { runner, engine, turn, takePosted } = setUp();
    takePosted();
    engine[where] = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
    runner.receive({ type: "network", bytes: new Uint8Array(1) });
    runner.receive({ type: "newGame" });
    runner.receive(search(1, { depth: 2 }));
    turn();
    runner.receive(search(2));
    const crashes = takePosted().filter(({ type }) => type !== "info" && type !== "judge");
    assert.deepEqual(crashes, [{ type: "crash", message: "RuntimeError: unreachable" }]);
  });
}

test("an engine that cannot be created is a crash", () => {
  const posted: Posted[] = [];
  const runner = new Runner({
    createEngine: () => {
      throw new WebAssembly.LinkError("import");
    },
    post: (message) => posted.push(message),
    defer: () => {},
    now: () => 0,
  });
  runner.receive(INIT);
  runner.receive(search(1));
  assert.deepEqual(posted, [{ type: "crash", message: "LinkError: import" }]);
});
