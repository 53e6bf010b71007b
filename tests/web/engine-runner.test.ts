/** The worker's side of the protocol, on an engine and an event loop that a test turns by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_SLICE_MS, INFO_GAP_MS, Runner, SLICE_MS } from "../../www/js/engine/runner.ts";
import { FakeEngine, infoAt, reportAt } from "./fakes/engine.ts";

/** @import { InitMessage, SearchMessage, SearchOptions } from "../../www/js/engine/types.ts" */

const MODULE = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
/** @type {InitMessage} */
const INIT = { type: "init", module: MODULE };
const FEN = "a/b w";

/** A runner whose engine is ready; `turn()` runs what it deferred, after `ms` have passed. */
function setUp(engine = new FakeEngine()) {
  /** @type {any[]} what was posted, of any type */
  const posted = [];
  /** @type {(() => void)[]} */
  const deferred = [];
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
  const wait = (/** @type {number} */ ms) => (now += ms);
  return { runner, engine, posted, turn, wait, said: () => posted.splice(0), deferred };
}

/** @param {number} job @param {SearchOptions} [options] @returns {SearchMessage} */
const search = (job, options = {}, fen = FEN) => ({ type: "search", job, fen, options });

test("the engine is made on the first message and said to be ready", () => {
  assert.deepEqual(setUp().said(), [{ type: "ready" }]);
});

test("without memory for its table the engine is made with a smaller one, and says so", () => {
  /** @type {any[]} */
  const posted = [];
  const noMemory = Object.assign(new Error("too large"), { code: "noMemory", field: "hash" });
  /** @param {number} most */
  const runnerWith = (most) =>
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

test("the first slice is short and runs at once, the others wait for their turn", () => {
  const { runner, engine, turn, said } = setUp();
  said();
  runner.receive(search(1));
  assert.deepEqual(said(), [{ type: "info", job: 1, infos: [infoAt(1)] }]);
  turn();
  turn();
  assert.deepEqual(engine.budgets, [FIRST_SLICE_MS, SLICE_MS, SLICE_MS]);
});

test("the book is passed on; one that is refused is left out, and that is said", () => {
  const { runner, engine, said } = setUp();
  runner.receive({ type: "book", bytes: new Uint8Array(3) });
  runner.receive({ type: "book", bytes: new Uint8Array() });
  runner.receive(search(1));
  assert.deepEqual(engine.calls.slice(0, 3), ["loadBook 3", "loadBook 0", `begin ${FEN}`]);
  const messages = said();
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["ready", "openings", "openings", "info"],
  );
  assert.equal(messages[1].error, null);
  assert.equal(messages[2].error.code, "badBook");
});

test("infos keep their distance", () => {
  const { runner, posted, turn } = setUp();
  runner.receive(search(1));
  for (let i = 0; i < 100; i++) turn();
  const infos = posted.filter(({ type }) => type === "info").length;
  assert.equal(infos, 1 + Math.floor(100 / Math.ceil(INFO_GAP_MS / SLICE_MS)));
});

test("the last info is flushed before the report", () => {
  const { runner, turn, said } = setUp();
  said();
  runner.receive(search(1, { depth: 3 }));
  turn(1);
  turn(1);
  assert.deepEqual(said(), [
    { type: "info", job: 1, infos: [infoAt(1)] },
    { type: "info", job: 1, infos: [infoAt(3)] },
    { type: "report", job: 1, report: { ...reportAt(3), stopped: false, acceptsDraw: true } },
  ]);
});

test("infos told from within a long slice are posted at once, as often as infos may be", () => {
  const engine = new FakeEngine();
  const { runner, said, wait } = setUp(engine);
  said();
  engine.step = (_budget, onInfo = () => {}) => {
    for (engine.depth = 1; engine.depth < 4; engine.depth++) {
      onInfo(infoAt(engine.depth));
      wait(INFO_GAP_MS / 2);
    }
    return true;
  };
  runner.receive(search(1));
  const told = said().map(({ type, infos }) => infos?.[0].depth ?? type);
  assert.deepEqual(told, [1, 3, 4, "report"]);
});

test("a stop between two slices ends the search", () => {
  const { runner, engine, turn, said, deferred } = setUp();
  runner.receive(search(1));
  turn();
  said();
  runner.receive({ type: "stop", job: 1 });
  assert.deepEqual(said().at(-1), {
    type: "report",
    job: 1,
    report: { ...reportAt(2), stopped: true, acceptsDraw: false },
  });
  assert.equal(deferred.length, 1);
  turn();
  assert.equal(engine.calls.at(-1), "finish");
});

test("a stop right behind the search finds a move", () => {
  const { runner, said } = setUp();
  runner.receive(search(1));
  runner.receive({ type: "stop", job: 1 });
  const { report } = said().at(-1);
  assert.deepEqual([report.move, report.stopped], [reportAt(1).move, true]);
});

test("a stop for another job, or for none, is ignored", () => {
  const { runner, said } = setUp();
  said();
  runner.receive({ type: "stop", job: 1 });
  runner.receive(search(2));
  said();
  runner.receive({ type: "stop", job: 1 });
  assert.deepEqual(said(), []);
});

test("a new search ends the one that runs, and its slices with it", () => {
  const { runner, engine, turn, said } = setUp();
  runner.receive(search(1));
  said();
  runner.receive(search(2));
  const ended = said().filter(({ type }) => type === "report");
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

test("bad input is refused with its facts; the engine stays usable", () => {
  const { runner, said } = setUp();
  said();
  runner.receive(search(1, {}, "nonsense"));
  const [{ type, job, error }] = said();
  assert.deepEqual(
    [type, job, error.code, error.field, error.value],
    ["refused", 1, "badFen", "fen", "nonsense"],
  );
  assert.equal(error.reasons.length, 2);
  runner.receive(search(2, { depth: 1 }));
  assert.equal(said().at(-1).type, "report");
});

test("a network goes to the engine and is said to be there, also while a search runs", () => {
  const { runner, engine, turn, said } = setUp();
  runner.receive(search(1));
  said();
  runner.receive({ type: "network", bytes: new Uint8Array(7) });
  assert.deepEqual(said(), [{ type: "judge", error: null }]);
  turn();
  assert.deepEqual(engine.calls.slice(-2), ["loadNetwork 7", "step"]);
});

test("a network that the engine refuses is told, and the engine goes on without", () => {
  const { runner, said } = setUp();
  said();
  runner.receive({ type: "network", bytes: new Uint8Array() });
  const [{ type, error }] = said();
  assert.deepEqual([type, error.code], ["judge", "badNetwork"]);
  runner.receive(search(1, { depth: 1 }));
  assert.equal(said().at(-1).type, "report");
});

const CALLS = /** @type {const} */ ["loadNetwork", "begin", "step", "infos", "finish", "newGame"];
for (const where of CALLS) {
  test(`a trap in ${where} is a crash, said once`, () => {
    const { runner, engine, turn, said } = setUp();
    said();
    engine[where] = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
    runner.receive({ type: "network", bytes: new Uint8Array(1) });
    runner.receive({ type: "newGame" });
    runner.receive(search(1, { depth: 2 }));
    turn();
    runner.receive(search(2));
    const crashes = said().filter(({ type }) => type !== "info" && type !== "judge");
    assert.deepEqual(crashes, [{ type: "crash", message: "RuntimeError: unreachable" }]);
  });
}

test("an engine that cannot be made is a crash", () => {
  /** @type {any[]} what was posted, of any type */
  const posted = [];
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
