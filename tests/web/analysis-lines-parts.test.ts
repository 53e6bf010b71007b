// The engine's lines without a page: how infos become lines, and when the engine searches.

import assert from "node:assert/strict";
import test from "node:test";
import { readChoice } from "../../www/js/analysis/lines/lines-setting.ts";
import {
  type EngineLine,
  type Thought,
  arrowsOf,
  noThought,
  roundLabel,
  shortScore,
  toneOf,
  withInfo,
} from "../../www/js/analysis/lines/engine-line.ts";
import { type LinePlace, placeOf } from "../../www/js/analysis/lines/place.ts";
import { createSummary } from "../../www/js/analysis/lines/spoken-summary.ts";
import { GAP_MS, LiveSearch, type Status } from "../../www/js/analysis/lines/live-search.ts";
import type { I18n } from "../../www/js/core/i18n.ts";
import { formatSoldiers } from "../../www/js/core/words.ts";
import type { Info } from "../../www/js/engine/types.ts";
import type { Verdict } from "../../www/pkg/chuhe.js";
import { fake } from "./fake.ts";

/** Creates the engine's report of one line. */
const info = (multipv: number, pv: string, cp = 0, rest: Partial<Info> = {}) =>
  fake<Info>({
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
const thoughtOf = (count: number, ...infos: Info[]) => infos.reduce(withInfo, noThought(count));
const firstMoves = ({ lines }: Pick<Thought, "lines">) => lines.map(({ moves }) => moves[0]);

test("lines are merged from infos of all lines and of the best alone", () => {
  const three = thoughtOf(3, info(1, "a", 30), info(2, "b", 20), info(3, "c", 10));
  assert.deepEqual(firstMoves(three), ["a", "b", "c"]);
  // A new best move leaves no move with two lines.
  const risen = withInfo(three, info(1, "c d", 50, { depth: 11 }));
  assert.deepEqual(firstMoves(risen), ["c", "b", "a"]);
  const best = { score: { cp: 50 }, depth: 11, isBound: false, moves: ["c", "d"] };
  assert.deepEqual(risen.lines[0], best);
  assert.equal(risen.depth, 11);
  // A message has the whole order, line by line.
  const whole = [info(1, "b"), info(2, "c"), info(3, "a")].reduce(withInfo, risen);
  assert.deepEqual(firstMoves(whole), ["b", "c", "a"]);
});

test("infos of surplus or empty lines change only the counters", () => {
  const one = thoughtOf(1, info(1, "a"));
  const next = withInfo(one, info(2, "b", 0, { nodes: 5000 }));
  assert.deepEqual(firstMoves(next), ["a"]);
  assert.equal(next.nodes, 5000);
  assert.deepEqual(withInfo(one, { ...info(1, "a"), pv: [] }).lines, one.lines);
});

test("a bound does not replace a longer exact line", () => {
  const known = thoughtOf(1, info(1, "a b c", 40));
  const bound = withInfo(known, info(1, "a", 90, { bound: "lower", nodes: 2000 }));
  assert.deepEqual(bound.lines, known.lines);
  assert.equal(bound.nodes, 2000);
  // A bound for another move replaces the line.
  assert.deepEqual(firstMoves(withInfo(known, info(1, "x", 90, { bound: "lower" }))), ["x"]);
});

test("scores are written from Red's view", () => {
  const i18n = fake<I18n>({ t: (key, params) => `${key} ${params?.moves ?? ""}`.trim() });
  assert.equal(formatSoldiers(123), "+1.23");
  assert.equal(formatSoldiers(-45), "\u22120.45");
  assert.equal(formatSoldiers(-0.2), "0.00");
  assert.equal(shortScore({ mate: 9 }, i18n), "analysis.lines.mate.red 5");
  assert.equal(shortScore({ mate: -2 }, i18n), "analysis.lines.mate.black 1");
  assert.equal(shortScore({ cp: -31_500 }, i18n), "analysis.lines.rule.black");
  assert.equal(toneOf({ cp: 10 }), "even");
});

test("round numbers continue from the moves played", () => {
  const labels = (place: Parameters<typeof roundLabel>[0]) =>
    [0, 1, 2].map((index) => roundLabel(place, index));
  assert.deepEqual(labels({ ply: 0, turn: "w" }), ["1.", "", "2."]);
  assert.deepEqual(labels({ ply: 3, turn: "b" }), ["2…", "3.", ""]);
  assert.deepEqual(labels({ ply: 0, turn: "b" }), ["1…", "2.", ""]);
  assert.deepEqual(labels({ ply: 1, turn: "w" }), ["2.", "", "3."]);
});

test("arrows are thinner for later lines and for larger losses", () => {
  const line = (move: string, cp: number): EngineLine => ({
    moves: [move],
    score: { cp },
    depth: 1,
    isBound: false,
  });
  const close = arrowsOf([line("h2e2", 30), line("b2e2", 25), line("h0g2", 20)]);
  assert.deepEqual(close[0], { from: "h2", to: "e2", weight: 1 });
  assert.ok(close[1].weight < close[0].weight && close[2].weight < close[1].weight);
  const lost = arrowsOf([line("h2e2", 30), line("b2e2", -400), line("h0g2", -400)]);
  assert.ok(lost[1].weight < close[1].weight - 0.2);
  assert.ok(lost.every(({ weight }) => weight > 0 && weight <= 1));
});

test("the choice is stored; on a phone the engine is off by default", () => {
  assert.deepEqual(readChoice(null, false), { on: true, count: 3 });
  assert.deepEqual(readChoice(null, true), { on: false, count: 3 });
  const stored = JSON.stringify({ version: 1, on: true, count: 5 });
  assert.deepEqual(readChoice(stored, true), { on: true, count: 5 });
  assert.deepEqual(readChoice('{"version":1,"on":"yes","count":9}', false), { on: true, count: 3 });
  assert.deepEqual(readChoice("{", false), { on: true, count: 3 });
});

// ---- when the engine searches

const START = "startFen";
const place = (...moves: string[]): LinePlace => ({
  key: `${START} ${moves.join(" ")}`,
  of: `${START} ${moves.join(" ")}`,
  fen: START,
  moves,
  ply: moves.length,
  turn: moves.length % 2 === 0 ? "w" : "b",
  over: false,
  passed: false,
});

type Queue = ConstructorParameters<typeof LiveSearch>[0];
type Timers = NonNullable<ConstructorParameters<typeof LiveSearch>[2]>;
type Asked = Parameters<Queue["ask"]>;
interface Search {
  moves: Asked[1];
  options: Asked[2];
  onInfo: NonNullable<Asked[3]>;
  signal: NonNullable<Asked[4]>;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Creates a search with an engine and a clock that the test controls. */
function bench({ on = true, count = 2 } = {}) {
  const searches: Search[] = [];
  let free = true;
  let now = 0;
  let waiting: { task: () => void; at: number }[] = [];
  const queue: Queue = {
    isFree: () => free,
    ask(_fen, moves, options, onInfo, signal) {
      return new Promise((resolve, reject) => {
        searches.push({
          moves,
          options,
          onInfo: onInfo!,
          signal: signal!,
          resolve: resolve as Search["resolve"],
          reject,
        });
      });
    },
  };
  const timers: Timers = {
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
  /** The state after each change. */
  const shown: (LiveSearch["state"] & { first: string[] })[] = [];
  const search = new LiveSearch(
    queue,
    () => shown.push({ ...search.state, first: firstMoves(search.state.thought) }),
    timers,
  );
  search.configure(on, count);
  return {
    searches,
    shown,
    search,
    last: () => searches.at(-1)!,
    claim(taken: boolean) {
      free = !taken;
      search.queueChanged();
    },
    pass(ms: number) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { task } of due) task();
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("another position restarts the search and ignores late infos", () => {
  const { searches, search, shown, pass } = bench();
  search.to(place());
  const [first] = searches;
  assert.equal(first.options.multipv, 2);
  first.onInfo(info(1, "a"));
  first.onInfo(info(2, "b"));
  pass(0);
  assert.deepEqual(firstMoves(search.state.thought), ["a", "b"]);
  first.onInfo(info(1, "late"));
  search.to(place("h2e2"));
  assert.equal(first.signal.aborted, true);
  assert.equal(searches.length, 2);
  assert.deepEqual(searches[1].moves, ["h2e2"]);
  first.onInfo(info(1, "later"));
  pass(GAP_MS * 2);
  const here = shown.filter((one) => one.place?.moves.length === 1);
  assert.ok(here.length > 0);
  for (const { first: moves } of here) assert.deepEqual(moves, []);
  assert.equal(search.state.status, "loading");
});

test("the same position starts no second search", () => {
  const { searches, search } = bench();
  search.to(place());
  search.to(place());
  assert.equal(searches.length, 1);
});

test("the state changes at most five times a second, to the latest info", () => {
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

test("another number of lines restarts the search and keeps the known lines", () => {
  const { searches, search, pass, last } = bench({ count: 2 });
  search.to(place());
  last().onInfo(info(1, "a"));
  last().onInfo(info(2, "b"));
  pass(0);
  search.configure(true, 1);
  assert.equal(searches.length, 2);
  assert.equal(last().options.multipv, 1);
  assert.deepEqual(firstMoves(search.state.thought), ["a"]);
  search.configure(true, 4);
  assert.deepEqual(firstMoves(search.state.thought), ["a"]);
  last().onInfo(info(1, "x", 0, { depth: 3 }));
  pass(GAP_MS);
  assert.deepEqual(firstMoves(search.state.thought), ["x"]);
});

test("a known position shows its stored lines until the search is deeper", () => {
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

test("a search rests after its time and continues only when asked", async () => {
  const { searches, search, last, settle, pass } = bench({ count: 1 });
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
  assert.equal(searches.length, 2);
  const usual = searches[0].options.movetime!;
  search.goOn();
  assert.equal(searches.length, 3);
  assert.ok(last().options.movetime! > usual);
  last().onInfo(info(1, "b", 0, { depth: 30 }));
  pass(GAP_MS);
  assert.deepEqual(firstMoves(search.state.thought), ["b"]);
});

test("a search rests at depth 40, without a limit of depth, which would allow only one thread", async () => {
  const { searches, search, last, settle } = bench({ count: 2 });
  search.to(place());
  assert.deepEqual(Object.keys(searches[0].options).toSorted(), ["movetime", "multipv"]);
  last().onInfo(info(1, "a", 0, { depth: 40, iteration: 40 }));
  await settle();
  assert.equal(searches[0].signal.aborted, false);
  last().onInfo(info(1, "b", 0, { depth: 40, iteration: 41 }));
  last().onInfo(info(2, "c", 0, { depth: 40, iteration: 41 }));
  await settle();
  assert.equal(searches[0].signal.aborted, true);
  assert.equal(search.state.status, "rested");
  assert.deepEqual(firstMoves(search.state.thought), ["b", "c"]);
  search.goOn();
  last().onInfo(info(1, "b", 0, { depth: 41, iteration: 99 }));
  await settle();
  assert.equal(search.state.status, "thinking");
});

test("a hidden page stops the search, a shown one resumes it", () => {
  const { searches, search, last } = bench();
  search.to(place());
  search.hide(true);
  assert.equal(searches[0].signal.aborted, true);
  assert.equal(search.state.status, "hidden");
  search.to(place("h2e2"));
  assert.equal(searches.length, 1);
  search.hide(false);
  assert.deepEqual(last().moves, ["h2e2"]);
});

test("a search yields to a claim on the engine and resumes when the engine is free", async () => {
  const { searches, search, claim, settle, pass } = bench();
  search.to(place());
  claim(true);
  assert.equal(searches[0].signal.aborted, true);
  assert.equal(search.state.status, "waiting");
  search.to(place("h2e2"));
  assert.equal(searches.length, 1);
  claim(false);
  assert.equal(searches.length, 2);
  // A search that is superseded without a claim is repeated a little later.
  searches[1].resolve(null);
  await settle();
  assert.equal(search.state.status, "waiting");
  pass(1000);
  assert.equal(searches.length, 3);
});

test("a failed search is repeated when asked or at another position", async () => {
  const { searches, search, settle } = bench();
  search.to(place());
  searches[0].reject(Object.assign(new Error("gone"), { code: "engineCrashed" }));
  await settle();
  assert.equal(search.state.status, "failed");
  search.retry();
  assert.equal(searches.length, 2);
  searches[1].reject(new Error("again"));
  await settle();
  search.to(place("h2e2"));
  assert.equal(searches.length, 3);
  assert.equal(search.state.status, "loading");
});

test("the engine is not asked while switched off or after the end of a game", () => {
  const { searches, search } = bench({ on: false });
  search.to(place());
  assert.equal(search.state.status, "off");
  search.to({ ...place("h2e2"), over: true });
  search.configure(true, 2);
  assert.equal(search.state.status, "over");
  assert.equal(searches.length, 0);
  search.to(place());
  assert.equal(searches.length, 1);
  search.configure(false, 2);
  assert.equal(searches[0].signal.aborted, true);
});

test("a place with one line is searched for one line", () => {
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
  const verdict = fake<Verdict>({ result: "ongoing" });
  const position = { fen, startFen: START, moves: ["f1f0"], turn: "b" as const, verdict };
  const stays = placeOf(position, false);
  assert.deepEqual([stays.fen, stays.moves, stays.turn, stays.ply], [START, ["f1f0"], "b", 1]);
  const passed = placeOf(position, true);
  assert.deepEqual([passed.fen, passed.moves], [fen.replace(" b ", " w "), []]);
  assert.deepEqual([passed.turn, passed.ply, passed.count, passed.of], ["w", 2, 1, stays.key]);
  assert.notEqual(passed.key, stays.key);
});

test("a new network discards the known lines", () => {
  const { searches, search, last, pass } = bench({ count: 1 });
  search.to(place());
  last().onInfo(info(1, "a"));
  pass(0);
  search.forget();
  assert.deepEqual(firstMoves(search.state.thought), []);
  assert.equal(searches.length, 2);
});

test("new cores restart a running search, keep its lines, and leave a resting one", async () => {
  const { searches, search, last, pass, settle } = bench({ count: 1 });
  search.to(place());
  last().onInfo(info(1, "a"));
  pass(0);
  search.renew();
  assert.deepEqual([searches.length, firstMoves(search.state.thought)], [2, ["a"]]);
  assert.equal(searches[0].signal.aborted, true);
  last().resolve({});
  await settle();
  assert.equal(search.state.status, "rested");
  search.renew();
  assert.deepEqual([searches.length, search.state.status], [2, "rested"]);
});

test("the best line is announced once per position after a while, and at rest", () => {
  const announced: string[] = [];
  let now = 0;
  const summary = createSummary(
    (words) => announced.push(words),
    () => now,
  );
  const update = (key: string, status: Status, depth: number) =>
    summary.update(key, status, depth, () => `${key} ${depth}`);
  update("a", "thinking", 15);
  now = 2000;
  update("b", "thinking", 15);
  now = 4000;
  update("b", "thinking", 16);
  assert.deepEqual(announced, []);
  now = 5100;
  for (const depth of [17, 18, 19]) update("b", "thinking", depth);
  assert.deepEqual(announced, ["b 17"]);
  update("b", "rested", 25);
  update("b", "rested", 25);
  assert.deepEqual(announced, ["b 17", "b 25"]);
});
