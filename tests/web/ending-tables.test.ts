// Solved endings in the Lab's wasm: values, moves, errors, and small endings that are solved when they are needed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EndingTables, initSync } from "../../www/pkg-lab/lab.js";
import { ROOT } from "./helpers.ts";

initSync({ module: readFileSync(`${ROOT}www/pkg-lab/lab_bg.wasm`) });
const BYTES = readFileSync(`${ROOT}www/assets/endings.bin`);
const tables = new EndingTables(BYTES);

test("a position has its value, and each move the value for the side that plays it", () => {
  const solved = tables.probe("9/4a4/b2a1k3/9/R1b6/9/9/9/9/3K5 b")!;
  assert.deepEqual([solved.ending, solved.value, solved.plies], ["R vs AAEE", "loss", 64]);
  assert.deepEqual(solved.moves[0], { move: "f7f8", value: "loss", plies: 64 });
  assert.equal(solved.moves.length, 6);
  const mirrored = tables.probe("3k5/9/9/9/9/r1B6/9/B2A1K3/4A4/9 w")!;
  assert.deepEqual([mirrored.value, mirrored.plies, mirrored.moves.length], ["loss", 64, 6]);
  const drawn = tables.probe("2bak4/4a4/4b4/9/9/9/9/9/6R2/3K5 w")!;
  assert.deepEqual([drawn.value, drawn.plies], ["draw", null]);
  const bare = tables.probe("3k5/9/9/9/9/9/9/9/9/4K4 w")!;
  assert.deepEqual([bare.ending, bare.value], [null, "draw"]);
});

test("a small ending that the set lacks is solved when it is asked for", () => {
  const fen = "3ak4/4a4/9/5P3/9/9/4N4/9/9/3K5 w";
  assert.equal(tables.probe(fen), null);
  assert.equal(tables.solve(fen), true);
  assert.deepEqual([tables.probe(fen)!.value, tables.probe(fen)!.plies], ["win", 17]);
  for (const [other, isSolved] of [
    ["2bak4/4a4/4b4/5P3/9/9/4N4/9/9/3K5 w", false], // too large
    ["3k5/9/9/9/r8/9/9/9/9/R3K4 w", false], // both sides can attack
    ["5k3/9/9/9/3P5/9/9/9/9/4K4 w", true], // the set has it
  ] as const)
    assert.equal(tables.solve(other), isSolved, other);
});

test("bad input is named", () => {
  assert.throws(() => tables.probe("nothing"), { code: "badFen", field: "fen" });
  assert.throws(() => tables.solve("nothing"), { code: "badFen", field: "fen" });
  for (const value of [5, null, undefined, {}]) {
    assert.throws(() => tables.probe(value as never), { code: "badFen", field: "fen" });
    assert.throws(() => tables.solve(value as never), { code: "badFen", field: "fen" });
    const expected = { code: "badEndings", field: "endings", reason: "notBytes" };
    assert.throws(() => new EndingTables(value as never), expected);
  }
  const changed = Uint8Array.from(BYTES);
  changed[1000]! ^= 1;
  for (const [bytes, reason] of [
    [new Uint8Array(20), "noTable"],
    [BYTES.subarray(0, 5000), "damaged"],
    [changed, "damaged"],
  ] as const)
    assert.throws(() => new EndingTables(bytes), { code: "badEndings", field: "endings", reason });
});
