/** The engine service's decisions about jobs, without a worker or timers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Job } from "../../www/js/engine/job.ts";
import {
  FIRST_RESULT_MS,
  GRACE_MS,
  LOAD_MS,
  Protocol,
  STOP_MS,
  Throttle,
} from "../../www/js/engine/protocol.ts";
import { infoAt, moveAt, reportAt } from "./fakes/engine.ts";
import type { Answer, JobMessage } from "../../www/js/engine/types.ts";

/** Creates a protocol and the list of its actions, as texts. */
function setUp() {
  const diary: string[] = [];
  const protocol = new Protocol({
    send: (message) =>
      diary.push("job" in message ? `${message.type} ${message.job}` : message.type),
    start: () => diary.push("start"),
    kill: () => diary.push("kill"),
    arm: (ms) => diary.push(`arm ${ms}`),
    disarm: () => {},
    changed: (state, detail) => diary.push(detail ? `${state}: ${detail}` : state),
  });
  return { protocol, did: () => diary.splice(0) };
}

/** A job that remembers its outcome: the answer or the error. */
class TestJob extends Job {
  outcome!: Answer & Error & { code: string };
  infos: number[] = [];

  constructor(id: number) {
    super(
      id,
      "a/b",
      {},
      {
        resolve: (answer) => (this.outcome = answer as TestJob["outcome"]),
        reject: (error) => (this.outcome = error as TestJob["outcome"]),
        onInfo: (info) => this.infos.push(info.depth),
      },
    );
  }

  get failure() {
    return this.outcome instanceof DOMException ? this.outcome.name : this.outcome?.code;
  }
}

const makeJob = (id: number) => new TestJob(id);

const info = (job: number, depth: number, lines = 1): JobMessage => {
  const infos = Array.from({ length: lines }, (_, i) => ({ ...infoAt(depth), multipv: i + 1 }));
  return { type: "info", job, infos };
};

const report = (job: number, depth: number, stopped = false): JobMessage => {
  return { type: "report", job, report: { ...reportAt(depth), stopped } };
};

/** Creates a protocol whose worker runs job 1. */
function running() {
  const { protocol, did } = setUp();
  const job = makeJob(1);
  protocol.submit(job);
  protocol.received({ type: "ready" });
  did();
  return { protocol, did, job };
}

test("the first job starts the worker and is sent when the worker is ready", () => {
  const { protocol, did } = setUp();
  const job = makeJob(1);
  assert.equal(protocol.state, "idle");
  protocol.submit(job);
  assert.deepEqual(did(), [`arm ${LOAD_MS}`, "start", "loading"]);
  protocol.received({ type: "ready" });
  assert.deepEqual(did(), ["search 1", "thinking"]);
  protocol.received(info(1, 1));
  protocol.received(report(1, 5));
  assert.deepEqual(did(), ["idle"]);
  assert.deepEqual(job.infos, [1]);
  assert.deepEqual(job.outcome, { ...reportAt(5), stopped: false });
});

test("a listener that throws ends its own job, and the next one is searched", () => {
  const { protocol, did, job } = running();
  const failure = new RangeError("the listener has failed");
  let calls = 0;
  job.caller.onInfo = () => {
    calls += 1;
    throw failure;
  };
  protocol.received(info(1, 1, 3));
  assert.equal(job.outcome, failure);
  assert.equal(calls, 1, "it is told nothing more");
  protocol.received(info(1, 2));
  assert.equal(calls, 1);
  assert.deepEqual(did(), ["stop 1", `arm ${GRACE_MS}`, "idle"]);
  const next = makeJob(2);
  protocol.submit(next);
  protocol.received(report(1, 2, true));
  protocol.received(info(2, 4));
  protocol.received(report(2, 4));
  assert.deepEqual([next.infos, next.outcome?.depth], [[4], 4]);
});

test("a listener that rejects ends its own job too", async () => {
  const { protocol, job } = running();
  const failure = new RangeError("later");
  const outcome = Promise.reject(failure);
  job.caller.onInfo = () => outcome;
  protocol.received(info(1, 1));
  await outcome.catch(() => {});
  assert.equal(job.outcome, failure);
});

test("a new job supersedes the running one and starts after its answer, which is dropped", () => {
  const { protocol, did, job: first } = running();
  const second = makeJob(2);
  protocol.submit(second);
  assert.equal(first.failure, "AbortError");
  assert.deepEqual(did(), ["stop 1", `arm ${GRACE_MS}`]);
  protocol.received(info(1, 3));
  protocol.received(report(1, 3, true));
  assert.deepEqual(did(), ["search 2"]);
  assert.deepEqual(first.infos, []);
  assert.equal(second.settled, false);
  protocol.received(report(2, 4));
  assert.equal(second.outcome.depth, 4);
});

