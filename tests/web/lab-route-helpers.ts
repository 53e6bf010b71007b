/** Hands and eyes for the laboratory's routes. */
import { openLab } from "./lab-helpers.ts";

/** The example that is there on a first visit: a cell has to be crossed twice. */
export const CROSSING = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n";

/** @param {import("node:test").TestContext} t @param {import("playwright-core").BrowserContextOptions} [context] */
export async function openRoute(t, context) {
  const app = await openLab(t, { path: "lab.html#route", context });
  return { ...app, ...hands(app.page) };
}

/** @param {import("playwright-core").Page} page */
function hands(page) {
  const problem = page.locator(".route-problem");
  const cell = (index, host = problem) => host.locator(".route-cell").nth(index);
  const named = (index, words) =>
    page.waitForFunction(
      ([at, text]) =>
        document.querySelectorAll(".route-problem .route-cell")[at]?.ariaLabel?.includes(text),
      [index, words],
    );
  const text = () => page.inputValue("#route-text");
  return {
    cell,
    named,
    text,
    textIs: (wanted) =>
      page.waitForFunction(
        (words) => document.querySelector("#route-text").value === words,
        wanted,
      ),
    choose: (kind) => page.check(`input[name=route-tool][value="${kind}"]`, { force: true }),
    example: (name) => page.click(`[data-i18n="lab.route.sample.${name}"]`),
    press: (label) => page.click(`[data-i18n-label="lab.route.${label}"]`),
    async finish() {
      await page.click('[data-i18n-label="lab.route.finish"]');
      await page.waitForSelector(".route-result:not([hidden])");
    },
    side: (heuristic) => page.locator(`[data-heuristic=${heuristic}]`),
    /** Waits for words. @param {string} where @param {string|RegExp} words */
    says: (where, words) =>
      page.locator(where, { hasText: words }).first().waitFor({ state: "attached" }),
    /** From the middle of one cell to that of another. @param {number[]} cells */
    async drag(...cells) {
      await problem.locator(".route-stage").scrollIntoViewIfNeeded();
      const places = [];
      for (const index of cells) {
        const box = await cell(index).boundingBox();
        places.push([box.x + box.width / 2, box.y + box.height / 2]);
      }
      await page.mouse.move(...places[0]);
      await page.mouse.down();
      for (const place of places.slice(1)) await page.mouse.move(...place, { steps: 3 });
      await page.mouse.up();
    },
  };
}
