// The start screen and the new-game sheet.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { openApp } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";
import { MATE_IN_ONE, openPage, player, risen, whenReady, whenUsable } from "./page-helpers.ts";

/** Opens a first visit, with its start screen. */
async function visit(t: TestContext, options: AppOptions = {}) {
  const context = { locale: "zh-CN", viewport: { width: 1100, height: 760 }, ...options.context };
  const app = await openApp(t, { ...options, context });
  await whenUsable(app.page);
  return { ...app, game: player(app.page) };
}

const state = (page: Page) =>
  page.evaluate(() => ({ ...chuhe.state.game, start: chuhe.state.start }));
const shown = (page: Page) => page.waitForSelector("[data-screen=start]");
const gone = (page: Page) => page.waitForSelector("[data-screen=board]");

test("a first visit begins at the start screen, until a choice or the first move", async (t) => {
  const { page, game, errors } = await visit(t);
  await shown(page);
  assert.ok(await page.locator("#start-play").isVisible());
  assert.ok(!(await page.locator("#start-continue").isVisible()), "there is no game to continue");
  assert.ok(!(await page.locator("#control-undo").isVisible()));
  await page.reload();
  await whenUsable(page);
  await shown(page);
  await game.click("h2e2");
  await gone(page);
  await game.plies(2);
  await page.reload();
  await whenUsable(page);
  assert.equal((await state(page)).start, false, "a running game is not covered");
  assert.equal((await game.moves()).length, 2);
  assert.deepEqual(errors, []);
});

test("a newcomer is offered the moves, pieces as pictures or the board, and is asked one question at most", async (t) => {
  const { page, game, errors } = await visit(t, { context: { locale: "en-GB" } });
  const newcomer = page.locator("#newcomer");
  assert.match(await newcomer.innerText(), /New here\?/);
  assert.match((await page.locator("#newcomer-learn").getAttribute("href"))!, /learn\.html$/);
  const pieces = () => page.evaluate(() => chuhe.board.state.pieces);
  await page.click("#newcomer-pictures");
  await page.waitForFunction(() => chuhe.board.state.pieces === "pictogram");
  assert.equal(await page.getAttribute("#newcomer-pictures", "aria-pressed"), "true");
  assert.match(
    await newcomer.innerText(),
    /First steps/,
    "the answer is stored: the question is gone",
  );
  await page.click("#newcomer-pictures");
  await page.waitForFunction(() => chuhe.board.state.pieces === "brush");
  await page.click("#newcomer-pictures");
  await page.click("#newcomer-board");
  await gone(page);
  assert.equal(
    await page.locator("dialog:modal").count(),
    0,
    "the answer is stored: nothing is asked",
  );
  assert.equal(await page.evaluate(() => chuhe.state.rating.experience), "none");
  await game.click("h2e2");
  await game.plies(2);
  await page.evaluate(() => chuhe.game.resign());
  assert.equal(await pieces(), "pictogram");
  await page.reload();
  await whenUsable(page);
  assert.ok(!(await newcomer.isVisible()), "a person who has played is not new");
  assert.deepEqual(errors, []);
});

test("each button of the start screen leads where it says", async (t) => {
  const { page, errors } = await visit(t, { context: { locale: "en-GB" } });
  assert.match(await page.locator("#start-play").innerText(), /As strong as you; you play Red/);
  await page.click("#start-new");
  await page.locator("#new-dialog").waitFor();
  await page.keyboard.press("Escape");
  const opens = "./analysis.html#open";
  assert.equal(await page.locator("#start-open").getAttribute("href"), opens);
  for (const way of ["friend", "puzzles", "learn", "lab"]) {
    assert.equal(await page.locator(`#start-${way}`).getAttribute("href"), `./${way}.html`);
    assert.equal(await page.locator(`.site-nav a[href="${way}.html"]`).count(), 1);
  }
  await shown(page);
  await page.click("#start-local");
  await page.click("#seating-none");
  await gone(page);
  assert.equal((await state(page)).mode, "local");
  assert.deepEqual(errors, []);
});

