/**
 * How soon a first visit can play, on a slow phone: `npx tsx tests/web/bench-load.ts [TIMES] [FOLDER…]` after
 * `./build.sh dist`. With several releases their visits take turns, so that other work on the machine hits them alike.
 * The network is Lighthouse's slow 4G (150 ms there and back, 1.6 Mbit/s), the processor four times as slow as this
 * one. Prints the median of the times, in ms after the navigation began.
 */
import { chromium } from "playwright-core";
import { startCompressed } from "../../tools/compressed.ts";
import { ROOT, chromiumPath } from "./helpers.ts";

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 2 ** 20) / 8,
  uploadThroughput: (0.75 * 2 ** 20) / 8,
};
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true };
const [times = "5", ...given] = process.argv.slice(2);
const folders = given.length > 0 ? given : [`${ROOT}dist`];

const servers = await Promise.all(folders.map((folder) => startCompressed(folder)));
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--disable-gpu", "--disable-dev-shm-usage"],
  chromiumSandbox: false,
});
/** @type {Record<string, number>[][]} */
const visits = folders.map(() => []);
for (let visit = 0; visit < Number(times); visit++)
  for (const [index, { url }] of servers.entries()) visits[index].push(await measure(url));
for (const [index, folder] of folders.entries()) {
  console.log(folder);
  for (const name of Object.keys(visits[index][0])) {
    const all = visits[index].map((seen) => seen[name]).toSorted((a, b) => a - b);
    const [least, median] = [all[0], all[all.length >> 1]].map((ms) => String(Math.round(ms)));
    console.log(`${name.padEnd(30)} ${median.padStart(6)} ms, at best ${least} ms`);
  }
}
await browser.close();
for (const server of servers) server.close();

/** @param {string} url */
async function measure(url) {
  const context = await browser.newContext({ ...PHONE, locale: "zh-CN" });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // The page says when; to ask it again and again would slow it down.
  const said = page.waitForEvent("console", (message) => message.text() === "movable");
  await page.goto(url, { waitUntil: "commit" });
  await said;
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return seen;
}

/** Runs in the page: notes when it can first be seen and used. A frame asked for needlessly would take time from it. */
function watch() {
  const seen = {};
  globalThis.seen = seen;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") seen["first words or picture"] = startTime;
  }).observe({ type: "paint", buffered: true });
  const look = () => {
    const { movable, dests } = document.querySelector("canvas[data-ready]").board.state;
    if (!movable || dests.size === 0) return requestAnimationFrame(look);
    seen.movable = performance.now();
    console.log("movable");
  };
  const observer = new MutationObserver(() => {
    observer.disconnect();
    seen.drawn = performance.now();
    look();
  });
  observer.observe(document, { subtree: true, attributeFilter: ["data-ready"] });
}
