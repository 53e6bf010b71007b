// The engine's lines without a page: what is made of the engine's news, and when it is asked at all.

import assert from "node:assert/strict";
import test from "node:test";
import { readChoice } from "../../www/js/analysis/lines/lines-setting.ts";
import {
  arrowsOf,
  noThought,
  roundLabel,
  shortScore,
  formatSoldiers,
  toneOf,
  withInfo,
} from "../../www/js/analysis/lines/engine-line.ts";
import { placeOf } from "../../www/js/analysis/lines/place.ts";
import { createSummary } from "../../www/js/analysis/lines/spoken-summary.ts";
import { GAP_MS, LiveSearch } from "../../www/js/analysis/lines/live-search.ts";

/** News of one line. */
const info = (multipv, pv, cp = 0, rest = {}) => ({
  multipv,
  pv: pv.split(" "),
  score: { cp },
  depth: 10,
  bound: "exact",
  timeMs: 100,
  nodes: 1000,
  nps: 10_000,
  ...rest,
});
const told = (count, ...infos) => infos.reduce(withInfo, noThought(count));
const firstMoves = ({ lines }) => lines.map(({ moves }) => moves[0]);

test("lines are put together from news of all and of the best alone", () => {
  const three = told(3, info(1, "a", 30), info(2, "b", 20), info(3, "c", 10));
  assert.deepEqual(firstMoves(three), ["a", "b", "c"]);
  // Another one is the best now: no move has two lines.
  const risen = withInfo(three, info(1, "c d", 50, { depth: 11 }));
  assert.deepEqual(firstMoves(risen), ["c", "b", "a"]);
  assert.deepEqual(risen.lines[0], { score: { cp: 50 }, depth: 11, moves: ["c", "d"] });
  assert.equal(risen.depth, 11);
  // The whole order, as a message tells it line by line.
  const whole = [info(1, "b"), info(2, "c"), info(3, "a")].reduce(withInfo, risen);
  assert.deepEqual(firstMoves(whole), ["b", "c", "a"]);
});

test("more lines than were asked for, and none at all, change nothing but the counters", () => {
  const one = told(1, info(1, "a"));
  const next = withInfo(one, info(2, "b", 0, { nodes: 5000 }));
  assert.deepEqual(firstMoves(next), ["a"]);
  assert.equal(next.nodes, 5000);
  assert.deepEqual(withInfo(one, { ...info(1, "a"), pv: [] }).lines, one.lines);
});

test("a bound does not cut a line short that is known better", () => {
  const known = told(1, info(1, "a b c", 40));
  const bound = withInfo(known, info(1, "a", 90, { bound: "lower", nodes: 2000 }));
  assert.deepEqual(bound.lines, known.lines);
  assert.equal(bound.nodes, 2000);
  // About another move it is news.
  assert.deepEqual(firstMoves(withInfo(known, info(1, "x", 90, { bound: "lower" }))), ["x"]);
});

test("scores are written from Red's view", () => {
  const i18n = { t: (key, params) => `${key} ${params?.moves ?? ""}`.trim() };
  assert.equal(formatSoldiers(123), "+1.23");
  assert.equal(formatSoldiers(-45), "\u22120.45");
  assert.equal(formatSoldiers(-0.2), "0.00");
  assert.equal(shortScore({ mate: 9 }, i18n), "analysis.lines.mate.red 5");
  assert.equal(shortScore({ mate: -2 }, i18n), "analysis.lines.mate.black 1");
  assert.equal(shortScore({ cp: -31_500 }, i18n), "analysis.lines.rule.black");
  assert.equal(toneOf({ cp: 10 }), "even");
});

test("rounds are counted on from the moves that were played", () => {
  const labels = (place) => [0, 1, 2].map((index) => roundLabel(place, index));
  assert.deepEqual(labels({ ply: 0, turn: "w" }), ["1.", "", "2."]);
  assert.deepEqual(labels({ ply: 3, turn: "b" }), ["2…", "3.", ""]);
  assert.deepEqual(labels({ ply: 0, turn: "b" }), ["1…", "2.", ""]);
  assert.deepEqual(labels({ ply: 1, turn: "w" }), ["2.", "", "3."]);
});

