// Two tabs of one browser share one game.
import type { Page, Route } from "playwright-core";
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { hold, openApp } from "./helpers.ts";
import { openPage, player, whenReady } from "./page-helpers.ts";

/** Waits until a tab's game has so many moves; a tab that is not seen draws no frames. */
const plies = (tab: Page, count: number) =>
  tab.waitForFunction((many) => chuhe.state.game.moves.length === many, count, { polling: 100 });

test("a tab follows what is played in another one, and plays on from there", async (t) => {
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
      document.querySelector("#board canvas")!.dataset.placement === chuhe.state.position.placement,
  );
  await second.evaluate(() => chuhe.board.flushAnimation());
  await other.click("i3i4");
  for (const tab of [page, second]) await plies(tab, 4);
  assert.deepEqual(await game.moves(), await other.moves());
  assert.deepEqual(errors, []);
});

test("what another tab chooses holds here, and is not lost to the next choice", async (t) => {
  const { page, errors } = await openPage(t);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await whenReady(second);
  await second.selectOption("#language", "vi");
  await second.waitForSelector("html[lang=vi]");
  await second.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("chuhe:settings"));
    localStorage.setItem("chuhe:settings", JSON.stringify({ ...stored, board: "jade" }));
  });
  await page.waitForFunction(() => chuhe.state.settings.board === "jade", null, { polling: 100 });
  await page.waitForFunction(() => document.documentElement.lang === "vi", null, { polling: 100 });
  await page.bringToFront();
  await page.click("#sound");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:settings")));
  assert.deepEqual([stored.lang, stored.board, stored.sound], ["vi", "jade", false]);
  assert.deepEqual(errors, []);
});

/** A page, and another tab that chooses languages. */
async function openBeside(t: TestContext, path: string) {
  const { page } = await openApp(t, { root: "www", path, context: { locale: "en" } });
  await page.waitForFunction(() => document.querySelector("#language")!.value === "en");
  const second = await page.context().newPage();
  await second.goto(new URL("manifest.webmanifest", page.url()).href);
  const choose = (lang: string) =>
    second.evaluate((chosen) => {
      // The same value twice is told to no tab.
      localStorage.removeItem("chuhe:settings");
      localStorage.setItem("chuhe:settings", JSON.stringify({ version: 1, lang: chosen }));
    }, lang);
  return { page, choose };
}

const VIETNAMESE = /locales\/.*vi\.json/;

for (const path of ["learn.html", "lab.html", "library.html", "puzzles.html", "analysis.html"])
  test(`${path} says so when another tab's language cannot be had, and speaks it once it can`, async (t) => {
    const { page, choose } = await openBeside(t, path);
    await page.route(VIETNAMESE, (route: Route) => route.abort());
    await choose("vi");
    await page.bringToFront();
    await page.locator("#toast:not([hidden])", { hasText: "could not be loaded" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal(await page.locator("#language").inputValue(), "en");

    await page.unroute(VIETNAMESE);
    await choose("vi");
    await page.locator("html[lang=vi]").waitFor();
    assert.equal(await page.locator("#language").inputValue(), "vi");
    await page.locator("nav a", { hasText: "Học" }).waitFor();
  });

test("a language that another tab takes back before its words are there is not spoken", async (t) => {
  const { page, choose } = await openBeside(t, "learn.html");
  const go = await hold(page, VIETNAMESE);
  const asked = page.waitForRequest(VIETNAMESE);
  await choose("vi");
  await page.bringToFront();
  await asked;
  await choose("en");
  const came = Promise.all(
    [/locales\/vi\.json/, /locales\/learn\/vi\.json/].map((words) => page.waitForResponse(words)),
  );
  go();
  for (const answer of await came) await answer.finished();
  // The page has read them, and has had a frame to show what it should not.
  await page.evaluate(async () => {
    for (const words of ["locales/vi.json", "locales/learn/vi.json"])
      await (await fetch(words)).json();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await page.locator("nav a").first().innerText(), "Play");
  assert.ok(await page.locator("#toast").isHidden());
});
