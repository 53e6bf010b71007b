/**
 * Measures a large library in Chromium: run by hand, on an idle machine.
 *
 *     npx tsx tests/web/bench-library.ts [FILE.pgn]
 *
 * Reads the file (without one, 28,000 random games), searches positions, queries the explorer and scrolls the list; then
 * 100,000 random games, and an import whose worker is killed half-way. Prints a table and asserts nothing, since times
 * depend on the machine. Run `./build.sh dist` first.
 */

import type { BrowserContext, Page } from "playwright-core";
import { randomFrom } from "./board-helpers.ts";
import { max, mb, median, ms, rendererMemory, report } from "./bench-helpers.ts";
import type { Rows } from "./bench-helpers.ts";
import { readFileSync } from "node:fs";
import type { LibraryClient } from "../../www/js/database/library-client.ts";
import { startServer } from "./server.ts";
import { ROOT, browser } from "./helpers.ts";
import { whenReady } from "./library-helpers.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";

const RUNS = 7;
const POSITIONS = {
  "the start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
  "after three plies": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b",
  "an ending that no game reaches": "4k4/9/9/9/9/9/9/9/4P4/3K5 w",
};

initSync({ module: readFileSync(`${ROOT}www/pkg/chuhe_bg.wasm`) });

/** Returns games of random moves. */
function randomGames(count: number, plies: number) {
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

/** Runs in the page: measures the library's answers to the page's requests, in milliseconds. */
async function measureRequests({ fens, runs }: { fens: string[]; runs: number }) {
  const library = (await chuhe.ready) as LibraryClient;
  const time = async (act: () => Promise<unknown>) => {
    const took: number[] = [];
    for (let run = 0; run < runs; run++) {
      const from = performance.now();
      await act();
      took.push(performance.now() - from);
    }
    return took;
  };
  const positions = [];
  for (const text of fens) {
    const place = { search: "position", text } as const;
    const { ids } = await library.select({}, place);
    const explore = await time(() => library.explore(text, 30));
    positions.push({
      games: ids.length,
      find: await time(() => library.select({}, place)),
      explore,
    });
  }
  const sorted = await time(() => library.select({ column: "red" }, null));
  const named = await time(() => library.select({ opening: "仙人指路" }, null));
  return { positions, sorted, named };
}

/** Runs in the page: scrolls the list to its end and returns the times between frames. */
async function scroll() {
  const grid = document.querySelector("#library-grid")!;
  const frames: number[] = [];
  const steps = 120;
  for (let step = 0; step <= steps; step++) {
    grid.scrollTop = ((grid.scrollHeight - grid.clientHeight) * step) / steps;
    frames.push(await new Promise(requestAnimationFrame));
  }
  return frames.slice(1).map((at, index) => at - frames[index]);
}

/** Runs in the page: returns the bytes of the library's store. */
async function storedBytes() {
  // The types lack `usageDetails`, which Chromium has.
  const estimate: StorageEstimate & { usageDetails?: { indexedDB?: number } } =
    await navigator.storage.estimate();
  return estimate.usageDetails?.indexedDB ?? estimate.usage ?? 0;
}

/** Adds games and returns the milliseconds until the report. */
async function add(page: Page, text: string) {
  // Playwright sets only small files from memory.
  const handle = await page.evaluateHandle(() => new DataTransfer());
  await page.route("**/games-to-add.pgn", (route) => route.fulfill({ body: text }));
  await handle.evaluate(async (transfer) => {
    const bytes = await (await fetch("games-to-add.pgn")).arrayBuffer();
    transfer.items.add(new File([bytes], "games.pgn"));
  });
  return page.evaluate(async (transfer) => {
    const field = document.querySelector<HTMLInputElement>("#library-file")!;
    const from = performance.now();
    field.files = transfer.files;
    field.dispatchEvent(new Event("change"));
    const close = document.querySelector<HTMLElement>("#library-close")!;
    const isOver = () => close.checkVisibility();
    while (isOver()) await new Promise((resolve) => setTimeout(resolve, 1));
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
    const took = performance.now() - from;
    close.click();
    return took;
  }, handle);
}

async function libraryRows(
  context: BrowserContext,
  url: string,
  what: string,
  text: string,
): Promise<{ rows: Rows; page: Page }> {
  const first = await context.newPage();
  await first.goto(url);
  await whenReady(first);
  const empty = await rendererMemory();
  const took = await add(first, text);
  const size = await first.evaluate(countGames);
  const after = await rendererMemory();
  // Another page has a process of its own, without the memory of the import.
  const page = await context.newPage();
  await first.close();
  const from = performance.now();
  await page.goto(url);
  await whenReady(page);
  const opened = performance.now() - from;
  const names = Object.keys(POSITIONS);
  const requests = { fens: Object.values(POSITIONS), runs: RUNS };
  const { positions, sorted, named } = await page.evaluate(measureRequests, requests);
  const gaps = await page.evaluate(scroll);
  const memory = await rendererMemory();
  const bytes = await page.evaluate(storedBytes);
  const rows: Rows = [
    [`${what}: games, MB`, `${size}, ${(Buffer.byteLength(text) / 1e6).toFixed(1)}`],
    ["read and stored", ms(took)],
    ["page opened with them", ms(opened)],
    ...positions.flatMap(({ games, find, explore }, at): Rows => [
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
  return { rows, page };
}

/** Runs in the page. */
const countGames = async () => (await ((await chuhe.ready) as LibraryClient).select({}, null)).size;

/** Ends the worker half-way through an import and counts the games that remain. */
async function killedRows(page: Page, text: string): Promise<Rows> {
  const before = await page.evaluate(countGames);
  void add(page, text).catch(() => {});
  await page.waitForFunction(() => {
    const bar = document.querySelector<HTMLProgressElement>("#library-bar")!;
    return bar.checkVisibility() && bar.position > 0.4;
  });
  await page.evaluate(async () => ((await chuhe.ready) as LibraryClient).end());
  await page.reload();
  await whenReady(page);
  const after = await page.evaluate(countGames);
  return [["worker killed half-way through an import: games before, after", `${before}, ${after}`]];
}

async function main() {
  const [path] = process.argv.slice(2);
  const text = path ? readFileSync(path, "utf8") : randomGames(28_000, 85);
  const server = await startServer({ root: `${ROOT}dist` });
  const chromium = await browser();
  const rows: Rows = [];
  const libraries = [
    [path ? "the file" : "random games", text],
    ["many random games", randomGames(100_000, 85)],
  ];
  for (const [what, games] of libraries) {
    const context = await chromium.newContext({ locale: "en-GB", serviceWorkers: "block" });
    const opened = await libraryRows(context, `${server.url}library.html`, what, games);
    rows.push(...opened.rows);
    if (what === "many random games") rows.push(...(await killedRows(opened.page, text)));
    await context.close();
  }
  report(chromium.version(), rows);
  await chromium.close();
  await server.close();
}

await main();
// Exits before node's test runner, which the helpers import, reports that there are no tests.
process.exit();
