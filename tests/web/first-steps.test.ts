// The first minutes of a new person: the question beside the game, offers to beginners, and the rules of tapped pieces.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { openApp } from "./helpers.ts";
import { player, risen, whenUsable } from "./page-helpers.ts";

const EN = { locale: "en-GB", viewport: { width: 1100, height: 760 } };

/** Opens the start screen of a first visit. */
async function visit(t: TestContext, context = {}) {
  const app = await openApp(t, { context: { ...EN, ...context } });
  await whenUsable(app.page);
  return { ...app, game: player(app.page) };
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:rating:2")!));
const board = (page: Page) => page.evaluate(() => chuhe.state.game);

test("a first move brings the question beside the game, and the answer finds the opponent", async (t) => {
  for (const [answer, level] of [
    ["strong", 10],
    ["none", 0.5],
  ]) {
    const { page, game, errors } = await visit(t);
    await game.click("h2e2");
    await page.locator("#ask").waitFor();
    assert.equal(await page.locator("dialog:modal").count(), 0, "it is in nobody's way");
    await page.click(`#ask-${answer}`);
    await game.plies(2);
    const record = await stored(page);
    assert.deepEqual([record.experience, record.rating.level], [answer, level]);
    assert.deepEqual([(await board(page)).fits, (await board(page)).level], [true, level]);
    const steps = page.locator("#ask .first-steps");
    assert.equal(await steps.isVisible(), answer === "none");
    if (answer === "none") {
      assert.equal(await page.locator("#first-lesson").getAttribute("href"), "learn.html#seven");
      await page.click("#first-pictures");
      await page.waitForFunction(() => chuhe.state.settings.pieces === "pictogram");
      await page.click("#ask-close");
    }
    await page.locator("#ask").waitFor({ state: "hidden" });
    await game.click("h0g2");
    await game.plies(4);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("dismissing the question keeps the rating of the game played", async (t) => {
  const { page, game, errors } = await visit(t);
  await game.click("h2e2");
  await game.plies(2);
  await page.evaluate(() => chuhe.game.resign());
  await page.locator("#result").waitFor();
  const { experience, rating } = await stored(page);
  assert.equal(experience, null);
  await page.click("#result-again");
  await page.waitForFunction(() => chuhe.state.game.moves.length === 0);
  await game.click("h2e2");
  await page.locator("#ask").waitFor();
  await page.click("#ask-close");
  await page.locator("#ask").waitFor({ state: "hidden" });
  const after = await stored(page);
  assert.deepEqual([after.experience, after.rating], ["unknown", rating]);
  assert.equal(after.history.length, 1);
  assert.deepEqual(errors, []);
});

test("Black is asked before Red moves; beginners are offered pictures and a lesson", async (t) => {
  const { page, errors } = await visit(t);
  await page.click("#start-new");
  await risen(page);
  await page.locator("#new-form input[name=side][value=black]").check({ force: true });
  await page.click("#new-form button.button-primary");
  await page.locator("#experience-dialog").waitFor();
  assert.deepEqual((await board(page)).moves, [], "Red waits");
  await page.click("#experience-none");
  await page.locator("#experience-dialog .first-steps").waitFor();
  assert.equal(await page.locator("#first-lesson").getAttribute("href"), "learn.html#seven");
  await page.click("#first-pictures");
  await page.waitForFunction(() => chuhe.state.settings.pieces === "pictogram");
  await page.click("#first-go");
  await page.waitForFunction(() => chuhe.state.game.ply === 1);
  assert.deepEqual([(await board(page)).side, (await board(page)).level], ["black", 0.5]);
  assert.deepEqual(errors, []);
});

test("in the first games a tapped piece shows its name and rule in one line", async (t) => {
  for (const [width, height] of [
    [360, 640],
    [844, 390],
    [1280, 800],
  ]) {
    const { page, game, errors } = await visit(t, { viewport: { width, height } });
    await page.click("#newcomer-board");
    await page.waitForSelector("[data-screen=board]");
    const line = page.locator("#piece-rule");
    await game.press("b0");
    await line.filter({ hasText: /^Horse: one step straight, then one aslant/ }).waitFor();
    await game.press("h2");
    await line.filter({ hasText: /^Cannon: / }).waitFor();
    await page
      .locator("#announcer")
      .filter({ hasText: /Cannon: / })
      .waitFor();
    const box = await line.evaluate((host) => {
      const { height: high } = host.getBoundingClientRect();
      const area = host.getBoundingClientRect();
      const field = document.querySelector("#board")!.getBoundingClientRect();
      const isApart = area.top >= field.bottom - 1 || area.left >= field.right - 1;
      return { high, isApart, cut: host.scrollWidth > host.clientWidth };
    });
    assert.ok(box.isApart && !box.cut, `${width} x ${height}: ${JSON.stringify(box)}`);
    await game.press("e2");
    await line.waitFor({ state: "hidden" });
    await game.plies(2);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("people who have played are shown no rules", async (t) => {
  const { page, game } = await visit(t);
  await page.click("#start-play");
  await page.click("#experience-practice");
  await page.waitForSelector("[data-screen=board]");
  await game.press("b0");
  await page.waitForFunction(() => chuhe.board.state.selected === "b0");
  assert.equal(await page.locator("#piece-rule").count(), 0);
});
