/**
 * What a large library costs in Chromium: run by hand, on a machine that does little else.
 *
 *     npx tsx tests/web/bench-library.ts [FILE.pgn]
 *
 * Reads the file (without one, 28,000 games made up), looks for positions, asks the explorer and goes through the list;
 * then 100,000 games made up, and an import whose worker is killed half-way. Prints a table; asserts nothing, since the
 * figures are the machine's. Run `./build.sh dist` first.
 */

import { randomFrom } from "./board-helpers.ts";
import { max, mb, median, ms, rendererMemory, report } from "./bench-helpers.ts";
import { readFileSync } from "node:fs";
import { startServer } from "./server.ts";
import { ROOT, browser } from "./helpers.ts";
import { whenReady } from "./library-helpers.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./bench-helpers.ts").Rows} Rows */

const RUNS = 7;
const POSITIONS = {
  "the start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
  "after three plies": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b",
  "an ending that never comes": "4k4/9/9/9/9/9/9/9/4P4/3K5 w",
};

initSync({ module: readFileSync(`${ROOT}www/pkg/chuhe_bg.wasm`) });

/** Games of moves at random, as long as real ones. @param {number} count @param {number} plies */
function madeUp(count, plies) {
  const pick = randomFrom(7);
  const lines = Array.from({ length: 200 }, () => {
    const game = new Game();
    for (let ply = 0; ply < plies; ply++) {
      const dests = [...game.dests()].filter(([, to]) => to.length > 0);
      if (dests.length === 0) break;
      const [from, to] = dests[pick(dests.length)];
      game.play(from + to[pick(to.length)]);
    }
    const moves = game.moves().join(" ");
    game.free();
    return moves;
  });
  return Array.from(
    { length: count },
    (_, at) => `[Event "Cup ${at % 97}"]
[Date "${1950 + (at % 70)}.05.31"]
[Red "Player ${at}"]
[Black "Player ${pick(count)}"]
[Result "${["1-0", "0-1", "1/2-1/2"][at % 3]}"]

${lines[at % lines.length]} *
`,
  ).join("\n");
}

/** Runs in the page: how long the library takes for what the page asks it. @param {{ fens: string[], runs: number }} asked */
async function questions({ fens, runs }) {
  const library = await globalThis.chuhe.ready;
  const time = async (/** @type {() => Promise<unknown>} */ act) => {
    const took = [];
    for (let run = 0; run < runs; run++) {
      const from = performance.now();
      await act();
      took.push(performance.now() - from);
    }
    return took;
  };
  const seen = [];
  for (const text of fens) {
    const place = { search: "position", text };
    const { ids } = await library.select({}, place);
    const explore = await time(() => library.explore(text, 30));
    seen.push({ games: ids.length, find: await time(() => library.select({}, place)), explore });
  }
  const sorted = await time(() => library.select({ column: "red" }, null));
  const named = await time(() => library.select({ opening: "仙人指路" }, null));
  return { seen, sorted, named };
}

/** Runs in the page: frames while the list is scrolled from its head to its end. */
async function scroll() {
  const grid = /** @type {HTMLElement} */ document.querySelector("#library-grid");
  const frames = [];
  const steps = 120;
  for (let step = 0; step <= steps; step++) {
    grid.scrollTop = ((grid.scrollHeight - grid.clientHeight) * step) / steps;
    frames.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return frames.slice(1).map((at, index) => at - frames[index]);
}

/** Runs in the page: bytes that the library takes in its store. */
async function stored() {
  const { usage = 0, usageDetails } = await navigator.storage.estimate();
  return /** @type {any} */ usageDetails?.indexedDB ?? usage;
}

/** @param {Page} page @param {string} text @returns {Promise<number>} milliseconds until the report */
async function add(page, text) {
  const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(text) };
  // So large a file reaches a field only from the disk.
  const handle = await page.evaluateHandle(() => new DataTransfer());
  await page.route("**/games-to-add.pgn", (route) => route.fulfill({ body: file.buffer }));
  await handle.evaluate(async (transfer) => {
    const bytes = await (await fetch("games-to-add.pgn")).arrayBuffer();
    transfer.items.add(new File([bytes], "games.pgn"));
  });
  return page.evaluate(async (transfer) => {
    const field = /** @type {HTMLInputElement} */ document.querySelector("#library-file");
    const from = performance.now();
    field.files = transfer.files;
    field.dispatchEvent(new Event("change"));
    const close = /** @type {HTMLElement} */ document.querySelector("#library-close");
    const isOver = () => close.checkVisibility();
    while (isOver()) await new Promise((resolve) => setTimeout(resolve, 1));
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
    const took = performance.now() - from;
    close.click();
    return took;
  }, handle);
}

