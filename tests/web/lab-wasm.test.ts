// The answers of the laboratory's wasm, compared with known values.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { JUDGES, METHODS, RULES, WIN } from "../../www/js/lab/methods.ts";
import type { Fault } from "../../www/js/lab/route/route-words.ts";
import {
  RouteSearch,
  initSync,
  labDepth,
  labJudges,
  labMethods,
  labRules,
  labSearch,
  labTrace,
} from "../../www/pkg-lab/lab.js";

initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

test("the page knows the methods, evaluations and rules that there are", () => {
  assert.deepEqual(labMethods(), METHODS);
  assert.deepEqual(labJudges(), JUDGES);
  assert.deepEqual(labRules(), RULES);
});

test("minimax counts the leaves that perft counts, and the exact methods agree with it", () => {
  // Perft of the start position: 44, 1,920, 79,666.
  const [one, two, three] = [1, 2, 3].map((depth) => labSearch(null, [], "minimax", "a", depth));
  assert.deepEqual([one.leaves, two.leaves, three.leaves], [44, 1920, 79_666]);
  assert.deepEqual([one.nodes, two.nodes], [45, 45 + 1920]);
  assert.equal(three.cutoffs + three.researches + three.known, 0);
  assert.ok(three.millis > 0);
  for (const { code } of METHODS.filter(({ code: name, exact }) => exact && name !== "minimax")) {
    const found = labSearch(null, [], code, "a", 3);
    assert.equal(found.value, three.value, code);
    assert.ok(found.leaves < three.leaves, code);
    assert.equal(found.line.length > 0, true, code);
  }
});

test("the engine's own search has counts too", () => {
  const found = labSearch(null, ["h2e2"], "chuhe", "a", 4);
  assert.ok(found.leaves > 0 && found.nodes > found.leaves / 2);
  assert.ok(found.cutoffs > 0 && found.researches > 0 && found.known > 0);
  assert.match(found.line[0], /^[a-i]\d[a-i]\d$/);
});

test("a search reports its progress and goes on though the listener throws", () => {
  const reported: number[] = [];
  const { nodes } = labSearch(null, [], "minimax", "chuhe", 4, (counts) => {
    reported.push(counts.nodes);
    throw new Error("a listener's own affair");
  });
  assert.ok(reported.length > 0, "it takes longer than one report");
  assert.deepEqual(
    reported,
    reported.toSorted((a, b) => a - b),
  );
  assert.ok(reported.at(-1)! < nodes);
});

test("every position entered is left, and the windows are those of alpha-beta", () => {
  const { events, found } = labTrace(null, [], "alphabeta", "b", 2, 10_000);
  assert.deepEqual(events[0], {
    type: "enter",
    move: null,
    depth: 2,
    alpha: -WIN - 1,
    beta: WIN + 1,
  });
  const entered = events.filter(({ type }) => type === "enter").length;
  assert.equal(entered, found!.nodes);
  assert.equal(events.filter(({ type }) => type === "leave").length, entered);
  const ends = events.filter((event) => event.type === "leave");
  const { left } = ends.find(({ kind }) => kind === "cut")!;
  assert.ok(left! > 0, "moves were not looked at");
  assert.equal("left" in ends.find(({ kind }) => kind === "leaf")!, false);
  assert.equal((events.at(-1) as (typeof ends)[0]).value, found!.value);
  assert.equal(labTrace(null, [], "alphabeta", "b", 2, 100).found, null, "too many steps");
});

test("depths follow the rules of the reports", () => {
  assert.deepEqual(
    [0, 10, 50].map((plies) => labDepth("phase", plies, 32)),
    [5, 6, 7],
  );
  assert.deepEqual(
    [32, 28, 12, 6].map((pieces) => labDepth("pieces", 0, pieces, 3)),
    [3, 4, 5, 6],
  );
  assert.equal(labDepth("fixed", 20, 20, 2), 2);
});

test("an invalid request is refused with a code", () => {
  const refused = (code: string, field: string) => (error: { code?: string; field?: string }) =>
    error.code === code && error.field === field;
  assert.throws(
    () => labSearch(null, [], "guess" as never, "a", 2),
    refused("badOption", "method"),
  );
  assert.throws(() => labSearch(null, [], "pvs", "z" as never, 2), refused("badOption", "judge"));
  assert.throws(() => labSearch(null, [], "pvs", "a", 33), refused("badOption", "depth"));
  assert.throws(() => labSearch("nonsense", [], "pvs", "a", 2), refused("badFen", "fen"));
  assert.throws(() => labTrace(null, ["a0a9"], "pvs", "a", 2, 9), refused("illegalMove", "moves"));
  assert.throws(() => labDepth("mood" as never, 0, 32), refused("badOption", "rule"));
});

test("a route that crosses a cell twice is found step by step", () => {
  const text = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n";
  const counts = (["manhattan", "zero"] as const).map((heuristic) => {
    const search = new RouteSearch(text, heuristic);
    assert.deepEqual(search.outcome(), { state: "searching" });
    assert.deepEqual([...search.expand(1)], [18, 0, 3], "the start: cell, steps, stamina");
    while (search.expand(2).length > 0);
    assert.deepEqual(search.outcome(), { state: "found", route: "UULRUU", steps: 6 });
    return search.expanded;
  });
  assert.ok(counts[0] <= counts[1]);
  const blocked = new RouteSearch("1 3 9\n3 1 4", "manhattan");
  blocked.expand(10);
  assert.deepEqual(blocked.outcome(), { state: "none" });
});

test("a text that is no grid is refused with the place of its fault", () => {
  const fault = (text: string): Fault => {
    try {
      return new RouteSearch(text, "zero").outcome() as Fault;
    } catch (error) {
      const { code, line, column, params } = error as Fault;
      return { code, line, column, params };
    }
  };
  assert.deepEqual(fault("2 2 5\n3 5\n0 4"), {
    code: "noCell",
    line: 2,
    column: 3,
    params: { value: "5" },
  });
  assert.deepEqual(fault("0 2 5"), {
    code: "outOfRange",
    line: 1,
    column: 1,
    params: { value: "0", what: "rows", min: 1, max: 1000 },
  });
  assert.equal(fault("2 2 5\n3 0\n0 0").code, "missing");
});
