import assert from "node:assert/strict";
import test from "node:test";
import { GameController } from "../../www/js/play/game-controller.ts";
import { createStore } from "../../www/js/core/store.ts";
import { defaults, withSettings } from "../../www/js/play/state.ts";
import type {
  GameEvent,
  MoveEvent,
  RefusedEvent,
  WarnedEvent,
} from "../../www/js/play/game-events.ts";
import { type GameRecord, defaultGame } from "../../www/js/core/game-record.ts";
import { FAKE_RULES, FakeEngine, FakeGame, settle } from "./fakes/rules.ts";

type Options = Pick<ConstructorParameters<typeof GameController>[0], "loadEngine" | "pauseBefore">;

/** Creates a controller over fakes, and lists of what it saves and tells. */
function setUp({ loadEngine, pauseBefore = () => 0 }: Partial<Options> = {}) {
  const store = createStore(withSettings(defaults(), { notation: "chinese" }));
  const engine = new FakeEngine();
  const saved: GameRecord[] = [];
  const events: GameEvent[] = [];
  const controller = new GameController({
    store,
    Game: FAKE_RULES.Game,
    loadEngine: loadEngine ?? (async () => engine),
    save: (game) => saved.push(structuredClone(game)),
    emit: (event) => events.push(event),
    pauseBefore,
  });
  return {
    store,
    engine,
    controller,
    saved,
    events,
    types: () => events.map((event) => event.type),
  };
}

test("the person moves, the engine is asked with the whole line, its reply is played", async () => {
  const { store, engine, controller, events } = setUp();
  controller.newGame({ level: 6, seed: 9, ruleset: "plain" });
  assert.equal(store.get().ready, true);
  assert.equal(controller.move("h2", "e2"), true);
  await settle();
  assert.equal(store.get().engine.status, "thinking");
  assert.equal(engine.job.fen, "start w");
  assert.deepEqual(engine.job.options, {
    moves: ["h2e2"],
    rules: "plain",
    level: 6,
    seed: 9,
    book: true,
  });
  engine.job.onInfo({ depth: 3, pv: ["h9g7"] });
  assert.deepEqual(store.get().engine.line, ["“h9g7”"]);
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.deepEqual(store.get().game.moves, ["h2e2", "h9g7"]);
  assert.deepEqual(store.get().position.lastMove, ["h9", "g7"]);
  assert.equal(store.get().engine.status, "idle");
  const moves = events.filter((event) => event.type === "move");
  assert.deepEqual(
    moves.map(({ by, side }) => `${by} ${side}`),
    ["person red", "engine black"],
  );
});

test("an opponent below level 1 is requested by its strength", async () => {
  for (const [level, named] of [
    [0.4, "strength"],
    [0, "strength"],
    [1, "level"],
    [6.25, "level"],
  ] as const) {
    const { engine, controller } = setUp();
    controller.newGame({ level, seed: 9 });
    controller.move("h2", "e2");
    await settle();
    const { strength, level: sent } = engine.job.options;
    assert.deepEqual(
      { strength, level: sent },
      { strength: undefined, level: undefined, [named]: level },
    );
  }
});

test("a tab that follows another neither stores nor asks the engine", async () => {
  const { store, engine, controller, saved, types } = setUp();
  controller.newGame({ level: 6, seed: 9 });
  const stored = saved.length;
  controller.follow({ ...store.get().game, moves: ["h2e2"], ply: 1 });
  await settle();
  assert.deepEqual(store.get().game.moves, ["h2e2"]);
  assert.equal(saved.length, stored);
  assert.equal(engine.job, undefined);
  assert.equal(types().at(-1), "followed");
  controller.wake();
  await settle();
  assert.equal(
    store.get().engine.status,
    "thinking",
    "the person is back, and it is the engine's turn",
  );
});

test("the engine is not loaded before it is needed", async () => {
  let loads = 0;
  const { controller, engine } = setUp({ loadEngine: async () => (loads++, engine2) });
  const engine2 = new FakeEngine();
  controller.newGame();
  await settle();
  assert.equal(loads, 0);
  controller.move("h2", "e2");
  await settle();
  assert.equal(loads, 1);
  assert.equal(engine.jobs.length, 0);
});

test("undo while the engine thinks takes the person's move back; a late reply is ignored", async () => {
  const { store, engine, controller, types } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  const late = engine.job;
  controller.undo();
  assert.equal(store.get().game.ply, 0);
  assert.equal(store.get().engine.status, "idle");
  late.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 0);
  assert.ok(!types().includes("engineFailed"));
});

