/** Opens the laboratory's routes for tests, edits a problem and reads what is shown. */
import type { TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openLab } from "./lab-helpers.ts";

/** The example of a first visit: one cell has to be crossed twice. */
export const CROSSING = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n";

export async function openRoute(t: TestContext, context?: BrowserContextOptions) {
  const app = await openLab(t, { path: "lab.html#route", context });
  return { ...app, ...hands(app.page) };
}

function hands(page: Page) {
  const problem = page.locator(".route-problem");
  const cell = (index: number, host = problem) => host.locator(".route-cell").nth(index);
  /** Waits until a cell's name has these words. */
  const named = (index: number, words: string) =>
    page.waitForFunction(
      ({ at, part }) =>
        document.querySelectorAll(".route-problem .route-cell")[at]?.ariaLabel?.includes(part),
      { at: index, part: words },
    );
  const text = () => page.inputValue("#route-text");
  return {
    cell,
    named,
    text,
    textIs: (expected: string) =>
      page.waitForFunction(
        (words) => document.querySelector<HTMLTextAreaElement>("#route-text")!.value === words,
        expected,
      ),
    choose: (kind: string) =>
      page.check(`input[name=route-tool][value="${kind}"]`, { force: true }),
    example: (name: string) => page.click(`[data-i18n="lab.route.sample.${name}"]`),
    press: (label: string) => page.click(`[data-i18n-label="lab.route.${label}"]`),
    async finish() {
      await page.click('[data-i18n-label="lab.route.finish"]');
      await page.waitForSelector(".route-result:not([hidden])");
    },
    side: (heuristic: string) => page.locator(`[data-heuristic=${heuristic}]`),
    /** Waits for words. */
    says: (where: string, words: string | RegExp) =>
      page.locator(where, { hasText: words }).first().waitFor({ state: "attached" }),
    /** Drags from the middle of a cell to those of others. */
    async drag(...cells: number[]) {
      await problem.locator(".route-stage").scrollIntoViewIfNeeded();
      const places: [number, number][] = [];
      for (const index of cells) {
        const { x, y, width, height } = (await cell(index).boundingBox())!;
        places.push([x + width / 2, y + height / 2]);
      }
      await page.mouse.move(...places[0]);
      await page.mouse.down();
      for (const place of places.slice(1)) await page.mouse.move(...place, { steps: 3 });
      await page.mouse.up();
    },
  };
}
