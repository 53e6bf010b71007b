// The opening explorer of the analysis: what was played in the library's games, and in which; what the book plays and the
// engine thinks.
import assert from "node:assert/strict";
import test from "node:test";
import { createMoveScores } from "../../www/js/analysis/explorer-scores.ts";
import { openAnalysis, whenReady } from "./analysis-helpers.ts";
import { until } from "./helpers.ts";
import { hand as libraryHand, whenReady as whenLibraryReady } from "./library-helpers.ts";

/** The first two come to the same position after three plies. */
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

/** Moves and in how many games each was played, in the order of their names. @param {import("playwright-core").Page} page @param {string} wanted */
const shows = (page, wanted) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll("#explorer-moves button")]
        .filter((row) => row.querySelector(".explorer-games").textContent)
        .map((row) => `${row.dataset.move} ${row.querySelector(".explorer-games").textContent}`)
        .toSorted()
        .join() === text,
    wanted,
  );

test("moves of the library's games are counted, also where moves were transposed; a press plays one or opens a game", async (t) => {
  const { page, server, errors, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
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
  await page.waitForFunction(() => document.activeElement?.dataset.move === "b0c2");
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
    document.querySelector("#explorer-count").textContent.includes("none of 3 games"),
  );
  assert.deepEqual(errors, []);
});

