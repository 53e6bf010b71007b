// Two tabs of one browser share one game.
import { PAGES } from "../../tools/pages.ts";
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { hold, openApp } from "./helpers.ts";
import { openPage, player, whenReady } from "./page-helpers.ts";

/** Waits until a tab's game has so many moves; a hidden tab draws no frames. */
const plies = (tab: Page, count: number) =>
  tab.waitForFunction((many) => chuhe.state.game.moves.length === many, count, { polling: 100 });

test("a tab follows the moves of another tab, and plays on from there", async (t) => {
  const { page, game, errors } = await openPage(t);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await whenReady(second);
  const other = player(second);

  await page.bringToFront();
  await game.click("h2e2");
  for (const tab of [page, second]) await plies(tab, 2);
  assert.deepEqual(await other.moves(), await game.moves());

  await second.bringToFront();
  await second.waitForFunction(
    () =>
      document.querySelector<HTMLElement>("#board canvas")!.dataset.placement ===
      chuhe.state.position.placement,
  );
  await second.evaluate(() => chuhe.board.flushAnimation());
  await other.click("i3i4");
  for (const tab of [page, second]) await plies(tab, 4);
  assert.deepEqual(await game.moves(), await other.moves());
  assert.deepEqual(errors, []);
});

test("a setting changed in another tab applies here, and the next change keeps it", async (t) => {
  const { page, errors } = await openPage(t);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await whenReady(second);
  await second.selectOption("#language", "vi");
  await second.waitForSelector("html[lang=vi]");
  await second.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("chuhe:settings")!);
    localStorage.setItem("chuhe:settings", JSON.stringify({ ...stored, board: "jade" }));
  });
  await page.waitForFunction(() => chuhe.state.settings.board === "jade", null, { polling: 100 });
  await page.waitForFunction(() => document.documentElement.lang === "vi", null, { polling: 100 });
  await page.bringToFront();
  await page.click("#sound");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:settings")!));
  assert.deepEqual([stored.lang, stored.board, stored.sound], ["vi", "jade", false]);
  assert.deepEqual(errors, []);
});

/** Opens a page, and another tab that chooses languages. */
async function openBeside(t: TestContext, path: string) {
  const { page } = await openApp(t, { root: "www", path, context: { locale: "en" } });
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("#language")!.value === "en",
  );
  const second = await page.context().newPage();
  await second.goto(new URL("manifest.webmanifest", page.url()).href);
  const choose = (lang: string) =>
    second.evaluate((chosen) => {
      // Storing the same value twice sends no event.
      localStorage.removeItem("chuhe:settings");
      localStorage.setItem("chuhe:settings", JSON.stringify({ version: 1, lang: chosen }));
    }, lang);
  return { page, choose };
}

const VIETNAMESE = /locales\/.*vi\.json/;

for (const { file: path } of PAGES.filter(({ room, icon }) => icon && room !== "play"))
  test(`${path} reports that another tab's language cannot be loaded, and uses it once it can`, async (t) => {
    const { page, choose } = await openBeside(t, path);
    await page.route(VIETNAMESE, (route) => route.abort());
    await choose("vi");
    await page.bringToFront();
    await page.locator("#toast:not([hidden])", { hasText: "could not be loaded" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal(await page.locator("#language").inputValue(), "en");

    await page.unroute(VIETNAMESE);
    await choose("vi");
    await page.locator("html[lang=vi]").waitFor();
    assert.equal(await page.locator("#language").inputValue(), "vi");
    await page.locator(".site-nav a", { hasText: "Học" }).waitFor();
  });

test("a language that another tab chooses and takes back before it is loaded is not used", async (t) => {
  const { page, choose } = await openBeside(t, "learn.html");
  const go = await hold(page, VIETNAMESE);
  const request = page.waitForRequest(VIETNAMESE);
  await choose("vi");
  await page.bringToFront();
  await request;
  await choose("en");
  const responses = Promise.all(
    [/locales\/vi\.json/, /locales\/learn\/vi\.json/].map((words) => page.waitForResponse(words)),
  );
  go();
  for (const answer of await responses) await answer.finished();
  // Waits until the page has read the words, and had frames to show them.
  await page.evaluate(async () => {
    for (const words of ["locales/vi.json", "locales/learn/vi.json"])
      await (await fetch(words)).json();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await page.locator("nav a").first().innerText(), "Play");
  assert.ok(await page.locator("#toast").isHidden());
});
