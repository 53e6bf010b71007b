// "Why was that bad?" on the page of the game: offered after a mistake only, played out, and taken back.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { openPage, risen, type player } from "./page-helpers.ts";

/** A position outside the book. Red's middle cannon may take a soldier, and is lost then. */
const FEN = "r1bakab1r/9/1cn1c1n2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R w - - 0 1";
const GAME = { startFen: FEN, level: 10, seed: 7, side: "red" } as const;

type Player = ReturnType<typeof player>;

async function openGame(t: TestContext) {
  const app = await openPage(t, { context: { locale: "en" } });
  await app.game.start(GAME);
  return app;
}

/** Plays a move and waits for the engine's reply. */
async function round(game: Player, move: string, ply: number) {
  await game.click(move);
  await game.plies(ply);
}

test("a mistake is explained on request: played out with its reasons, and taken back", async (t) => {
  const { page, game, errors } = await openGame(t);
  await round(game, "a0a1", 2);
  assert.equal(await page.locator("#why-ask").count(), 0);
  await round(game, "e2e6", 4);
  const ask = page.locator(".player[data-side=red] > #why-ask");
  await ask.waitFor();
  assert.equal(await ask.textContent(), "Why was that bad?");
  const placement = await game.placement();
  await page.selectOption("#language", "zh");
  await ask.getByText("为什么").waitFor(); // the way of writing moves changes with the language
  await page.selectOption("#language", "en");
  await ask.getByText("Why was that bad?").waitFor();
  await ask.click();
  const dialog = page.locator("#why-dialog");
  await dialog.waitFor();
  assert.equal(await dialog.locator("h2").textContent(), "Why C5+4 was bad");
  const label = "Why Red: cannon 5 forward 4, e2 to e6, takes soldier was bad";
  assert.ok(
    await page.getByRole("dialog", { name: label }).isVisible(),
    "spelled out for screen readers",
  );
  assert.match((await dialog.locator(".why-sentences").textContent())!, /loses a cannon/);
  await page.click("#why-play"); // stops the line
  const shown = () => dialog.locator("canvas").getAttribute("data-placement");
  await page.click("#why-back");
  const before = await shown();
  await page.click("#why-on");
  assert.notEqual(await shown(), before);
  assert.equal(await game.placement(), placement, "the game is unchanged");
  await page.click("#why-take");
  await game.plies(2);
  assert.equal(await page.locator("#why-ask").count(), 0);
  assert.deepEqual(errors, []);
});

test("with 落子无悔 one can only play on; the offer belongs to the position", async (t) => {
  const { page, game } = await openGame(t);
  await page.evaluate(() => document.querySelector<HTMLElement>("#settings")!.click());
  await risen(page);
  await page.check("#settings-form input[name=insist]", { force: true });
  await page.keyboard.press("Escape");
  await round(game, "a0a1", 2);
  await round(game, "e2e6", 4);
  await page.click("#why-ask");
  await page.waitForSelector("#why-go-on:visible");
  assert.equal(await page.locator("#why-take:visible").count(), 0);
  await page.click("#why-go-on");
  assert.equal(await page.locator("#why-dialog:visible").count(), 0);
  assert.equal(await page.locator("#why-ask").count(), 1);
  await round(game, "a1a0", 6);
  assert.equal(await page.locator("#why-ask").count(), 0);
});

test("nothing is offered or fetched after a move that is no mistake", async (t) => {
  const { page, game } = await openGame(t);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await round(game, "a0a1", 2);
  await round(game, "i0i1", 4);
  assert.equal(await page.locator("#why-ask").count(), 0);
  assert.deepEqual(
    fetched.filter((url) => /analysis|why/.test(url)),
    [],
  );
});