test("the waiting slot holds the newest job", () => {
  const { protocol, did } = running();
  const jobs = [2, 3, 4].map((id) => makeJob(id));
  for (const job of jobs) protocol.submit(job);
  assert.deepEqual(did(), ["stop 1", `arm ${GRACE_MS}`]);
  protocol.received(report(1, 1, true));
  assert.deepEqual(did(), ["search 4"]);
  const outcomes = jobs.map((job) => job.failure);
  assert.deepEqual(outcomes, ["AbortError", "AbortError", undefined]);
});

test("an answer to an unknown or finished job is dropped", () => {
  const { protocol, job } = running();
  protocol.received(report(7, 9));
  protocol.received(info(7, 9));
  assert.equal(job.settled, false);
  protocol.received(report(1, 2));
  protocol.received(report(1, 9));
  protocol.received(info(1, 9));
  assert.equal(job.outcome.depth, 2);
  assert.deepEqual(job.infos, []);
});

test("a cancelled job rejects at once, and its answer frees the worker", () => {
  const { protocol, did, job } = running();
  protocol.cancel(job, new DOMException("", "AbortError"));
  assert.equal(job.failure, "AbortError");
  assert.deepEqual(did(), ["stop 1", `arm ${GRACE_MS}`, "idle"]);
  const next = makeJob(2);
  protocol.submit(next);
  assert.deepEqual(did(), ["thinking"]);
  protocol.received(report(1, 1, true));
  assert.deepEqual(did(), ["search 2"]);
});

test("a job cancelled while it waits is never sent", () => {
  const { protocol, did } = setUp();
  const job = makeJob(1);
  protocol.submit(job);
  protocol.cancel(job, new DOMException("", "AbortError"));
  did();
  protocol.received({ type: "ready" });
  assert.deepEqual(did(), []);
});

test("a stop is sent once, however often it is called", () => {
  const { protocol, did, job } = running();
  protocol.received(info(1, 4));
  protocol.stop();
  protocol.stop();
  assert.deepEqual(did(), ["stop 1", `arm ${STOP_MS}`]);
  protocol.received(report(1, 5, true));
  assert.equal(job.outcome.depth, 5);
  assert.equal(job.outcome.stopped, true);
});

test("a stop without an answer is answered from the last info; a late report is dropped", () => {
  const { protocol, did, job } = running();
  protocol.received(info(1, 4));
  protocol.stop();
  did();
  protocol.overdue();
  const { leaves, book, resigns, offersDraw, ...known } = reportAt(4);
  assert.ok(leaves > 0 && !book && !resigns && !offersDraw, "these the client does not know");
  assert.deepEqual(job.outcome, { ...known, stopped: true });
  assert.deepEqual(did(), [`arm ${GRACE_MS}`, "idle"]);
  protocol.received(report(1, 9, true));
  assert.equal(job.outcome.depth, 4);
  protocol.submit(makeJob(2));
  assert.deepEqual(did(), ["search 2", "thinking"]);
});

test("a worker that stays silent after a stop is replaced in the background", () => {
  const { protocol, did } = running();
  protocol.received(info(1, 4));
  protocol.stop();
  protocol.overdue();
  did();
  protocol.overdue();
  assert.deepEqual(did(), ["kill", `arm ${LOAD_MS}`, "start"]);
  assert.equal(protocol.state, "idle");
  protocol.received({ type: "ready" });
  protocol.submit(makeJob(2));
  assert.deepEqual(did(), ["search 2", "thinking"]);
});

test("a stop before any info resolves with the first one", () => {
  const { protocol, did, job } = running();
  protocol.stop();
  assert.deepEqual(did(), ["stop 1", `arm ${FIRST_RESULT_MS}`]);
  protocol.received(info(1, 1));
  assert.deepEqual(did(), [`arm ${GRACE_MS}`, "idle"]);
  assert.deepEqual([job.outcome.move, job.outcome.stopped], [moveAt(1), true]);
  protocol.received(report(1, 1, true));
  protocol.submit(makeJob(2));
  assert.deepEqual(did(), ["search 2", "thinking"]);
});

test("a stop while the worker loads is sent right behind the search", () => {
  const { protocol, did } = setUp();
  protocol.submit(makeJob(1));
  protocol.stop();
  did();
  protocol.received({ type: "ready" });
  assert.deepEqual(did(), ["search 1", "stop 1", `arm ${FIRST_RESULT_MS}`, "thinking"]);
});

test("a stop with nothing running does nothing", () => {
  const { protocol, did } = setUp();
  protocol.stop();
  assert.deepEqual(did(), []);
  const done = running();
  done.protocol.received(report(1, 1));
  done.did();
  done.protocol.stop();
  assert.deepEqual(done.did(), []);
});

test("the client's own answer holds the last of every line, best first", () => {
  const { protocol, job } = running();
  protocol.received(info(1, 3, 2));
  protocol.received(info(1, 4));
  protocol.stop();
  protocol.overdue();
  const lines = job.outcome.lines.map(({ multipv, depth }) => [multipv, depth]);
  assert.deepEqual(lines, [
    [1, 4],
    [2, 3],
  ]);
});

