import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GLYPHS } from "../../www/js/board/glyphs.ts";

const NEEDED =
  "帥仕相俥傌炮兵將士象車馬砲卒楚河漢界一二三四五六七八九１２３４５６７８９ＡＢＣＤＥＦＧＨＩ";
const asset = (name: string) => new URL(`../../www/assets/${name}`, import.meta.url);

test("every character of the board has an outline", () => {
  assert.deepEqual(Object.keys(GLYPHS).sort(), [...NEEDED].sort());
});

test("outlines are closed paths of relative commands", () => {
  for (const [character, path] of Object.entries(GLYPHS)) {
    assert.match(path, /^(m-?\d+[ -]\d+([cl][-\d ]+)+z)+$/, character);
    for (const [, command, list] of path.matchAll(/([mlc])([-\d ]+)/g)) {
      const count = [...list.matchAll(/-?\d+/g)].length;
      assert.equal(count % (command === "c" ? 6 : 2), 0, character);
    }
  }
});

test("outlines have fewer than 40,000 characters", () => {
  const size = JSON.stringify(GLYPHS).length;
  assert.ok(size < 40_000, `${size} characters`);
});

test("ships the fonts' licence with the copyright of each font", () => {
  const text = readFileSync(asset("OFL.txt"), "utf8");
  assert.match(text, /^Yuji Mai: Copyright \d+ The Yuji Project Authors/m);
  assert.match(text, /^Zen Antique: Copyright \d+ The Zen Antique Project Authors/m);
  assert.match(text, /^Noto Sans SC: \(c\) [\d-]+ Adobe/m);
  assert.match(text, /SIL OPEN FONT LICENSE Version 1\.1/);
});

test("has icons in the sizes of the manifest", () => {
  for (const size of [192, 512]) {
    const png = readFileSync(asset(`icon-${size}.png`));
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [size, size]);
  }
  for (const name of ["icon.svg", "favicon.svg", "logo.svg"]) {
    assert.match(readFileSync(asset(name), "utf8"), /^<svg /);
  }
});
