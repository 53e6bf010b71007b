/** The gallery of the elements in a release: whole at any size, in light and dark, and usable. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Board } from "../../www/js/board/index.ts";
import { axeFaults } from "./axe-helpers.ts";
import { openApp } from "./helpers.ts";
import { layoutFaults } from "./screens.ts";

const SIZES = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 1366, height: 768 },
];

for (const colorScheme of ["light", "dark"] as const)
  test(`the gallery fits, passes axe and plays, ${colorScheme}`, async (t) => {
    const { page, errors } = await openApp(t, {
      root: "dist",
      path: "elements/",
      context: { colorScheme, locale: "en-GB", reducedMotion: "reduce", viewport: SIZES[2] },
    });
    const boards = page.locator("canvas[data-ready=true]");
    await boards.nth(6).waitFor();
    await page.locator(".status", { hasText: "You are Red" }).waitFor();
    await page.locator("#lesson #status", { hasText: "Find the next move" }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    const found: string[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const fault of await layoutFaults(page)) found.push(`${size.width}: ${fault}`);
    }
    assert.deepEqual(found, []);
    const look = await page.locator("#still canvas").getAttribute("data-look");
    assert.equal(look, `wood brush ${colorScheme}`);

    const press = async (square: string) => {
      const canvas = page.locator("#play canvas");
      await canvas.scrollIntoViewIfNeeded();
      const place = await canvas.evaluate((element: HTMLCanvasElement & { board: Board }, name) => {
        const { left, top } = element.parentElement!.getBoundingClientRect();
        const { x, y } = element.board.centerOf(name);
        return { x: left + x, y: top + y };
      }, square);
      await page.mouse.click(place.x, place.y);
    };
    for (const square of ["h2", "e2"]) await press(square);
    await page.locator("p#moves", { hasText: "C2.5" }).waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    assert.match(await page.locator("#sent").innerText(), /^rnbakabnr\/.* w$/);
    await page.selectOption("#language", "zh");
    await page.getByRole("button", { name: "提示" }).waitFor();
    assert.deepEqual(errors, []);
  });