test("arrows grow thinner from line to line, and the more that is lost, the thinner", () => {
  const line = (move, cp) => ({ moves: [move], score: { cp }, depth: 1 });
  const close = arrowsOf([line("h2e2", 30), line("b2e2", 25), line("h0g2", 20)]);
  assert.deepEqual(close[0], { from: "h2", to: "e2", weight: 1 });
  assert.ok(close[1].weight < close[0].weight && close[2].weight < close[1].weight);
  const lost = arrowsOf([line("h2e2", 30), line("b2e2", -400), line("h0g2", -400)]);
  assert.ok(lost[1].weight < close[1].weight - 0.2);
  assert.ok(lost.every(({ weight }) => weight > 0 && weight <= 1));
});

test("the choice is kept; in the hand the engine is off until asked for", () => {
  assert.deepEqual(readChoice(null, false), { on: true, count: 3 });
  assert.deepEqual(readChoice(null, true), { on: false, count: 3 });
  const stored = JSON.stringify({ version: 1, on: true, count: 5 });
  assert.deepEqual(readChoice(stored, true), { on: true, count: 5 });
  assert.deepEqual(readChoice('{"version":1,"on":"yes","count":9}', false), { on: true, count: 3 });
  assert.deepEqual(readChoice("{", false), { on: true, count: 3 });
});

// ---- when the engine is asked

const START = "startFen";
const place = (...moves) => ({
  key: `${START} ${moves.join(" ")}`,
  fen: START,
  moves,
  over: false,
});

/** A search with an engine that answers when it is told to, and time that passes when it is told to. */
function bench({ on = true, count = 2 } = {}) {
  const asked = [];
  let free = true;
  let now = 0;
  let waiting = [];
  const queue = {
    isFree: () => free,
    ask(fen, moves, options, onInfo, signal) {
      return new Promise((resolve, reject) => {
        asked.push({ moves, options, onInfo, signal, resolve, reject });
      });
    },
  };
  const timers = {
    now: () => now,
    set(task, ms) {
      const timer = { task, at: now + ms };
      waiting.push(timer);
      return timer;
    },
    clear(timer) {
      waiting = waiting.filter((one) => one !== timer);
    },
  };
  /** What was on show after each change. */
  const shown = [];
  const search = new LiveSearch(
    queue,
    () => shown.push({ ...search.state, first: firstMoves(search.state.thought) }),
    timers,
  );
  search.configure(on, count);
  return {
    asked,
    shown,
    search,
    last: () => asked.at(-1),
    claim(taken) {
      free = !taken;
      search.queueChanged();
    },
    pass(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { task } of due) task();
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("with another position it starts again at once, and late news are not heard", () => {
  const { asked, search, shown, pass } = bench();
  search.to(place());
  const [first] = asked;
  assert.equal(first.options.multipv, 2);
  first.onInfo(info(1, "a"));
  first.onInfo(info(2, "b"));
  pass(0);
  assert.deepEqual(firstMoves(search.state.thought), ["a", "b"]);
  first.onInfo(info(1, "late"));
  search.to(place("h2e2"));
  assert.equal(first.signal.aborted, true);
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1].moves, ["h2e2"]);
  first.onInfo(info(1, "later"));
  pass(GAP_MS * 2);
  const here = shown.filter((one) => one.place?.moves.length === 1);
  assert.ok(here.length > 0);
  for (const { first: moves } of here) assert.deepEqual(moves, []);
  assert.equal(search.state.status, "loading");
});

test("the same position again asks nothing", () => {
  const { asked, search } = bench();
  search.to(place());
  search.to(place());
  assert.equal(asked.length, 1);
});

test("news come at most five times a second, the latest of them", () => {
  const { search, shown, last, pass } = bench({ count: 1 });
  search.to(place());
  const before = shown.length;
  for (let ms = 0; ms < 1000; ms += 10) {
    last().onInfo(info(1, "a", ms));
    pass(10);
  }
  assert.ok(shown.length - before <= 6, `${shown.length - before} changes`);
  pass(GAP_MS);
  assert.deepEqual(search.state.thought.lines[0].score, { cp: 990 });
});

