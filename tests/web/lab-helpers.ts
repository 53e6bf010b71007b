/** Opens the laboratory's page for tests. */
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { createLab } from "../../www/js/lab/lab-client.ts";
import { openApp } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";

declare global {
  /** The laboratory's client, once `whenReady` has run. */
  var lab: ReturnType<typeof createLab>;
}

/** Opens the page and waits until its parts are there. */
export async function openLab(
  t: TestContext,
  { context, path = "lab.html", ...options }: AppOptions = {},
) {
  const defaults = { locale: "en-US", viewport: { width: 1280, height: 900 } };
  const app = await openApp(t, { context: { ...defaults, ...context }, path, ...options });
  await whenReady(app.page);
  return app;
}

export async function whenReady(page: Page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(async () => {
    globalThis.lab = (await chuhe.ready) as typeof lab;
  });
}
