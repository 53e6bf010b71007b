// The evaluations of moves that the explorer and the engine's lines share: the deepest is shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createMoveValues } from "../../www/js/analysis/move-values.ts";
import type { MoveValue } from "../../www/js/analysis/move-values.ts";
import { tasksOfMainLines } from "../../www/js/analysis/main-lines-sheet.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const value = (source: MoveValue["source"], depth: number, cp: number): MoveValue => ({
  source,
  depth,
  score: { cp },
});

test("the deepest evaluation of a move is kept, whatever it comes from", () => {
  const values = createMoveValues();
  assert.equal(values.get(START, "h2e2"), undefined);
  assert.ok(values.offer(START, "h2e2", value("explorer", 13, 18)));
  assert.ok(!values.offer(START, "h2e2", value("lines", 9, 9)), "less deep");
  assert.ok(!values.offer(START, "h2e2", value("lines", 13, 9)), "as deep, from elsewhere");
  assert.deepEqual(values.get(START, "h2e2"), value("explorer", 13, 18));
  assert.ok(values.offer(START, "h2e2", value("lines", 14, 9)));
  assert.ok(values.offer(START, "h2e2", value("lines", 14, 12)), "news of the same search");
  assert.ok(!values.offer(START, "h2e2", value("lines", 14, 12)), "no news");
  assert.deepEqual(values.get(START, "h2e2"), value("lines", 14, 12));
  values.clear();
  assert.equal(values.get(START, "h2e2"), undefined);
});

test("a move and its mirror image are one where the position is its own mirror image", () => {
  const values = createMoveValues();
  values.offer(START, "b2e2", value("lines", 10, 30));
  assert.deepEqual(values.get(START, "h2e2"), value("lines", 10, 30));
  // The counters behind the side to move do not matter, the side does.
  assert.ok(values.get(START.replace("0 1", "3 7"), "h2e2"));
  assert.equal(values.get(START.replace(" w ", " b "), "h2e2"), undefined);
  const after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
  values.offer(after, "b9c7", value("lines", 10, 30));
  assert.equal(values.get(after, "h9g7"), undefined);
});

test("lines become one exercise for each position of the side that learns them", () => {
  const root = { startFen: null, moves: ["h2e2"], ruleset: "asian" } as const;
  const lines = [
    ["h9g7", "h0g2", "i9h9"],
    ["h9g7", "b0c2", "i9h9"],
  ];
  const tasks = tasksOfMainLines(Game, { ...root, moves: [...root.moves] }, lines, "black");
  assert.deepEqual(
    tasks.map(({ before, moves }) => [before.length, ...moves]),
    [
      [1, "h9g7"],
      [3, "i9h9"],
      [3, "i9h9"],
    ],
  );
  const red = tasksOfMainLines(Game, { ...root, moves: [...root.moves] }, lines, "red");
  assert.deepEqual(
    red.map(({ before, moves }) => [before.length, ...moves]),
    [
      [0, "h2e2"],
      [2, "h0g2", "b0c2"],
    ],
  );
});
