import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arc,
  easeInOut,
  easeOutCubic,
  planChange,
  travelTime,
} from "../../www/js/board/animation.ts";
import { squareIndex } from "../../www/js/board/geometry.ts";
import { MovingPieces } from "../../www/js/board/moving-pieces.ts";
import { START, moved, placement, randomFrom } from "./board-helpers.ts";

const at = squareIndex;

test("plans one journey for a quiet move", () => {
  assert.deepEqual(planChange(START, moved(START, "h2", "e2")), {
    journeys: [{ piece: "C", from: at("h2"), to: at("e2") }],
    vanishing: [],
    appearing: [],
  });
});

test("a capture makes a piece vanish, and its undo makes it appear", () => {
  const after = moved(START, "h2", "h9");
  assert.deepEqual(planChange(START, after).vanishing, [{ piece: "n", at: at("h9") }]);
  const undone = planChange(after, START);
  assert.deepEqual(undone.journeys, [{ piece: "C", from: at("h9"), to: at("h2") }]);
  assert.deepEqual(undone.appearing, [{ piece: "n", at: at("h9") }]);
});

test("pairs the nearest pieces unless a move is hinted", () => {
  const before = placement({ a0: "R", i0: "R" });
  const after = placement({ b0: "R", h0: "R" });
  assert.deepEqual(
    planChange(before, after).journeys.map((j) => [j.from, j.to]),
    [
      [at("a0"), at("b0")],
      [at("i0"), at("h0")],
    ],
  );
  const single = planChange(placement({ a0: "R", a5: "R" }), placement({ a3: "R" }), [0, at("a3")]);
  assert.equal(single.journeys[0].from, 0);
  assert.deepEqual(single.vanishing, [{ piece: "R", at: at("a5") }]);
});

test("a hint also works for the undo of its move", () => {
  const plan = planChange(placement({ a3: "R" }), placement({ a0: "R", a5: "R" }), [0, at("a3")]);
  assert.equal(plan.journeys[0].to, 0);
});

test("plans nothing for equal placements", () => {
  assert.deepEqual(planChange(START, START), { journeys: [], vanishing: [], appearing: [] });
});

test("any plan turns one placement into the other", () => {
  const random = randomFrom(5);
  const letters = "....KABNRCPkabnrcp";
  const any = () => Array.from({ length: 90 }, () => letters[random(letters.length)]).join("");
  for (let round = 0; round < 200; round += 1) {
    const [before, after] = [any(), any()];
    const { journeys, vanishing, appearing } = planChange(before, after);
    const board = [...before];
    for (const { at: square } of vanishing) board[square] = ".";
    for (const { from } of journeys) board[from] = ".";
    for (const { piece, to } of journeys) board[to] = piece;
    for (const { piece, at: square } of appearing) board[square] = piece;
    assert.equal(board.join(""), after);
  }
});

test("longer journeys take longer, from 180 to 320 ms", () => {
  assert.equal(travelTime(0, 5), 0);
  const times = [1, 2, 4, 9].map((cells) => travelTime(240, cells));
  assert.deepEqual(
    [...times].sort((a, b) => a - b),
    times,
  );
  assert.ok(times[0] >= 180 && times[3] <= 320);
});

test("easings start at 0 and end at 1; the arc ends at 0", () => {
  for (const ease of [easeOutCubic, easeInOut]) {
    assert.equal(ease(0), 0);
    assert.equal(ease(1), 1);
  }
  assert.ok(arc(0.5) === 1 && Math.abs(arc(1)) < 1e-9);
});

// ---- moving pieces

function poseOf(pieces: MovingPieces, square: string) {
  const piece = pieces.at(at(square));
  assert.ok(piece);
  return piece.pose;
}

function shown(board = START) {
  const pieces = new MovingPieces();
  pieces.show(board, { now: 0, time: 0 });
  return pieces;
}

test("shows a placement at once without animation time", () => {
  const pieces = shown();
  assert.equal(pieces.placement, START);
  assert.equal(pieces.active, false);
  assert.equal(pieces.pieces.length, 32);
});

test("a moved piece travels above the board and arrives", () => {
  const pieces = shown();
  const after = moved(START, "h2", "e2");
  pieces.show(after, { now: 1000, time: 240 });
  assert.equal(pieces.placement, after);
  assert.equal(pieces.tick(1060), true);
  const pose = poseOf(pieces, "e2");
  assert.ok(pose.file > 4 && pose.file < 7 && pose.lift > 0);
  assert.equal(pieces.tick(1400), false);
  assert.deepEqual(poseOf(pieces, "e2"), { file: 4, rank: 2, lift: 0, alpha: 1 });
});

test("a captured piece fades away", () => {
  const pieces = shown();
  pieces.show(moved(START, "h2", "h9"), { now: 0, time: 240 });
  pieces.tick(200);
  assert.equal(pieces.pieces.length, 32);
  assert.ok(pieces.pieces[0].piece === "n" && pieces.pieces[0].pose.alpha < 1);
  pieces.tick(1000);
  assert.equal(pieces.pieces.length, 31);
});

test("a change during a journey starts from where the pieces are", () => {
  const pieces = shown();
  pieces.show(moved(START, "h2", "e2"), { now: 0, time: 240 });
  pieces.tick(60);
  const { file } = poseOf(pieces, "e2");
  pieces.show(START, { now: 60, time: 240 });
  pieces.tick(60);
  assert.equal(poseOf(pieces, "h2").file, file);
});

test("a raised piece stays up until it is lowered", () => {
  const pieces = shown();
  pieces.raise(at("h2"), 0, 240);
  pieces.tick(500);
  assert.equal(poseOf(pieces, "h2").lift, 1);
  pieces.raise(-1, 500, 240);
  pieces.tick(1000);
  assert.equal(poseOf(pieces, "h2").lift, 0);
});

test("a held piece follows the pointer and returns when released on its square", () => {
  const pieces = shown();
  pieces.hold(at("h2"), { file: 5.2, rank: 3.1 });
  assert.equal(poseOf(pieces, "h2").file, 5.2);
  pieces.release(at("h2"), 0, 240);
  assert.equal(pieces.travelling, true);
  pieces.tick(1000);
  assert.deepEqual(poseOf(pieces, "h2"), { file: 7, rank: 2, lift: 0, alpha: 1 });
  assert.equal(pieces.placement, START);
});

test("a dropped piece stays at its target without a journey", () => {
  const pieces = shown();
  const after = moved(START, "h2", "h9");
  pieces.hold(at("h2"), { file: 7.1, rank: 8.9 });
  pieces.release(at("h9"), 0, 240);
  assert.equal(pieces.placement, after);
  pieces.tick(1000);
  pieces.show(after, { now: 1000, time: 240 });
  assert.equal(pieces.active, false);
});

test("an undone drop travels back, and the captured piece reappears", () => {
  const pieces = shown();
  pieces.hold(at("h2"), { file: 7, rank: 9 });
  pieces.release(at("h9"), 0, 240);
  pieces.show(START, { now: 10, time: 240 });
  pieces.finish();
  assert.equal(pieces.placement, START);
  assert.deepEqual(poseOf(pieces, "h9"), { file: 7, rank: 9, lift: 0, alpha: 1 });
});
