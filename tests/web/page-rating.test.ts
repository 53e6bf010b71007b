// The opponent that fits the person's rating: the question about experience, the effect of a game on the rating, the
// offers after a game, the progress sheet and its link.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import { initSync, rateGame } from "../../www/pkg/chuhe.js";
import { openApp, until } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";
import { openPage, player, risen, whenReady, whenUsable } from "./page-helpers.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

const EN = { locale: "en-GB", viewport: { width: 1100, height: 760 } };
const MATE = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";

/** Opens a first visit at its start screen. */
async function visit(t: TestContext, options: AppOptions = {}) {
  const app = await openApp(t, { ...options, context: EN });
  await whenUsable(app.page);
  return { ...app, game: player(app.page) };
}

const open = (t: TestContext, options: AppOptions = {}) => openPage(t, { ...options, context: EN });
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:rating:2")!));
const board = (page: Page) => page.evaluate(() => chuhe.state.game);
const resign = (page: Page) => page.evaluate(() => chuhe.game.resign());
const card = (page: Page) => page.locator("#result");
const progress = (page: Page) => page.locator("#progress-dialog");

/** Stores a rating before the page is opened. */
const rated = (page: Page, level: number, more = {}) =>
  page.addInitScript(
    ([now, rest]) => {
      if (localStorage.getItem("chuhe:rating:2") !== null) return;
      const rating = { level: now, step: 1, run: 0 };
      const record = {
        version: 2,
        inUse: true,
        experience: "rules",
        rating,
        history: [],
        losses: null,
      };
      localStorage.setItem("chuhe:rating:2", JSON.stringify({ ...record, ...rest }));
    },
    [level, more] as const,
  );

/** Opens the page of a person with this rating. */
async function openRated(t: TestContext, level: number, more = {}) {
  const app = await open(t);
  await rated(app.page, level, more);
  await app.page.evaluate(() => localStorage.clear());
  await app.page.reload();
  await whenReady(app.page);
  return app;
}

async function showProgress(page: Page) {
  await page.click("#control-more");
  await risen(page);
  await page.click("#menu-progress");
  await progress(page).waitFor();
  await risen(page);
}

test("the first press of Play asks one question, and the answer chooses the opponent", async (t) => {
  const { page, errors } = await visit(t);
  const newcomer = page.locator("#newcomer");
  await newcomer.waitFor();
  await page.click("#start-play");
  const dialog = page.locator("#experience-dialog");
  await dialog.waitFor();
  await risen(page);
  assert.match(await dialog.innerText(), /How well do you know Xiangqi\?/);
  assert.equal(await dialog.locator("button.button").count(), 4);
  assert.equal((await board(page)).moves.length, 0);
  await page.click("#experience-practice");
  await page.waitForSelector("[data-screen=board]");
  const { fits, level } = await board(page);
  assert.deepEqual([fits, level], [true, 5]);
  const record = await stored(page);
  assert.deepEqual([record.experience, record.rating.level], ["practice", 5]);
  const strip = page.locator("#player-top");
  await strip.filter({ hasText: /As strong as you\s*Strength: Tea house/ }).waitFor();

  await page.reload();
  await whenUsable(page);
  await page.click("#control-more");
  await risen(page);
  await page.click("#menu-exit");
  await page.waitForSelector("[data-screen=start]");
  assert.ok(!(await newcomer.isVisible()), "a person who has answered is not asked again");
  await page.click("#start-play");
  await page.waitForSelector("[data-screen=board]");
  assert.equal(await page.locator("#experience-dialog").count(), 0, "the question comes once");
  assert.deepEqual(errors, []);
});

test("a skipped or closed question leaves the experience unknown", async (t) => {
  for (const skip of [
    (page: Page) => page.click("#experience-unknown"),
    (page: Page) => page.keyboard.press("Escape"),
    (page: Page) => page.click("#experience-dialog [data-close]"),
  ]) {
    const { page } = await visit(t);
    await page.click("#start-play");
    await page.locator("#experience-dialog").waitFor();
    await risen(page);
    await skip(page);
    await page.waitForSelector("[data-screen=board]");
    assert.equal((await stored(page)).experience, "unknown");
    assert.deepEqual([(await board(page)).fits, (await board(page)).level], [true, 1]);
  }
});

