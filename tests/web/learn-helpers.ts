/** Opens lessons for the page tests, and plays through the canvas. */
import { readFileSync } from "node:fs";
import { openApp } from "./helpers.ts";
import { player } from "./page-helpers.ts";

const lines = (path) =>
  JSON.parse(readFileSync(new URL(`../../www/locales/${path}`, import.meta.url)));
export const LINES = {
  zh: { ...lines("zh.json"), ...lines("learn/zh.json") },
  en: { ...lines("en.json"), ...lines("learn/en.json") },
};
export const LOCALE = { zh: "zh-CN", en: "en-GB" };
export const QUIET = {
  locale: "en-GB",
  viewport: { width: 1280, height: 900 },
  reducedMotion: "reduce",
};

/** The exercise can be done. */
export async function whenReady(page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(() => chuhe.ready);
  await page.waitForSelector("canvas[data-ready=true]");
}

/** Opens an exercise. */
export async function openLesson(t, hash = "", context = {}) {
  const app = await openApp(t, { path: `learn.html${hash}`, context: { ...QUIET, ...context } });
  await whenReady(app.page);
  return { ...app, ...hands(app.page) };
}

/** A learner at the page. */
function hands(page) {
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
    /** Plays through the canvas; the page's answer is waited for. */
    async play(...moves) {
      for (const move of moves) {
        await settled();
        await click(move);
        await settled();
      }
    },
    async goTo(hash) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.waitForSelector(`.step[aria-current][href="${hash}"]`);
    },
  };
}
