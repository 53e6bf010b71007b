/**
 * How soon a first visit can play, on a slow phone: `node tests/web/bench-load.mjs [TIMES]` after `./build.sh dist`.
 * The network is Lighthouse's slow 4G (150 ms there and back, 1.6 Mbit/s), the processor four times as slow as this
 * one. Prints the median of the times, in ms after the navigation began.
 */
import { readdirSync, statSync } from "node:fs";
import { chromium } from "playwright-core";
import { startCompressed } from "../../tools/compressed.mjs";
import { ROOT, chromiumPath } from "./helpers.mjs";

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 2 ** 20) / 8,
  uploadThroughput: (0.75 * 2 ** 20) / 8,
};
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true };
const times = Number(process.argv[2] ?? 5);

const files = readdirSync(`${ROOT}dist`, { recursive: true, encoding: "utf8" });
const server = await startCompressed(`${ROOT}dist`);
server.warm(files.filter((path) => statSync(`${ROOT}dist/${path}`).isFile()));
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--disable-gpu", "--disable-dev-shm-usage"],
  chromiumSandbox: false,
});
/** @type {Record<string, number>[]} */
const visits = [];
for (let visit = 0; visit < times; visit++) visits.push(await measure());
for (const name of Object.keys(visits[0])) {
  const all = visits.map((times_) => times_[name]).toSorted((a, b) => a - b);
  console.log(`${name.padEnd(30)} ${String(Math.round(all[all.length >> 1])).padStart(6)} ms`);
}
await browser.close();
server.close();

async function measure() {
  const context = await browser.newContext({ ...PHONE, locale: "zh-CN" });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(server.url, { waitUntil: "commit" });
  await page.waitForFunction(() => "movable" in globalThis.seen, undefined, { timeout: 60_000 });
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return seen;
}

/** Runs in the page: notes when it can first be seen and used. */
function watch() {
  const seen = {};
  globalThis.seen = seen;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") seen["first words or picture"] = startTime;
  }).observe({ type: "paint", buffered: true });
  const look = () => {
    const board = document.querySelector("canvas[data-ready=true]");
    if (board) seen.drawn ??= performance.now();
    const { movable, dests } = board?.board.state ?? {};
    if (movable && dests.size > 0) seen.movable ??= performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
