// The lessons without a page: every exercise is solved by the rules of the wasm, and refusals are named.

import assert from "node:assert/strict";
import test from "node:test";
import type { NotationKind } from "../../www/pkg/chuhe.js";
import { CHAPTERS, STEP_IDS, START, stepId } from "../../www/js/learn/chapters.ts";
import type { Goal } from "../../www/js/learn/goals.ts";
import { explainMove } from "../../www/js/learn/notation-parts.ts";
import { squaresBetween } from "../../www/js/core/xiangqi.ts";
import { fenOf } from "../../www/js/core/fen.ts";
import { redToMoveAgain } from "../../www/js/rules/position.ts";
import {
  PROGRESS_KEY,
  createLessonStorage,
  decodeProgress,
  encodeProgress,
} from "../../www/js/learn/lesson-progress.ts";
import { hashOf, placeAfter, placeOf } from "../../www/js/learn/lesson-address.ts";
import { Runner } from "../../www/js/learn/lesson-runner.ts";
import { memoryStorage } from "./memory-storage.ts";
import { Game } from "./rules-wasm.ts";

const STEPS = CHAPTERS.flatMap(({ id, steps }) =>
  steps.map((step, index) => ({ id: stepId(id, index), step })),
);
const stepOf = (id: string) => STEPS.find((known) => known.id === id)!.step;
const begin = (id: string) => new Runner(Game, stepOf(id));
const isLegal = ({ position }: Runner, move: string) =>
  position.dests.get(move.slice(0, 2))?.includes(move.slice(2)) ?? false;

/** Plays or refuses a move, as the page does. */
function act(runner: Runner, move: string) {
  const outcome = isLegal(runner, move) ? runner.move(move) : runner.refuse(move);
  if (outcome.type === "rewound") runner.rewind();
  return outcome;
}

for (const { id, step } of STEPS.filter((known) => known.step.goal.kind !== "look")) {
  test(`${id} is done after the last move of its solution, and hints lead through it`, () => {
    const runner = new Runner(Game, step);
    for (const move of step.solution) {
      assert.equal(runner.state, "open");
      assert.equal(runner.hint, move);
      assert.equal(isLegal(runner, move), step.goal.kind !== "refused", move);
      act(runner, move);
    }
    assert.equal(runner.state, "done");
    assert.equal(runner.movable, null);
    assert.equal(runner.hint, null);
    runner.reset();
    assert.equal(runner.state, "open");
  });
}

type CollectGoal = Extract<Goal, { kind: "collect" }>;

/** Returns the fewest moves that collect all marks; other pieces may make way. */
function shortest(fen: string, { squares, by, moves }: CollectGoal) {
  let states = [{ placement: new Game(fen).placement(), left: squares.join(" ") }];
  for (let depth = 1; depth < moves; depth++) {
    const next = new Map<string, (typeof states)[0]>();
    for (const { placement, left } of states) {
      const game = redToMoveAgain(Game, placement);
      const now = game.placement();
      for (const [from, tos] of game.dests())
        for (const to of tos) {
          game.play(from + to);
          const mover = now[Number(from[1]) * 9 + from.charCodeAt(0) - 97];
          const rest =
            mover === by ? left.split(" ").filter((point) => point !== to) : left.split(" ");
          const state = { placement: game.placement(), left: rest.join(" ") };
          if (state.left === "") return depth;
          next.set(state.placement + state.left, state);
          game.undo();
        }
      game.free();
    }
    states = [...next.values()];
    if (states.length > 3000) return moves; // wide open boards: the marks alone need as many
  }
  return moves;
}

test("no collection can be done in fewer moves than it allows", () => {
  for (const { id, step } of STEPS)
    if (step.goal.kind === "collect")
      assert.equal(shortest(step.fen, step.goal), step.goal.moves, id);
});

test("an exercise with all pieces takes one move of each, in any order, and explains each", () => {
  const runner = begin("seven/1");
  assert.deepEqual(runner.remaining, [..."RNCPBAK"]);
  assert.deepEqual(act(runner, "c5d5").message, { key: "learn.say.rule", piece: "P" });
  assert.deepEqual(runner.ruleAt("h2"), { key: "learn.say.rule", piece: "C" });
  act(runner, "d5e5");
  assert.deepEqual(runner.remaining, [..."RNCBAK"], "the same once more does not count");
  for (const move of ["h2h7", "a1a4", "b2c4", "g0e2", "f0e1"]) act(runner, move);
  assert.equal(runner.state, "open");
  assert.equal(act(runner, "e0f0").type, "done");
});

test("too many moves end a collection", () => {
  const runner = begin("rook/1");
  for (const move of ["a0a1", "a1a2"]) assert.equal(act(runner, move).type, "moved");
  const last = act(runner, "a2a3");
  assert.equal(last.type, "over");
  assert.deepEqual(last.message, { key: "learn.wrong.tooMany", count: 3 });
  assert.equal(runner.movable, null);
});

