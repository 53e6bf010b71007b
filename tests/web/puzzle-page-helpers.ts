/** Opens the puzzles' page for tests, and acts on it as a person does. */
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { drawn, openApp, pressMove } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";

/** Opens the page and waits until the board can be used. */
export async function openPuzzles(
  t: TestContext,
  hash: string,
  { context, ...options }: AppOptions = {},
) {
  const viewport = { width: 1100, height: 760 };
  const app = await openApp(t, {
    path: `puzzles.html${hash}`,
    context: { locale: "zh-CN", viewport, ...context },
    ...options,
  });
  await whenReady(app.page);
  return { ...app, hand: hand(app.page) };
}

export async function whenReady(page: Page) {
  await page.waitForFunction(() => "chuhePuzzles" in globalThis);
  await page.evaluate(() => chuhePuzzles.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

function hand(page: Page) {
  /** Waits until so many plies are on the board and it is the person's turn, or the puzzle is over. */
  const whenAtPly = (count: number) =>
    page.waitForFunction((plies) => {
      const { ply, status } = chuhePuzzles.room;
      return ply === plies && status !== "busy";
    }, count);
  return {
    move: (move: string) => pressMove(page, move),
    ply: whenAtPly,
    /** Plays the person's moves of a line; the page replies. */
    async playAll(moves: string[]) {
      for (let ply = 0; ply < moves.length; ply += 2) {
        await whenAtPly(ply);
        await pressMove(page, moves[ply]);
      }
    },
    words: (text: string) =>
      page.waitForFunction(
        (part) => document.querySelector("#words")!.textContent.includes(part),
        text,
      ),
    outcome: (key: string) => page.evaluate((name) => chuhePuzzles.progress.done[name], key),
  };
}
