/** The page of the laboratory for tests. */
import { openApp } from "./helpers.ts";

/**
 * Opens it and waits until its parts are there.
 * @param {import("node:test").TestContext} t
 * @param {import("./helpers.ts").AppOptions} [options]
 */
export async function openLab(t, { context, path = "lab.html", ...options } = {}) {
  const size = { width: 1280, height: 900 };
  const wanted = { locale: "en-US", viewport: size, ...context };
  const app = await openApp(t, { context: wanted, path, ...options });
  await whenReady(app.page);
  return app;
}

/** @param {import("playwright-core").Page} page */
export async function whenReady(page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(async () => {
    globalThis.lab = await chuhe.ready;
  });
}
