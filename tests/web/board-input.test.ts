import assert from "node:assert/strict";
import { test } from "node:test";
import { squareIndex, squareName } from "../../www/js/board/geometry.ts";
import { IDLE, step } from "../../www/js/board/input.ts";
import type { Effect, PointerInput as Pointer } from "../../www/js/board/input.ts";

type More = Partial<Pointer> & { dx?: number; dy?: number };

const OWN = ["h2", "b0"];
const LEGAL = ["h2 e2", "h2 h9", "b0 c2"];

const name = (square: number) => (square < 0 ? "-" : squareName(square));

function words(effect: Effect) {
  switch (effect.type) {
    case "select":
      return `select ${name(effect.square)}`;
    case "drag":
      return `drag ${name(effect.from)} over ${name(effect.over)}`;
    case "return":
      return "return";
    case "touch":
      return `touch ${name(effect.square)}`;
    case "refuse":
      return `refuse ${name(effect.from)} ${name(effect.to)}`;
    default:
      return `move ${name(effect.from)} ${name(effect.to)}${effect.dragged ? " dragged" : ""}`;
  }
}

/** Returns a pointer event over a square ("-": beside the board); squares are 40 px apart. */
function pointerAt(type: Pointer["type"], where: string, { dx = 0, dy = 0, ...more }: More = {}) {
  const square = squareIndex(where);
  const x = 40 * (square % 9) + dx;
  const y = 40 * Math.floor(square / 9) + dy;
  return { type, id: 1, x, y, square, device: "mouse", primary: true, ...more };
}

/** Creates a board with the person's cannon h2 and horse b0, and a rook h9 of the other side. */
function bench() {
  let gesture = IDLE;
  let selected = -1;
  const log: string[] = [];
  const feed = (event: Pointer) => {
    const next = step(gesture, event, {
      selected,
      isMovable: (square) => OWN.includes(name(square)),
      isLegal: (from, to) => LEGAL.includes(`${name(from)} ${name(to)}`),
    });
    gesture = next.gesture;
    for (const effect of next.effects) {
      if (effect.type === "select") selected = effect.square;
      log.push(words(effect));
    }
  };
  const on = (type: Pointer["type"]) => {
    return (where: string, more: More = {}) => feed(pointerAt(type, where, more));
  };
  const [down, move, up] = [on("down"), on("move"), on("up")];
  const tap = (where: string) => {
    down(where);
    up(where);
  };
  return { feed, down, move, up, tap, read: () => log.splice(0), mode: () => gesture.mode };
}

test("tapping a piece and a legal point moves", () => {
  const b = bench();
  b.tap("h2");
  assert.deepEqual(b.read(), ["select h2"]);
  b.tap("e2");
  assert.deepEqual(b.read(), ["select -", "move h2 e2"]);
});

test("tapping a piece and a piece of the other side captures", () => {
  const b = bench();
  b.tap("h2");
  b.tap("h9");
  assert.deepEqual(b.read(), ["select h2", "select -", "move h2 h9"]);
});

test("tapping another piece of one's own selects it", () => {
  const b = bench();
  b.tap("h2");
  b.tap("b0");
  assert.deepEqual(b.read(), ["select h2", "select b0"]);
});

test("tapping the selected piece deselects it", () => {
  const b = bench();
  b.tap("h2");
  b.tap("h2");
  assert.deepEqual(b.read(), ["select h2", "select -"]);
});

test("refuses a tap on an illegal point and keeps the selection", () => {
  const b = bench();
  b.tap("h2");
  b.tap("a5");
  assert.deepEqual(b.read(), ["select h2", "refuse h2 a5"]);
  b.tap("e2");
  assert.deepEqual(b.read(), ["select -", "move h2 e2"]);
});

test("tapping beside the board deselects", () => {
  const b = bench();
  b.tap("h2");
  b.tap("-");
  assert.deepEqual(b.read(), ["select h2", "select -"]);
});

