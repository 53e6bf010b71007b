// Solved endings in the analysis: the value, the moves by what they keep, and what happens without the tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mayBeSolved, movesIn } from "../../www/js/endings/solved-endings.ts";
import { openAnalysis } from "./analysis-helpers.ts";

/** Rook against the full defence: Red wins in 64 plies; Black is to move. */
const WON = "9/4a4/b2a1k3/9/R1b6/9/9/9/9/3K5 b - - 0 1";
/** The same, with the elephants apart: two of Black's seven moves hold the draw. */
const HELD = "2bakab2/9/9/9/9/9/9/9/6R2/3K5 b - - 0 1";

const at = (fen: string) => `analysis.html#fen=${fen.replaceAll(" ", "_")}`;

test("only positions that a table may have are looked up", () => {
  assert.ok(mayBeSolved(WON) && mayBeSolved("3k5/9/9/9/9/9/p7p/9/9/4K4 w"));
  for (const fen of [
    "3k5/9/9/9/r8/9/9/9/9/R3K4 w",
    "3k5/9/9/9/9/9/9/9/9/4K4 w",
    "3k5/9/9/9/9/9/9/9/RNC6/4K4 w",
  ])
    assert.ok(!mayBeSolved(fen), fen);
  assert.deepEqual([0, 1, 2, 63, 64].map(movesIn), [0, 1, 1, 32, 32]);
});

test("a solved ending shows who wins, and each move by what it keeps", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, {
    path: at(WON),
    context: { locale: "en-GB" },
  });
  const value = page.locator(".solved-value");
  await value.filter({ hasText: "Red wins in 32 moves" }).waitFor();
  const moves = page.locator(".solved-move");
  assert.equal(await moves.count(), 6);
  assert.deepEqual(await moves.first().evaluate((one) => ({ ...(one as HTMLElement).dataset })), {
    value: "loss",
    move: "f7f8",
  });
  await moves.first().click();
  await hand.at("f7f8");
  await page.locator(".solved-move[data-value=win]").first().waitFor(); // Red's moves
  const kept = await page.locator(".solved-move[data-value=win]").count();
  assert.ok(kept > 0 && kept < (await moves.count()), "some of Red's moves let the win go");
  assert.equal(
    await page.locator(".solved-move .unseen").first().textContent(),
    "wins in 32 moves",
  );
  assert.deepEqual(errors, []);
});

test("a drawn ending says which moves hold, in the language of the page", async (t) => {
  const { page, errors } = await openAnalysis(t, { path: at(HELD) });
  await page.locator(".solved-value", { hasText: "和棋" }).waitFor();
  assert.equal(await page.locator(".solved-move[data-value=draw]").count(), 2);
  assert.equal(await page.locator(".solved-move[data-value=loss]").count(), 5);
  assert.deepEqual(errors, []);
});

test("other positions fetch nothing, and without the tables the analysis works", async (t) => {
  const { page, context, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  const asked: string[] = [];
  await context.route(/\/endings[^/]*\.bin$/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await hand.move("h2e2");
  await hand.at("h2e2");
  await page.evaluate(() => fetch("manifest.webmanifest")); // what was begun before it has been asked for
  assert.deepEqual(asked, []);
  assert.ok(!page.workers().some((worker) => worker.url().includes("endings-worker")));
  const failed = page.waitForEvent("console", (message) => /Solved endings/.test(message.text()));
  await page.evaluate(
    (fen) => (location.href = `${location.pathname}?again#fen=${fen}`),
    HELD.replaceAll(" ", "_"),
  );
  await failed;
  assert.equal(asked.length, 1);
  assert.ok(await page.locator("#solved").isHidden());
  await hand.move("c9e7");
  await hand.at("c9e7");
});
