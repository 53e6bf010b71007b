/** The built wasm loads on the page and in a module worker, from any path. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ROOT, openApp } from "./helpers.ts";

const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
const POLICY = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const FILES = {
  "probe.html": {
    type: "text/html",
    body: `<!doctype html><link rel="icon" href="data:,"><script type="module" src="probe.js"></script>`,
  },
  "probe.js": {
    type: "text/javascript",
    body: `import init, { version } from "./pkg/chuhe.js";
      await init();
      const worker = new Worker("probe-worker.js", { type: "module" });
      worker.onmessage = ({ data }) => (document.title = version() + " " + data);`,
  },
  "probe-worker.js": {
    type: "text/javascript",
    body: `import init, { version } from "./pkg/chuhe.js";
      await init();
      postMessage(version());`,
  },
};

test("the wasm loads on a page and in a worker under a sub-path", async (t) => {
  const { page, errors } = await openApp(t, {
    base: "/some/sub/path/",
    path: "probe.html",
    files: FILES,
    headers: { "Content-Security-Policy": POLICY },
  });
  await page.waitForFunction(() => document.title !== "");
  assert.equal(await page.title(), `${version} ${version}`);
  assert.deepEqual(errors, []);
});
