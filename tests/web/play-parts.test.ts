// Clocks, choices and candidates as numbers and words.

import assert from "node:assert/strict";
import test from "node:test";
import { barePosition } from "../../www/js/core/xiangqi.ts";
import { updateCandidates } from "../../www/js/play/candidates.ts";
import type { Candidate } from "../../www/js/play/candidates.ts";
import { defaultChoices, gameOf, readChoices } from "../../www/js/play/game-options.ts";
import { HANDICAPS } from "../../www/js/rules/handicaps.ts";
import type { Choices } from "../../www/js/play/game-options.ts";
import {
  clockAfterMove,
  engineBudget,
  remainingTime,
  newClock,
  sideOutOfTime,
} from "../../www/js/play/clock.ts";
import { formatTime } from "../../www/js/core/format-time.ts";
import type { Clock } from "../../www/js/core/game-record.ts";
import { defaults, withGame, withPosition } from "../../www/js/play/state.ts";
import type { State } from "../../www/js/play/state.ts";

const stateAt = (ply: number, clock: Clock | null, spent = 0): State => ({
  ...withPosition(
    withGame(defaults(), { ply, moves: Array.from({ length: ply }, () => "h2e2"), clock }),
    { ...barePosition(), turn: ply % 2 === 0 ? "w" : "b" },
  ),
  ready: true,
  spent,
});

test("a side's time is its time after its last move, less the thinking time of the mover", () => {
  const clock = { ...newClock(5, 3), times: [290_000, 280_000, 270_000] };
  const state = stateAt(3, clock, 1500);
  assert.equal(remainingTime(state, "red"), 270_000);
  assert.equal(remainingTime(state, "black"), 278_500);
  assert.equal(remainingTime(stateAt(0, clock), "black"), 300_000);
  assert.equal(remainingTime(stateAt(3, null), "red"), null);
});

test("nobody is late before the first move, at the start screen, or without a clock", () => {
  const clock = newClock(1, 0);
  assert.equal(sideOutOfTime(stateAt(1, clock, 60_000)), "black");
  assert.equal(sideOutOfTime(stateAt(1, clock, 59_000)), null);
  assert.equal(sideOutOfTime(stateAt(0, clock, 60_000)), null);
  assert.equal(sideOutOfTime({ ...stateAt(1, clock, 60_000), start: true }), null);
  assert.equal(sideOutOfTime(stateAt(1, null, 60_000)), null);
});

test("a clock added to a running game begins at its ply", () => {
  const clock = clockAfterMove(newClock(1, 5), 4, 1000)!;
  assert.deepEqual(clock.times, [60_000, 60_000, 60_000, 60_000, 64_000]);
});

test("the engine never plans to use up its clock", () => {
  for (const remaining of [500, 5000, 60_000, 1_800_000]) {
    const budget = engineBudget(stateAt(1, { ...newClock(1, 0), base: remaining }))!;
    assert.ok(budget >= 50 && budget <= Math.max(50, remaining / 3), `${remaining}: ${budget}`);
  }
});

test("a clock shows minutes and seconds, at the end tenths", () => {
  const texts = [3_723_000, 300_000, 61_001, 9990, 0].map(formatTime);
  assert.deepEqual(texts, ["1:02:03", "5:00", "1:02", "9.9", "0.0"]);
});

test("a handicap removes its pieces from Red alone", () => {
  const count = (fen: string) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
  const removed = { horse: 1, horses: 2, rook: 1, nine: 9 } as const;
  for (const [name, pieces] of Object.entries(removed)) {
    const fen = HANDICAPS[name as keyof typeof removed];
    assert.equal(count(fen), 32 - pieces, name);
    assert.match(fen, /^rnbakabnr\/9\/1c5c1\/p1p1p1p1p\/9\/.* w /);
  }
});

test("the side that gives a handicap plays Red; a position of one's own replaces the handicap", () => {
  const choices: Choices = { ...defaultChoices(), handicap: "rook", side: "red" };
  assert.equal(gameOf(choices).side, "black");
  assert.equal(gameOf({ ...choices, giver: "person", side: "black" }).side, "red");
  assert.equal(gameOf(choices, "a fen").startFen, "a fen");
  assert.equal(gameOf(choices, "a fen").side, "red");
  assert.equal(gameOf({ ...defaultChoices(), side: "random" }, null, () => 0.9).side, "black");
  assert.deepEqual(gameOf({ ...choices, clock: "5+3" }).clock, newClock(5, 3));
  const custom: Choices = { ...choices, clock: "custom", minutes: 2, seconds: 1 };
  assert.deepEqual(gameOf(custom).clock, newClock(2, 1));
});

test("choices are read back field by field", () => {
  assert.deepEqual(readChoices(undefined), defaultChoices());
  const raw = { level: 16, handicap: "queen", mode: "local", minutes: "5", clock: "toString" };
  assert.deepEqual(readChoices(raw), { ...defaultChoices(), mode: "local" });
});

test("candidates rise and fall: a new best move overtakes the old one, which fades away", () => {
  let candidates: Candidate[] = [];
  const think = (move: string, times: number) => {
    for (let i = 0; i < times; i++)
      candidates = updateCandidates(candidates, { pv: [move], rootMove: "a0a1" });
  };
  think("h2e2", 6);
  assert.equal(candidates[0].move, "h2e2");
  assert.ok(
    candidates.some(({ move }) => move === "a0a1"),
    "the one looked at just now shows too",
  );
  think("b2e2", 8);
  assert.equal(candidates[0].move, "b2e2");
  think("b2e2", 12);
  assert.ok(!candidates.some(({ move }) => move === "h2e2"));
  assert.ok(candidates.every(({ weight }) => weight > 0 && weight <= 1));
});
