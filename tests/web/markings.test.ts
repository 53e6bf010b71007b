// Signs, rings and arrows of an analysis: made by keys, menu, mouse and finger; stored, shown, exported.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { penOf, withShape } from "../../www/js/analysis/drawing.ts";
import { glyphOf, toggleSign, applySignKey } from "../../www/js/study/signs.ts";
import type { SignKey } from "../../www/js/study/signs.ts";
import { PENS } from "../../www/js/board/shapes.ts";
import { openAnalysis, whenReady } from "./analysis-helpers.ts";

test("typed signs combine; a move has one sign of its own and one of the position", () => {
  const type = (keys: string, signs: readonly number[] = []) =>
    ([...keys] as SignKey[]).reduce(applySignKey, signs);
  for (const [keys, sign] of Object.entries({
    "!": "!",
    "!!": "!!",
    "!?": "!?",
    "?": "?",
    "??": "??",
    "?!": "?!",
    "!!?": "?",
    "=": "=",
    "~": "∞",
    "+": "+=",
    "++": "±",
    "+++": "+−",
    "-": "=+",
    "--": "∓",
    "---": "−+",
  }))
    assert.deepEqual(type(keys).map(glyphOf), [sign], keys);
  for (const keys of ["!!!", "???", "==", "~~", "++++", "----"]) assert.deepEqual(type(keys), []);
  assert.deepEqual(type("!+"), [1, 14]);
  assert.deepEqual(type("+!-"), [1, 15]);
  assert.deepEqual(type("!?", [146]), [5, 146]);
  assert.deepEqual(toggleSign([1, 14], 16), [1, 16]);
  assert.deepEqual(toggleSign([1, 16], 16), [1]);
  assert.equal(glyphOf(77), "$77");
});

test("keys choose the colour; drawing a shape again removes it, or changes its colour", () => {
  const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  assert.equal(penOf(keys, null), "G");
  assert.equal(penOf(keys, "B"), "B");
  for (const key of ["shiftKey", "ctrlKey"])
    assert.equal(penOf({ ...keys, [key]: true }, "B"), "R");
  for (const key of ["altKey", "metaKey"]) assert.equal(penOf({ ...keys, [key]: true }, null), "B");
  assert.equal(penOf({ ...keys, shiftKey: true, altKey: true }, null), "Y");
  assert.deepEqual(withShape(["Gh2e2"], "Rh2"), ["Gh2e2", "Rh2"]);
  assert.deepEqual(withShape(["Gh2e2", "Rh2"], "Rh2"), ["Gh2e2"]);
  assert.deepEqual(withShape(["Gh2e2"], "Bh2e2"), ["Bh2e2"]);
});

test("every colour has its own stroke, which is told apart without colour", () => {
  const strokes = Object.values(PENS).map(({ dashes, double }) => JSON.stringify([dashes, double]));
  assert.equal(new Set(strokes).size, 4);
});

/** Returns the place of a point of the board in pixels of the page. */
const pixel = (page: Page, square: string) =>
  page.evaluate(async (name) => {
    await chuheAnalysis.board.flushAnimation();
    const box = document.querySelector("#board")!.getBoundingClientRect();
    const { x, y } = chuheAnalysis.board.centerOf(name);
    return { x: box.left + x, y: box.top + y };
  }, square);

