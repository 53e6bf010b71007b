// A whole game through the canvas, to its result.

import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { goodMove, openPage } from "./page-helpers.ts";

const LONGEST = 200;

/** Returns how long the reply at a ply is animated, in milliseconds; 0 if the game ends before. */
const watchReply = (page: Page, plies: number) =>
  page.evaluate(async (target) => {
    const isOver = () => chuhe.state.position.verdict.result !== "ongoing";
    const frame = () => new Promise(requestAnimationFrame);
    while (chuhe.state.game.ply < target && !isOver()) await frame();
    if (chuhe.state.game.ply < target) return 0;
    const start = performance.now();
    await frame();
    await chuhe.board.flushAnimation();
    return performance.now() - start;
  }, plies);

test(
  "a whole game by clicks and drags against the engine, to a result",
  { timeout: 300_000 },
  async (t) => {
    const { page, game, errors } = await openPage(t, { root: "www" });
    await game.start({ level: 5, seed: 7 });
    const isOver = () => page.evaluate(() => chuhe.state.position.verdict.result !== "ongoing");
    let animated = 0;
    let replies = 0;
    for (let ply = 0; ply < LONGEST && !(await isOver()); ply += 2) {
      const move = await goodMove(page, { depth: 6 });
      const reply = watchReply(page, ply + 2);
      await game[ply % 4 === 0 ? "click" : "drag"](move);
      const warning = page.locator("#loss-play"); // play on, even into a loss
      if (await warning.isVisible()) await warning.click();
      const ms = await reply;
      if (await isOver()) break;
      replies += 1;
      if (ms > 60) animated += 1;
    }
    assert.ok(await isOver(), "the game came to an end");
    assert.ok(animated >= replies * 0.8, `${animated} of ${replies} replies were animated`);
    await page.locator("#result").waitFor();
    t.diagnostic(
      `${(await game.moves()).length} plies: ${await page.locator("#result").textContent()}`,
    );
    const { placement } = await page.evaluate(() => chuhe.state.position);
    assert.equal(await game.placement(), placement);
    assert.deepEqual(errors, []);
  },
);
