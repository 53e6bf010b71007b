/**
 * Measures how soon a first visit can play, on a slow phone: `npx tsx tests/web/bench-load.ts [TIMES] [FOLDER…]` after
 * `./build.sh dist`. Visits to several releases take turns, so that other load of the machine affects them alike. The
 * network is Lighthouse's slow 4G (150 ms round trip, 1.6 Mbit/s), the processor four times as slow as this one. Prints
 * medians in ms after the navigation began.
 */
import { startCompressed } from "../../tools/compressed.ts";
import { ROOT, browser } from "./helpers.ts";

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 2 ** 20) / 8,
  uploadThroughput: (0.75 * 2 ** 20) / 8,
};
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true };
type Times = Record<string, number>;
declare global {
  var times: Times;
}

const [count = "5", ...paths] = process.argv.slice(2);
const folders = paths.length > 0 ? paths : [`${ROOT}dist`];

const servers = await Promise.all(folders.map((folder) => startCompressed(folder)));
const chromium = await browser();
const visits = folders.map((): Times[] => []);
for (let visit = 0; visit < Number(count); visit++)
  for (const [index, { url }] of servers.entries()) visits[index].push(await measure(url));
for (const [index, folder] of folders.entries()) {
  console.log(folder);
  for (const name of Object.keys(visits[index][0])) {
    const all = visits[index].map((times) => times[name]).toSorted((a, b) => a - b);
    const [least, median] = [all[0], all[all.length >> 1]].map((ms) => String(Math.round(ms)));
    console.log(`${name.padEnd(30)} ${median.padStart(6)} ms, at best ${least} ms`);
  }
}
await chromium.close();
for (const server of servers) server.close();
// Exits before node's test runner, which the helpers import, reports that there are no tests.
process.exit();

async function measure(url: string) {
  const context = await chromium.newContext({ ...PHONE, locale: "zh-CN" });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // The page logs the moment, since polling would slow it down.
  const movable = page.waitForEvent("console", (message) => message.text() === "movable");
  await page.goto(url, { waitUntil: "commit" });
  await movable;
  const times = await page.evaluate(() => globalThis.times);
  await context.close();
  return times;
}

/** Runs in the page: records when it can first be seen and used, with as few frames as possible. */
function watch() {
  const times: Times = (globalThis.times = {});
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") times["first words or picture"] = startTime;
  }).observe({ type: "paint", buffered: true });
  const look = () => {
    const { movable, dests } = chuhe.board.state;
    if (!movable || dests.size === 0) return void requestAnimationFrame(look);
    times.movable = performance.now();
    console.log("movable");
  };
  const observer = new MutationObserver(() => {
    observer.disconnect();
    times.drawn = performance.now();
    look();
  });
  observer.observe(document, { subtree: true, attributeFilter: ["data-ready"] });
}
