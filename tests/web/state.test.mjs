import assert from "node:assert/strict";
import test from "node:test";
import * as S from "../../www/js/state.js";

/** A state after `ply` of `moves` plies, Red first. */
function stateAt(ply, moves = ply, game = {}) {
  const line = Array.from({ length: moves }, (_, i) => `m${i}`);
  const base = S.withGame(S.defaults(), { moves: line, ply, ...game });
  return S.withPosition(base, { ...S.emptyPosition(), turn: ply % 2 === 0 ? "w" : "b" });
}

const over = (state) =>
  S.withPosition(state, {
    ...state.position,
    verdict: { result: "red", reason: "checkmate", offender: null, cycle: [] },
  });

test("the start placement has 32 pieces on the right points", () => {
  assert.equal(S.START_PLACEMENT.length, 90);
  assert.equal(S.START_PLACEMENT.replaceAll(".", "").length, 32);
  assert.equal(S.START_PLACEMENT[S.squareIndex("e0")], "K");
  assert.equal(S.START_PLACEMENT[S.squareIndex("h2")], "C");
  assert.equal(S.START_PLACEMENT[S.squareIndex("a9")], "r");
});

test("undo goes back to the person's own turn", () => {
  assert.equal(S.undoTarget(stateAt(0)), null);
  assert.equal(S.undoTarget(stateAt(1)), 0, "while the engine thinks: one ply");
  assert.equal(S.undoTarget(stateAt(2)), 0, "on the own turn: own move and reply");
  assert.equal(S.undoTarget(stateAt(5)), 4);
  assert.equal(S.undoTarget(over(stateAt(5))), 4, "after the own mating move");
  assert.equal(S.undoTarget(over(stateAt(6))), 4, "after being mated");
});

test("a person who plays Black never undoes the engine's first move alone", () => {
  assert.equal(S.undoTarget(stateAt(1, 1, { side: "black" })), null);
  assert.equal(S.undoTarget(stateAt(2, 2, { side: "black" })), 1);
  assert.equal(S.undoTarget(stateAt(3, 3, { side: "black" })), 1);
});

test("two people undo and redo one ply at a time", () => {
  const game = { mode: "local" };
  assert.equal(S.undoTarget(stateAt(3, 3, game)), 2);
  assert.equal(S.redoTarget(stateAt(1, 3, game)), 2);
});

test("redo brings back what undo took", () => {
  for (const side of ["red", "black"]) {
    for (let ply = 0; ply < 8; ply++) {
      const target = S.undoTarget(stateAt(ply, ply, { side }));
      if (target === null) continue;
      assert.equal(S.redoTarget(stateAt(target, ply, { side })), ply, `${side} at ply ${ply}`);
    }
  }
  assert.equal(S.redoTarget(stateAt(4)), null);
});

test("whose turn it is", () => {
  assert.equal(S.isPersonsTurn(stateAt(0)), true);
  assert.equal(S.isEnginesTurn(stateAt(1)), true);
  assert.equal(S.isEnginesTurn(stateAt(1, 1, { mode: "local" })), false);
  assert.equal(S.isEnginesTurn(over(stateAt(1))), false);
  assert.equal(S.isPersonsTurn(over(stateAt(0))), false);
  assert.equal(S.moverAt(stateAt(3), 0), "red");
  assert.equal(S.moverAt(stateAt(3), 3), "black");
});

test("a move cuts the undone tail off", () => {
  const game = S.withMove({ ...S.defaultGame(), moves: ["a", "b", "c"], ply: 1 }, "x");
  assert.deepEqual(game.moves, ["a", "x"]);
  assert.equal(game.ply, 2);
});

test("a game untouched is not worth keeping", () => {
  const game = S.defaultGame();
  assert.equal(S.isWorthKeeping(game), false);
  for (const change of [{ moves: ["h2e2"] }, { startFen: "x" }, { record: "x" }])
    assert.equal(S.isWorthKeeping({ ...game, ...change }), true);
});

test("captured pieces are told apart from moved ones and sorted by worth", () => {
  const after = S.START_PLACEMENT.replace("p", ".").replace("r", ".").replace("C", ".");
  assert.deepEqual(S.captured(S.START_PLACEMENT, after), { red: ["C"], black: ["r", "p"] });
  assert.deepEqual(S.captured(S.START_PLACEMENT, S.START_PLACEMENT), { red: [], black: [] });
});

test("progress stays between nothing and all", () => {
  assert.equal(S.progress(null), 0);
  assert.equal(S.progress({}), 0);
  assert.equal(S.progress({ progress: 0.25 }), 0.25);
  assert.equal(S.progress({ progress: 1.5 }), 1);
});

test("the theme follows the system only when told to", () => {
  assert.equal(S.resolveTheme("system", true), "dark");
  assert.equal(S.resolveTheme("system", false), "light");
  assert.equal(S.resolveTheme("light", true), "light");
});

test("the store tells its listeners of changes, and of nothing else", () => {
  const store = S.createStore(S.defaults());
  let heard = 0;
  const stop = store.subscribe(() => (heard += 1));
  store.update((state) => state);
  store.update((state) => S.withSettings(state, { sound: false }));
  stop();
  store.update((state) => S.withSettings(state, { sound: true }));
  assert.equal(heard, 1);
});
