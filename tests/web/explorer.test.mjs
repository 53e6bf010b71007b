// The opening explorer of the analysis: what was played in the library's games, and in which.
import assert from "node:assert/strict";
import test from "node:test";
import { openAnalysis, whenReady } from "./analysis-helpers.mjs";
import { hand as libraryHand, whenReady as whenLibraryReady } from "./library-helpers.mjs";

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
  await shows(page, "b0c2 1,h2e2 2");
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
