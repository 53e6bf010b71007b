// Resignations, draws, clocks and pauses, and questions to the engine besides the game.

import assert from "node:assert/strict";
import test from "node:test";
import { GameController } from "../../www/js/play/game-controller.ts";
import { createStore } from "../../www/js/core/store.ts";
import { defaults, withSettings } from "../../www/js/play/state.ts";
import type { GameEvent } from "../../www/js/play/game-events.ts";
import { type GameRecord, defaultGame } from "../../www/js/core/game-record.ts";
import { FAKE_RULES, FakeEngine, settle } from "./fakes/rules.ts";

const CLOCK = { base: 60_000, increment: 2000, times: [], spent: 0 };

function setUp(game: Partial<GameRecord> = {}) {
  const store = createStore(withSettings(defaults(), { notation: "chinese" }));
  const engine = new FakeEngine();
  const events: GameEvent["type"][] = [];
  const saved: GameRecord[] = [];
  const controller = new GameController({
    store,
    Game: FAKE_RULES.Game,
    loadEngine: async () => engine,
    save: (record) => saved.push(structuredClone(record)),
    emit: (event) => events.push(event.type),
    pauseBefore: () => 0,
  });
  controller.newGame(game);
  return { store, engine, controller, events, saved };
}

test("a resignation is stored, restored with the game, and taken back by undo", async () => {
  const { store, controller, saved, events } = setUp();
  controller.resign();
  assert.deepEqual(store.get().position.verdict.result, "black");
  assert.equal(events.at(-1), "ended");
  const stored = saved.at(-1)!;
  assert.deepEqual(stored.ended, { reason: "resignation", side: "red" });
  const later = setUp();
  later.controller.open(stored);
  assert.equal(later.store.get().position.verdict.reason, "resignation");
  later.controller.undo();
  assert.equal(later.store.get().position.verdict.result, "ongoing");
  assert.equal(later.store.get().game.ended, null);
});

test("the game stores how often it was taken back and that its end was rated", async () => {
  const { store, engine, controller, saved } = setUp();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7" });
  await settle();
  controller.undo();
  assert.equal(saved.at(-1)!.helped, 1);
  controller.redo();
  assert.equal(saved.at(-1)!.helped, 1, "to go on is no help");
  controller.resign();
  controller.note({ rated: "yes" });
  assert.deepEqual([saved.at(-1)!.rated, saved.at(-1)!.ended!.reason], ["yes", "resignation"]);
  controller.undo();
  assert.deepEqual([saved.at(-1)!.rated, saved.at(-1)!.helped], ["before", 2]);
  controller.resign();
  assert.equal(saved.at(-1)!.rated, "before");
  controller.restart();
  const { rated, helped, ply } = store.get().game;
  assert.deepEqual([rated, helped, ply], ["no", 0, 0]);
});

test("a game played on after the engine resigned stays rated", async () => {
  const { store, engine, controller } = setUp();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7", resigns: true });
  await settle();
  controller.note({ rated: "yes" });
  controller.playOn();
  assert.equal(store.get().game.rated, "before");
});

test("a resignation takes back no move; of two people, the one to move resigns", () => {
  const { store, controller } = setUp({ mode: "local" });
  controller.move("h2", "e2");
  controller.resign();
  assert.equal(store.get().game.ended!.side, "black");
  controller.undo();
  assert.equal(store.get().game.ply, 1);
});

test("the engine resigns, plays on when asked, and does not resign again", async () => {
  const { store, engine, controller } = setUp();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7", resigns: true });
  await settle();
  assert.deepEqual(store.get().game.ended, { reason: "resignation", side: "black" });
  assert.equal(store.get().game.ply, 1, "its move is not played");
  controller.playOn();
  await settle();
  engine.job.resolve({ move: "h9g7", resigns: true });
  await settle();
  assert.deepEqual(store.get().game.moves, ["h2e2", "h9g7"]);
  assert.equal(store.get().position.verdict.result, "ongoing");
});

test("the engine takes or declines a draw as its last report says, and may offer one", async () => {
  for (const acceptsDraw of [true, false]) {
    const { store, engine, controller, events } = setUp();
    controller.move("h2", "e2");
    await settle();
    engine.job.resolve({ move: "h9g7", acceptsDraw });
    await settle();
    await controller.offerDraw();
    assert.equal(events.at(-1), acceptsDraw ? "ended" : "drawDeclined");
    assert.equal(store.get().position.verdict.result, acceptsDraw ? "draw" : "ongoing");
  }
  const { store, engine, controller, events } = setUp();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7", offersDraw: true });
  await settle();
  assert.equal(events.at(-1), "drawOffered");
  assert.equal(store.get().drawOffered, true);
  controller.move("h0", "g2");
  assert.equal(store.get().drawOffered, false, "a move declines it");
});

