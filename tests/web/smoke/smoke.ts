/** What is done in every browser, as tests, on the release in dist/. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startServer } from "../server.ts";
import { ROOT } from "../helpers.ts";
import { userOf } from "./user.ts";
import { STEPS } from "./steps.ts";

/** A step that takes longer hangs, in milliseconds. */
const TIMEOUT = 180_000;
const PICTURES = `${ROOT}target/tests/pages`;

/** Keeps what a page shows and says. @param {import("./drivers.ts").Tab} tab @param {string} path */
async function keep(tab, path) {
  mkdirSync(PICTURES, { recursive: true });
  const shown = await tab.run(() => [location.href, document.body.innerText]);
  writeFileSync(`${path}.txt`, [...shown, ...(await tab.errors()), ""].join("\n"));
  await tab.picture(`${path}.png`);
}

/** @param {string} name of the browser @param {() => Promise<import("./drivers.ts").Browser>} launch */
export function testIn(name, launch) {
  /** @type {import("./drivers.ts").Browser|undefined} */
  let browser;
  /** @type {import("../server.ts").Server} */
  let server;

  before(async () => {
    server = await startServer({ root: `${ROOT}dist` });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server.close();
  });

  for (const [title, step] of Object.entries(STEPS))
    test(`${name}: ${title}`, { timeout: TIMEOUT }, async () => {
      const tab = await browser.visit();
      try {
        await step(userOf(tab), server.url);
        assert.deepEqual(await tab.errors(), []);
      } catch (error) {
        await keep(tab, `${PICTURES}/${name} ${title}`).catch(() => {});
        const heard = await tab.errors().catch(() => []);
        if (heard.length > 0) error.message += `\nThe page said:\n${heard.join("\n")}`;
        throw error;
      } finally {
        await tab.close();
      }
    });
}