test("another number of lines starts again and leaves what is known", () => {
  const { asked, search, pass, last } = bench({ count: 2 });
  search.to(place());
  last().onInfo(info(1, "a"));
  last().onInfo(info(2, "b"));
  pass(0);
  search.configure(true, 1);
  assert.equal(asked.length, 2);
  assert.equal(last().options.multipv, 1);
  assert.deepEqual(firstMoves(search.state.thought), ["a"]);
  search.configure(true, 4);
  assert.deepEqual(firstMoves(search.state.thought), ["a"]);
  last().onInfo(info(1, "x", 0, { depth: 3 }));
  pass(GAP_MS);
  assert.deepEqual(firstMoves(search.state.thought), ["x"]);
});

test("a position that was seen before shows what is known until more is", () => {
  const { search, pass, last } = bench({ count: 1 });
  search.to(place());
  last().onInfo(info(1, "deep", 0, { depth: 20 }));
  pass(0);
  search.to(place("h2e2"));
  assert.deepEqual(firstMoves(search.state.thought), []);
  search.to(place());
  assert.deepEqual(firstMoves(search.state.thought), ["deep"]);
  last().onInfo(info(1, "shallow", 0, { depth: 5 }));
  pass(GAP_MS);
  assert.deepEqual(firstMoves(search.state.thought), ["deep"]);
  last().onInfo(info(1, "deeper", 0, { depth: 20 }));
  pass(GAP_MS);
  assert.deepEqual(firstMoves(search.state.thought), ["deeper"]);
});

test("it rests after its time, goes on when asked, and does not begin by itself", async () => {
  const { asked, search, last, settle, pass } = bench({ count: 1 });
  search.to(place());
  last().onInfo(info(1, "a"));
  last().resolve({});
  await settle();
  assert.equal(search.state.status, "rested");
  assert.deepEqual(firstMoves(search.state.thought), ["a"]);
  search.hide(true);
  search.hide(false);
  search.to(place("h2e2"));
  search.to(place());
  assert.equal(search.state.status, "rested");
  assert.equal(asked.length, 2);
  const usual = asked[0].options.movetime;
  search.goOn();
  assert.equal(asked.length, 3);
  assert.ok(last().options.movetime > usual);
  last().onInfo(info(1, "b", 0, { depth: 30 }));
  pass(GAP_MS);
  assert.deepEqual(firstMoves(search.state.thought), ["b"]);
});

test("it rests once it has looked deep, without a limit that would have one thread search", async () => {
  const { asked, search, last, settle } = bench({ count: 2 });
  search.to(place());
  assert.deepEqual(Object.keys(asked[0].options).toSorted(), ["movetime", "multipv"]);
  last().onInfo(info(1, "a", 0, { depth: 40, iteration: 40 }));
  await settle();
  assert.equal(asked[0].signal.aborted, false);
  last().onInfo(info(1, "b", 0, { depth: 40, iteration: 41 }));
  last().onInfo(info(2, "c", 0, { depth: 40, iteration: 41 }));
  await settle();
  assert.equal(asked[0].signal.aborted, true);
  assert.equal(search.state.status, "rested");
  assert.deepEqual(firstMoves(search.state.thought), ["b", "c"]);
  search.goOn();
  last().onInfo(info(1, "b", 0, { depth: 41, iteration: 99 }));
  await settle();
  assert.equal(search.state.status, "thinking");
});

test("hidden it stops, and comes back", () => {
  const { asked, search, last } = bench();
  search.to(place());
  search.hide(true);
  assert.equal(asked[0].signal.aborted, true);
  assert.equal(search.state.status, "hidden");
  search.to(place("h2e2"));
  assert.equal(asked.length, 1);
  search.hide(false);
  assert.deepEqual(last().moves, ["h2e2"]);
});

test("it gives way to whoever claims the engine, and begins again when it is free", async () => {
  const { asked, search, claim, settle, pass } = bench();
  search.to(place());
  claim(true);
  assert.equal(asked[0].signal.aborted, true);
  assert.equal(search.state.status, "waiting");
  search.to(place("h2e2"));
  assert.equal(asked.length, 1);
  claim(false);
  assert.equal(asked.length, 2);
  // Taken away without a claim: asked again a little later.
  asked[1].resolve(null);
  await settle();
  assert.equal(search.state.status, "waiting");
  pass(1000);
  assert.equal(asked.length, 3);
});

