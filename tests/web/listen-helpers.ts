/** The actions of a person with a keyboard, and the announcements of a screen reader. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { swapSquareAndCell } from "../../www/js/board/grid.ts";
import { squareIndex } from "../../www/js/board/geometry.ts";
import type { Side } from "../../www/js/core/xiangqi.ts";

declare global {
  /** Announcements since the last call of `heard`. */
  var heard: (string | null)[];
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator) {
  for (let i = 0; i < 60; i++) {
    const isThere = await target.evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot;
      return root.activeElement === element;
    });
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab does not lead there");
}

export async function keyboard(page: Page) {
  const { keyboard: keys } = page;
  await page.locator(".board-grid").waitFor();
  await page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) globalThis.heard.push(node.textContent);
    }).observe(document.querySelector("#announcer")!, { childList: true });
  });
  const at = () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.square ?? null);
  const rowOf = (cell: number) => Math.floor(cell / 9);
  const person = {
    at,
    heard: () => page.evaluate(() => globalThis.heard.splice(0)),
    /** Returns the name of the focused point, from the accessibility tree. */
    name: async () => {
      const square = await at();
      const tree = await page.locator(`.board-grid [data-square="${square}"]`).ariaSnapshot();
      return /gridcell "(.*)"/.exec(tree)?.[1];
    },
    /** Moves the focus to a square by the arrows. */
    async go(square: string) {
      const canvas = page.locator("#board canvas");
      const orientation = (await canvas.getAttribute("data-orientation")) as Side;
      const from = swapSquareAndCell(squareIndex((await at())!), orientation);
      const to = swapSquareAndCell(squareIndex(square), orientation);
      const down = rowOf(to) - rowOf(from);
      const right = (to % 9) - (from % 9);
      for (let i = 0; i < Math.abs(down); i++) await keys.press(down > 0 ? "ArrowDown" : "ArrowUp");
      for (let i = 0; i < Math.abs(right); i++)
        await keys.press(right > 0 ? "ArrowRight" : "ArrowLeft");
      assert.equal(await at(), square);
    },
    /** Plays a move; `drop` is the key that puts the piece down. */
    async play(move: string, drop = "Space") {
      await person.go(move.slice(0, 2));
      await keys.press("Space");
      await person.go(move.slice(2));
      await keys.press(drop);
    },
  };
  return person;
}