test("moves of the book are listed with their names, and the engine says what it thinks, games or none", async (t) => {
  const { page, errors, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await page.click("#explorer summary");
  const row = (/** @type {string} */ move) => page.locator(`#explorer-moves [data-move="${move}"]`);
  await row("h2e2").waitFor();
  assert.match(await row("h2e2").innerText(), /Central Cannon.*book \d+%/s);
  assert.equal(await row("b2e2").count(), 0, "left and right are one");
  const said = /^[+\u2212]?\d\.\d\d$/;
  const isScored = (/** @type {string} */ move) =>
    page.waitForFunction(
      ([name, form]) =>
        new RegExp(form).test(
          document.querySelector(`[data-move="${name}"] .explorer-score`)?.textContent ?? "",
        ),
      [move, said.source],
    );
  await isScored("h2e2");
  await row("h2e2").click();
  await hand.at("h2e2");
  await isScored("h9g7");
  await row("h9g7").click();
  await hand.at("h2e2 h9g7");
  assert.deepEqual(errors, []);
});

/** How many elements can be seen whole, in the middle of which nothing covers them. @param {import("playwright-core").Page} page @param {string} selector */
const inSight = (page, selector) =>
  page.locator(selector).evaluateAll((elements) => {
    const area = document.querySelector("#tree-area").getBoundingClientRect();
    return elements.filter((element) => {
      const { left, top, bottom, width } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
      return top >= area.top - 1 && bottom <= area.bottom + 1 && element.contains(hit);
    }).length;
  });

/** The page draws with its next frame, so what is looked for may not be there at once. @param {import("playwright-core").Page} page @param {string} selector @param {number} least @param {string} what */
const comeIntoSight = (page, selector, least, what) =>
  until(async () => (await inSight(page, selector)) >= least, what);

test("opened beside the board its moves come into sight and stay there; closed it leaves room for those of the game", async (t) => {
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
  /** Of moves in the tree and of the explorer's, by the window's size, so many at least are in sight. */
  const sizes = /** @type {const} */ [
    [1440, 900, 8, 5],
    [1366, 768, 4, 3],
    [844, 390, 4, 1],
  ];
  for (const [width, height, plies, rows] of sizes) {
    const size = `${width} x ${height}`;
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => document.querySelector("#tree-area").scrollTop === 0);
    await comeIntoSight(page, ply, plies, `${size}: moves of the game`);
    await comeIntoSight(page, heading, 1, `${size}: the way to it`);
    await page.click(heading);
    await comeIntoSight(page, row, rows, `${size}: its moves`);
    await comeIntoSight(page, heading, 1, `${size}: its heading`);
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

test("nothing is asked while another part of the page is shown", async (t) => {
  const { page, context, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await context.addInitScript(() => {
    globalThis.questions = 0;
    globalThis.Worker = class extends Worker {
      postMessage(message, ...rest) {
        if (message.request?.type === "explore") globalThis.questions++;
        super.postMessage(message, ...rest);
      }
    };
  });
  await page.reload();
  await whenReady(page);
  await page.click("#explorer summary");
  await page.locator('#explorer-moves [data-move="h2e2"]').waitFor();
  const before = await page.evaluate(() => globalThis.questions);
  await page.click(".section-tab[data-part=review]");
  await page.locator("#explorer").waitFor({ state: "hidden" });
  await hand.move("h2e2");
  await hand.move("h9g7");
  await hand.at("h2e2 h9g7");
  await page.click(".section-tab[data-part=tree]");
  await page.locator('#explorer-moves [data-move="h0g2"]').waitFor();
  assert.equal(await page.evaluate(() => globalThis.questions), before + 1);
});

test("without the file of the book there are the games, and the book is asked for again", async (t) => {
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

/** An engine that answers when it is told to, and its queue. */
function standIn() {
  const asked = [];
  const listeners = [];
  const queue = {
    owner: null,
    subscribe: (listener) => listeners.push(listener),
    ask: (fen, moves, limits, onInfo, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => resolve(null));
        asked.push({ move: moves[0], resolve, reject });
      }),
  };
  const become = (owner) => {
    queue.owner = owner;
    for (const listener of listeners) listener();
  };
  return { queue, asked, become };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 0));
const answer = (cp) => ({ move: "a0a1", score: { cp } });

test("moves are looked at one after the other, from Red's view, until a review takes the engine", async () => {
  const { queue, asked, become } = standIn();
  let told = 0;
  const scores = createMoveScores(queue, queue);
  const onScore = () => told++;
  scores.request({ fen: "x w", moves: ["h2e2", "c3c4"], onScore });
  assert.deepEqual(
    asked.map(({ move }) => move),
    ["h2e2"],
  );
  asked[0].resolve(answer(-40));
  await turns();
  assert.deepEqual(
    [scores.get("x w", "h2e2"), scores.get("x w", "c3c4"), told],
    [{ cp: 40 }, undefined, 1],
  );
  become("review");
  asked[1].resolve(null);
  await turns();
  assert.equal(asked.length, 2, "a review is not disturbed");
  become(null);
  assert.equal(asked[2].move, "c3c4");
  scores.request({ fen: "y b", moves: ["h9g7"], onScore });
  await turns();
  asked.at(-1).resolve(answer(25));
  await turns();
  assert.deepEqual([scores.get("y b", "h9g7"), scores.get("x w", "c3c4")], [{ cp: 25 }, undefined]);
  scores.request({ fen: "x w", moves: ["h2e2"], onScore });
  await turns();
  assert.equal(asked.length, 4, "what is known is not asked again");
});

test("whoever asks the engine between two moves is not asked over", async () => {
  const { queue, asked } = standIn();
  const scores = createMoveScores(queue, null);
  scores.request({ fen: "x w", moves: ["h2e2", "c3c4"], onScore() {} });
  asked[0].resolve(null);
  await turns();
  assert.equal(asked.length, 1);
  scores.stop();
  queue.owner = "lines";
  scores.request({ fen: "x w", moves: ["h2e2"], onScore() {} });
  await turns();
  assert.equal(asked.length, 1, "the only engine is busy with its lines");
});

test("where the library cannot be had, it is said, and opening it again tries again", async (t) => {
  const { page, context } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await context.route("**/lab*_bg*.wasm", (route) => route.abort());
  await page.click("#explorer summary");
  const told = (/** @type {string} */ words) =>
    page.waitForFunction(
      (text) => document.querySelector("#explorer-count").textContent.includes(text),
      words,
    );
  await told("could not be opened");
  await context.unroute("**/lab*_bg*.wasm");
  await page.click("#explorer summary");
  await page.click("#explorer summary");
  await told("no games in the library");
});