test("tapping a piece of the other side without a selection only touches it", () => {
  const b = bench();
  b.tap("h9");
  b.tap("a5");
  assert.deepEqual(b.read(), ["touch h9", "touch a5"]);
});

test("dragging to a legal point moves", () => {
  const b = bench();
  b.down("h2");
  b.move("g2");
  b.move("e2");
  b.up("e2");
  assert.deepEqual(b.read(), [
    "select h2",
    "drag h2 over g2",
    "drag h2 over e2",
    "select -",
    "move h2 e2 dragged",
  ]);
  assert.equal(b.mode(), "idle");
});

test("a drop on an illegal point is refused and returns the piece", () => {
  const b = bench();
  b.down("h2");
  b.move("a5");
  b.up("a5");
  assert.deepEqual(b.read().slice(2), ["return", "refuse h2 a5"]);
});

test("a drop at the origin or outside returns the piece without a refusal", () => {
  for (const where of ["h2", "-"]) {
    const b = bench();
    b.down("h2");
    b.move("e2");
    b.up(where);
    assert.deepEqual(b.read().slice(2), ["return"]);
  }
});

test("a slip within the tolerance of the device is still a tap", () => {
  const tolerances = { mouse: 4, pen: 6, touch: 10 };
  for (const [device, slip] of Object.entries(tolerances)) {
    const b = bench();
    b.down("h2", { device });
    b.move("h2", { device, dx: slip });
    b.up("h2", { device, dx: slip });
    assert.deepEqual(b.read(), ["select h2"]);
    b.down("b0", { device });
    b.move("b0", { device, dy: slip + 1 });
    assert.equal(b.mode(), "dragging");
  }
});

test("a tap that slips a little counts for the point first touched", () => {
  const b = bench();
  b.tap("h2");
  b.down("e2", { device: "touch" });
  b.up("e3", { device: "touch", dy: -35 });
  assert.deepEqual(b.read(), ["select h2", "select -", "move h2 e2"]);
});

test("ignores a press that moves away from an empty point", () => {
  const b = bench();
  b.tap("h2");
  b.down("e2");
  b.up("e5");
  assert.deepEqual(b.read(), ["select h2"]);
});

test("a second finger returns the piece and has no other effect", () => {
  const b = bench();
  b.down("h2", { device: "touch" });
  b.move("g2", { device: "touch" });
  b.down("b0", { device: "touch", id: 2, primary: false });
  assert.deepEqual(b.read().slice(2), ["return"]);
  b.move("e2", { device: "touch" });
  b.up("e2", { device: "touch" });
  b.up("b0", { device: "touch", id: 2 });
  assert.deepEqual(b.read(), []);
});

test("a lost pointer returns the piece and keeps it selected", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.feed({ type: "cancel", id: 1 });
  assert.deepEqual(b.read().slice(2), ["return"]);
  b.tap("e2");
  assert.deepEqual(b.read(), ["select -", "move h2 e2"]);
});

test("ignores the cancel of another pointer", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.feed({ type: "cancel", id: 7 });
  assert.equal(b.mode(), "dragging");
});

test("Escape returns the piece and deselects", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.feed({ type: "escape" });
  assert.deepEqual(b.read().slice(2), ["return", "select -"]);
  b.feed({ type: "escape" });
  assert.deepEqual(b.read(), []);
});

test("ignores presses of other buttons and fingers", () => {
  const b = bench();
  b.down("h2", { primary: false });
  b.up("h2", { primary: false });
  assert.deepEqual(b.read(), []);
});

test("a press works after the release before it was lost", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.tap("b0");
  assert.deepEqual(b.read().slice(2), ["return", "select b0"]);
  assert.equal(b.mode(), "idle");
});

test("does not drag pieces of the other side", () => {
  const b = bench();
  b.down("h9");
  b.move("h5");
  b.up("h5");
  assert.deepEqual(b.read(), []);
});
