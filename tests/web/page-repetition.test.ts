// A move that loses by repetition is marked, causes a warning, and is explained afterwards.
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Route } from "playwright-core";
import { until } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";
import { openPage, openSettings, whenReady } from "./page-helpers.ts";

/** A rook checks a bare general forever; the ninth ply, e1d1, is the third occurrence of a position. */
const FEN = "3k5/9/9/9/9/9/9/9/8R/5K3 w - - 0 1";
const MOVES = ["i1d1", "d9e9", "d1e1", "e9d9", "e1d1", "d9e9", "d1e1", "e9d9"];

/** Plays up to the move that would lose. */
async function beforeTheLoss(t: TestContext, context?: AppOptions["context"]) {
  const app = await openPage(t, { context });
  await app.page.evaluate(
    ({ startFen, moves }) => {
      chuhe.game.newGame({ mode: "local", startFen });
      for (const move of moves) chuhe.game.move(move.slice(0, 2), move.slice(2));
    },
    { startFen: FEN, moves: MOVES },
  );
  await app.game.plies(8);
  await app.page.evaluate(() => chuhe.board.flushAnimation());
  return app;
}

test("a losing move has a mark of another shape and a warning, after which it can be left or played", async (t) => {
  const { page, game, errors } = await beforeTheLoss(t);
  const dialog = page.locator("#loss-dialog");
  await game.press("e1");
  assert.deepEqual(await page.evaluate(() => chuhe.board.state.risky), ["d1"]);
  await game.press("d1");
  await dialog.waitFor();
  assert.match((await page.locator("#loss-reason").textContent())!, /亚洲规则.*长将.*红方/);
  assert.equal(await dialog.getAttribute("role"), "alertdialog");
  assert.equal(await page.evaluate(() => document.activeElement!.id), "loss-other");
  const rows = await dialog.locator(".cycle-ply").allTextContents();
  assert.equal(rows.length, 4, "the repeated plies are shown once");
  assert.equal(rows.filter((row) => /^红方.*将军$/.test(row)).length, 2);
  assert.equal(rows.filter((row) => /^黑方.*闲着$/.test(row)).length, 2);
  assert.match((await dialog.locator(".is-asked").textContent())!, /车五平六/);
  for (const leave of ["Escape", "Enter"]) {
    await page.keyboard.press(leave);
    await dialog.waitFor({ state: "hidden" });
    assert.equal((await game.moves()).length, 8, leave);
    await game.drag("e1d1");
    await dialog.waitFor();
  }
  await page.keyboard.press("Escape");
  await page.evaluate(() => chuhe.board.flushAnimation());
  assert.equal(await game.placement(), await page.evaluate(() => chuhe.state.position.placement));
  await game.click("e1e3");
  await game.plies(9);
  assert.ok(!(await dialog.isVisible()), "another move causes no warning");
  await page.keyboard.press("ArrowLeft");
  await game.plies(8);
  await game.click("e1d1");
  await page.click("#loss-play");
  await game.plies(9);
  assert.deepEqual(errors, []);
});

test("the verdict shows on the board before the card appears", async (t) => {
  const { page, game } = await beforeTheLoss(t);
  // The word would remove itself at the end of its animation.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".flash-word { animation-play-state: paused !important; }");
    document.adoptedStyleSheets.push(sheet);
  });
  await game.click("e1d1");
  await page.click("#loss-play");
  const word = page.locator("#flash .flash-word");
  await word.waitFor();
  await page.locator("#result").waitFor();
  assert.equal(await word.textContent(), "长将");
  const [verdict, card] = await page.evaluate(() =>
    ["#flash .flash-word", "#result"].map((selector) => {
      const [animation] = document.querySelector(selector)!.getAnimations();
      const { delay = 0, endTime } = animation.effect!.getComputedTiming();
      return Number(selector === "#result" ? delay : endTime);
    }),
  );
  assert.ok(card >= verdict, `the card comes at ${card}, the verdict goes at ${verdict}`);
});

