// The laboratory's routes: drawing a grid by mouse, keys, finger and text, and storing it.
import assert from "node:assert/strict";
import test from "node:test";
import { whenReady } from "./lab-helpers.ts";
import { CROSSING, openRoute } from "./lab-route-helpers.ts";

test("the mouse draws lines without gaps, erases, drags the start, and undo works", async (t) => {
  const { page, errors, example, choose, drag, named, text, textIs, press } = await openRoute(t);
  await example("field");
  const before = await text();
  await choose("1");
  await drag(0, 5);
  for (const index of [0, 3, 5]) await named(index, "obstacle");
  const walls = await text();
  assert.match(walls, /\n1 1 1 1 1 1 0/);
  await drag(0, 2);
  await named(1, "road");
  await choose("2");
  await drag(20, 20);
  await named(20, "supply");
  // Any tool drags the start, but not onto the end.
  await drag(5 * 17 + 3, 5 * 17 + 1);
  await named(5 * 17 + 1, "start");
  await named(5 * 17 + 3, "road");
  for (let step = 0; step < 3; step++) await press("undo");
  await textIs(walls);
  await press("undo");
  await textIs(before);
  await press("redo");
  await textIs(walls);
  await page.click('[data-i18n="lab.route.clear"]');
  await named(3, "road");
  assert.doesNotMatch(await text(), /\n[034 ]*1[01234 ]*\n/);
  assert.deepEqual(errors, []);
});

test("keys draw on a grid of named cells, and start and end stay", async (t) => {
  const { page, errors, cell, named, says, text } = await openRoute(t);
  const focused = () => page.evaluate(() => document.activeElement!.ariaLabel);
  await cell(0).focus();
  await page.locator(".route-problem .route-readout", { hasText: "row 1, column 1" }).waitFor();
  assert.equal(await focused(), "row 1, column 1: obstacle");
  assert.equal(
    await page.getAttribute(".route-problem [role=grid]", "aria-label"),
    "The grid to draw",
  );
  await page.keyboard.press("0");
  await named(0, "road");
  await says("#announcer", "row 1, column 1: road");
  await page.keyboard.press("2");
  await named(0, "supply");
  await page.keyboard.press(" ");
  await named(0, "obstacle");
  await page.keyboard.press(" ");
  await named(0, "road");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "row 1, column 2: obstacle");
  await page.keyboard.press("3");
  await named(1, "start");
  await named(18, "road");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  await says("#announcer", "is the end");
  assert.match(await text(), /^5 4 3\n0 3 4 1\n/);
  await page.keyboard.press("Control+z");
  await named(18, "start");
  await page.keyboard.press("Control+y");
  await named(1, "start");
  await page.keyboard.press("Control+End");
  assert.match((await focused())!, /^row 5, column 4/);
  assert.deepEqual(errors, []);
});

test("a finger draws a cell", async (t) => {
  const { page, errors, cell, named, choose } = await openRoute(t, {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  });
  await choose("0");
  await cell(0).scrollIntoViewIfNeeded();
  const box = await cell(0).boundingBox();
  await page.touchscreen.tap(box!.x + box!.width / 2, box!.y + box!.height / 2);
  await named(0, "road");
  assert.deepEqual(errors, []);
});

test("a faulty text is refused with line and column in every language, and selected there", async (t) => {
  const { page, errors, says, textIs, named } = await openRoute(t);
  await page.click(".route-text-form summary");
  const apply = async (text: string) => {
    await page.fill("#route-text", text);
    await page.click('[data-i18n="lab.route.text.apply"]');
  };
  await apply("2 3 9\n3 0 0\n0 x 4\n");
  await says("#route-text-fault", "Line 3, column 3: a cell is a number from 0 to 4, not “x”");
  assert.equal(await page.evaluate(() => getSelection()!.toString()), "x");
  for (const [lang, words] of [
    ["zh", "第 3 行第 3 个字符"],
    ["zh-Hant", "第 3 行第 3 個字元"],
    ["vi", "Dòng 3, ký tự 3"],
    ["en", "Line 3, column 3"],
  ]) {
    await page.selectOption("#language", lang);
    await says("#route-text-fault", words);
  }
  for (const [text, words] of [
    ["", "Line 1, column 1: the line needs 3 numbers and has 0"],
    ["2 3 9\n3 0 0\n0 4", "Line 3, column 4: the line needs 3 numbers and has 2"],
    ["2 1001 9", "Line 1, column 3: Columns 1001 is not between 1 and 1000"],
    ["1 3 9\n3 0 3", "Line 2, column 5: there is a second start"],
    ["1 3 9\n3 0 0", "Line 2, column 1: there is no end"],
    ["2 3 9\n3 0 4", "Line 3, column 1: there should be 2 rows of cells and there are 1"],
  ]) {
    await apply(text);
    await says("#route-text-fault", words);
  }
  await apply(" 2 3 9\n3 2 0\n0  0 4");
  await named(1, "supply");
  await textIs("2 3 9\n3 2 0\n0 0 4\n");
  assert.equal(await page.textContent("#route-text-fault"), "");
  assert.deepEqual(errors, []);
});

test("a changed grid discards the search", async (t) => {
  const { page, finish, cell, says } = await openRoute(t);
  await finish();
  await cell(0).focus();
  await page.keyboard.press("2");
  await page.waitForSelector(".route-result", { state: "hidden" });
  await says("[data-heuristic=zero] .route-count", "Nothing expanded yet");
});

test("the grid survives a reload, also a large one; a broken record does no harm", async (t) => {
  const { page, errors, cell, named, text, textIs } = await openRoute(t);
  await cell(0).focus();
  await page.keyboard.press("2");
  await named(0, "supply");
  const before = await text();
  await page.reload();
  await whenReady(page);
  await textIs(before);
  await page.evaluate(() => localStorage.setItem("chuhe:lab:route", '{"version":1,"rows":3}'));
  await page.reload();
  await whenReady(page);
  await textIs(CROSSING);
  assert.deepEqual(errors, []);
});

test("sizes, stamina and seeds are applied, and invalid ones refused in words", async (t) => {
  const { page, errors, says, text, textIs } = await openRoute(t);
  const field = (number: number) => page.locator(".route-sizes input").nth(number - 1);
  const put = async (number: number, value: string) => {
    await field(number).fill(value);
    await page.keyboard.press("Tab");
  };
  await put(1, "6");
  await put(2, "9");
  await put(3, "11");
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("#route-text")!.value.startsWith("6 9 11\n"),
  );
  await put(1, "41");
  await says(".route-problem .faults", "Rows: a whole number from 2 to 40");
  assert.equal(await field(1).inputValue(), "6");
  const seed = page.locator(".route-seed input");
  const make = async (number: string) => {
    const before = await text();
    await seed.fill(number);
    await page.click('[data-i18n="lab.route.random"]');
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>("#route-text")!.value !== was,
      before,
    );
    return text();
  };
  const seven = await make("7");
  assert.equal(await seed.inputValue(), "8", "pressed again it makes another one");
  assert.notEqual(await make("8"), seven);
  assert.equal(await make("7"), seven);
  await textIs(seven);
  assert.deepEqual(errors, []);
});