test("an info without a move is no answer", () => {
  const { protocol, did, job } = running();
  protocol.received({ type: "info", job: 1, infos: [{ ...infoAt(1), pv: [] }] });
  protocol.stop();
  assert.deepEqual(did(), ["stop 1", `arm ${FIRST_RESULT_MS}`]);
  assert.deepEqual(job.infos, [1]);
});

test("a crashed worker is restarted and its job tried once more", () => {
  const { protocol, did, job } = running();
  protocol.received({ type: "crash", message: "unreachable" });
  assert.deepEqual(did(), [
    "kill",
    "crashed: unreachable",
    `arm ${LOAD_MS}`,
    "start",
    "loading: restarted",
  ]);
  protocol.received({ type: "ready" });
  assert.deepEqual(did(), ["search 1", "thinking"]);
  protocol.received(report(1, 6));
  assert.equal(job.outcome.depth, 6);
});

test("a second crash rejects the job; the next one starts afresh", () => {
  const { protocol, did, job } = running();
  protocol.lost("one");
  protocol.received({ type: "ready" });
  did();
  protocol.lost("two");
  assert.equal(job.failure, "engineCrashed");
  assert.deepEqual(did(), ["kill", "crashed: two"]);
  assert.equal(protocol.state, "crashed");
  protocol.submit(makeJob(2));
  assert.deepEqual(did(), [`arm ${LOAD_MS}`, "start", "loading"]);
  protocol.lost("three");
  assert.deepEqual(did().at(-1), "loading: restarted");
});

test("a crash during a stop answers with the best move so far", () => {
  const { protocol, job } = running();
  protocol.received(info(1, 4));
  protocol.stop();
  protocol.lost("unreachable");
  assert.equal(job.outcome.depth, 4);
});

test("a stop while a crashed job is tried again answers from the first try", () => {
  const { protocol, job } = running();
  protocol.received(info(1, 4));
  protocol.lost("unreachable");
  protocol.stop();
  assert.equal(job.outcome.depth, 4);
  assert.equal(protocol.state, "idle");
});

test("a crash of a superseded job does not count against the waiting one", () => {
  const { protocol, did } = running();
  const next = makeJob(2);
  protocol.submit(next);
  protocol.lost("of job 1");
  protocol.received({ type: "ready" });
  did();
  protocol.lost("of job 2");
  assert.equal(next.settled, false);
  protocol.received({ type: "ready" });
  protocol.lost("of job 2 again");
  assert.equal(next.failure, "engineCrashed");
});

test("a worker that never gets ready counts as crashed", () => {
  const { protocol, did } = setUp();
  const job = makeJob(1);
  protocol.submit(job);
  protocol.overdue();
  assert.match(did().join("\n"), /crashed: No engine after 30000 ms/);
  protocol.overdue();
  assert.equal(job.failure, "engineCrashed");
});

test("a worker that has no first result long after a stop counts as crashed", () => {
  const { protocol, did } = running();
  protocol.stop();
  did();
  protocol.overdue();
  protocol.received({ type: "ready" });
  assert.deepEqual(did().slice(-4), ["search 1", "stop 1", `arm ${FIRST_RESULT_MS}`, "thinking"]);
});

test("bad input is passed back with its details, without a restart", () => {
  const { protocol, did, job } = running();
  const error = { message: "fen: xx", code: "badFen", field: "fen", value: "xx", reasons: [] };
  protocol.received({ type: "refused", job: 1, error });
  assert.ok(job.outcome instanceof Error);
  assert.deepEqual({ ...job.outcome, message: job.outcome.message }, error);
  assert.deepEqual(did(), ["idle"]);
});

test("a new game is sent to the worker once, before the next search", () => {
  const { protocol, did } = running();
  protocol.newGame();
  assert.deepEqual(did(), []);
  protocol.received(report(1, 1));
  protocol.submit(makeJob(2));
  protocol.received(report(2, 1));
  protocol.submit(makeJob(3));
  const messages = did().filter((line) => !["idle", "thinking"].includes(line));
  assert.deepEqual(messages, ["newGame", "search 2", "search 3"]);
});

test("dispose rejects every job and ends the worker", () => {
  const { protocol, did, job } = running();
  const next = makeJob(2);
  protocol.submit(next);
  did();
  protocol.dispose();
  assert.deepEqual([job.failure, next.failure], ["AbortError", "AbortError"]);
  assert.deepEqual(did(), ["kill", "idle"]);
});

test("a throttle passes the first call and then one per gap", () => {
  const throttle = new Throttle(100);
  const passed = [0, 40, 80, 120, 160, 219, 220, 1000].filter((now) => throttle.due(now));
  assert.deepEqual(passed, [0, 120, 220, 1000]);
});