test("a game begins even if the question cannot be loaded", async (t) => {
  const { page } = await visit(t, { root: "www" });
  await page.route(/experience/, (route) => route.abort());
  await page.click("#start-play");
  await page.waitForSelector("[data-screen=board]");
  assert.equal((await stored(page)).experience, "unknown");
});

test("the new-game sheet asks the question for a game that will count", async (t) => {
  const { page } = await openPage(t, { context: EN });
  await page.click("#control-new");
  await risen(page);
  await page.click("#new-form [type=submit]");
  await page.locator("#experience-dialog").waitFor();
  await risen(page);
  assert.equal(await page.locator("#experience-dialog a").getAttribute("href"), "learn.html");
  await page.click("#experience-practice");
  await page.waitForFunction(() => chuhe.state.game.level === 5);
  assert.equal((await stored(page)).experience, "practice");
});

test("a person who plays without answering is rated after the game", async (t) => {
  const { page, game, errors } = await visit(t);
  await game.click("h2e2");
  await game.plies(2);
  assert.equal(await page.locator("#experience-dialog").count(), 0);
  assert.deepEqual([(await board(page)).fits, (await board(page)).level], [true, 1]);
  assert.equal(await stored(page), null);
  await resign(page);
  await card(page).waitFor();
  const { experience, history, rating } = await stored(page);
  assert.deepEqual([experience, history.length, history[0].points], [null, 1, 0]);
  assert.ok(rating.level < 1);
  assert.equal(
    await page.locator(".result-counts").innerText(),
    "",
    "a game that counts fully needs no words",
  );
  assert.deepEqual(errors, []);
});

test("a game counts once, even if it is undone and ended again, or reloaded", async (t) => {
  const { page, game, errors } = await openRated(t, 5);
  await game.click("h2e2");
  await game.plies(2);
  await resign(page);
  await card(page).waitFor();
  const once = await stored(page);
  assert.equal(once.history.length, 1);
  await page.reload();
  await whenReady(page);
  await card(page).waitFor();
  assert.deepEqual(await stored(page), once);
  assert.equal(await page.locator(".result-counts").innerText(), "");
  await page.click("#control-undo");
  await card(page).waitFor({ state: "hidden" });
  await resign(page);
  await card(page).waitFor();
  assert.deepEqual(await stored(page), once);
  assert.match(await page.locator(".result-counts").innerText(), /^Not counted again/);
  assert.deepEqual(errors, []);
});

test("only one of two tabs counts the game", async (t) => {
  const { page, game } = await openRated(t, 5);
  await game.click("h2e2");
  await game.plies(2);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await whenReady(second);
  await page.bringToFront();
  await resign(page);
  await second.waitForFunction(() => chuhe.state.game.rated === "yes", null, { polling: 100 });
  await second.waitForFunction(() => chuhe.state.rating.history.length === 1, null, {
    polling: 100,
  });
  // A tab with an older state of the game does not count it either.
  await second.bringToFront();
  await second.evaluate(() => {
    chuhe.game.open({ ...chuhe.state.game, ended: null, rated: "no" });
    chuhe.game.resign();
  });
  await card(second).waitFor();
  assert.equal((await stored(second)).history.length, 1);
  assert.match(await second.locator(".result-counts").innerText(), /^Not counted again/);
});

test("takebacks and hints make a game count half, and the card says so", async (t) => {
  const { page, game, errors } = await openRated(t, 5);
  await game.click("h2e2");
  await game.plies(2);
  await page.click("#control-undo");
  await game.plies(0);
  assert.equal((await board(page)).helped, 1);
  await page.click("#control-hint");
  await page.waitForFunction(() => chuhe.state.hint?.status === "shown");
  assert.equal((await board(page)).helped, 2);
  await page.reload();
  await whenReady(page);
  assert.equal((await board(page)).helped, 2, "the number is stored with the game");
  await resign(page);
  await card(page).waitFor();
  assert.match(await page.locator(".result-counts").innerText(), /^Counts half: with hints/);
  const { rating } = await stored(page);
  const whole = rateGame({ level: 5, step: 1, run: 0 }, 5, 0, 1);
  assert.ok(rating.level < 5 && rating.level > whole.level);
  assert.deepEqual(errors, []);
});

