// A review in progress, with an engine that answers from a list: pause, cancel, failure, resume and storage.

import assert from "node:assert/strict";
import test from "node:test";
import { ReviewRun, latestPositions } from "../../www/js/analysis/review/review-run.ts";
import { REVIEWS_KEY, createReviewStorage } from "../../www/js/analysis/review/review-storage.ts";
import type { EngineQueue, EngineUser } from "../../www/js/analysis/engine-queue.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import { MAX_LEVEL } from "../../www/js/core/levels.ts";
import type { Answer, SearchOptions } from "../../www/js/engine/types.ts";
import type { Finding, JudgedMove } from "../../www/js/explain/judge.ts";
import { levelOf } from "../../www/js/analysis/review/retry.ts";
import { fake } from "./fake.ts";
import { memoryStorage } from "./memory-storage.ts";
import { reviewing } from "./review-wasm.ts";
import { Game } from "./rules-wasm.ts";

const GAME = ["h2e2", "h9g7", "h0g2"];
globalThis.reportError ??= () => {};

const answerWith = (cp: number) => fake<Answer>({ score: { cp }, move: null, pv: [], depth: 5 });

/** Creates a queue that counts its searches and answers as the test says. */
function fakeQueue(answer: (moves: string[]) => Answer | null = () => answerWith(10)) {
  const queue = {
    owner: null as EngineQueue["owner"],
    searches: [] as number[],
    forgot: 0,
    forget: () => Promise.resolve(void queue.forgot++),
    ask: (_fen: string | null, moves: string[]) => {
      queue.searches.push(moves.length);
      return Promise.resolve(answer(moves));
    },
    claim(name: EngineUser) {
      queue.owner = name;
      return () => void (queue.owner = null);
    },
  };
  return queue;
}

type Queue = ReturnType<typeof fakeQueue>;

function runOf(queue: Queue, storage = memoryStorage(), second: Queue | null = null) {
  const evaluations: number[] = [];
  const run = new ReviewRun({
    Game,
    reviewing,
    ruleset: () => "asian",
    queue: fake<EngineQueue>(queue),
    second,
    store: createReviewStorage(() => storage),
    onEvaluation: (ply, cp) => (evaluations[ply] = cp),
    changed: () => {},
  });
  run.open(null, GAME, 1);
  return { run, evaluations, storage };
}

test("two engines share the positions and have the findings of one", async () => {
  const alone = runOf(fakeQueue()).run;
  await alone.resume();
  const queues = [fakeQueue(), fakeQueue()];
  const { run } = runOf(queues[0], memoryStorage(), queues[1]);
  await run.resume();
  assert.equal(run.status, "done");
  assert.deepEqual([...queues[0].searches, ...queues[1].searches].toSorted(), [0, 1, 2, 3]);
  assert.ok(queues[1].searches.length > 0);
  assert.deepEqual(run.findings, alone.findings);
  assert.equal(queues[0].owner, null);
});

test("when one of two engines fails, the other stops and the failure is reported", async (t) => {
  const report = t.mock.method(globalThis, "reportError", () => {});
  const second = fakeQueue(() => {
    throw new Error("crashed");
  });
  const { run } = runOf(fakeQueue(), memoryStorage(), second);
  await run.resume();
  assert.equal(run.status, "failed");
  assert.match(report.mock.calls[0].arguments[0].message, /crashed/);
});

test("every position is searched once with an empty table and scored from Red's view", async () => {
  const queue = fakeQueue();
  const { run, evaluations } = runOf(queue);
  assert.equal(run.status, "none");
  await run.resume();
  assert.equal(run.status, "done");
  assert.deepEqual(queue.searches, [0, 1, 2, 3]);
  assert.equal(queue.forgot, 4);
  assert.deepEqual(evaluations, [10, -10, 10, -10]);
  assert.equal(queue.owner, null, "the engine is free again");
});

test("a paused review resumes where it was", async () => {
  const queue = fakeQueue((moves) => {
    if (moves.length === 2 && run.status === "running") run.pause();
    return answerWith(0);
  });
  const { run } = runOf(queue);
  await run.resume();
  assert.deepEqual([run.status, run.done], ["paused", 2]);
  assert.equal(queue.owner, null);
  queue.ask = (_fen, moves) => {
    queue.searches.push(moves.length);
    return Promise.resolve(answerWith(0));
  };
  await run.resume();
  assert.equal(run.status, "done");
  assert.deepEqual(queue.searches, [0, 1, 2, 2, 3]);
});

