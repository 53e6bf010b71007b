// Clocks, choices and candidates as numbers and words.

import { barePosition } from "../../www/js/core/xiangqi.ts";
import assert from "node:assert/strict";
import test from "node:test";
import { updateCandidates } from "../../www/js/play/candidates.ts";
import { HANDICAPS, defaultChoices, gameOf, readChoices } from "../../www/js/play/game-options.ts";
import {
  clockAfterMove,
  formatTime,
  engineBudget,
  remainingTime,
  newClock,
  sideOutOfTime,
} from "../../www/js/play/clock.ts";
import { defaults, withGame, withPosition } from "../../www/js/play/state.ts";

const at = (ply, clock, spent = 0) => ({
  ...withPosition(
    withGame(defaults(), { ply, moves: Array.from({ length: ply }, () => "h2e2"), clock }),
    { ...barePosition(), turn: ply % 2 === 0 ? "w" : "b" },
  ),
  ready: true,
  spent,
});

test("what is left is what was left after the side's last move, less what the mover thinks", () => {
  const clock = { ...newClock(5, 3), times: [290_000, 280_000, 270_000] };
  const state = at(3, clock, 1500);
  assert.equal(remainingTime(state, "red"), 270_000);
  assert.equal(remainingTime(state, "black"), 278_500);
  assert.equal(remainingTime(at(0, clock), "black"), 300_000);
  assert.equal(remainingTime(at(3, null), "red"), null);
});

test("nobody is late before the first move, at the start screen, or without a clock", () => {
  const clock = newClock(1, 0);
  assert.equal(sideOutOfTime(at(1, clock, 60_000)), "black");
  assert.equal(sideOutOfTime(at(1, clock, 59_000)), null);
  assert.equal(sideOutOfTime(at(0, clock, 60_000)), null);
  assert.equal(sideOutOfTime({ ...at(1, clock, 60_000), start: true }), null);
  assert.equal(sideOutOfTime(at(1, null, 60_000)), null);
});

test("a clock put on a game that goes on begins there", () => {
  const clock = clockAfterMove(newClock(1, 5), 4, 1000);
  assert.deepEqual(clock.times, [60_000, 60_000, 60_000, 60_000, 64_000]);
});

test("the engine never plans to use up its clock", () => {
  for (const left of [500, 5000, 60_000, 1_800_000]) {
    const budget = engineBudget(at(1, { ...newClock(1, 0), base: left }));
    assert.ok(budget >= 50 && budget <= Math.max(50, left / 3), `${left}: ${budget}`);
  }
});

test("a clock is read in minutes and seconds, at the end in tenths", () => {
  const texts = [3_723_000, 300_000, 61_001, 9990, 0].map(formatTime);
  assert.deepEqual(texts, ["1:02:03", "5:00", "1:02", "9.9", "0.0"]);
});

test("the handicaps take what they say, from Red alone", () => {
  const count = (fen) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
  const gone = { horse: 1, horses: 2, rook: 1, nine: 9 };
  for (const [name, pieces] of Object.entries(gone)) {
    assert.equal(count(HANDICAPS[name]), 32 - pieces, name);
    assert.match(HANDICAPS[name], /^rnbakabnr\/9\/1c5c1\/p1p1p1p1p\/9\/.* w /);
  }
});

test("who gives pieces away plays Red; a position of one's own leaves the handicap out", () => {
  const choices = { ...defaultChoices(), handicap: "rook", side: "red" };
  assert.equal(gameOf(choices).side, "black");
  assert.equal(gameOf({ ...choices, giver: "person", side: "black" }).side, "red");
  assert.equal(gameOf(choices, "a fen").startFen, "a fen");
  assert.equal(gameOf(choices, "a fen").side, "red");
  assert.equal(gameOf({ ...defaultChoices(), side: "random" }, null, () => 0.9).side, "black");
  assert.deepEqual(gameOf({ ...choices, clock: "5+3" }).clock, newClock(5, 3));
  const custom = { ...choices, clock: "custom", minutes: 2, seconds: 1 };
  assert.deepEqual(gameOf(custom).clock, newClock(2, 1));
});

test("choices are read back field by field", () => {
  assert.deepEqual(readChoices(undefined), defaultChoices());
  const raw = { level: 16, handicap: "queen", mode: "local", minutes: "5", clock: "toString" };
  assert.deepEqual(readChoices(raw), { ...defaultChoices(), mode: "local" });
});

test("candidates rise and fall: a new best move overtakes the old one, which fades away", () => {
  let seen = [];
  const think = (move, times) => {
    for (let i = 0; i < times; i++) seen = updateCandidates(seen, { pv: [move], rootMove: "a0a1" });
  };
  think("h2e2", 6);
  assert.equal(seen[0].move, "h2e2");
  assert.ok(
    seen.some(({ move }) => move === "a0a1"),
    "the one looked at just now shows too",
  );
  think("b2e2", 8);
  assert.equal(seen[0].move, "b2e2");
  think("b2e2", 12);
  assert.ok(!seen.some(({ move }) => move === "h2e2"));
  assert.ok(seen.every(({ weight }) => weight > 0 && weight <= 1));
});