test("a game from another position, with a handicap or not started here does not count, and the card says why", async (t) => {
  const { page } = await openRated(t, 5);
  const before = await stored(page);
  const cases: [Partial<GameRecord>, RegExp][] = [
    [{ startFen: MATE }, /usual start/],
    [
      { startFen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1" },
      /handicap/,
    ],
    [{ rated: "never" }, /not started here/],
  ];
  for (const [facts, words] of cases) {
    await page.evaluate((options) => {
      chuhe.game.newGame(options);
      chuhe.game.resign();
    }, facts);
    await page.locator(".result-counts").filter({ hasText: words }).waitFor();
    const { history, rating } = await stored(page);
    assert.deepEqual([history, rating], [before.history, before.rating]);
  }
});

test("another opponent or side in the middle of a game, or a game from a link, does not count", async (t) => {
  const { page, game } = await openRated(t, 5);
  await game.click("h2e2");
  await game.plies(2);
  await page.click("#control-new");
  await risen(page);
  await page.locator("#new-form input[name=fit][value=false]").check({ force: true });
  await page.locator("#new-level").fill("1");
  await page.click("#new-go-on");
  await page.waitForFunction(() => chuhe.state.game.level === 1);
  assert.equal((await board(page)).rated, "never");
  await page.goto(`${page.url().replace(/#.*/, "")}#game=&mode=engine&side=red`);
  await page.waitForFunction(() => chuhe.state.game.moves.length === 0);
  await page.evaluate(() => chuhe.ready);
  await page.waitForFunction(() => chuhe.state.game.rated === "never");
});

test("a game that fits is followed by another, at the new rating", async (t) => {
  const { page, errors } = await openRated(t, 5);
  await page.evaluate(() => chuhe.game.newGame({ fits: true, level: 5, side: "black" }));
  await resign(page);
  await card(page).waitFor();
  for (const way of ["again", "new", "look", "analyse"])
    assert.ok(await page.locator(`#result-${way}`).isVisible(), way);
  assert.equal(await page.locator(".result-actions .button:visible").count(), 4);
  const { rating } = await stored(page);
  await page.click("#result-again");
  await page.waitForFunction(() => chuhe.state.game.ended === null);
  const game = await board(page);
  assert.deepEqual([game.fits, game.side, game.rated], [true, "black", "no"]);
  assert.equal(game.level, Math.round(rating.level * 100) / 100);
  assert.ok(game.level < 5);
  assert.deepEqual(errors, []);
});

test("after a win at a chosen level the card offers the next level, which the sheet stores", async (t) => {
  const { page, game, errors } = await openRated(t, 5);
  await game.start({ fits: false, level: 7, startFen: MATE });
  await game.click("b0b9");
  await card(page).waitFor();
  const next = page.locator("#result-harder");
  assert.equal(await next.innerText(), "Next: School");
  assert.match((await next.getAttribute("class")) ?? "", /button-primary/);
  assert.ok(await page.locator("#result-again").isVisible());
  await next.click();
  await page.waitForFunction(() => chuhe.state.game.level === 8);
  assert.equal((await board(page)).fits, false);
  await page.click("#control-new");
  await risen(page);
  assert.equal(await page.locator("#new-level").inputValue(), "8");
  assert.ok(await page.locator("#new-level").isVisible());
  assert.deepEqual(errors, []);
});

test("after two losses in a row at a chosen level the card offers the level below", async (t) => {
  const { page, game } = await openRated(t, 5);
  await game.start({ fits: false, level: 7 });
  await resign(page);
  await card(page).waitFor();
  assert.ok(await page.locator("#result-again").isVisible(), "one loss is not two in a row");
  assert.ok(!(await page.locator("#result-easier").isVisible()));
  await page.click("#result-again");
  await card(page).waitFor({ state: "hidden" });
  await resign(page);
  await card(page).waitFor();
  assert.equal(await page.locator("#result-easier").innerText(), "Easier: Park");
  await page.click("#result-easier");
  await page.waitForFunction(() => chuhe.state.game.level === 6);
});

test("the progress sheet shows the strength in words, a described picture and the last results", async (t) => {
  const day = "2026-11-20";
  const history = [
    { day, points: 1, opponent: 3, level: 4.1, seed: 1 },
    { day, points: 0.5, opponent: 4.1, level: 4.1, seed: 2 },
    { day, points: 0, opponent: 4.1, level: 3.3, seed: 3 },
  ];
  const { page, errors } = await openRated(t, 3.3, { history });
  await showProgress(page);
  const words = await progress(page).innerText();
  assert.match(words, /Your strength: past Riverside, level 3 of 15/);
  assert.match(words, /Games: 3 · won 1 · drawn 1 · lost 1/);
  assert.match(words, /Nov.*: lost \(Village\)\s+.*: drew \(Village\)\s+.*: won \(Riverside\)/);
  assert.doesNotMatch(words, /\d\.\d/);
  const picture = progress(page).getByRole("img");
  assert.match((await picture.getAttribute("aria-label")) ?? "", /from Village to Riverside/);
  await page.keyboard.press("Escape");
  await page.click("#settings");
  await page.locator("#settings-progress").click();
  await progress(page).waitFor();
  await page.keyboard.press("Escape");
  await page.click("#control-more");
  await risen(page);
  await page.click("#menu-exit");
  await page
    .locator("#start-progress")
    .filter({ hasText: "Your progress: past Riverside" })
    .click();
  await progress(page).waitFor();
  assert.deepEqual(errors, []);
});

test("while switched off, the rating picks no opponent and counts no game", async (t) => {
  const { page, errors } = await openRated(t, 3.3);
  await showProgress(page);
  await progress(page).locator("input[name=inUse]").uncheck({ force: true });
  await until(async () => (await stored(page)).inUse === false);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !chuhe.state.game.fits); // no move had been played
  assert.equal((await board(page)).level, 3, "the level chosen last");
  await page.click("#control-new");
  await risen(page);
  assert.ok(!(await page.locator("#new-form input[name=fit]").first().isVisible()));
  assert.ok(await page.locator("#new-level").isVisible());
  await page.keyboard.press("Escape");
  await resign(page);
  await card(page).waitFor();
  const { history, rating } = await stored(page);
  assert.deepEqual([history, rating.level], [[], 3.3]);
  await page.keyboard.press("Escape");
  await showProgress(page);
  await progress(page).locator("input[name=inUse]").check({ force: true });
  await until(async () => (await stored(page)).inUse === true);
  assert.deepEqual(errors, []);
});

