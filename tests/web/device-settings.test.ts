/** The settings of cores and memory are shown and stored, and the engine follows them. */

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { newPage, startServer, until } from "./helpers.ts";
import { player, whenReady } from "./page-helpers.ts";

const FIELD = "#settings-form select[name]";

async function fields(page: Page) {
  await page.click("#settings");
  await page.locator("#settings-memory").waitFor();
  return page
    .locator(FIELD)
    .evaluateAll((lists: HTMLSelectElement[]) => lists.map(({ name, value }) => [name, value]));
}

/** Opens a page on a device with eight cores. */
async function openOnEight(t: TestContext, isolated = true) {
  const { url } = await startServer(t, { isolated });
  const app = await newPage(t);
  await app.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 8 }),
  );
  return { ...app, url };
}

test("stores the chosen cores and memory, and the engine uses them", async (t) => {
  const { page, errors, url } = await openOnEight(t);
  await page.goto(url);
  await whenReady(page);
  assert.deepEqual(await fields(page), [
    ["cores", "4"],
    ["memory", "64"],
  ]);
  await page.selectOption("#settings-cores", "2");
  await page.selectOption("#settings-memory", "128");
  await page.reload();
  await whenReady(page);
  assert.deepEqual(await fields(page), [
    ["cores", "2"],
    ["memory", "128"],
  ]);
  await page.click("#settings-dialog [data-close]");
  const game = player(page);
  await game.start({ side: "black", level: 15, seed: 1 });
  await game.plies(1);
  const engines = () =>
    page
      .workers()
      .map((worker) => worker.url())
      .filter((name) => /\/(threads-)?worker/.test(name));
  assert.match(engines().join(), /threads-worker/);

  await page.click("#settings");
  await page.selectOption("#settings-cores", "1");
  await game.start({ side: "black", level: 15, seed: 2 });
  await game.plies(1);
  await until(() => engines().length === 1 && !engines()[0].includes("threads-worker"));
  assert.deepEqual(errors, []);
});

test("goes on searching lines with the chosen cores", async (t) => {
  const { page, errors, url } = await openOnEight(t);
  await page.goto(`${url}analysis.html`);
  await page.waitForFunction(() => globalThis.chuheAnalysis?.lines?.state.status === "thinking");
  const isThreaded = () => page.workers().some((worker) => worker.url().includes("threads-worker"));
  assert.ok(isThreaded());
  await page.click("#settings");
  await page.selectOption("#settings-cores", "1");
  await until(() => !isThreaded());
  await page.waitForFunction(() => chuheAnalysis.lines.state.status === "thinking");
  assert.deepEqual(errors, []);
});

test("offers no cores on a device with one usable core", async (t) => {
  const { page, url } = await openOnEight(t, false);
  await page.goto(`${url}analysis.html`);
  await page.locator("#settings").waitFor();
  await page.waitForFunction(() => globalThis.chuheAnalysis);
  assert.deepEqual(await fields(page), [["memory", "64"]]);
});
