// The opening explorer of the analysis: moves of the library's games and of the book, with the engine's scores.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { createMoveScores } from "../../www/js/analysis/explorer-scores.ts";
import type { EngineQueue } from "../../www/js/analysis/engine-queue.ts";
import type { Answer } from "../../www/js/engine/types.ts";
import { openAnalysis, whenReady } from "./analysis-helpers.ts";
import { fake } from "./fake.ts";
import { until } from "./helpers.ts";
import {
  hand as libraryHand,
  watchRequests,
  whenReady as whenLibraryReady,
} from "./library-helpers.ts";

/** The first two games have the same position after three plies. */
const GAMES = `[Red "Hu"]
[Black "Wang"]
[Date "1998.05.31"]
[Result "1-0"]

1. h2e2 h9g7 2. b0c2 i9h9 1-0

[Red "Zhao"]
[Black "Wu"]
[Date "2010"]
[Result "0-1"]

1. b0c2 h9g7 2. h2e2 b9c7 0-1

[Red "Li"]
[Black "Chen"]
[Date "2004.01.02"]
[Result "1/2-1/2"]

1. h2e2 b9c7 1/2-1/2
`;

/** Waits for these moves with their numbers of games, sorted by move. */
const shows = (page: Page, wanted: string) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll<HTMLElement>("#explorer-moves button")]
        .filter((row) => row.querySelector(".explorer-games")!.textContent)
        .map((row) => `${row.dataset.move} ${row.querySelector(".explorer-games")!.textContent}`)
        .toSorted()
        .join() === text,
    wanted,
  );

test("counts the moves of the library's games, also after transpositions; a press plays one or opens a game", async (t) => {
  // In this window, moves and explorer stand side by side.
  const viewport = { width: 1280, height: 800 };
  const { page, server, errors, hand } = await openAnalysis(t, {
    context: { locale: "en-GB", viewport },
  });
  await page.click("#explorer summary");
  await page.locator("#explorer-add").waitFor();
  await page.goto(`${server.url}library.html`);
  await whenLibraryReady(page);
  await libraryHand(page).add(["games.pgn", GAMES]);
  await page.goto(`${server.url}analysis.html`);
  await whenReady(page);
  await page.click("#explorer summary");
  await shows(page, "h0g2 1,h2e2 2");
  assert.match(await page.innerText("#explorer-count"), /^3 of 3 games.*Red 1, drawn 1, Black 1/);
  await page.click('#explorer-moves [data-move="h2e2"]');
  await shows(page, "b9c7 1,h9g7 1");
  await hand.at("h2e2");
  await page.focus('#explorer-moves [data-move="h9g7"]');
  await page.keyboard.press("Enter");
  await shows(page, "b0c2 1");
  await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset.move === "b0c2");
  await hand.move("b0c2");
  await shows(page, "b9c7 1,i9h9 1");
  const reply = page.getByRole("button", { name: /Red 0, drawn 0, Black 1.*2010.*Wu/ });
  assert.equal(await reply.getAttribute("data-move"), "b9c7");
  const names = page.locator("#explorer-games .explorer-names");
  assert.deepEqual(await names.allInnerTexts(), ["Zhao – Wu", "Hu – Wang"]);
  await page.click("#explorer-games li:first-child button");
  await hand.at("b0c2 h9g7 h2e2");
  await shows(page, "b9c7 1,i9h9 1");
  await hand.move("a9a8");
  await page.waitForFunction(() =>
    document.querySelector("#explorer-count")!.textContent.includes("none of 3 games"),
  );
  await page.evaluate(() => chuheAnalysis.study.go(0));
  await shows(page, "h0g2 1,h2e2 2");
  const central = page.locator('#explorer-moves [data-move="h2e2"]');
  assert.match(await central.innerText(), /library 67%.*Chuhe's book \d+%/s, "both are named");
  assert.equal(await central.locator(".explorer-bar").innerText(), "50%\n50%");
  // The lines to learn from here.
  await page.click("#explorer-learn");
  const lines = page.locator("#main-lines li");
  await page.locator("#main-count", { hasText: "1 line, 2 exercises" }).waitFor();
  assert.deepEqual(await lines.allInnerTexts(), ["C2.5 H8+7 H8+7 1 game"]);
  await page.locator("[name=main-side][value=black]").check({ force: true });
  await page.locator("#main-press", { hasText: "for Black" }).waitFor();
  await page.locator("[name=main-side][value=red]").check({ force: true });
  await page.locator("#main-press:enabled", { hasText: "for Red" }).click();
  await hand.said("2 exercises");
  await page.goto(`${server.url}index.html`);
  const due = page.locator("#start-due", { hasText: "2 exercises due today" });
  await due.click();
  await page.waitForURL(/puzzles.html#practice/);
  assert.deepEqual(errors, []);
});

test("lists the moves of the book with names and scores, also without games", async (t) => {
  const { page, errors, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await page.click("#explorer summary");
  const row = (move: string) => page.locator(`#explorer-moves [data-move="${move}"]`);
  await row("h2e2").waitFor();
  assert.match(await row("h2e2").innerText(), /Central Cannon.*book \d+%/s);
  assert.equal(await row("b2e2").count(), 0, "left and right are one");
  const score = /^[+\u2212]?\d\.\d\d$/;
  const isScored = (move: string) =>
    page.waitForFunction(
      ([name, form]) =>
        new RegExp(form).test(
          document.querySelector(`[data-move="${name}"] .explorer-score`)?.textContent ?? "",
        ),
      [move, score.source],
    );
  await isScored("h2e2");
  await row("h2e2").click();
  await hand.at("h2e2");
  await isScored("h9g7");
  await row("h9g7").click();
  await hand.at("h2e2 h9g7");
  assert.deepEqual(errors, []);
});

/** Returns how many elements are in view as a whole and not covered in their middle. */
const inSight = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const area = document.querySelector("#tree-area")!.getBoundingClientRect();
    return elements.filter((element) => {
      const { left, top, bottom, width } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
      return top >= area.top - 1 && bottom <= area.bottom + 1 && element.contains(hit);
    }).length;
  });

