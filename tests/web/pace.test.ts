import assert from "node:assert/strict";
import test from "node:test";
import { PAUSES, pause, pauseBefore } from "../../www/js/engine/pace.ts";
import { defaultGame } from "../../www/js/core/game-record.ts";

const games = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...defaultGame(),
    seed: index * 7919,
    ply: 9 + (index % 60),
  }));

test("replies come after different pauses, none of them long", () => {
  const pauses = games(300).map((game) => pauseBefore(game, 30));
  assert.ok(Math.min(...pauses) >= 400 && Math.max(...pauses) <= PAUSES.most);
  assert.ok(new Set(pauses).size > 100);
  const quick = pauses.filter((ms) => ms < (PAUSES.least + PAUSES.most) / 2).length;
  assert.ok(quick > 180, "short pauses are likelier");
});

test("the same game has the same pauses; an only move and the first moves are quick", () => {
  for (const game of games(50)) {
    assert.equal(pauseBefore(game, 30), pauseBefore({ ...game }, 30));
    assert.equal(pauseBefore(game, 1), PAUSES.least);
    assert.ok(pauseBefore({ ...game, ply: 1 }, 30) < 700);
  }
});

test("a pause can be cut short", async () => {
  const long = pause(60_000);
  long.end();
  await long.over;
  await pause(1).over;
});