test("the new-game sheet passes side, handicap and rules to the page of games with friends", async (t) => {
  const { page, errors } = await visit(t, { context: { locale: "en-GB" } });
  await page.click("#start-new");
  await page.locator("#new-dialog").waitFor();
  const choose = (name: string, value: string) =>
    page.locator(`#new-form [name=${name}][value=${value}]`).check({ force: true });
  await choose("mode", "friend");
  await page.locator("#new-form .for-friend").waitFor();
  for (const hidden of ["#new-clock", "#new-level", "#new-position"])
    assert.ok(await page.locator(hidden).isHidden(), hidden);
  await choose("side", "black");
  await page.selectOption("#new-handicap", "rook");
  await page.click("#new-form [type=submit]");
  await page.waitForURL(/friend\.html#side=black&handicap=rook&ruleset=asian$/);
  await page.locator("#friend-new [value=black]:checked").waitFor({ state: "attached" });
  assert.equal(await page.inputValue("#friend-handicap"), "rook");
  assert.deepEqual(errors, []);
});

test("two people are asked how they sit, and the answer is stored", async (t) => {
  const { page, errors } = await visit(t);
  const sits = () => page.evaluate(() => [chuhe.state.game.mode, chuhe.state.game.turning]);
  for (const turning of ["board", "pieces", "none"]) {
    await page.click("#start-local");
    assert.match(await page.locator("#seating-dialog").innerText(), /面对面/);
    await page.click(`#seating-${turning}`);
    await gone(page);
    assert.deepEqual(await sits(), ["local", turning]);
    await page.click("#control-more");
    await risen(page);
    await page.click("#menu-exit");
    await page.click("#start-local");
    const focused = () => page.evaluate(() => document.activeElement!.id);
    assert.equal(await focused(), `seating-${turning}`);
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(errors, []);
});

test("after the start screen the focus is on the board", async (t) => {
  const begin = {
    async play(page: Page) {
      await page.locator("#start-play").press("Enter");
      await page.locator("#experience-practice").press("Enter");
    },
    async local(page: Page) {
      await page.locator("#start-local").press("Enter");
      await page.locator("#seating-dialog").waitFor();
      await page.keyboard.press("Enter");
    },
    async new(page: Page) {
      await page.locator("#start-new").press("Enter");
      await page.locator("#new-dialog").waitFor();
      await page.keyboard.press("Enter");
      await page.locator("#experience-practice").press("Enter");
    },
  };
  for (const [name, press] of Object.entries(begin)) {
    const { page } = await visit(t);
    await page.locator("#board [role=grid]").waitFor({ state: "attached" });
    await press(page);
    await gone(page);
    await page.waitForFunction(() => document.activeElement?.closest("#board"));
    assert.ok((await state(page)).mode, name);
    await page.close();
  }
});

test("after the result card the focus is on the board", async (t) => {
  const { page, game } = await openPage(t);
  for (const way of ["again", "look"]) {
    await game.start({ level: 3, startFen: MATE_IN_ONE });
    await game.click("b0b9");
    const button = page.locator(`#result-${way}`);
    await button.waitFor(); // press() would press the key even before the button is there
    await button.press("Enter");
    await page.locator("#result").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement!.closest(".board-grid"), way);
  }
});

test("a link opens its position directly, also on a first visit", async (t) => {
  const { page } = await visit(t, { path: "#fen=4k4/R8/9/9/9/9/9/9/9/1R1K5_w" });
  await gone(page);
  assert.equal((await state(page)).start, false);
});

test("the side that gives a handicap, engine or person, plays Red and moves first; the choice is stored", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.click("#control-new");
  await page.selectOption("#new-handicap", "nine");
  assert.ok(!(await page.locator("#new-form input[name=side]").first().isVisible()));
  await page.click("#new-form [type=submit]");
  await game.plies(1);
  const { side, startFen, ply } = await state(page);
  assert.deepEqual([side, ply], ["black", 1]);
  assert.match(startFen!, /RN2K2NR w/);
  assert.match(await page.locator("#player-top .player-status").innerText(), /让九子$/);
  assert.doesNotMatch(await page.locator("#player-bottom .player-status").innerText(), /让/);
  assert.equal((await game.placement())!.replaceAll(".", "").length, 32 - 9);
  await page.click("#control-new");
  assert.equal(await page.locator("#new-handicap").inputValue(), "nine");
  await page.selectOption("#new-handicap", "horse");
  await risen(page);
  await page.locator("#new-form input[name=giver][value=person]").check({ force: true });
  await page.click("#new-form button.button-primary");
  await game.plies(0);
  const handicap = await state(page);
  assert.equal(handicap.side, "red");
  assert.equal((await game.placement())![1], ".", "the left horse of Red");
  await page.reload();
  await whenReady(page);
  assert.equal((await state(page)).startFen, handicap.startFen);
  assert.match(await page.locator("#player-bottom .player-status").innerText(), /让左马$/);
  assert.deepEqual(errors, []);
});

test("two people: the board turns to the side to move if they chose that", async (t) => {
  const { page, game } = await openPage(t);
  await page.click("#control-new");
  await risen(page);
  await page.locator("#new-form input[value=local]").check({ force: true });
  await page.locator("#new-form input[name=turning][value=board]").check({ force: true });
  await page.click("#new-form button.button-primary");
  await page.waitForSelector("canvas[data-orientation=red]");
  await game.click("h2e2");
  await page.waitForSelector("canvas[data-orientation=black]");
  await page.reload();
  await whenReady(page);
  await page.waitForSelector("canvas[data-orientation=black]");
  await game.click("h9g7");
  await page.waitForSelector("canvas[data-orientation=red]");
});

test("the start screen fits every size without a sideways scroll", async (t) => {
  for (const locale of ["zh-CN", "en-GB", "vi-VN"]) {
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [740, 360],
      [1440, 900],
    ]) {
      const { page } = await visit(t, { context: { locale, viewport: { width, height } } });
      await shown(page);
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, scrollHeight };
      });
      assert.ok(size.scrollWidth <= width, `${locale} ${width}: ${size.scrollWidth} wide`);
      assert.ok(size.scrollHeight <= height + 1, `${locale} ${width}: ${size.scrollHeight} high`);
      await page.close();
    }
  }
});
