// On every page, the board's files are labelled in the notation of the moves.

import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import type { Board } from "../../www/js/board/index.ts";
import { drawn, newPage, openApp, startServer } from "./helpers.ts";
import { openSettings, whenReady } from "./page-helpers.ts";

const PAGES = [
  "index.html",
  "analysis.html",
  "puzzles.html",
  "learn.html#horse/1",
  "embed.html#game=NvweEKwy",
];
type BoardCanvas = HTMLCanvasElement & { board: Board };
const board = ":is(#board, #game) canvas[data-ready=true]";
const labels = (page: Page) =>
  page.locator(board).evaluate((canvas: BoardCanvas) => canvas.board.state.labels);

/** Returns the strip of the picture that has the labels of the side below. */
const strip = (page: Page) =>
  page.locator(board).evaluate((canvas: BoardCanvas) => {
    const { width, height } = canvas;
    const band = Math.round(height * 0.05);
    const pen = canvas.getContext("2d")!;
    return [...pen.getImageData(0, height - band, width, band).data].join();
  });

for (const [locale, wanted] of [
  ["zh-CN", "chinese"],
  ["en", "wxf"],
  ["vi", "wxf"],
])
  test(`${locale}: every board is labelled in the notation of its moves`, async (t) => {
    const server = await startServer(t);
    const { page } = await newPage(t, { locale });
    for (const path of PAGES) {
      await page.goto(server.url + path);
      await page.waitForSelector(board);
      assert.equal(await labels(page), wanted, path);
    }
  });

test("another notation changes the labels of the board", async (t) => {
  const { page, errors } = await openApp(t, { context: { locale: "en" } });
  await whenReady(page);
  const seen = new Set([await strip(page)]);
  await openSettings(page);
  for (const notation of ["chinese", "iccs"]) {
    await page.locator(`#settings-form input[value=${notation}]`).check({ force: true });
    await page.waitForFunction(
      ([selector, name]) =>
        document.querySelector<BoardCanvas>(selector)?.board.state.labels === name,
      [board, notation],
    );
    for (;;) {
      const next = await strip(page);
      if (!seen.has(next)) {
        seen.add(next);
        break;
      }
      await drawn(page);
    }
  }
  assert.equal(seen.size, 3);
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
  assert.deepEqual(errors, []);
});
