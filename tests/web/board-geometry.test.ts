import assert from "node:assert/strict";
import { test } from "node:test";
import {
  SQUARES,
  distance,
  layoutFor,
  pixelOfSquare,
  placeAt,
  sideOfLetter,
  squareAtPixel,
  squareIndex,
  squareName,
} from "../../www/js/board/geometry.ts";
import type { Side } from "../../www/js/core/xiangqi.ts";

const sizes = [
  { width: 280, height: 330, ratio: 1 },
  { width: 320, height: 700, ratio: 2 },
  { width: 360.5, height: 421.3, ratio: 3 },
  { width: 1440, height: 900, ratio: 1.25 },
  { width: 2160, height: 2160, ratio: 2 },
];

const SIDES: Side[] = ["red", "black"];

/** Layouts of all sizes, for both sides, with and without labels. */
const layouts = sizes.flatMap((size) =>
  SIDES.flatMap((orientation) =>
    [true, false].map((fileLabels) => layoutFor({ ...size, orientation, fileLabels })),
  ),
);

test("converts squares to names and back", () => {
  assert.equal(squareName(0), "a0");
  assert.equal(squareName(89), "i9");
  assert.equal(squareName(4), "e0");
  for (let i = 0; i < SQUARES; i += 1) assert.equal(squareIndex(squareName(i)), i);
});

test("returns -1 for invalid squares", () => {
  for (const name of ["", "j0", "a10", "A0", "e", null, undefined]) {
    assert.equal(squareIndex(name), -1);
  }
});

test("returns the side of a letter", () => {
  assert.equal(sideOfLetter("K"), "red");
  assert.equal(sideOfLetter("p"), "black");
  assert.equal(sideOfLetter("."), null);
});

test("fits a board of whole pixels into its space", () => {
  for (const [i, layout] of layouts.entries()) {
    const { width, height, ratio } = sizes[Math.floor(i / 4)];
    assert.ok(layout.width <= Math.floor(width * ratio));
    assert.ok(layout.height <= Math.floor(height * ratio));
    for (const length of [layout.width, layout.height, layout.cell, layout.x0, layout.y0]) {
      assert.ok(Number.isInteger(length));
    }
  }
});

test("a narrow board uses all of its width", () => {
  const { width } = layoutFor({
    width: 320,
    height: 700,
    ratio: 1,
    orientation: "red",
    fileLabels: true,
  });
  assert.ok(width > 310);
});

test("a piece on the outermost lines stays inside the picture", () => {
  for (const layout of layouts) {
    for (const square of [0, 8, 81, 89]) {
      const { x, y } = pixelOfSquare(layout, square);
      const room = Math.min(x, y, layout.width - x, layout.height - y);
      assert.ok(room >= layout.cell * 0.55);
    }
  }
});

test("a square has the pixels up to half a cell from its middle", () => {
  for (const layout of layouts) {
    for (let square = 0; square < SQUARES; square += 1) {
      const { x, y } = pixelOfSquare(layout, square);
      for (const [dx, dy] of [
        [0, 0],
        [0.45, 0.45],
        [-0.45, 0.45],
        [0.45, -0.45],
      ]) {
        assert.equal(squareAtPixel(layout, x + dx * layout.cell, y + dy * layout.cell), square);
      }
    }
  }
});

test("returns -1 far beyond the outermost lines", () => {
  for (const layout of layouts) {
    const { x, y } = pixelOfSquare(layout, layout.flipped ? 8 : 81);
    assert.equal(squareAtPixel(layout, x - layout.cell * 0.7, y), -1);
    assert.equal(squareAtPixel(layout, x, y - layout.cell * 0.7), -1);
  }
});

test("placeAt is the inverse of pixelOf", () => {
  for (const layout of layouts) {
    const { x, y } = pixelOfSquare(layout, 38);
    assert.deepEqual(placeAt(layout, x, y), { file: 2, rank: 4 });
  }
});

test("a flipped board has each square where the opposite one was", () => {
  const size = sizes[0];
  const red = layoutFor({ ...size, orientation: "red", fileLabels: true });
  const black = layoutFor({ ...size, orientation: "black", fileLabels: true });
  for (let square = 0; square < SQUARES; square += 1) {
    assert.deepEqual(pixelOfSquare(red, square), pixelOfSquare(black, SQUARES - 1 - square));
  }
});

test("measures distances in cells", () => {
  assert.equal(distance(squareIndex("a0"), squareIndex("a9")), 9);
  assert.equal(distance(squareIndex("b0"), squareIndex("c2")), Math.hypot(1, 2));
});

test("limits the pixels of enormous boards", () => {
  const size = { width: 3000, height: 3000, ratio: 3 };
  const layout = layoutFor({ ...size, orientation: "red", fileLabels: true });
  assert.ok(layout.height <= 2400 && layout.height > 2300);
  assert.ok(layout.height / layout.ratio > 2900);
});