test("a failure is told; it is tried again when asked, or at another position", async () => {
  const { asked, search, settle } = bench();
  search.to(place());
  asked[0].reject(Object.assign(new Error("gone"), { code: "engineCrashed" }));
  await settle();
  assert.equal(search.state.status, "failed");
  search.retry();
  assert.equal(asked.length, 2);
  asked[1].reject(new Error("again"));
  await settle();
  search.to(place("h2e2"));
  assert.equal(asked.length, 3);
  assert.equal(search.state.status, "loading");
});

test("switched off, or at the end of a game, it is not asked", () => {
  const { asked, search } = bench({ on: false });
  search.to(place());
  assert.equal(search.state.status, "off");
  search.to({ ...place("h2e2"), over: true });
  search.configure(true, 2);
  assert.equal(search.state.status, "over");
  assert.equal(asked.length, 0);
  search.to(place());
  assert.equal(asked.length, 1);
  search.configure(false, 2);
  assert.equal(asked[0].signal.aborted, true);
});

test("of a place that has one line to give no more are asked for", () => {
  const { search, last, pass } = bench({ count: 3 });
  search.to({ ...place(), count: 1 });
  assert.equal(last().options.multipv, 1);
  last().onInfo(info(1, "a", 0, { depth: 8 }));
  pass(0);
  search.configure(true, 5);
  assert.equal(last().options.multipv, 1);
  assert.deepEqual(firstMoves(search.state.thought), ["a"]);
});

test("a pass hands the move to the other side, in the same position", () => {
  const fen = "4k4/9/9/9/9/9/9/9/9/3K1R3 b - - 3 7";
  const verdict = { result: "ongoing" };
  const position = { fen, startFen: START, moves: ["f1f0"], turn: "b", verdict };
  const stays = placeOf(position, false);
  assert.deepEqual([stays.fen, stays.moves, stays.turn, stays.ply], [START, ["f1f0"], "b", 1]);
  const passed = placeOf(position, true);
  assert.deepEqual([passed.fen, passed.moves], [fen.replace(" b ", " w "), []]);
  assert.deepEqual([passed.turn, passed.ply, passed.count, passed.of], ["w", 2, 1, stays.key]);
  assert.notEqual(passed.key, stays.key);
});

test("with another judge what was known counts no more", () => {
  const { asked, search, last, pass } = bench({ count: 1 });
  search.to(place());
  last().onInfo(info(1, "a"));
  pass(0);
  search.forget();
  assert.deepEqual(firstMoves(search.state.thought), []);
  assert.equal(asked.length, 2);
});

test("with other cores a running search begins anew, what was known stays; one at rest stays so", async () => {
  const { asked, search, last, pass, settle } = bench({ count: 1 });
  search.to(place());
  last().onInfo(info(1, "a"));
  pass(0);
  search.renew();
  assert.deepEqual([asked.length, firstMoves(search.state.thought)], [2, ["a"]]);
  assert.equal(asked[0].signal.aborted, true);
  last().resolve({});
  await settle();
  assert.equal(search.state.status, "rested");
  search.renew();
  assert.deepEqual([asked.length, search.state.status], [2, "rested"]);
});

test("ears are told once of a position that one stays at, and of a rest", () => {
  const said = [];
  let now = 0;
  const summary = createSummary(
    (words) => said.push(words),
    () => now,
  );
  const update = (key, status, depth) =>
    summary.update(key, status, depth, () => `${key} ${depth}`);
  update("a", "thinking", 15);
  now = 2000;
  update("b", "thinking", 15);
  now = 4000;
  update("b", "thinking", 16);
  assert.deepEqual(said, []);
  now = 5100;
  for (const depth of [17, 18, 19]) update("b", "thinking", depth);
  assert.deepEqual(said, ["b 17"]);
  update("b", "rested", 25);
  update("b", "rested", 25);
  assert.deepEqual(said, ["b 17", "b 25"]);
});
