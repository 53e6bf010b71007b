import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../www/js/core/store.ts";
import {
  defaults,
  isEnginesTurn,
  isPersonsTurn,
  moverAt,
  progress,
  redoTarget,
  undoTarget,
  withGame,
  withPosition,
  withSettings,
} from "../../www/js/play/state.ts";
import type { State } from "../../www/js/play/state.ts";
import {
  START_PLACEMENT,
  capturedPieces,
  squareIndex,
  barePosition,
} from "../../www/js/core/xiangqi.ts";
import { defaultGame, isWorthKeeping, withMove } from "../../www/js/core/game-record.ts";
import { resolveTheme } from "../../www/js/shell/settings.ts";

/** A state after `ply` of `moves` plies, Red first. */
function stateAt(ply: number, moves = ply, game = {}) {
  const line = Array.from({ length: moves }, (_, i) => `m${i}`);
  const base = withGame(defaults(), { moves: line, ply, ...game });
  return withPosition(base, { ...barePosition(), turn: ply % 2 === 0 ? "w" : "b" });
}

const over = (state: State) =>
  withPosition(state, {
    ...state.position,
    verdict: { result: "red", reason: "checkmate", offender: null, cycle: [] },
  });

test("the start placement has 32 pieces on the right points", () => {
  assert.equal(START_PLACEMENT.length, 90);
  assert.equal(START_PLACEMENT.replaceAll(".", "").length, 32);
  assert.equal(START_PLACEMENT[squareIndex("e0")], "K");
  assert.equal(START_PLACEMENT[squareIndex("h2")], "C");
  assert.equal(START_PLACEMENT[squareIndex("a9")], "r");
});

test("undo goes back to the person's own turn", () => {
  assert.equal(undoTarget(stateAt(0)), null);
  assert.equal(undoTarget(stateAt(1)), 0, "while the engine thinks: one ply");
  assert.equal(undoTarget(stateAt(2)), 0, "on the own turn: own move and reply");
  assert.equal(undoTarget(stateAt(5)), 4);
  assert.equal(undoTarget(over(stateAt(5))), 4, "after the own mating move");
  assert.equal(undoTarget(over(stateAt(6))), 4, "after being mated");
});

test("a person who plays Black never undoes the engine's first move alone", () => {
  assert.equal(undoTarget(stateAt(1, 1, { side: "black" })), null);
  assert.equal(undoTarget(stateAt(2, 2, { side: "black" })), 1);
  assert.equal(undoTarget(stateAt(3, 3, { side: "black" })), 1);
});

test("two people undo and redo one ply at a time", () => {
  const game = { mode: "local" };
  assert.equal(undoTarget(stateAt(3, 3, game)), 2);
  assert.equal(redoTarget(stateAt(1, 3, game)), 2);
});

test("redo restores the moves that undo took back", () => {
  for (const side of ["red", "black"]) {
    for (let ply = 0; ply < 8; ply++) {
      const target = undoTarget(stateAt(ply, ply, { side }));
      if (target === null) continue;
      assert.equal(redoTarget(stateAt(target, ply, { side })), ply, `${side} at ply ${ply}`);
    }
  }
  assert.equal(redoTarget(stateAt(4)), null);
});

test("the turn follows the ply, the mode and the end of the game", () => {
  assert.equal(isPersonsTurn(stateAt(0)), true);
  assert.equal(isEnginesTurn(stateAt(1)), true);
  assert.equal(isEnginesTurn(stateAt(1, 1, { mode: "local" })), false);
  assert.equal(isEnginesTurn(over(stateAt(1))), false);
  assert.equal(isPersonsTurn(over(stateAt(0))), false);
  assert.equal(moverAt(stateAt(3), 0), "red");
  assert.equal(moverAt(stateAt(3), 3), "black");
});

test("a new move drops the undone moves", () => {
  const game = withMove({ ...defaultGame(), moves: ["a", "b", "c"], ply: 1 }, "x");
  assert.deepEqual(game.moves, ["a", "x"]);
  assert.equal(game.ply, 2);
});

test("a game without moves, position or record is not worth keeping", () => {
  const game = defaultGame();
  assert.equal(isWorthKeeping(game), false);
  for (const change of [{ moves: ["h2e2"] }, { startFen: "x" }, { record: "x" }])
    assert.equal(isWorthKeeping({ ...game, ...change }), true);
});

test("captured pieces are told apart from moved ones and sorted by worth", () => {
  const after = START_PLACEMENT.replace("p", ".").replace("r", ".").replace("C", ".");
  assert.deepEqual(capturedPieces(START_PLACEMENT, after), { red: ["C"], black: ["r", "p"] });
  assert.deepEqual(capturedPieces(START_PLACEMENT, START_PLACEMENT), { red: [], black: [] });
});

test("progress stays between 0 and 1", () => {
  assert.equal(progress(null), 0);
  assert.equal(progress({}), 0);
  assert.equal(progress({ progress: 0.25 }), 0.25);
  assert.equal(progress({ progress: 1.5 }), 1);
});

test("the theme follows the system only if set to", () => {
  assert.equal(resolveTheme("system", true), "dark");
  assert.equal(resolveTheme("system", false), "light");
  assert.equal(resolveTheme("light", true), "light");
});

test("the store calls its listeners only after a change", () => {
  const store = createStore(defaults());
  let calls = 0;
  const stop = store.subscribe(() => (calls += 1));
  store.update((state) => state);
  store.update((state) => withSettings(state, { sound: false }));
  stop();
  store.update((state) => withSettings(state, { sound: true }));
  assert.equal(calls, 1);
});