test("redo plays the same moves again, and the engine thinks where it did", async () => {
  const { store, engine, controller } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7" });
  await settle();
  controller.undo();
  assert.deepEqual([store.get().game.ply, store.get().position.notation.length], [0, 2]);
  controller.redo();
  assert.equal(store.get().game.ply, 2);
  assert.equal(engine.jobs.length, 1, "the reply is not asked for again");
  controller.move("b2", "b5");
  await settle();
  controller.undo();
  controller.redo();
  await settle();
  assert.deepEqual(engine.job.options.moves, ["h2e2", "h9g7", "b2b5"]);
});

test("a new move after undo drops the old line", async () => {
  const { store, controller } = setUp();
  controller.newGame({ mode: "local" });
  controller.move("h2", "e2");
  controller.move("h9", "g7");
  controller.undo();
  controller.move("b9", "c7");
  assert.deepEqual(store.get().game.moves, ["h2e2", "b9c7"]);
  assert.equal(store.get().position.notation.length, 2);
});

test("undo works after the game has ended", () => {
  const { store, controller } = setUp();
  controller.newGame({ mode: "local" });
  controller.move("h2", "e9");
  assert.equal(store.get().position.verdict.result, "red");
  controller.undo();
  assert.equal(store.get().position.verdict.result, "ongoing");
});

test("after the end the engine is not asked and no move is taken", async () => {
  const { engine, controller, events } = setUp();
  controller.newGame();
  controller.move("h2", "e9");
  await settle();
  assert.equal(engine.jobs.length, 0);
  assert.equal(controller.move("b2", "b5"), false);
  assert.equal((events.at(-1) as RefusedEvent).reason, "gameOver");
});

test("a refused move says why and changes nothing", () => {
  const { store, controller, events } = setUp();
  controller.newGame();
  const before = store.get();
  assert.equal(controller.move("h2", "h0"), false);
  assert.equal(store.get(), before);
  assert.deepEqual(events.at(-1), {
    type: "refused",
    checkers: [],
    reason: "ownPiece",
    piece: "C",
  });
});

test("flipping does not interrupt the engine", async () => {
  const { store, engine, controller } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  controller.flip();
  assert.equal(store.get().game.flipped, true);
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 2);
  assert.equal(engine.jobs.length, 1);
});

test("a new game ends the old search and clears the engine", async () => {
  const { store, engine, controller } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  controller.newGame({ side: "black" });
  await settle();
  assert.equal(engine.newGames, 1);
  assert.deepEqual(engine.job.options.moves, [], "the engine opens for Red");
  engine.job.resolve({ move: "h2e2" });
  await settle();
  assert.deepEqual(store.get().game.moves, ["h2e2"]);
});

test("a position that is refused leaves the game as it was", async () => {
  const { store, controller, engine } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  assert.throws(() => controller.newGame({ startFen: "bad" }), { code: "badFen" });
  assert.deepEqual(store.get().game.moves, ["h2e2"]);
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 2);
});

test("a recorded game goes on where it was, with its undone tail", async () => {
  const { store, engine, controller } = setUp();
  const moves = ["h2e2", "h9g7", "h0g2"];
  controller.open({ ...defaultGame(), moves, ply: 1 });
  await settle();
  assert.equal(store.get().position.notation.length, 3);
  assert.deepEqual(engine.job.options.moves, ["h2e2"], "the engine thinks again after a reload");
  controller.redo();
  assert.equal(store.get().game.ply, 2);
});

test("a failing engine keeps the game and can be asked again", async () => {
  const { store, engine, controller, types } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  engine.job.reject(Object.assign(new Error("gone"), { code: "engineCrashed" }));
  await settle();
  assert.equal(store.get().engine.status, "failed");
  assert.equal(store.get().game.ply, 1);
  assert.ok(types().includes("engineFailed"));
  controller.retry();
  await settle();
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 2);
});

test("an engine that cannot be loaded is asked for again on retry", async () => {
  const engine = new FakeEngine();
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error("offline");
    return engine;
  };
  const { store, controller } = setUp({ loadEngine: load });
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  assert.equal(store.get().engine.status, "failed");
  controller.retry();
  await settle();
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 2);
});

test("an illegal reply is a failure of the engine, not of the game", async () => {
  const { store, engine, controller } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "a9a9" });
  await settle();
  assert.equal(store.get().engine.status, "failed");
  assert.deepEqual(store.get().game.moves, ["h2e2"]);
});

