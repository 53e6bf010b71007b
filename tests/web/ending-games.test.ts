// Games of practical endings without a page: when they are won or held, and what is said of a move.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { SolvedEnding } from "../../www/js/endings/solved-endings.ts";
import { EndingGame } from "../../www/js/puzzles/ending-game.ts";
import { remarkOn } from "../../www/js/puzzles/ending-remarks.ts";
import { EndingRoom } from "../../www/js/puzzles/ending-room.ts";
import { HOLD_MOVES } from "../../www/js/puzzles/endings.ts";
import type { Ending } from "../../www/js/puzzles/endings.ts";
import * as glue from "../../www/pkg/chuhe.js";
import { ENDINGS } from "./puzzle-helpers.ts";

glue.initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
const { Game } = glue;

/** An ending in which Red has several mating moves. */
const NEARLY: Ending = {
  id: "nearly",
  chapter: "rook",
  fen: "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
  side: "red",
  goal: "win",
  number: 1,
};

test("endings are running games in which the side to move can move", () => {
  for (const ending of ENDINGS) {
    const duel = new EndingGame(Game, ending);
    assert.equal(duel.standing.state, "on", ending.id);
    assert.ok(duel.view.dests.size > 0, ending.id);
    assert.equal(duel.isPersonsTurn, ending.side === "red", ending.id);
    duel.free();
  }
});

test("an ending is won by the rules, or drawn after enough moves", () => {
  const won = new EndingGame(Game, NEARLY);
  won.play("a1a8");
  const { state, personMoves: moves, verdict } = won.standing;
  assert.deepEqual(
    [state, moves, verdict!.reason, verdict!.result],
    ["solved", 1, "stalemate", "red"],
  );
  const ending = ENDINGS.find(({ id }) => id === "hold-horse-soldier")!;
  const held = new EndingGame(Game, ending);
  assert.equal(held.isPersonsTurn, false);
  const pieces = (placement: string) => placement.replaceAll(".", "").length;
  // Both sides avoid repetition, so that only the count can end the game.
  const visited = new Set();
  while (held.standing.state === "on") {
    const fresh = [...held.view.dests].flatMap(([from, tos]) => tos.map((to) => from + to));
    const move = fresh.find((candidate) => {
      const next = new EndingGame(Game, ending, [...held.moves, candidate]);
      const { placement, turn, check } = next.view;
      next.free();
      return !check && pieces(placement) === 8 && !visited.has(placement + turn);
    });
    held.play(move!);
    visited.add(held.view.placement + held.view.turn);
  }
  assert.equal(held.standing.personMoves, HOLD_MOVES);
  assert.equal(held.standing.verdict, null);
  assert.equal(held.standing.state, "solved");
  held.takeBack();
  assert.equal(held.standing.state, "on");
  assert.ok(HOLD_MOVES >= 20);
});

test("after an ending, the next one or the same one can be played", async () => {
  const notes: [string, string][] = [];
  const room = new EndingRoom({
    Game,
    changed() {},
    settle: async () => {},
    playSound() {},
    announceMove() {},
    note: (key, outcome) => notes.push([key, outcome]),
    solved: { probe: async () => null },
    loadEngine: () => Promise.reject(new Error("no engine is needed here")),
  });
  room.open(NEARLY);
  await room.move("a1a8");
  assert.deepEqual([room.status, notes], ["over", [["e:nearly", "solved"]]]);
  assert.equal(room.board.movable, null);
  room.again();
  assert.deepEqual([room.status, room.moves], ["play", []]);
  assert.ok(room.board.movable === "red" && room.board.dests!.size > 0, "it can be played again");
  await room.move("a1a8");
  assert.equal(room.status, "over");
  for (const ending of ENDINGS.filter(({ side }) => side === "red")) {
    room.open(ending);
    assert.ok(room.board.dests!.size > 0, `${ending.id} can be played after another`);
  }
  room.leave();
});

test("where one move alone reaches the goal, that move decides", async () => {
  const [wins, holds] = (["win", "draw"] as const).map((goal) =>
    ENDINGS.find((ending) => ending.move && ending.goal === goal),
  );
  for (const ending of [wins!, holds!]) {
    const game = new EndingGame(Game, ending);
    const [[from, [to]]] = [...game.view.dests].filter(
      ([square, targets]) => square + targets[0] !== ending.move,
    );
    game.play(from + to);
    assert.deepEqual([game.standing.state, game.standing.verdict], ["failed", null]);
    game.takeBack();
    assert.equal(game.standing.state, "on");
    game.play(ending.move!);
    assert.equal(game.standing.state, "solved");
    game.free();
  }
});

test("a move in a solved ending is judged by what it keeps and what it costs", () => {
  type Values = SolvedEnding["moves"];
  const move = (value: Values[number]["value"], plies: number | null = null) => ({
    move: "",
    value,
    plies,
  });
  const position = (...moves: Values): SolvedEnding => ({ ...moves[0], moves, ending: "" });
  const [won, lost, drawn] = [move("win", 21), move("loss", 20), move("draw")];
  const said = (goal: "win" | "draw", ...[before, after]: SolvedEnding[]) => {
    const remark = remarkOn({ goal }, before, after);
    return remark && [remark.message.key, remark.message.params, remark.mood];
  };
  const after = position(move("loss", 20));
  assert.deepEqual(said("win", position(won, won), after), ["ending.quickest", { n: 10 }, "good"]);
  assert.deepEqual(said("win", position(won, drawn), after), ["ending.onlyWin", { n: 10 }, "good"]);
  const slow = position(move("loss", 26));
  assert.deepEqual(said("win", position(won, won), slow), [
    "ending.slower",
    { n: 13, lost: 3 },
    "plain",
  ]);
  assert.deepEqual(said("win", position(won), position(drawn)), [
    "ending.letsDraw",
    { n: 0 },
    "bad",
  ]);
  assert.deepEqual(said("win", position(drawn), position(won)), ["ending.loses", { n: 11 }, "bad"]);
  assert.deepEqual(said("win", position(drawn), position(drawn)), [
    "ending.drawn",
    undefined,
    "plain",
  ]);
  assert.deepEqual(said("win", position(drawn), after), ["ending.winsNow", { n: 10 }, "good"]);
  assert.deepEqual(said("draw", position(drawn, drawn, lost), position(drawn)), [
    "ending.holds",
    undefined,
    "plain",
  ]);
  assert.deepEqual(said("draw", position(drawn, lost), position(drawn)), [
    "ending.onlyHold",
    { n: 0 },
    "good",
  ]);
  assert.deepEqual(said("draw", position(drawn), position(won)), [
    "ending.letsWin",
    { n: 11 },
    "bad",
  ]);
  assert.equal(said("draw", position(lost), position(won)), null, "nothing could be done");
});
