/** A pressed element stays under the pointer until it is released, even if the focus changes. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Locator, Page } from "playwright-core";
import { drawn } from "./helpers.ts";
import { openLab } from "./lab-helpers.ts";
import { manyGames, openLibrary, whenReady } from "./library-helpers.ts";

/** The pixels by which the wheel scrolls the list. */
const TURN = 2000;

const POINTERS: Record<string, (page: Page, x: number, y: number) => Promise<void>> = {
  mouse: (page, x, y) => page.mouse.click(x, y),
  finger: (page, x, y) => page.touchscreen.tap(x, y),
};

/** Scrolls the list by the wheel; returns its middle and the name of the Red player there. */
async function scrollList(page: Page) {
  const box = (await page.locator("#library-grid").boundingBox())!;
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, TURN);
  await page.waitForFunction(
    (top) => document.querySelector("#library-grid")!.scrollTop >= top,
    TURN,
  );
  const name = await page.waitForFunction(
    ([left, top]) =>
      document.elementFromPoint(left, top)?.closest(".library-row")?.querySelector(".is-red")!
        .textContent,
    [x, y],
  );
  return { x, y, name: (await name.jsonValue())! };
}

for (const [pointer, tap] of Object.entries(POINTERS))
  test(`a row pressed by ${pointer} in a scrolled list opens its game, after loading and after filtering`, async (t) => {
    const { page, add, errors } = await openLibrary(t, { context: { hasTouch: true } });
    await add(["many.pgn", manyGames(400)]);
    for (const filter of ["", "Player 0001", ""]) {
      if (filter) {
        await page.fill("#library-player", filter);
        await page.locator("#library-count", { hasText: "100 of 400" }).waitFor();
      }
      const { x, y, name } = await scrollList(page);
      await tap(page, x, y);
      await page.waitForURL("**/analysis.html");
      // The previous study may be shown first.
      const isOpen = (red: string) => globalThis.chuheAnalysis?.study?.data().tags.Red === red;
      await page.waitForFunction(isOpen, name);
      await page.goBack();
      await page.reload();
      await whenReady(page);
    }
    assert.deepEqual(errors, []);
  });

test("the Tab key comes to the first row in view and does not scroll the list", async (t) => {
  const { page, add } = await openLibrary(t);
  await add(["many.pgn", manyGames(400)]);
  const { name } = await scrollList(page);
  await page.locator("#library-grid").focus();
  await page.locator("#library-grid[aria-activedescendant]").waitFor();
  await drawn(page);
  const { top, isSeen } = await page.evaluate(() => {
    const grid = document.querySelector("#library-grid")!;
    const row = document.getElementById(grid.getAttribute("aria-activedescendant")!)!;
    const head = grid.querySelector(".library-head")!.getBoundingClientRect();
    const { top: from } = row.getBoundingClientRect();
    return { top: grid.scrollTop, isSeen: from >= head.bottom - 1 };
  });
  assert.deepEqual([top, isSeen], [TURN, true], name);
});

/** Presses the middle of an element with the mouse and asserts that it stays there until the release. */
async function press(page: Page, locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = (await locator.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await drawn(page);
  await drawn(page);
  const stays = await locator.evaluate(
    (element, [left, top]) => element.contains(document.elementFromPoint(left, top)),
    [x, y],
  );
  await page.mouse.up();
  assert.ok(stays, "the element stays under the pointer");
}

test("after typing a large depth, a press of the button compares", async (t) => {
  const { page, errors } = await openLab(t);
  await page.fill("#compare-depth", "9");
  await press(page, page.locator("#compare-run"));
  await page.locator("#compare-cancel").waitFor();
  assert.ok(await page.locator(".lab-guard").isVisible(), "the field's change is shown");
  await page.click("#compare-cancel");
  await page.locator("#compare-run").waitFor();
  assert.deepEqual(errors, []);
});

test("after typing a position, a press of the button compares that position", async (t) => {
  const { page, errors } = await openLab(t);
  await page.check("#position input[value=text]", { force: true });
  await page.fill("#picker-text", "3k5/9/9/9/9/9/9/9/4A4/R3K4 w");
  await press(page, page.locator("#compare-run"));
  await page.locator("#compare-said", { hasText: /Done/ }).waitFor();
  assert.match((await page.evaluate(() => lab.position.get().startFen))!, /^3k5/);
  assert.deepEqual(errors, []);
});

test("after typing another size of the grid on a phone, a press reaches the button below", async (t) => {
  const { page, errors } = await openLab(t, {
    path: "lab.html#route",
    context: { viewport: { width: 390, height: 760 } },
  });
  const [rows] = await page.locator("#panel-route .route-number").all();
  await rows.fill("30");
  const random = page.locator(".route-seed .button");
  await press(page, random);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>(".route-seed input")!.value === "2",
  );
  assert.equal(await rows.inputValue(), "30");
  assert.deepEqual(errors, []);
});
