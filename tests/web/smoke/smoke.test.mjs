/**
 * The same steps in several browsers, on the release in dist/.
 *
 * `./build.sh test web --browser firefox` runs them in one of them; CHUHE_BROWSERS names them otherwise.
 */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { startServer } from "../../../tools/server.mjs";
import { ROOT } from "../helpers.mjs";
import { BROWSERS, launch } from "./drivers.mjs";
import { handOf } from "./hand.mjs";
import { STEPS } from "./steps.mjs";

const PICTURES = `${ROOT}target/tests/pages`;

/** @type {import("../../../tools/server.mjs").Server} */
let server;
/** @type {Map<string, Promise<import("./drivers.mjs").Browser>>} */
const started = new Map();

before(async () => (server = await startServer({ root: `${ROOT}dist` })));
after(async () => {
  for (const browser of started.values()) await browser.then((one) => one.close()).catch(() => {});
  await server.close();
});

for (const name of process.env.CHUHE_BROWSERS?.split(",") ?? BROWSERS)
  for (const [title, step] of Object.entries(STEPS))
    test(`${name}: ${title}`, async () => {
      if (!started.has(name)) started.set(name, launch(name));
      const tab = await (await started.get(name)).visit();
      try {
        await step(handOf(tab), server.url);
        assert.deepEqual(await tab.errors(), []);
      } catch (error) {
        mkdirSync(PICTURES, { recursive: true });
        await tab.picture(`${PICTURES}/${name} ${title}.png`).catch(() => {});
        const heard = await tab.errors().catch(() => []);
        throw heard.length > 0
          ? new Error(`${error.message}\n${heard.join("\n")}`, { cause: error })
          : error;
      } finally {
        await tab.close();
      }
    });
