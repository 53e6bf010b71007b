/** The pages of a release are isolated from other sites, on hosts that send no headers for it. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { whenShown } from "./frame-helpers.ts";
import { openPage, startServer, until } from "./helpers.ts";
import { player, whenReady } from "./page-helpers.ts";
import { serveReleases } from "./release-helpers.ts";

const ALLOWED: BrowserContextOptions = {
  serviceWorkers: "allow",
  locale: "en",
  viewport: { width: 1100, height: 760 },
};
const isIsolated = (page: Page | Frame) => page.evaluate(() => crossOriginIsolated);

/** Opens a page and waits until its release is cached. */
async function visit(t: TestContext) {
  const { server } = await serveReleases(t);
  const app = await openPage(t, server.url, ALLOWED);
  await app.context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 4 });
  });
  await whenReady(app.page);
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { ...app, server };
}

test("the second visit searches with several threads, also offline", async (t) => {
  const { page, context, server, errors } = await visit(t);
  assert.equal(await isIsolated(page), false, "the host sends no headers");
  const threads: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/threads")) threads.push(request.url());
  });
  const play = async () => {
    await player(page).start({ side: "black", level: 15, seed: 1 });
    await player(page).plies(1);
  };
  await play();
  assert.deepEqual(threads, [], "what several threads take is not fetched before");

  const engine = () => page.workers().filter((worker) => /\/threads-worker/.test(worker.url()));
  await page.reload();
  await whenReady(page);
  assert.equal(await isIsolated(page), true);
  await play();
  assert.equal(engine().length, 1);
  await until(() => keeps(page, "helper-worker"));
  await server.close();
  await page.reload();
  await whenReady(page);
  await play();
  assert.equal(engine().length, 1, "all of it is kept");
  assert.deepEqual(errors, []);
});

/** Returns true if the browser has cached a file of the release. */
const keeps = (page: Page, name: string) =>
  page.evaluate(async (part) => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
    return requests.flat().some(({ url }) => url.includes(part));
  }, name);

test("every page is isolated, except the one for frames", async (t) => {
  const { page, server, errors } = await visit(t);
  for (const name of ["analysis", "puzzles", "learn", "lab", "friend"]) {
    await page.goto(`${server.url}${name}.html`);
    assert.equal(await isIsolated(page), true, name);
  }
  await page.goto(`${server.url}embed.html`);
  assert.equal(await isIsolated(page), false);
  const frame = `<!doctype html><link rel="icon" href="data:," /><title>Elsewhere</title>
    <iframe src="${server.url}embed.html"></iframe>
    <iframe sandbox="allow-scripts" src="${server.url}embed.html"></iframe>`;
  const elsewhere = await startServer(t, {
    files: { "frame.html": { type: "text/html", body: frame } },
  });
  await page.goto(`${elsewhere.url}frame.html`.replace("127.0.0.1", "localhost"));
  const frames = page.frames().slice(1);
  assert.equal(frames.length, 2);
  for (const each of frames) await whenShown(each as unknown as Page); // has its methods
  assert.deepEqual(errors, []);
});
