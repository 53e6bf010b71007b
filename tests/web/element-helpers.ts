/** Opens pages of the elements, from the sources. */
import type { TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Board } from "../../www/js/board/index.ts";
import type { XiangqiBoardElement } from "../../www/js/elements/index.ts";
import { openApp } from "./helpers.ts";

declare global {
  /** The elements' events so far, one line each. */
  var events: string[];
}

export const ENGLISH: BrowserContextOptions = { locale: "en-GB", reducedMotion: "reduce" };

/** Opens a page with this body, whose elements are defined by a module. */
export async function openElements(
  t: TestContext,
  body: string,
  {
    context = ENGLISH,
    files = {},
  }: {
    context?: BrowserContextOptions;
    files?: Record<string, { type: string; body: string | Uint8Array }>;
  } = {},
) {
  const html = `<!doctype html><html lang="${context.locale ?? ""}"><meta charset="utf-8"><title>Elements</title>
    <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
    <style>main > * { max-width: 20rem }</style><main><h1>Elements</h1>${body}</main><script type="module" src="./js/elements/index.ts"></script></html>`;
  const page = { "page.html": { type: "text/html", body: html }, ...files };
  return openApp(t, { path: "page.html", context, files: page });
}

/** Waits until the boards of the page are drawn, with their grids. */
export async function whenDrawn(page: Page, boards = 1) {
  const canvases = page.locator("canvas[data-ready=true]");
  const grids = page.locator(".board-grid [aria-label]:first-child");
  await canvases.nth(boards - 1).waitFor();
  await grids.nth(boards - 1).waitFor({ state: "attached" });
}

/** Notes the events of the page's first board in `events`. */
export const listenTo = (page: Page, ...types: string[]) =>
  page
    .locator("xiangqi-board")
    .first()
    .evaluate((element, names) => {
      globalThis.events = [];
      for (const name of names)
        element.addEventListener(name, (event) => {
          const { from, to, square, piece, reason } = (event as CustomEvent).detail;
          const facts = [name, square ?? from + (to ?? ""), piece, reason];
          globalThis.events.push(facts.filter(Boolean).join(" "));
        });
    }, types);

/** Returns the middle of a square of a board on the screen. */
export const placeOf = (page: Page, square: string, index = 0) =>
  page
    .locator("canvas")
    .nth(index)
    .evaluate(async (canvas: HTMLCanvasElement & { board: Board }, name) => {
      await canvas.board.flushAnimation();
      const { left, top } = canvas.parentElement!.getBoundingClientRect();
      const { x, y } = canvas.board.centerOf(name);
      return { x: left + x, y: top + y };
    }, square);

export async function press(page: Page, ...squares: string[]) {
  for (const square of squares) {
    const { x, y } = await placeOf(page, square);
    await page.mouse.click(x, y);
  }
}

/** Returns properties of the page's first board. */
export const valueOf = <Name extends keyof XiangqiBoardElement>(page: Page, name: Name) =>
  page
    .locator("xiangqi-board")
    .first()
    .evaluate((element: XiangqiBoardElement, key) => element[key], name);
