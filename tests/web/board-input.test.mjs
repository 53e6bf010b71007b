import assert from "node:assert/strict";
import { test } from "node:test";
import { squareIndex, squareName } from "../../www/js/board/geometry.ts";
import { IDLE, step } from "../../www/js/board/input.ts";

/** @typedef {import("../../www/js/board/input.ts").Effect} Effect */
/** @typedef {import("../../www/js/board/input.ts").PointerInput} Pointer */
/** @typedef {Partial<Pointer> & {dx?: number, dy?: number}} More */

const OWN = ["h2", "b0"];
const LEGAL = ["h2 e2", "h2 h9", "b0 c2"];

/** @param {number} square */
const name = (square) => (square < 0 ? "-" : squareName(square));

/** An effect in words. @param {Effect} effect */
function words(effect) {
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

/** The pointer over a square ("-": beside the board); squares stand 40 px apart. */
function pointerAt(
  /** @type {Pointer["type"]} */ type,
  /** @type {string} */ where,
  /** @type {More} */ { dx = 0, dy = 0, ...more } = {},
) {
  const square = squareIndex(where);
  const x = 40 * (square % 9) + dx;
  const y = 40 * Math.floor(square / 9) + dy;
  return { type, id: 1, x, y, square, device: "mouse", primary: true, ...more };
}

/** A board with a cannon h2 and a horse b0 of the person's and a rook h9 of the other side. */
function bench() {
  let gesture = IDLE;
  let selected = -1;
  /** @type {string[]} */
  const log = [];
  const feed = (/** @type {Pointer} */ event) => {
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
  const on = (/** @type {Pointer["type"]} */ type) => {
    return (/** @type {string} */ where, /** @type {More} */ more = {}) =>
      feed(pointerAt(type, where, more));
  };
  const [down, move, up] = [on("down"), on("move"), on("up")];
  const tap = (/** @type {string} */ where) => {
    down(where);
    up(where);
  };
  return { feed, down, move, up, tap, read: () => log.splice(0), mode: () => gesture.mode };
}

test("tap a piece, tap a point: a move", () => {
  const b = bench();
  b.tap("h2");
  assert.deepEqual(b.read(), ["select h2"]);
  b.tap("e2");
  assert.deepEqual(b.read(), ["select -", "move h2 e2"]);
});

test("tap a piece, tap a piece of the other side: a capture", () => {
  const b = bench();
  b.tap("h2");
  b.tap("h9");
  assert.deepEqual(b.read(), ["select h2", "select -", "move h2 h9"]);
});

test("tap another own piece: the selection goes there", () => {
  const b = bench();
  b.tap("h2");
  b.tap("b0");
  assert.deepEqual(b.read(), ["select h2", "select b0"]);
});

test("tap the selected piece: nothing is selected", () => {
  const b = bench();
  b.tap("h2");
  b.tap("h2");
  assert.deepEqual(b.read(), ["select h2", "select -"]);
});

test("tap a point that is not legal: refused, and the selection stays for another try", () => {
  const b = bench();
  b.tap("h2");
  b.tap("a5");
  assert.deepEqual(b.read(), ["select h2", "refuse h2 a5"]);
  b.tap("e2");
  assert.deepEqual(b.read(), ["select -", "move h2 e2"]);
});

test("tap beside the board: nothing is selected", () => {
  const b = bench();
  b.tap("h2");
  b.tap("-");
  assert.deepEqual(b.read(), ["select h2", "select -"]);
});

test("tap the other side's piece with nothing selected: it is touched, no more", () => {
  const b = bench();
  b.tap("h9");
  b.tap("a5");
  assert.deepEqual(b.read(), ["touch h9", "touch a5"]);
});

test("drag to a legal point: a move", () => {
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

test("drop on a point that is not legal: the piece returns and the try is refused", () => {
  const b = bench();
  b.down("h2");
  b.move("a5");
  b.up("a5");
  assert.deepEqual(b.read().slice(2), ["return", "refuse h2 a5"]);
});

test("drop at home or outside: the piece returns, nothing is refused", () => {
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

test("a tap that slips off a point and is still near means the point first touched", () => {
  const b = bench();
  b.tap("h2");
  b.down("e2", { device: "touch" });
  b.up("e3", { device: "touch", dy: -35 });
  assert.deepEqual(b.read(), ["select h2", "select -", "move h2 e2"]);
});

test("a press that wanders off an empty point means nothing", () => {
  const b = bench();
  b.tap("h2");
  b.down("e2");
  b.up("e5");
  assert.deepEqual(b.read(), ["select h2"]);
});

test("a second finger takes the piece back, and what it does itself is ignored", () => {
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

test("a lost pointer takes the piece back and keeps it selected", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.feed({ type: "cancel", id: 1 });
  assert.deepEqual(b.read().slice(2), ["return"]);
  b.tap("e2");
  assert.deepEqual(b.read(), ["select -", "move h2 e2"]);
});

test("another pointer's cancel changes nothing", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.feed({ type: "cancel", id: 7 });
  assert.equal(b.mode(), "dragging");
});

test("Escape takes the piece back and deselects", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.feed({ type: "escape" });
  assert.deepEqual(b.read().slice(2), ["return", "select -"]);
  b.feed({ type: "escape" });
  assert.deepEqual(b.read(), []);
});

test("other buttons and other fingers start nothing", () => {
  const b = bench();
  b.down("h2", { primary: false });
  b.up("h2", { primary: false });
  assert.deepEqual(b.read(), []);
});

test("a release that was never heard does not block the next press", () => {
  const b = bench();
  b.down("h2");
  b.move("e2");
  b.tap("b0");
  assert.deepEqual(b.read().slice(2), ["return", "select b0"]);
  assert.equal(b.mode(), "idle");
});

test("pieces cannot be dragged when they are not the person's", () => {
  const b = bench();
  b.down("h9");
  b.move("h5");
  b.up("h5");
  assert.deepEqual(b.read(), []);
});
