// Games stored or linked with the ten levels of older versions keep their strength.

import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { openPage, risen, whenReady } from "./page-helpers.ts";

const board = (page: Page) => page.evaluate(() => chuhe.state.game);

test("games, choices and links of the ten levels keep their strength", async (t) => {
  const { page, game, errors } = await openPage(t, { context: { locale: "en-GB" } });
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem(
      "chuhe:game",
      '{"version":1,"startFen":null,"moves":["h2e2","h9g7"],"ply":2,"mode":"engine","side":"red","level":3,' +
        '"seed":77,"flipped":false,"record":null,"ended":null,"clock":null,"turning":"none","playOn":false,"placement":""}',
    );
    localStorage.setItem(
      "chuhe:choices",
      '{"mode":"engine","side":"red","level":10,"handicap":"none","giver":"opponent","clock":"none",' +
        '"minutes":10,"seconds":0,"turning":"none"}',
    );
  });
  await page.reload();
  await whenReady(page);
  await game.plies(2);
  const { level, fits } = await board(page);
  assert.deepEqual([level, fits], [8, false]);
  await page.locator("#player-top").filter({ hasText: "School" }).waitFor();
  await page.click("#control-new");
  await risen(page);
  assert.equal(await page.locator("#new-level").inputValue(), "15");
  await page.keyboard.press("Escape");
  await page.evaluate(() => (location.hash = "#challenge=0badcafe&level=5&seed=9&side=red"));
  await page.waitForFunction(() => chuhe.state.game.seed === 9);
  assert.equal((await board(page)).level, 10);
  await page.evaluate(() => (location.hash = "#challenge=0badcafe&strength=6.25&seed=10&side=red"));
  await page.waitForFunction(() => chuhe.state.game.seed === 10);
  assert.deepEqual([(await board(page)).level, (await board(page)).fits], [6.25, false]);
  await page
    .locator("#player-top")
    .filter({ hasText: /Park\s*Level 6/ })
    .waitFor();
  assert.deepEqual(errors, []);
});