test("another search pauses the review, a crash fails it, and both can be resumed", async () => {
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

test("the positions around a mistake have the scores of the last comparison", async () => {
  // The first search, the second one and the comparison of the first move disagree.
  const nodes = { first: 1, position: 10, comparison: 20 };
  const scoreOf = (line: string[], limit?: number) => {
    if (line[0] !== GAME[0]) return line.length === 1 ? -90 : 0;
    if (line.length !== 1) return 30;
    return limit === nodes.comparison ? 180 : 300;
  };
  const queue = fakeQueue();
  const ask = (_fen: string | null, moves: string[], options: SearchOptions) => {
    const cp = moves.length === 0 ? 50 : scoreOf(moves, options.nodes);
    const move = moves.length === 0 ? "b2e2" : null;
    return Promise.resolve(fake<Answer>({ score: { cp }, move, pv: [], depth: 5 }));
  };
  const { run, evaluations } = runOf(Object.assign(queue, { ask }));
  run.nodes = nodes;
  await run.resume();
  assert.deepEqual(run.findings.moves[0]?.finding?.scores, {
    played: { cp: -180 },
    best: { cp: 90 },
  });
  const shown = () => latestPositions(run.findings, reviewing).map((position) => position?.score);
  assert.deepEqual(shown().slice(0, 2), [{ cp: 90 }, { cp: 180 }]);
  assert.deepEqual(evaluations.slice(0, 2), [90, -180]);
  assert.deepEqual(run.findings.positions[1]?.score, { cp: 180 });
});

test("between two mistakes, the earlier one has the score", () => {
  const position = { score: { cp: 0 }, best: null, over: false };
  const mistake = (ply: number, played: number, best: number) =>
    fake<JudgedMove>({
      ply,
      again: { before: position, after: position },
      finding: fake<Finding>({ scores: { played: { cp: played }, best: { cp: best } } }),
    });
  const findings = {
    positions: [position, position, position],
    moves: [mistake(0, -200, 10), mistake(1, -50, 250)],
  };
  assert.deepEqual(
    latestPositions(findings, reviewing).map((judged) => judged?.score),
    [{ cp: 10 }, { cp: 200 }, { cp: 50 }],
  );
});

test("a cancelled review discards its findings", async () => {
  const { run, storage } = runOf(fakeQueue());
  await run.resume();
  run.cancel();
  assert.deepEqual([run.status, run.done], ["none", 0]);
  const again = runOf(fakeQueue(), storage);
  assert.equal(again.run.status, "none");
});

test("a review is stored by its game, and a longer game keeps the findings", async () => {
  const { run, storage } = runOf(fakeQueue());
  await run.resume();
  assert.equal(runOf(fakeQueue(), storage).run.status, "done");
  run.open(null, [...GAME, "b9c7"], 1);
  assert.deepEqual([run.status, run.done], ["paused", GAME.length + 1]);
  run.open(null, ["b2e2"], 1);
  assert.deepEqual([run.status, run.done], ["paused", 1], "the start position is the same");
  run.open("3k5/9/9/9/9/9/9/9/9/R3K4 b", [], 1);
  assert.deepEqual([run.status, run.first], ["none", "black"]);
});

test("a broken or forbidden store loads nothing and does not throw", () => {
  const storage = memoryStorage();
  const store = createReviewStorage(() => storage);
  for (const text of ["{", "null", "[]", '{"version":2}', '{"version":1,"reviews":[null,3]}']) {
    storage.items.set(REVIEWS_KEY, text);
    assert.equal(store.load(null, GAME), null);
  }
  const full = createReviewStorage(() => {
    throw new Error("no store here");
  });
  assert.equal(full.load(null, GAME), null);
  assert.equal(full.save(null, GAME, { positions: [], moves: [] }), false);
});

test("a retry has the level of the stored game, if it is the same game", () => {
  const game = fake<GameRecord>({ mode: "engine", level: 4, moves: [...GAME, "b9c7"] });
  assert.equal(levelOf(game, GAME), 4);
  assert.equal(levelOf({ ...game, level: 6.25 }, GAME), 6, "the nearest");
  assert.equal(levelOf(game, ["b2e2"]), MAX_LEVEL);
  assert.equal(levelOf({ ...game, mode: "local" }, GAME), MAX_LEVEL);
  assert.equal(levelOf(undefined, GAME), MAX_LEVEL);
});