test("an engine without a report is asked about a draw in the position it moved in", async () => {
  const { engine, controller, store } = setUp();
  await controller.offerDraw();
  assert.equal(store.get().position.verdict.result, "ongoing", "before its first move it plays");
  controller.open({ ...defaultGame(), moves: ["h2e2", "h9g7"], ply: 2 });
  const answer = controller.offerDraw();
  await settle();
  assert.deepEqual(engine.job.options.moves, ["h2e2"]);
  assert.equal(engine.job.options.level, undefined);
  engine.job.resolve({ move: "h9g7", acceptsDraw: true });
  await answer;
  assert.equal(store.get().position.verdict.reason, "agreement");
});

test("a question is dropped when the game goes on, and not asked while the engine thinks", async () => {
  const { engine, controller } = setUp();
  const answer = controller.consult({ movetime: 9 });
  await settle();
  assert.deepEqual(engine.job.options, { moves: [], rules: "asian", movetime: 9 }, "at no level");
  controller.move("h2", "e2");
  assert.equal(await answer, null);
  await settle();
  assert.equal(await controller.consult({}), null);
  assert.equal(engine.jobs.length, 2, "the hint and the game");
});

test("a move adds its increment, undo restores the time, a flag ends the game", async () => {
  const { store, controller, saved } = setUp({ mode: "local", clock: CLOCK });
  controller.move("h2", "e2");
  controller.tick(5000);
  controller.move("h9", "g7");
  assert.deepEqual(store.get().game.clock!.times, [62_000, 57_000]);
  controller.tick(1000.4);
  controller.keep();
  assert.equal(saved.at(-1)!.clock!.spent, 1000);
  controller.undo();
  controller.undo();
  assert.equal(store.get().spent, 0);
  controller.tick(300);
  controller.redo();
  assert.deepEqual(store.get().game.clock!.times.length, 2, "redo finds the times again");
  assert.equal(store.get().spent, 0, "nothing had been thought here");
  controller.tick(40);
  controller.redo();
  assert.equal(store.get().spent, 1000, "and what had been spent on the move that was left");
  controller.undo();
  controller.move("h9", "i7");
  controller.undo();
  controller.redo();
  assert.equal(store.get().spent, 0, "which another move does not take over");
  controller.undo();
  controller.tick(500);
  controller.undo();
  controller.timeOver("black");
  assert.deepEqual(store.get().position.verdict.result, "red");
  assert.equal(store.get().position.verdict.reason, "time");
});

test("a pause stops the engine and refuses moves; resuming asks the engine again", async () => {
  const { store, engine, controller, saved, events } = setUp({ clock: CLOCK });
  controller.pause();
  assert.equal(saved.at(-1)!.clock!.paused, undefined, "before the first move no clock runs");
  controller.move("h2", "e2");
  await settle();
  const first = engine.job;
  controller.pause();
  assert.equal(events.at(-1), "paused");
  assert.equal(saved.at(-1)!.clock!.paused, true);
  assert.equal(store.get().engine.status, "idle");
  first.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 1, "its answer does not count");
  controller.undo();
  assert.equal(store.get().game.ply, 1, "nothing is taken back meanwhile");
  const later = setUp();
  later.controller.open(saved.at(-1)!);
  assert.equal(later.store.get().engine.status, "idle", "a pause outlives a reload");
  controller.goOn();
  await settle();
  assert.equal(events.at(-1), "resumed");
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 2);
  controller.pause();
  assert.equal(controller.move("h0", "g2"), false);
  controller.resign();
  assert.equal(saved.at(-1)!.clock!.paused, undefined, "the end of a game ends its pause");
  controller.undo();
  assert.equal(controller.move("h0", "g2"), true);
});

test("with a clock the engine's time is limited", async () => {
  const { engine, controller } = setUp({ clock: { ...CLOCK, base: 10_000 } });
  controller.move("h2", "e2");
  await settle();
  const movetime = engine.job.options.movetime!;
  assert.ok(movetime > 0 && movetime < 10_000 / 3, `${movetime}`);
});

test("a restart keeps opponent and clock, not moves, record or end", () => {
  const { store, controller } = setUp({ level: 6, clock: CLOCK });
  controller.move("h2", "e2");
  controller.resign();
  controller.restart();
  const { game } = store.get();
  assert.deepEqual([game.level, game.moves, game.ended, game.clock], [6, [], null, CLOCK]);
});
