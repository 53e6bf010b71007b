// The sheet of endings: chapters with progress, numbers under their material, and the file that is fetched late.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { PROGRESS_KEY, encode, noProgress } from "../../www/js/puzzles/puzzle-progress.ts";
import { type AppOptions, drawn, openApp } from "./helpers.ts";
import { ENDINGS, ENDING_CHAPTERS } from "./puzzle-helpers.ts";

/** In the sources, and with a hash in a release. */
const FILE = /\/endings[^/]*\.json$/;
const HORSE = ENDING_CHAPTERS.find(({ id }) => id === "horse")!.endings;

/** Opens the page of puzzles in English, and waits until the board can be used. */
async function openPage(t: TestContext, hash: string, { context, ...options }: AppOptions = {}) {
  const app = await openApp(t, {
    path: `puzzles.html${hash}`,
    context: { locale: "en", ...context },
    ...options,
  });
  await app.page.waitForFunction(() => "chuhePuzzles" in globalThis);
  await app.page.evaluate(() => chuhePuzzles.ready);
  await app.page.waitForSelector("canvas[data-ready=true]");
  await drawn(app.page);
  return app;
}

/** Stores progress before the scripts of the pages that are opened from now on; the page on the screen may store its own. */
const store = (context: BrowserContext, progress: string) =>
  context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    [PROGRESS_KEY, progress],
  );

const chapter = (page: Page, id: string) => page.locator(`#endings-list [data-chapter=${id}]`);

test("the endings are fetched when their section is opened, and then the first open one", async (t) => {
  const done = { soldier: "solved" } as const;
  const stored = encode({ ...noProgress(), done: { "e:soldier": done.soldier } });
  const { page, context, errors } = await openPage(t, "#p=1");
  await store(context, stored);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.reload();
  await page.waitForSelector("canvas[data-ready=true]");
  assert.ok(!requests.some((path) => FILE.test(path)), "not for a puzzle");
  await page.click(".section-tab[data-section=endings]");
  await page.waitForFunction((id) => chuhePuzzles.endgame?.ending?.id === id, ENDINGS[1]!.id);
  assert.equal(requests.filter((path) => FILE.test(path)).length, 1);
  await page.locator("#title", { hasText: /^Soldier against the bare general, 1$/ }).waitFor();
  await page.locator("#score", { hasText: /^One soldier\s· Solved 1\/16/ }).waitFor();
  assert.deepEqual(errors, []);
});

test("the sheet shows chapters with their progress, and opens that of the board", async (t) => {
  const done = Object.fromEntries(
    HORSE.slice(0, 3).map(({ id }) => [`e:${id}`, "solved" as const]),
  );
  const { page, context, errors } = await openPage(t, `#e=${HORSE[4]!.id}`);
  await store(context, encode({ ...noProgress(), done }));
  await page.reload();
  await page.locator("#title", { hasText: "Horse against one advisor, 1" }).waitFor();
  await page.click("#choose");
  await page.locator("#endings-dialog[open]").waitFor();
  assert.equal(await page.locator("#endings-list details").count(), ENDING_CHAPTERS.length);
  assert.equal(await page.locator("#endings-list details[open]").count(), 1);
  const horse = chapter(page, "horse");
  assert.match((await horse.locator("summary").textContent())!, /One horse \(3\/19\)/);
  assert.equal(await horse.locator(".cell").count(), HORSE.length - 1, "the classic one has a row");
  assert.equal(await horse.locator(".cell[data-outcome=solved]").count(), 3);
  assert.equal(
    await horse.locator("[aria-current=true]").getAttribute("aria-label"),
    "Horse against one advisor, 1, open",
  );
  await chapter(page, "rook").locator("summary").click();
  await chapter(page, "rook").locator(".ending-row", { hasText: "Rook against horse" }).click();
  await page.waitForFunction(() => chuhePuzzles.endgame?.ending?.id === "rook-horse");
  await page.waitForFunction(() => location.hash === "#e=rook-horse");
  await page.locator("#endings-dialog[open]").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

test("a failure to fetch the endings is said, and the next try opens one", async (t) => {
  const { page } = await openPage(t, "#p=1");
  await page.route(FILE, (route) => route.abort());
  await page.click(".section-tab[data-section=endings]");
  await page
    .locator(".notice, [role=alert], .toast")
    .filter({ hasText: /could not/ })
    .first()
    .waitFor();
  await page.unroute(FILE);
  await page.click(".section-tab[data-section=endings]");
  await page.waitForFunction(() => chuhePuzzles.endgame?.ending?.id === "soldier");
});

test("on a phone every chapter and number can be pressed, and nothing is cut", async (t) => {
  const context = { viewport: { width: 360, height: 740 } };
  const { page } = await openPage(t, `#e=${HORSE[4]!.id}`, { context });
  await page.click("#choose");
  await page.locator("#endings-dialog[open]").waitFor();
  const sizes = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("#endings-list :is(summary, button)")];
    return buttons.map((button) => button.getBoundingClientRect().toJSON());
  });
  for (const { height, left, right } of sizes)
    assert.ok(Math.round(height) >= 44 && left >= 0 && right <= 360, `${height} ${left} ${right}`);
  const [scroll, client] = await page
    .locator("#endings-dialog")
    .evaluate((sheet) => [sheet.scrollWidth, sheet.clientWidth]);
  assert.ok(scroll! <= client!, "no sideways scrolling");
});
