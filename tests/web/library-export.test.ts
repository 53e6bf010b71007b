/** The library exports the selection, the filtered games, or all. */
import assert from "node:assert/strict";
import test from "node:test";
import { TWO, download, manyGames, openLibrary } from "./library-helpers.ts";

test("an exported selection or library is the same when imported", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  const all = await download(page, "#library-export");
  await page.locator(".library-rows .library-mark").nth(1).click();
  await page.locator("#library-export", { hasText: "selection" }).waitFor();
  const some = await download(page, "#library-export");
  assert.match(some, /\[Red "Li"\]/);
  assert.doesNotMatch(some, /Hu/);
  await page.locator("#library-grid").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.locator("#library-empty").waitFor();
  await add(["all.pgn", all]);
  await reds("Hu", "Li");
  assert.equal(await download(page, "#library-export"), all);
});

test("only the games that the filters leave are exported", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await add(["two.pgn", TWO], ["one.pgn", manyGames(1)]);
  const button = page.locator("#library-export");
  const says = (words: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector("#library-export")!.textContent === wanted,
      words,
    );
  await says("Export all (PGN)");
  await page.click("#library-more summary");
  await page.fill("#library-to", "2005");
  await reds("Hu", "Li");
  await says("Export 2 games (PGN)");
  const pgn = await download(page, "#library-export");
  assert.deepEqual(pgn.match(/\[Red .*/g), ['[Red "Hu"]', '[Red "Li"]']);
  await page.locator(".library-rows .library-mark").nth(1).click();
  await says("Export selection (PGN)");
  await page.click("#library-unselect");
  await says("Export 2 games (PGN)");
  await page.fill("#library-player", "nobody");
  await page.locator("#library-none").waitFor();
  assert.ok(await button.isHidden());
  await page.click("#library-clear");
  await reds("Hu", "Li", "Player 000000");
  await says("Export all (PGN)");
  const all = await download(page, "#library-export");
  assert.equal(all.match(/\[Red /g)!.length, 3);
  assert.deepEqual(errors, []);
});