/** @param {import("playwright-core").BrowserContext} context @param {string} url @param {string} what @param {string} text @returns {Promise<{ rows: Rows, page: Page }>} */
async function libraryRows(context, url, what, text) {
  const first = await context.newPage();
  await first.goto(url);
  await whenReady(first);
  const empty = await rendererMemory();
  const took = await add(first, text);
  const size = await first.evaluate(async () => (await globalThis.chuhe.ready).select({}, null));
  const after = await rendererMemory();
  // A process of its own, without what the import has left behind.
  const page = await context.newPage();
  await first.close();
  const from = performance.now();
  await page.goto(url);
  await whenReady(page);
  const opened = performance.now() - from;
  const names = Object.keys(POSITIONS);
  const asked = { fens: Object.values(POSITIONS), runs: RUNS };
  const { seen, sorted, named } = await page.evaluate(questions, asked);
  const gaps = await page.evaluate(scroll);
  const memory = await rendererMemory();
  const bytes = await page.evaluate(stored);
  const rows = [
    [`${what}: games, MB`, `${size.size}, ${(Buffer.byteLength(text) / 1e6).toFixed(1)}`],
    ["read and stored", ms(took)],
    ["page opened with them", ms(opened)],
    ...seen.flatMap(({ games, find, explore }, at) => [
      [`found: ${names[at]} (${games} games)`, ms(median(find))],
      [`explorer: ${names[at]}`, ms(median(explore))],
    ]),
    ["sorted by Red", ms(median(sorted))],
    ["found: an opening by its name", ms(median(named))],
    ["scrolled from head to end: longest frame, median", `${ms(max(gaps))}, ${ms(median(gaps))}`],
    ["in the store", mb(bytes / 2 ** 20)],
    ["memory of the tab: empty", mb(empty.anonymous)],
    ["memory of the tab: after the import", mb(after.anonymous)],
    ["memory of the tab: opened, searched, scrolled", mb(memory.anonymous)],
  ];
  return { rows: /** @type {Rows} */ rows, page };
}

/** An import whose worker is killed half-way leaves what was there. @param {Page} page @param {string} text @returns {Promise<Rows>} */
async function killedRows(page, text) {
  const before = await page.evaluate(
    async () => (await (await globalThis.chuhe.ready).select({}, null)).size,
  );
  void add(page, text).catch(() => {});
  await page.waitForFunction(() => {
    const bar = /** @type {HTMLProgressElement} */ document.querySelector("#library-bar");
    return bar.checkVisibility() && bar.position > 0.4;
  });
  await page.evaluate(async () => (await globalThis.chuhe.ready).end());
  await page.reload();
  await whenReady(page);
  const after = await page.evaluate(
    async () => (await (await globalThis.chuhe.ready).select({}, null)).size,
  );
  return [["worker killed half-way through an import: games before, after", `${before}, ${after}`]];
}

async function main() {
  const [path] = process.argv.slice(2);
  const text = path ? readFileSync(path, "utf8") : madeUp(28_000, 85);
  const server = await startServer({ root: `${ROOT}dist` });
  const chromium = await browser();
  /** @type {Rows} */
  const rows = [];
  /** @type {[string, string][]} */
  const libraries = [
    [path ? "the file" : "made up", text],
    ["many made up", madeUp(100_000, 85)],
  ];
  for (const [what, games] of libraries) {
    const context = await chromium.newContext({ locale: "en-GB", serviceWorkers: "block" });
    const made = await libraryRows(context, `${server.url}library.html`, what, games);
    rows.push(...made.rows);
    if (what === "many made up") rows.push(...(await killedRows(made.page, text)));
    await context.close();
  }
  report(chromium.version(), rows);
  await chromium.close();
  await server.close();
}

await main();
// The helpers carry node's test runner along, which would now report on no tests at all.
process.exit();
