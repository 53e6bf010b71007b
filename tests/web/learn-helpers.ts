/** Opens lessons for the page tests, and plays through the canvas. */
import { readFileSync } from "node:fs";
import type { TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openApp } from "./helpers.ts";
import { player } from "./page-helpers.ts";

const lines = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../www/locales/${path}`, import.meta.url), "utf8"));
export const LINES = {
  zh: { ...lines("zh.json"), ...lines("learn/zh.json") },
  en: { ...lines("en.json"), ...lines("learn/en.json") },
};
export const LOCALE = { zh: "zh-CN", en: "en-GB" };
export const QUIET = {
  locale: "en-GB",
  viewport: { width: 1280, height: 900 },
  reducedMotion: "reduce",
} as const satisfies BrowserContextOptions;

/** Waits until the exercise can be done. */
export async function whenReady(page: Page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(() => chuhe.ready);
  await page.waitForSelector("canvas[data-ready=true]");
}

/** Opens an exercise. */
export async function openLesson(t: TestContext, hash = "", context: BrowserContextOptions = {}) {
  const app = await openApp(t, { path: `learn.html${hash}`, context: { ...QUIET, ...context } });
  await whenReady(app.page);
  return { ...app, ...hands(app.page) };
}

/** Returns the actions of a learner on the page. */
function hands(page: Page) {
  const { click, drag } = player(page);
  const settled = () =>
    page.waitForFunction(() => {
      const { runner, board } = chuhe;
      return (
        board.state.placement === runner.position.placement &&
        board.state.movable === runner.movable
      );
    });
  return {
    drag,
    settled,
    message: () => page.locator("#message").textContent(),
    state: () => page.evaluate(() => chuhe.runner.state),
    left: () => page.evaluate(() => chuhe.runner.remaining.length),
    /** Plays through the canvas and waits for the page's answers. */
    async play(...moves: string[]) {
      for (const move of moves) {
        await settled();
        await click(move);
        await settled();
      }
    },
    async goTo(hash: string) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.waitForSelector(`.step[aria-current][href="${hash}"]`);
    },
  };
}
