/** Notices, passing or lasting, leave the board free: every point can be pressed. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { drawn, openApp } from "./helpers.ts";
import { player, whenUsable } from "./page-helpers.ts";
import { SIZES } from "./screens.ts";

/** Pages with a board: an address that shows a notice, and the name of the page's handle for scripts. */
const PAGES = [
  { path: "#fen=x", name: "chuhe" },
  { path: "analysis.html#fen=x", name: "chuheAnalysis" },
] as const;
type Handle = (typeof PAGES)[number]["name"] | "chuhePuzzles";

/** Returns the points of the board that something else covers. */
const covered = (page: Page, name: Handle) =>
  page.evaluate((handle) => {
    const { board } = globalThis[handle];
    const box = document.querySelector("#board")!.getBoundingClientRect();
    const points = [...Array(90).keys()].map((at) => "abcdefghi"[at % 9] + Math.floor(at / 9));
    return points.filter((point) => {
      const { x, y } = board.centerOf(point);
      const hit = document.elementFromPoint(box.left + x, box.top + y);
      return !document.querySelector("#board")!.contains(hit);
    });
  }, name);

for (const { path, name } of PAGES) {
  test(`${path}: a lasting notice covers no point of the board, in any window`, async (t) => {
    const { page } = await openApp(t, { path, context: { locale: "vi-VN" } });
    const toast = page.locator("#toast");
    await toast.waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await drawn(page);
      assert.ok(await toast.isVisible());
      assert.deepEqual(await covered(page, name), [], `${size.width} x ${size.height}`);
    }
  });
}

test("a page that cannot store anything leaves the whole board free at once", async (t) => {
  const context = { locale: "en-US", viewport: { width: 360, height: 640 } };
  const { page } = await openApp(t, { path: "lab.html", context });
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto(new URL("./", page.url()).href);
  await whenUsable(page);
  await player(page).click("h2e2");
  await page.locator("#toast").waitFor();
  assert.deepEqual(await covered(page, "chuhe"), []);
});

test("a refused move in the puzzles leaves the board free", async (t) => {
  const context = { locale: "en-US", viewport: { width: 360, height: 640 } };
  const { page } = await openApp(t, { path: "puzzles.html", context });
  await page.waitForFunction(() => globalThis.chuhePuzzles?.board);
  await page.evaluate(() => chuhePuzzles.ready);
  // A general never leaves its palace.
  const square = await page.evaluate(() => {
    const { placement, movable } = chuhePuzzles.board.state;
    const at = placement.indexOf(movable === "red" ? "K" : "k");
    return "abcdefghi"[at % 9] + Math.floor(at / 9);
  });
  for (const point of [square, "a4"]) {
    const place = await page.evaluate((where) => {
      const box = document.querySelector("#board")!.getBoundingClientRect();
      const { x, y } = chuhePuzzles.board.centerOf(where);
      return { x: box.left + x, y: box.top + y };
    }, point);
    await page.mouse.click(place.x, place.y);
  }
  await page.locator("#toast").waitFor();
  assert.deepEqual(await covered(page, "chuhePuzzles"), []);
});