test("every change is saved before the engine has answered", async () => {
  const { controller, saved } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  assert.deepEqual(saved.at(-1)!.moves, ["h2e2"]);
  controller.flip();
  assert.equal(saved.at(-1)!.flipped, true);
  controller.undo();
  assert.deepEqual([saved.at(-1)!.moves, saved.at(-1)!.ply], [["h2e2"], 0]);
});

test("move now stops a running search", async () => {
  const { controller, engine } = setUp();
  controller.newGame();
  controller.moveNow();
  controller.move("h2", "e2");
  await settle();
  controller.moveNow();
  assert.equal(engine.stops, 1);
});

test("move now while the engine loads stops it once it has loaded", async () => {
  const { controller, engine } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  controller.moveNow();
  assert.equal(engine.stops, 0, "it is still being made");
  await settle();
  assert.equal(engine.stops, 1);
});

test("a quick reply is delayed unless the person asks for it", async () => {
  const pauses: number[][] = [];
  const pauseBefore: Options["pauseBefore"] = (game, choices) =>
    pauses.push([game.ply, choices]) && 60_000;
  const { store, controller, engine } = setUp({ pauseBefore });
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7" });
  await settle();
  assert.equal(store.get().game.ply, 1, "the reply waits");
  controller.moveNow();
  await settle();
  assert.equal(store.get().game.ply, 2);
  assert.deepEqual(pauses, [[1, 1]]);
});

test("the position has the name of its opening", () => {
  const { store, controller } = setUp();
  controller.newGame({ mode: "local" });
  assert.equal(store.get().position.opening, null);
  controller.move("h2", "e2");
  assert.deepEqual(store.get().position.opening, { zh: "中炮", en: "Central Cannon" });
  controller.undo();
  assert.equal(store.get().position.opening, null);
});

test("a move that loses by repetition is warned of before it is played", () => {
  const { store, controller, events, types } = setUp();
  FakeGame.losing = new Set(["h2e2"]);
  try {
    controller.newGame({ mode: "local" });
    controller.move("b2", "b3");
    controller.move("b7", "b6");
    assert.deepEqual(controller.losing("h2"), ["e2"]);
    assert.deepEqual(controller.losing("b3"), []);
    assert.deepEqual(controller.losing(null), []);
    assert.equal(controller.move("h2", "e2"), false);
    const { from, to, verdict, texts } = events.at(-1) as WarnedEvent;
    assert.deepEqual([types().at(-1), from, to], ["warned", "h2", "e2"]);
    assert.equal(verdict.offender, "red");
    assert.deepEqual(texts, ["“h2e2”", "“a6a5”"], "the ply to come is written too");
    assert.equal(store.get().game.ply, 2);
    assert.equal(controller.move("h2", "e2", { knowingly: true }), true);
    assert.equal(store.get().game.ply, 3);
  } finally {
    FakeGame.losing = new Set();
  }
});

test("the engine's own moves are not warned of", async () => {
  const { store, engine, controller } = setUp();
  FakeGame.losing = new Set(["h9g7"]);
  try {
    controller.newGame();
    controller.move("h2", "e2");
    await settle();
    engine.job.resolve({ move: "h9g7" });
    await settle();
    assert.equal(store.get().game.ply, 2);
  } finally {
    FakeGame.losing = new Set();
  }
});

test("a new notation rewrites all moves, undone ones too", async () => {
  const { store, engine, controller, events } = setUp();
  controller.newGame();
  controller.move("h2", "e2");
  await settle();
  engine.job.resolve({ move: "h9g7" });
  await settle();
  controller.undo();
  store.update((state) => withSettings(state, { notation: "wxf" }));
  controller.rewrite();
  assert.deepEqual(store.get().position.notation, ["wxf h2e2", "wxf h9g7"]);
  controller.move("b2", "e2");
  await settle();
  assert.deepEqual(store.get().position.notation, ["wxf b2e2"]);
  assert.equal((events.at(-1) as MoveEvent).texts.chinese, "“b2e2”", "told in every notation");
  engine.job.onInfo({ depth: 3, pv: ["h9g7"] });
  assert.deepEqual(store.get().engine.line, ["wxf h9g7"]);
});

test("old games are freed in the wasm memory", () => {
  const { controller } = setUp();
  controller.newGame();
  const alive = FakeGame.alive;
  controller.newGame();
  controller.newGame();
  assert.equal(FakeGame.alive, alive);
});