test("a square that another piece reaches stays marked", () => {
  const runner = begin("horse/3");
  act(runner, "e3e4");
  act(runner, "e4d4");
  assert.deepEqual(runner.remaining, ["d4"]);
  assert.equal(runner.state, "over");
});

test("a wrong move is taken back, and the message names the answer to it", () => {
  const runner = begin("mate/1");
  const before = runner.position.placement;
  const quiet = act(runner, "b0b5");
  assert.equal(quiet.type, "back");
  assert.equal(quiet.message!.key, "learn.wrong.quiet");
  assert.match(quiet.message!.reply!.notation, /^将/, "said in Chinese, however moves are written");
  assert.equal(quiet.message!.reply!.piece, "k");
  assert.equal(act(runner, "a8e8").message!.key, "learn.wrong.checkOnly");
  assert.equal(runner.position.placement, before);
});

test("checkmate instead of stalemate is rejected, and the reverse", () => {
  assert.equal(act(begin("stalemate/2"), "c1d1").message!.key, "learn.wrong.checkmate");
  const mate = new Runner(Game, {
    ...stepOf("stalemate/2"),
    goal: { kind: "end", reason: "checkmate", moves: 1 },
  });
  assert.equal(act(mate, "c1c8").message!.key, "learn.wrong.stalemate");
});

test("a first move that does not force the mate is taken back", () => {
  const runner = begin("mate/4");
  assert.equal(act(runner, "a3a4").type, "back");
  const outcome = act(runner, "a3a8");
  assert.equal(outcome.message!.key, "learn.say.reply");
  assert.equal(runner.positions.length, 2, "the move, then the answer");
});

test("repetitions end as docs/RULES.md says, and the losing move is not played", () => {
  for (const [id, verdict] of [
    ["perpetual/1", { result: "black", reason: "perpetualCheck", offender: "red" }],
    ["perpetual/2", { result: "black", reason: "perpetualChase", offender: "red" }],
    ["draws/1", { result: "draw", reason: "repetition", offender: null }],
    ["draws/2", { result: "draw", reason: "naturalLimit", offender: null }],
    ["draws/3", { result: "draw", reason: "noAttackers", offender: null }],
  ] as const) {
    const runner = begin(id);
    for (const move of runner.step.solution) act(runner, move);
    const { result, reason, offender } = runner.game.verdict();
    assert.deepEqual({ result, reason, offender: offender ?? null }, verdict, id);
  }
  const runner = begin("perpetual/3");
  assert.deepEqual(runner.losing("i0"), ["h0"]);
  const outcome = act(runner, "i0h0");
  assert.equal(outcome.type, "back");
  assert.equal(outcome.message!.key, "loss.perpetualChase");
  assert.equal(outcome.texts!.length, outcome.verdict!.cycle.length);
});

test("captures are valued with the recapture", () => {
  const runner = begin("values/1");
  const guarded = act(runner, "c4c5").message;
  assert.deepEqual(guarded, { key: "learn.wrong.takenBack", piece: "R", count: 4, loss: 9 });
  assert.deepEqual(act(runner, "c4c2").message, {
    key: "learn.wrong.lesser",
    piece: "R",
    count: 2,
    loss: 0,
  });
  assert.equal(act(runner, "c4c3").message!.key, "learn.wrong.noCapture");
});

test("a refusal names the piece in the way", () => {
  const why = (id: string, move: string) => begin(id).refuse(move).message;
  assert.deepEqual(why("horse/2", "e4d6"), { key: "learn.why.leg", piece: "p", square: "e5" });
  assert.deepEqual(why("horse/2", "e4c5"), { key: "learn.why.leg", piece: "R", square: "d4" });
  assert.deepEqual(why("elephant/2", "e2g4"), { key: "learn.why.eye", piece: "n", square: "f3" });
  assert.deepEqual(why("elephant/2", "c4e6"), { key: "learn.why.river" });
  assert.deepEqual(why("cannon/2", "c2c5"), { key: "learn.why.noScreen" });
  assert.deepEqual(why("cannon/2", "c2c9"), { key: "learn.why.screens", count: 2 });
  assert.deepEqual(why("soldier/1", "c3d3"), { key: "learn.why.notOver" });
  assert.deepEqual(why("soldier/1", "c3c2"), { key: "learn.why.back" });
  assert.equal(why("facing/1", "e3b3")!.key, "refusal.generalsFace");
  assert.equal(why("check/2", "a6a5")!.key, "refusal.stillInCheck");
});

test("redToMoveAgain moves Black's general out of check", () => {
  const game = redToMoveAgain(Game, new Game("3k5/9/9/9/9/9/9/9/9/R3K4 w").placement());
  assert.equal(game.view().turn, "w");
  game.play("a0a9");
  const again = redToMoveAgain(Game, game.placement());
  assert.notEqual(again.placement().indexOf("k"), game.placement().indexOf("k"));
});

