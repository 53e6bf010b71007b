/** A release in the browser works without a network, never mixes with another, and is replaced only on request. */
import assert from "node:assert/strict";
import { rmSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { listen, openPage, until } from "./helpers.ts";
import { player, whenReady } from "./page-helpers.ts";
import { putUp, serveReleases } from "./release-helpers.ts";

const ZH = {
  serviceWorkers: "allow",
  locale: "zh-CN",
  viewport: { width: 1100, height: 760 },
} as const;

/** Visits a page until its whole release is cached. */
async function visit(t: TestContext, url: string) {
  const app = await openPage(t, url, ZH);
  await whenReady(app.page);
  await whenCached(app.page);
  return { ...app, game: player(app.page) };
}

const whenCached = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

const releaseOn = (page: Page) => page.locator('meta[name="release"]').getAttribute("content");

/** Returns the names of the cached releases. */
const cachedReleases = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).map((name) => name.split(":").at(-1)));

/** Returns true if no release is being fetched. */
const isSettled = (page: Page) =>
  page.evaluate(async () => !(await navigator.serviceWorker.getRegistration())!.installing);

/** Returns the scripts, styles and words that the page has loaded from the release's folder. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname.split("/app/")[1])
      .filter((name) => /\.(js|css|json)$/.test(name ?? "")),
  );

/** Requests the next release, as the browser does on each visit. */
const askForNext = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration!.update().catch(() => {});
  });

test("after one visit everything works without a network", async (t) => {
  const { server } = await serveReleases(t);
  const { page, context, errors } = await visit(t, server.url);
  await server.close();

  await page.reload();
  await whenReady(page);
  const game = player(page);
  await game.start({ side: "red", level: 6, seed: 1 });
  await game.click("h2e2");
  await game.plies(2);
  await game.click((await game.moves())[1] === "h9g7" ? "b0c2" : "h0g2");
  await game.plies(4);
  assert.equal(await page.evaluate(() => chuhe.state.network), "loaded");
  await page.selectOption("#language", "en");
  await page.waitForFunction(() => document.documentElement.lang === "en");
  assert.deepEqual(errors, []);

  const again = await context.newPage();
  const newErrors = listen(again);
  await again.goto(`${server.url}index.html?from=home`);
  await whenReady(again);
  assert.deepEqual(await player(again).moves(), await game.moves(), "the game is there");
  assert.deepEqual(newErrors, []);
});

for (const lost of ["some entries", "the whole cache"])
  test(`${lost} that the browser deleted come back with the next visit`, async (t) => {
    const { server } = await serveReleases(t);
    const { page, errors } = await visit(t, server.url);
    const count = () =>
      page.evaluate(async () => {
        const [name] = await caches.keys();
        return name ? (await (await caches.open(name)).keys()).length : 0;
      });
    const whole = await count();
    await page.evaluate(async (all) => {
      const [name] = await caches.keys();
      if (all) return void (await caches.delete(name));
      const cache = await caches.open(name);
      const lose = (await cache.keys()).filter((_, index) => index % 2 === 0);
      await Promise.all([cache.delete("index.html"), ...lose.map((entry) => cache.delete(entry))]);
    }, lost === "the whole cache");
    assert.ok((await count()) < whole);
    await page.reload();
    await whenReady(page);
    await until(async () => (await count()) === whole);

    await server.close();
    await page.reload();
    await whenReady(page);
    assert.deepEqual(errors, []);
  });

test("a page stays on its release until the person reloads it", async (t) => {
  const { server, folder, id } = await serveReleases(t);
  const { page, game, errors } = await visit(t, server.url);
  await game.start({ mode: "local" });
  await game.click("h2e2");
  const next = putUp(folder, "NEXT");

  await page.reload();
  await whenReady(page);
  assert.equal(await releaseOn(page), id, "still the old one");
  assert.ok((await loaded(page)).length > 3);
  assert.deepEqual(
    (await loaded(page)).filter((name) => name.includes("NEXT")),
    [],
  );
  await page.waitForSelector(".update");
  await game.click("h9g7");
  await game.plies(2);
  assert.equal(await page.locator(".update").count(), 1, "a move does not take the notice away");
  assert.equal(await releaseOn(page), id, "nothing happens by itself");

  await page.locator(".update .button-primary").click();
  await page.waitForFunction(
    (release) =>
      document.querySelector('meta[name="release"]')?.getAttribute("content") === release,
    next,
  );
  await whenReady(page);
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7"]);
  const names = await loaded(page);
  assert.ok(names.length > 3);
  assert.deepEqual(
    names.filter((name) => !name.includes("NEXT")),
    [],
    "all files are new",
  );
  await until(async () => (await cachedReleases(page)).length === 1);
  assert.deepEqual(await cachedReleases(page), [next]);
  assert.deepEqual(errors, []);
});

test("another tab of the previous release finds its files until it is closed", async (t) => {
  const { server, folder, id } = await serveReleases(t);
  const { page, context } = await visit(t, server.url);
  const other = await context.newPage();
  const errors = listen(other);
  await other.goto(server.url);
  await whenReady(other);
  const next = putUp(folder, "NEXT");
  await askForNext(page);
  await page.locator(".update .button-primary").click();
  await page.waitForFunction(
    (release) =>
      document.querySelector('meta[name="release"]')?.getAttribute("content") === release,
    next,
  );
  await whenReady(page);

  assert.equal(await releaseOn(other), id, "no page is reloaded by another");
  assert.deepEqual((await cachedReleases(other)).toSorted(), [id, next].toSorted());
  const game = player(other);
  await game.start({ side: "red", level: 5 });
  await game.click("h2e2");
  await game.plies(2); // the engine's files are requested for the first time
  await other.waitForSelector(".update"); // the tab reports the new release
  assert.deepEqual(errors, []);

  await other.close();
  await page.reload();
  await until(async () => (await cachedReleases(page)).length === 1);
  assert.deepEqual(await cachedReleases(page), [next]);
});

const FAULTS: [string, (path: string) => void][] = [
  ["lacks a file", (path) => rmSync(path)],
  ["has a file of another release", (path) => writeFileSync(path, "export {};\n")],
];
for (const [what, spoil] of FAULTS) {
  test(`a release that ${what} never replaces the previous one`, async (t) => {
    const { server, folder, id } = await serveReleases(t);
    const { page } = await visit(t, server.url);
    putUp(folder, "BROKEN");
    const [name] = readdirSync(join(folder, "app")).filter((file) => file.startsWith("client-"));
    spoil(join(folder, "app", name));
    await askForNext(page);
    await until(() => isSettled(page));
    assert.deepEqual(await cachedReleases(page), [id]);
    await page.reload();
    await whenReady(page);
    assert.equal(await releaseOn(page), id);
    assert.equal(await page.locator(".update").count(), 0);
    const game = player(page);
    await game.start({ side: "red", level: 5 });
    await game.click("h2e2");
    await game.plies(2);
  });
}

test("the sources have no service worker", async (t) => {
  const { startServer } = await import("./helpers.ts");
  const server = await startServer(t, { root: "www" });
  const { page } = await openPage(t, server.url, ZH);
  await whenReady(page);
  assert.equal(await page.locator('meta[name="release"]').count(), 0);
  assert.equal(
    await page.evaluate(async () => !(await navigator.serviceWorker.getRegistration())),
    true,
  );
});
