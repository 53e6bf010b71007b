/** The test harness serves under a sub-path and collects errors of pages, workers and network. */
import assert from "node:assert/strict";
import test from "node:test";
import { openApp, until } from "./helpers.ts";

const html = (body: string) => ({
  type: "text/html",
  body: `<!doctype html><link rel="icon" href="data:,">${body}`,
});
const js = (body: string) => ({ type: "text/javascript", body });

test("a page under a sub-path loads its relative files and misses absolute ones", async (t) => {
  const files = {
    "probe.html": html('<script type="module" src="./here.js"></script>'),
    "here.js": js('fetch("/probe.html").then((answer) => (document.title = answer.status));'),
  };
  const { page, server, errors } = await openApp(t, {
    base: "/some/sub/path/",
    path: "probe.html",
    files,
  });
  await page.waitForFunction(() => document.title !== "");
  assert.equal(await page.title(), "404");
  assert.deepEqual(server.missed, ["/probe.html"]);
  assert.match(errors.join("\n"), /status 404/);
});

test("errors of the page and of its worker are collected", async (t) => {
  const files = {
    "probe.html": html('<script type="module" src="./main.js"></script>'),
    "main.js": js(
      'new Worker("./worker.js").onmessage = () => { throw new Error("thrown on the page"); };',
    ),
    "worker.js": js(
      'console.error("said by the worker"); postMessage(0); setTimeout(() => { throw new Error("thrown in the worker"); });',
    ),
  };
  const { errors } = await openApp(t, { path: "probe.html", files });
  await until(() => errors.length >= 3);
  const heard = errors.join("\n");
  assert.match(heard, /thrown on the page/);
  assert.match(heard, /said by the worker/);
  assert.match(heard, /thrown in the worker/);
});

test("a quiet page leaves no errors", async (t) => {
  const { errors } = await openApp(t, {
    path: "probe.html",
    files: { "probe.html": html("<p>hello</p>") },
  });
  assert.deepEqual(errors, []);
});