async function drag(page: Page, from: string, to: string, button: "left" | "right" = "right") {
  const [a, b] = [await pixel(page, from), await pixel(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up({ button });
}

const marks = (page: Page) =>
  page.evaluate(() => {
    const { nodes, at } = chuheAnalysis.study.get();
    return { signs: nodes[at].signs.join(" "), shapes: nodes[at].shapes.join(" ") };
  });

/** Returns the colour of the board at a place between two points. */
const colourAt = async (page: Page, from: string, to: string, share: number) => {
  const [a, b] = [await pixel(page, from), await pixel(page, to)];
  return page.evaluate(
    ({ x, y }) => {
      const canvas = document.querySelector<HTMLCanvasElement>("#board canvas")!;
      const { left, top, width } = canvas.getBoundingClientRect();
      const scale = canvas.width / width;
      const [column, row] = [(x - left) * scale, (y - top) * scale].map(Math.round);
      return [...canvas.getContext("2d")!.getImageData(column, row, 1, 1).data].slice(0, 3);
    },
    { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share },
  );
};

test("the right button draws arrows and rings in four colours, stored with the move and over a reload", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.move("h2e2");
  await hand.at("h2e2");
  const before = await colourAt(page, "b0", "b4", 0.5);
  await drag(page, "b0", "b4");
  await page.waitForFunction(() => chuheAnalysis.board.state.overlay !== null);
  assert.equal((await marks(page)).shapes, "Gb0b4");
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const [red, green, blue] = await colourAt(page, "b0", "b4", 0.5);
  assert.ok(green > red + 40 && green > blue + 40, `${[red, green, blue]}, before ${before}`);
  await page.keyboard.down("Shift");
  await drag(page, "e9", "e9");
  await page.keyboard.down("Alt");
  await drag(page, "a9", "a5");
  await page.keyboard.up("Shift");
  await drag(page, "i0", "i4");
  await page.keyboard.up("Alt");
  assert.equal((await marks(page)).shapes, "Gb0b4 Re9 Ya9a5 Bi0i4");
  await page.waitForFunction(() =>
    document.querySelector("#drawn-said")!.textContent.includes("红色圆圈"),
  );
  // Drawing an arrow again removes it; a drag that ends beside the board draws nothing.
  await drag(page, "b0", "b4");
  assert.equal((await marks(page)).shapes, "Re9 Ya9a5 Bi0i4");
  const off = await pixel(page, "e9");
  await page.mouse.move(off.x, off.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(2, 2);
  await page.mouse.up({ button: "right" });
  assert.equal((await marks(page)).shapes, "Re9 Ya9a5 Bi0i4");
  // Shapes belong to the move, and the left button still plays moves.
  await hand.move("h9g7");
  await hand.at("h2e2 h9g7");
  assert.equal((await marks(page)).shapes, "");
  await page.waitForFunction(() => chuheAnalysis.board.state.overlay === null);
  await page.keyboard.press("ArrowLeft");
  await page.reload();
  await whenReady(page);
  await hand.at("h2e2");
  assert.equal((await marks(page)).shapes, "Re9 Ya9a5 Bi0i4");
  await hand.node("炮二平五").click({ button: "right" });
  await page.click("#node-wipe");
  assert.equal((await marks(page)).shapes, "");
  assert.deepEqual(errors, []);
});

test("signs set by keys and by the menu appear in the tree, on the board and in saved games", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await page.keyboard.press("!");
  assert.deepEqual(await marks(page), { signs: "", shapes: "" }, "the start is no move");
  await hand.move("h2e2", "h9g7");
  await hand.at("h2e2 h9g7");
  await page.keyboard.press("!");
  await page.keyboard.press("?");
  await page.keyboard.press("+");
  assert.equal((await marks(page)).signs, "5 14");
  const sign = page.locator(".node[aria-current=true] .sign");
  // The tree is drawn a frame after each key.
  await page.waitForFunction(
    () => document.querySelector(".node[aria-current=true] .sign")?.textContent === "!? +=",
  );
  assert.match((await sign.getAttribute("aria-label"))!, /有趣的一着.*红方稍优/);
  await page.waitForFunction(() => chuheAnalysis.board.state.overlay !== null);
  await page.locator(".node-menu").click();
  assert.equal(await page.locator("#sign-5").getAttribute("aria-pressed"), "true");
  await page.click("#sign-4");
  await page.click("#sign-14");
  assert.equal(await page.locator("#sign-5").getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Escape");
  assert.deepEqual(await marks(page), { signs: "4", shapes: "" });
  await page.waitForFunction(
    () => document.querySelector(".node[aria-current=true] .sign")!.textContent === "??",
  );
  await drag(page, "b9", "c7");
  await page.click("#control-export");
  const formats: [string, RegExp][] = [
    ["pgn-chinese", /马８进７ \$4\n\{\[%cal Gb9c7\]\}/],
    ["pgn-wxf", /H8\+7 \$4\n\{\[%cal Gb9c7\]\}/],
    ["dhtmlxq", /nag2\]4\[[^]*draw2\]Gb9c7\[/],
  ];
  for (const [format, expected] of formats) {
    await page.locator(`#export-form input[value=${format}]`).check({ force: true });
    await page.waitForFunction(
      (source) =>
        new RegExp(source).test(document.querySelector<HTMLInputElement>("#export-text")!.value),
      expected.source,
    );
    const text = await page.inputValue("#export-text");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    await hand.open(text);
    await hand.at("");
    await page.keyboard.press("End");
    await hand.at("h2e2 h9g7");
    assert.deepEqual(await marks(page), { signs: "4", shapes: "Gb9c7" }, format);
    await page.click("#control-export");
  }
  assert.deepEqual(errors, []);
});

test("the wheel over the board steps through the moves", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await hand.lines("h2e2 h9g7 h0g2");
  const { x, y } = await pixel(page, "e4");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 100);
  await hand.at("h2e2");
  await page.mouse.wheel(0, 100);
  await hand.at("h2e2 h9g7");
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -15);
  await hand.at("h2e2");
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test("a finger draws with a pen from the row under the board, and so does the keyboard", async (t) => {
  const viewport = { width: 390, height: 844 };
  const { page, hand, errors } = await openAnalysis(t, { context: { hasTouch: true, viewport } });
  await page.click("#step-draw");
  await page.click("#pen-B");
  await drag(page, "h2", "e2", "left");
  await drag(page, "c3", "c3", "left");
  assert.equal(await hand.tree(), "", "nothing was played");
  assert.equal((await marks(page)).shapes, "Bh2e2 Bc3");
  await page.evaluate(() => chuheAnalysis.board.focus("b0"));
  await page.waitForSelector("[data-square=b0]:focus");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  assert.equal((await marks(page)).shapes, "Bh2e2 Bc3 Bb0b1");
  await page.click("#pen-wipe");
  assert.equal((await marks(page)).shapes, "");
  await page.click("#pen-done");
  await page.waitForSelector("#step-back");
  await hand.move("h2e2");
  await hand.at("h2e2");
  assert.deepEqual(errors, []);
});