test("a reset of the rating needs a second press", async (t) => {
  const { page } = await openRated(t, 9);
  await showProgress(page);
  await page.click("#progress-reset");
  assert.equal(await page.locator("#progress-reset").innerText(), "Forget it all?");
  assert.equal((await stored(page)).rating.level, 9);
  await page.click("#progress-reset");
  await until(async () => (await stored(page)).rating === null);
  await progress(page).filter({ hasText: "Play a game against the engine" }).waitFor();
  await page.locator("#progress-carry").waitFor({ state: "hidden" });
  assert.equal((await board(page)).level, 1, "the game without moves follows the reset");
});

test("a link carries the progress to another device, where it can be undone", async (t) => {
  const here = await openRated(t, 8.25, {
    history: [{ day: "2026-11-20", points: 1, opponent: 8, level: 8.25, seed: 1 }],
  });
  await showProgress(here.page);
  await here.page.click("#progress-carry");
  const link = here.page.locator("#progress-link");
  await until(async () => (await link.inputValue()) !== "");
  const { hash } = new URL(await link.inputValue());
  assert.match(hash, /^#rating=[\w-]+$/);

  const there = await openRated(t, 3);
  await there.page.evaluate((address) => (location.hash = address), hash);
  await until(async () => (await stored(there.page)).rating.level === 8.25);
  assert.equal(new URL(there.page.url()).hash, "", "a reload does not apply the link again");
  assert.equal((await stored(there.page)).history.length, 1);
  assert.equal((await board(there.page)).level, 8.25);
  await there.page.locator("#toast button", { hasText: "Undo" }).click();
  await until(async () => (await stored(there.page)).rating.level === 3);
  assert.equal((await board(there.page)).level, 3);

  const fresh = await open(t, { path: hash });
  await until(async () => (await stored(fresh.page))?.rating.level === 8.25);
  assert.deepEqual([...here.errors, ...there.errors, ...fresh.errors], []);
});

test("a damaged link changes nothing and says so", async (t) => {
  const { page, errors } = await openRated(t, 3);
  const before = await stored(page);
  await page.evaluate(() => (location.hash = "#rating=AQIBLA"));
  await page
    .locator("#toast")
    .filter({ hasText: /damaged/ })
    .waitFor();
  assert.deepEqual(await stored(page), before);
  assert.deepEqual(errors, []);
});

test("a broken stored rating is reported, and the game goes on", async (t) => {
  const { page, game, errors } = await open(t);
  await game.click("h2e2");
  await game.plies(2);
  await page.evaluate(() => localStorage.setItem("chuhe:rating:2", "{"));
  await page.reload();
  await whenReady(page);
  await page
    .locator("#toast")
    .filter({ hasText: /could not be read in full/ })
    .waitFor();
  assert.equal((await game.moves()).length, 2);
  assert.deepEqual(errors, []);
});

test("the card of a game and the start screen fit a phone of 320 px, in every language", async (t) => {
  for (const locale of ["zh-CN", "zh-TW", "en-GB", "vi-VN"]) {
    const { page, game } = await openPage(t, {
      context: { locale, viewport: { width: 320, height: 568 }, reducedMotion: "reduce" },
    });
    await game.start({ fits: true, level: 2.5, helped: 1 });
    await resign(page);
    await page.locator(".result-counts:not(:empty)").waitFor();
    const outside = await card(page).evaluate((element) => {
      const box = element.getBoundingClientRect();
      const parts = [...element.querySelectorAll(".button, p, h2")];
      return parts
        .filter((part) => part.checkVisibility())
        .map((part) => ({ name: part.textContent, ...part.getBoundingClientRect().toJSON() }))
        .filter(
          (part) => part.left < box.left || part.right > box.right || part.bottom > box.bottom,
        )
        .map(({ name }) => name);
    });
    assert.deepEqual(outside, [], locale);
    const status = page.locator("#player-top .player-status");
    const cut = await status.evaluate(({ children, offsetTop, offsetHeight }: HTMLElement) => {
      const parts = [...children] as HTMLElement[];
      return parts.filter((part) => part.offsetTop >= offsetTop + offsetHeight).length;
    });
    assert.equal(cut, 0, `${locale}: the opponent's name`);
    await page.click("#control-more");
    await risen(page);
    await page.click("#menu-exit");
    await page.locator("#start-progress").waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0, locale);
  }
});

test("the question fits a phone in landscape, in every language", async (t) => {
  for (const locale of ["zh-CN", "zh-TW", "en-GB", "vi-VN"]) {
    const viewport = { width: 844, height: 390 };
    const { page } = await openApp(t, { context: { locale, viewport } });
    await whenUsable(page);
    await page.click("#start-play");
    await page.locator("#experience-dialog").waitFor();
    await risen(page);
    const cut = await page.locator("#experience-dialog").evaluate((dialog) => {
      const parts = [dialog, ...dialog.querySelectorAll("button")];
      return parts
        .filter(
          (part) =>
            part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1,
        )
        .map(({ id }) => id);
    });
    assert.deepEqual(cut, [], locale);
  }
});