test("the card explains the repetition, in either language and notation", async (t) => {
  const { page, game, errors } = await beforeTheLoss(t);
  await game.click("e1d1");
  await page.click("#loss-play");
  const card = page.locator("#result");
  await card.waitFor();
  assert.match((await card.textContent())!, /黑胜.*长将/);
  const rows = card.locator(".cycle-ply");
  await rows.first().waitFor();
  assert.match((await rows.allTextContents()).join(" "), /红方车六平五将军/);
  await page.selectOption("#language", "en");
  await page.waitForSelector("html[lang=en]");
  await rows.filter({ hasText: "R6.5" }).first().waitFor();
  assert.match((await rows.allTextContents()).join(" "), /RedR6\.5check/);
  await openSettings(page);
  await page.locator("#settings-form input[value=iccs]").check({ force: true });
  await rows.filter({ hasText: "D1-E1" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await whenReady(page);
  await rows.first().waitFor(); // the script that draws them is loaded
  assert.match((await rows.allTextContents()).join(" "), /D1-E1check/);
  assert.deepEqual(errors, []);
});

/** After AXF diagram 13: a rook chases a cannon along the edge; Black's eighth ply completes the repetition. */
const CHASE = "2ba1k3/4a4/b8/7R1/9/9/1r2p4/9/4A4/2B1KAB1c w - - 0 1";

test("a chase causes a warning before the opponent completes it, with the plies to come", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.evaluate((startFen) => {
    chuhe.game.newGame({ mode: "local", startFen });
    for (const move of ["h6i6", "i0h0", "i6h6", "h0i0", "h6i6", "i0h0"])
      chuhe.game.move(move.slice(0, 2), move.slice(2));
  }, CHASE);
  await game.plies(6);
  await game.click("i6h6");
  const dialog = page.locator("#loss-dialog");
  await dialog.waitFor();
  assert.match((await page.locator("#loss-reason").textContent())!, /长捉.*红方/);
  const rows = await dialog.locator(".cycle-ply").allTextContents();
  assert.deepEqual(rows, [
    "红方车二平一捉９路炮",
    "黑方炮９平８闲着",
    "红方车一平二捉８路炮",
    "黑方炮８平９闲着",
  ]);
  assert.match((await dialog.locator(".is-asked").textContent())!, /车一平二/);
  await page.click("#loss-play");
  await game.plies(7);
  await game.click("h0i0");
  await page.locator("#result", { hasText: /黑胜.*长捉.*捉８路炮/ }).waitFor();
  await page.selectOption("#language", "en");
  await page.locator(".cycle-ply").filter({ hasText: "chases cannon h0" }).first().waitFor();
  assert.deepEqual(errors, []);
});

test("the warning is announced once, and its mark shows in greyscale", async (t) => {
  const { page, game } = await beforeTheLoss(t, { reducedMotion: "reduce" });
  const announced = await page.locator("#announcer").textContent();
  const grey = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const canvas = document.querySelector<HTMLCanvasElement>("#board canvas")!;
      const scale = canvas.width / canvas.clientWidth;
      return ["d1", "c1"].map((square) => {
        const { x, y } = chuhe.board.centerOf(square);
        const half = Math.round(12 * scale);
        const [left, top] = [x, y].map((middle) => Math.round(middle * scale) - half);
        const context = canvas.getContext("2d")!;
        const { data } = context.getImageData(left, top, 2 * half, 2 * half);
        return Array.from({ length: data.length / 4 }, (_, i) =>
          Math.round(0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2]),
        );
      });
    });
  await game.press("e1");
  const [risky, plain] = await grey();
  const far = risky.filter((value, index) => Math.abs(value - plain[index]) > 60).length;
  assert.ok(far > risky.length / 12, `${far} of ${risky.length} points differ`);
  await page.evaluate(() => chuhe.game.move("e1", "d1"));
  await page.locator("#loss-dialog").waitFor();
  assert.equal(
    await page.locator("#announcer").textContent(),
    announced,
    "the dialog announces itself",
  );
  assert.equal((await game.moves()).length, 8);
});

test("a warning that loads after the game has gone on is not shown, and its move not played", async (t) => {
  const { page, game, errors } = await beforeTheLoss(t);
  const held: Route[] = [];
  await page.route(/\/warning(-\w+)?\.js/, (route) => void held.push(route));
  await game.press("e1");
  await game.press("d1");
  await until(() => held.length === 1);
  await page.keyboard.press("ArrowLeft");
  await game.plies(7);
  await held[0].continue();
  // Waits until the page has the script, and a frame to show the warning.
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise(requestAnimationFrame);
  }, held[0].request().url());
  assert.ok(await page.locator("#loss-dialog").isHidden());
  await game.plies(7);
  assert.deepEqual(errors, []);
});

test("a record that goes on after an end by the rules can be stepped through", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.click("#control-open");
  const more = [...MOVES, "e1d1", "d9e9", "d1h1"];
  await page.fill("#open-text", `position fen ${FEN} moves ${more.join(" ")}`);
  await page.click("#open-form [type=submit]");
  await game.plies(11);
  for (const plies of [10, 9, 8]) {
    await page.keyboard.press("ArrowLeft");
    await game.plies(plies);
  }
  for (const plies of [9, 10, 11]) {
    await page.keyboard.press("ArrowRight");
    await game.plies(plies);
  }
  assert.deepEqual(errors, []);
});

test("the settings name the rules", async (t) => {
  for (const [locale, words] of [
    ["zh-CN", /亚洲规则（电脑对局）/],
    ["en-GB", /Asian rules for games with computers/],
  ] as const) {
    const { page } = await openPage(t, { context: { locale } });
    await openSettings(page);
    assert.match((await page.locator("#settings-form").textContent())!, words);
  }
});
