// A review as it goes on, over an engine that answers from a list: paused, called off, failed and gone on with, kept.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { ReviewRun } from "../../www/js/analysis/review/review-run.ts";
import { REVIEWS_KEY, createReviewStorage } from "../../www/js/analysis/review/review-storage.ts";
import { MAX_LEVEL } from "../../www/js/core/levels.ts";
import { levelOf } from "../../www/js/analysis/review/retry.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
const GAME = ["h2e2", "h9g7", "h0g2"];
globalThis.reportError ??= () => {};

function fakeStorage() {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
}

/** A queue whose answers can be held back, refused or failed. */
function fakeQueue(answer = () => ({ score: { cp: 10 }, move: null, pv: [], depth: 5 })) {
  const queue = {
    owner: null,
    asked: [],
    forgot: 0,
    forget: () => Promise.resolve(void queue.forgot++),
    ask: (_fen, moves) => {
      queue.asked.push(moves.length);
      return Promise.resolve(answer(moves));
    },
    claim(name) {
      queue.owner = name;
      return () => (queue.owner = null);
    },
  };
  return queue;
}

function runOf(queue, storage = fakeStorage(), second = null) {
  const evaluations = [];
  const run = new ReviewRun({
    Game,
    queue,
    second,
    store: createReviewStorage(() => storage),
    onEvaluation: (ply, cp) => (evaluations[ply] = cp),
    changed: () => {},
  });
  run.open(null, GAME);
  return { run, evaluations, storage };
}

test("two engines share the positions, and find what one finds", async () => {
  const alone = runOf(fakeQueue()).run;
  await alone.resume();
  const queues = [fakeQueue(), fakeQueue()];
  const { run } = runOf(queues[0], fakeStorage(), queues[1]);
  await run.resume();
  assert.equal(run.status, "done");
  assert.deepEqual([...queues[0].asked, ...queues[1].asked].toSorted(), [0, 1, 2, 3]);
  assert.ok(queues[1].asked.length > 0);
  assert.deepEqual(run.findings, alone.findings);
  assert.equal(queues[0].owner, null);
});

test("when one of two engines fails the other stops, and the failure is told", async (t) => {
  const told = t.mock.method(globalThis, "reportError", () => {});
  const second = fakeQueue(() => {
    throw new Error("crashed");
  });
  const { run } = runOf(fakeQueue(), fakeStorage(), second);
  await run.resume();
  assert.equal(run.status, "failed");
  assert.match(told.mock.calls[0].arguments[0].message, /crashed/);
});

test("every position is asked about once, with nothing remembered, and told from Red's view", async () => {
  const queue = fakeQueue();
  const { run, evaluations } = runOf(queue);
  assert.equal(run.status, "none");
  await run.resume();
  assert.equal(run.status, "done");
  assert.deepEqual(queue.asked, [0, 1, 2, 3]);
  assert.equal(queue.forgot, 4);
  assert.deepEqual(evaluations, [10, -10, 10, -10]);
  assert.equal(queue.owner, null, "the engine is free again");
});

test("paused, it goes on where it was", async () => {
  const queue = fakeQueue((moves) => {
    if (moves.length === 2 && run.status === "running") run.pause();
    return { score: { cp: 0 }, move: null, pv: [], depth: 5 };
  });
  const { run } = runOf(queue);
  await run.resume();
  assert.deepEqual([run.status, run.done], ["paused", 2]);
  assert.equal(queue.owner, null);
  queue.ask = (_fen, moves) => {
    queue.asked.push(moves.length);
    return Promise.resolve({ score: { cp: 0 }, move: null, pv: [], depth: 5 });
  };
  await run.resume();
  assert.equal(run.status, "done");
  assert.deepEqual(queue.asked, [0, 1, 2, 2, 3]);
});

test("another question to the engine pauses it, a crash is told; both can be gone on with", async () => {
  const queue = fakeQueue(() => null);
  const { run } = runOf(queue);
  await run.resume();
  assert.equal(run.status, "paused");
  queue.ask = () => Promise.reject(new Error("the engine has crashed"));
  await run.resume();
  assert.equal(run.status, "failed");
  queue.ask = fakeQueue().ask;
  await run.resume();
  assert.equal(run.status, "done");
});

test("called off, it forgets what it found", async () => {
  const { run, storage } = runOf(fakeQueue());
  await run.resume();
  run.cancel();
  assert.deepEqual([run.status, run.done], ["none", 0]);
  const again = runOf(fakeQueue(), storage);
  assert.equal(again.run.status, "none");
});

test("it is kept by the game it is of; a game that goes on keeps what was found", async () => {
  const { run, storage } = runOf(fakeQueue());
  await run.resume();
  assert.equal(runOf(fakeQueue(), storage).run.status, "done");
  run.open(null, [...GAME, "b9c7"]);
  assert.deepEqual([run.status, run.done], ["paused", GAME.length + 1]);
  run.open(null, ["b2e2"]);
  assert.deepEqual([run.status, run.done], ["paused", 1], "the start position is the same");
  run.open("3k5/9/9/9/9/9/9/9/9/R3K4 b", []);
  assert.deepEqual([run.status, run.first], ["none", "black"]);
});

test("a store that is full, broken or of another kind costs nothing but what was in it", () => {
  const storage = fakeStorage();
  const store = createReviewStorage(() => storage);
  for (const text of ["{", "null", "[]", '{"version":2}', '{"version":1,"reviews":[null,3]}']) {
    storage.kept.set(REVIEWS_KEY, text);
    assert.equal(store.load(null, GAME), null);
  }
  const full = createReviewStorage(() => {
    throw new Error("no store here");
  });
  assert.equal(full.load(null, GAME), null);
  assert.equal(full.save(null, GAME, { positions: [], moves: [] }), false);
});

test("the opponent of a retry is that of the game, where it is known", () => {
  const kept = { mode: "engine", level: 4, moves: [...GAME, "b9c7"] };
  assert.equal(levelOf(kept, GAME), 4);
  assert.equal(levelOf({ ...kept, level: 6.25 }, GAME), 6, "the nearest");
  assert.equal(levelOf(kept, ["b2e2"]), MAX_LEVEL);
  assert.equal(levelOf({ ...kept, mode: "local" }, GAME), MAX_LEVEL);
  assert.equal(levelOf(undefined, GAME), MAX_LEVEL);
});
