/** Runs the steps in a browser as tests, on the release in dist/. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startServer } from "../server.ts";
import type { Server } from "../server.ts";
import { ROOT } from "../helpers.ts";
import type { Browser, Tab } from "./drivers.ts";
import { userOf } from "./user.ts";
import { STEPS, STEPS_OF_TWO } from "./steps.ts";

/** The time limit of a step, in milliseconds. */
const TIMEOUT = 180_000;
const PICTURES = `${ROOT}target/tests/pages`;

/** Stores the text, the errors and a picture of a page. */
async function storePage(tab: Tab, path: string) {
  mkdirSync(PICTURES, { recursive: true });
  const text = await tab.run(() => [location.href, document.body.innerText]);
  writeFileSync(`${path}.txt`, [...text, ...(await tab.errors()), ""].join("\n"));
  await tab.picture(`${path}.png`);
}

/** `name` is that of the browser. */
export function testIn(name: string, launch: () => Promise<Browser>) {
  let browser: Browser | undefined;
  let server: Server;

  before(async () => {
    server = await startServer({ root: `${ROOT}dist` });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server.close();
  });

  // WebKitGTK's driver has one session.
  const steps = name === "webkit" ? STEPS : { ...STEPS, ...STEPS_OF_TWO };
  for (const [title, step] of Object.entries(steps))
    test(`${name}: ${title}`, { timeout: TIMEOUT }, async (t) => {
      const tab = await browser!.visit();
      const visit = async () => {
        const other = await browser!.visit();
        t.after(() => other.close());
        return userOf(other);
      };
      try {
        await step(userOf(tab), server.url, { t, visit });
        assert.deepEqual(await tab.errors(), []);
      } catch (error) {
        await storePage(tab, `${PICTURES}/${name} ${title}`).catch(() => {});
        const errors = await tab.errors().catch(() => []);
        if (errors.length > 0 && error instanceof Error)
          error.message += `\nThe page said:\n${errors.join("\n")}`;
        throw error;
      } finally {
        await tab.close();
      }
    });
}