test("fenOf and squaresBetween agree with the rules", () => {
  const game = new Game(START);
  assert.equal(`${fenOf(game.placement(), "w")} - - 0 1`, game.fen());
  assert.deepEqual(squaresBetween("a0", "a3"), ["a1", "a2"]);
  assert.deepEqual(squaresBetween("e5", "c5"), ["d5"]);
  assert.deepEqual(squaresBetween("a0", "b2"), []);
});

test("explainMove gives the meaning of each sign of a written move", () => {
  const explain = (fen: string, move: string) => {
    const game = new Game(fen);
    const write = (kind: NotationKind) => game.line([move], kind)[0];
    const texts = { chinese: write("chinese"), wxf: write("wxf"), iccs: write("iccs") };
    const { chinese, wxf } = explainMove(texts, game.placement(), move);
    assert.equal(chinese.map(({ text }) => text).join(""), texts.chinese);
    assert.equal(wxf.map(({ text }) => text).join(""), texts.wxf);
    return chinese.map(({ text, key, value }) => `${text} ${key} ${value ?? ""}`.trim());
  };
  assert.deepEqual(explain(START, "h2e2"), ["炮 piece", "二 file 2", "平 sideways", "五 to 5"]);
  assert.deepEqual(explain(START, "h0g2"), ["马 piece", "二 file 2", "进 forward", "三 to 3"]);
  assert.deepEqual(explain(START, "a0a2"), ["车 piece", "九 file 9", "进 forward", "二 steps 2"]);
  const black = START.replace("w", "b");
  assert.deepEqual(explain(black, "g6g5"), ["卒 piece", "７ file 7", "进 forward", "１ steps 1"]);
  const { fen } = stepOf("writing/2");
  assert.deepEqual(explain(fen, "b2f2"), ["后 rear", "炮 piece", "平 sideways", "四 to 4"]);
  assert.deepEqual(explain(fen, "g6f6"), ["中 middle", "兵 piece", "平 sideways", "四 to 4"]);
  assert.deepEqual(explain(fen, "g7g8"), ["前 front", "兵 piece", "进 forward", "一 steps 1"]);
  const crowded = "3k5/9/2P1P4/9/2P1P4/9/9/9/9/4K4 w";
  assert.deepEqual(explain(crowded, "c7d7").slice(0, 2), ["三 nth 3", "兵 piece"]);
});

test("broken progress is empty, and unknown exercises are dropped", () => {
  for (const text of [
    null,
    "",
    "{",
    "[]",
    "7",
    '{"version":9,"done":["rook/1"]}',
    '{"version":1,"done":7}',
  ])
    assert.equal(decodeProgress(text, STEP_IDS).size, 0, String(text));
  const stored = encodeProgress(new Set(["rook/1", "nonsense/9"]));
  assert.deepEqual([...decodeProgress(stored, STEP_IDS)], ["rook/1"]);
});

test("progress is added to that of another tab, and a forbidden storage is no error", () => {
  const area = memoryStorage();
  const progress = createLessonStorage(() => area, STEP_IDS);
  area.items.set(PROGRESS_KEY, encodeProgress(new Set(["rook/2"])));
  progress.add("rook/1");
  assert.ok(progress.has("rook/2"));
  assert.deepEqual(JSON.parse(area.items.get(PROGRESS_KEY)!).done.sort(), ["rook/1", "rook/2"]);
  const forbidden = createLessonStorage(() => {
    throw new Error("SecurityError");
  }, STEP_IDS);
  forbidden.add("rook/1");
  assert.ok(forbidden.has("rook/1"));
});

test("placeOf returns the exercise of an address, else the first that is not done", () => {
  const nothing = () => false;
  assert.deepEqual(placeOf("#board/2", nothing), { chapter: 1, step: 1 });
  assert.deepEqual(
    placeOf("#general/", (id) => id === "general/1"),
    { chapter: 2, step: 1 },
  );
  assert.deepEqual(placeOf("#board", nothing), { chapter: 1, step: 0 }, "as links were once");
  for (const hash of ["", "#nowhere", "#%"])
    assert.deepEqual(placeOf(hash, nothing), { chapter: 0, step: 0 }, hash);
  for (const hash of ["#board/99", "#board/x"])
    assert.deepEqual(placeOf(hash, nothing), { chapter: 1, step: 0 }, hash);
  assert.deepEqual(
    placeOf("", (id) => id.startsWith("board/")),
    { chapter: 2, step: 0 },
    "who has begun is not led back to the glance at it all",
  );
  assert.deepEqual(
    placeOf("", () => true),
    { chapter: 0, step: 0 },
  );
  assert.equal(hashOf(placeAfter({ chapter: 1, step: 2 })!), "#general/1");
  assert.equal(
    placeAfter({ chapter: CHAPTERS.length - 1, step: CHAPTERS.at(-1)!.steps.length - 1 }),
    null,
  );
});
