/** A person with a keyboard and with ears: what is done without eyes, and what is heard. */
import assert from "node:assert/strict";
import { swapSquareAndCell } from "../../www/js/board/grid.ts";
import { squareIndex } from "../../www/js/board/geometry.ts";

/** Presses Tab until an element is reached. @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} target */
export async function tabTo(page, target) {
  for (let i = 0; i < 60; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab does not lead there");
}

/** A person with a keyboard, and with ears. @param {import("playwright-core").Page} page */
export async function keyboard(page) {
  const { keyboard: keys } = page;
  await page.locator(".board-grid").waitFor();
  await page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) globalThis.heard.push(node.textContent);
    }).observe(document.querySelector("#announcer"), { childList: true });
  });
  const at = () => page.evaluate(() => document.activeElement?.dataset.square ?? null);
  const rowOf = (/** @type {number} */ cell) => Math.floor(cell / 9);
  const person = {
    at,
    heard: () => page.evaluate(() => globalThis.heard.splice(0)),
    /** The name of what has the focus, from the accessibility tree. */
    name: async () => {
      const square = await at();
      const tree = await page.locator(`.board-grid [data-square="${square}"]`).ariaSnapshot();
      return /gridcell "(.*)"/.exec(tree)?.[1];
    },
    /** Walks there by the arrows. @param {string} square */
    async go(square) {
      const orientation = await page.locator("#board canvas").getAttribute("data-orientation");
      const from = swapSquareAndCell(squareIndex(await at()), orientation);
      const to = swapSquareAndCell(squareIndex(square), orientation);
      const down = rowOf(to) - rowOf(from);
      const right = (to % 9) - (from % 9);
      for (let i = 0; i < Math.abs(down); i++) await keys.press(down > 0 ? "ArrowDown" : "ArrowUp");
      for (let i = 0; i < Math.abs(right); i++)
        await keys.press(right > 0 ? "ArrowRight" : "ArrowLeft");
      assert.equal(await at(), square);
    },
    /** @param {string} move @param {string} [drop] the key that puts down */
    async play(move, drop = "Space") {
      await person.go(move.slice(0, 2));
      await keys.press("Space");
      await person.go(move.slice(2));
      await keys.press(drop);
    },
  };
  return person;
}