/** Waits until enough elements are in view, as the page draws with its next frame. */
const comeIntoSight = (page: Page, selector: string, least: number, what: string) =>
  until(async () => (await inSight(page, selector)) >= least, what);

test("an open explorer scrolls its moves into view, a closed one leaves room for the game's", async (t) => {
  const { page, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  const moves = "h2e2 h9g7 h0g2 i9h9 i0h0 h7h1 b0c2 h1h5 g0i2 h9h6";
  await page.evaluate((line) => {
    const { study } = chuheAnalysis;
    study.addLine(0, line.split(" "));
    study.go(0);
  }, moves);
  const ply = ".tree .node";
  const row = "#explorer-moves button";
  const heading = "#explorer summary";
  /** For each window's size, the least numbers of the game's and the explorer's moves in view. */
  const sizes = [
    [1440, 900, 8, 5],
    [1366, 768, 4, 3],
    [844, 390, 4, 1],
  ] as const;
  for (const [width, height, plies, rows] of sizes) {
    const size = `${width} x ${height}`;
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => document.querySelector("#tree-area")!.scrollTop === 0);
    await comeIntoSight(page, ply, plies, `${size}: moves of the game`);
    await comeIntoSight(page, heading, 1, `${size}: the way to it`);
    await page.click(heading);
    await comeIntoSight(page, row, rows, `${size}: its moves`);
    await comeIntoSight(page, heading, 1, `${size}: its heading`);
    // In a wide window, the moves stay in view beside it.
    if (width > 1180) await comeIntoSight(page, ply, plies, `${size}: moves beside the explorer`);
    await page.click(`${row}[data-move="h2e2"]`);
    await hand.at("h2e2");
    await page.locator(`${row}[data-move="h9g7"]`).waitFor();
    const left = Math.min(rows, await page.locator(row).count());
    await comeIntoSight(page, row, left, `${size}: after a move`);
    await comeIntoSight(page, heading, 1, `${size}: its heading after a move`);
    await page.click(heading);
    await page.evaluate(() => chuheAnalysis.study.go(0));
    await hand.at("");
  }
});

test("asks the library nothing while another section is shown", async (t) => {
  const { page, context, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await watchRequests(context, "explore");
  await page.reload();
  await whenReady(page);
  await page.click("#explorer summary");
  await page.locator('#explorer-moves [data-move="h2e2"]').waitFor();
  const before = await page.evaluate(() => globalThis.requests);
  await page.click(".section-tab[data-part=review]");
  await page.locator("#explorer").waitFor({ state: "hidden" });
  await hand.move("h2e2");
  await hand.move("h9g7");
  await hand.at("h2e2 h9g7");
  await page.click(".section-tab[data-part=explorer]");
  await page.waitForFunction((count) => globalThis.requests > count, before);
  await page.locator('#explorer-moves [data-move="h0g2"]').waitFor();
  assert.equal(await page.evaluate(() => globalThis.requests), before + 1);
});

test("asks again if the library's games may have changed during a request", async (t) => {
  const { page, context } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await watchRequests(context, "explore", true);
  await page.reload();
  await whenReady(page);
  const box = page.locator("#explorer");
  const toggle = async (isOpen: boolean) => {
    await page.click("#explorer summary");
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLDetailsElement>("#explorer")!.open === wanted,
      isOpen,
    );
  };
  await toggle(true);
  await page.waitForFunction(() => globalThis.requests === 1);
  // Closing and opening the explorer forgets all answers.
  await toggle(false);
  await toggle(true);
  await page.evaluate(() => dispatchEvent(new Event("release")));
  await page.waitForFunction(() => globalThis.requests === 2);
  await box.locator('[data-move="h2e2"]').waitFor();
});

test("works without the book's file and fetches the book again", async (t) => {
  const { page, context } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await context.route("**/book*.bin", (route) => route.abort());
  await page.click("#explorer summary");
  await page.locator("#explorer-add").waitFor();
  assert.equal(await page.locator("#explorer-moves button").count(), 0);
  await context.unroute("**/book*.bin");
  await page.click("#explorer summary");
  await page.click("#explorer summary");
  await page.locator('#explorer-moves [data-move="h2e2"]').waitFor();
});

/** Creates a queue that answers when the test says. */
function standIn() {
  const searches: { move: string; resolve: (answer: Answer | null) => void }[] = [];
  const listeners: (() => void)[] = [];
  const queue = {
    owner: null as EngineQueue["owner"],
    subscribe(listener: () => void) {
      listeners.push(listener);
      return () => {};
    },
    ask: (...[, [move], , , signal]: Parameters<EngineQueue["ask"]>) =>
      new Promise<Answer | null>((resolve) => {
        signal!.addEventListener("abort", () => resolve(null));
        searches.push({ move, resolve });
      }),
  };
  const become = (owner: EngineQueue["owner"]) => {
    queue.owner = owner;
    for (const listener of listeners) listener();
  };
  return { queue, searches, become };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 0));
const answer = (cp: number) => fake<Answer>({ move: "a0a1", score: { cp } });

test("scores moves one after the other, from Red's view, until a review takes the engine", async () => {
  const { queue, searches, become } = standIn();
  let changes = 0;
  const scores = createMoveScores(queue, queue);
  const onScore = () => changes++;
  scores.request({ fen: "x w", moves: ["h2e2", "c3c4"], onScore });
  assert.deepEqual(
    searches.map(({ move }) => move),
    ["h2e2"],
  );
  searches[0].resolve(answer(-40));
  await turns();
  assert.deepEqual(
    [scores.get("x w", "h2e2"), scores.get("x w", "c3c4"), changes],
    [{ cp: 40 }, undefined, 1],
  );
  become("review");
  searches[1].resolve(null);
  await turns();
  assert.equal(searches.length, 2, "a review is not disturbed");
  become(null);
  assert.equal(searches[2].move, "c3c4");
  scores.request({ fen: "y b", moves: ["h9g7"], onScore });
  await turns();
  searches.at(-1)!.resolve(answer(25));
  await turns();
  assert.deepEqual([scores.get("y b", "h9g7"), scores.get("x w", "c3c4")], [{ cp: 25 }, undefined]);
  scores.request({ fen: "x w", moves: ["h2e2"], onScore });
  await turns();
  assert.equal(searches.length, 4, "what is known is not asked again");
});

test("does not interrupt another user of the engine", async () => {
  const { queue, searches } = standIn();
  const scores = createMoveScores(queue, null);
  scores.request({ fen: "x w", moves: ["h2e2", "c3c4"], onScore() {} });
  searches[0].resolve(null);
  await turns();
  assert.equal(searches.length, 1);
  scores.stop();
  queue.owner = "lines";
  scores.request({ fen: "x w", moves: ["h2e2"], onScore() {} });
  await turns();
  assert.equal(searches.length, 1, "the only engine is busy with its lines");
});

test("a library that cannot be opened is reported, and opening the explorer again retries", async (t) => {
  const { page, context } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await context.route("**/lab*_bg*.wasm", (route) => route.abort());
  await page.click("#explorer summary");
  const shown = (words: string) =>
    page.waitForFunction(
      (text) => document.querySelector("#explorer-count")!.textContent.includes(text),
      words,
    );
  await shown("could not be opened");
  await context.unroute("**/lab*_bg*.wasm");
  await page.click("#explorer summary");
  await page.click("#explorer summary");
  await shown("no games in the library");
});
