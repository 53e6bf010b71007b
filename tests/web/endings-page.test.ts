// Practical endings on the puzzles' page.

import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./helpers.ts";
import { openPuzzles } from "./puzzle-page-helpers.ts";
import { ENDINGS } from "./puzzle-helpers.ts";

test("an ending is played against the engine and judged by the rules", async (t) => {
  const { page, hand: person, errors } = await openPuzzles(t, "#e=rook-advisors");
  await page.locator("#title", { hasText: "双士" }).waitFor();
  await page.evaluate(() => chuhePuzzles.endgame.whenReady());
  const [from, [to]] = await page.evaluate(() => [...chuhePuzzles.endgame.board.dests!][0]);
  await person.move(from + to);
  await page.waitForFunction(
    () => chuhePuzzles.endgame.moves.length === 2 && chuhePuzzles.endgame.status === "play",
  );
  await drawn(page);
  assert.equal(await page.locator("#line .step").count(), 2);
  await page.click("#control-back");
  await page.waitForFunction(() => chuhePuzzles.endgame.moves.length === 0);
  assert.equal(page.workers().length, 1);
  assert.deepEqual(errors, []);
});

test("the tables answer in an ending, and tell after each move what it keeps", async (t) => {
  const options = { context: { locale: "en-GB" } };
  const { page, hand: person, errors } = await openPuzzles(t, "#e=soldier", options);
  const says = (words: string) => page.locator("#words", { hasText: words }).waitFor();
  const play = async (move: string, words: string) => {
    await person.move(move);
    await says(words);
    await page.waitForFunction(() => chuhePuzzles.endgame.status === "play");
    await drawn(page);
  };
  // The first answer takes as long as fetching and unpacking the tables.
  await page.evaluate(() => chuhePuzzles.endgame.whenReady());
  // A soldier against the bare general: won in 5 moves.
  await play("d5c5", "Still won, but 2 moves longer: 6 more to go.");
  await page.click("#control-back");
  await play("d5e5", "The quickest way: 4 more moves.");
  const line = "d5e5 f9f8 e5f5 f8f7 f5f6 f7f8 e0e1 f8f9 f6f7".split(" ");
  assert.equal(await page.evaluate(() => chuhePuzzles.endgame.moves[1]), line[1]);
  for (const at of [2, 4, 6]) {
    await person.move(line[at]);
    await page.waitForFunction((count) => chuhePuzzles.endgame.moves.length === count, at + 2);
    await drawn(page);
  }
  assert.deepEqual(
    await page.evaluate(() => chuhePuzzles.endgame.moves),
    line.slice(0, 8),
    "the longest defence",
  );
  await person.move(line[8]);
  await page.waitForFunction(() => chuhePuzzles.endgame.status === "over");
  assert.deepEqual(errors, []);
});

test("after an ending is won, Again and Next have a board to play on", async (t) => {
  const { page, hand: person, errors } = await openPuzzles(t, "#e=soldier", { root: "www" });
  // A second engine chooses the person's moves; the page's engine replies.
  await page.evaluate(async (fen: string) => {
    const { default: init, getBestMove } = await import("./pkg/chuhe.js");
    await init();
    globalThis.bestMove = (moves) => getBestMove(fen, { moves: [...moves], nodes: 60_000 }).move!;
  }, ENDINGS[0].fen);
  const status = () => page.evaluate(() => chuhePuzzles.endgame.status);
  while ((await status()) !== "over") {
    const { moves } = await page.evaluate(() => ({ moves: chuhePuzzles.endgame.moves }));
    await person.move(await page.evaluate((played) => bestMove(played), moves));
    await page.waitForFunction((plies) => {
      const { moves: now, status: is } = chuhePuzzles.endgame;
      return is === "over" || (is === "play" && now.length === plies);
    }, moves.length + 2);
  }
  await page.waitForSelector("#words[data-mood=good]");
  const playable = () => page.evaluate(() => chuhePuzzles.board.state.movable === "red");
  await page.click("#control-again");
  assert.ok(await playable(), "the same ending can be played again");
  const move = await page.evaluate(() => bestMove([]));
  await person.move(move);
  await page.waitForFunction(() => chuhePuzzles.endgame.moves.length === 2);
  await page.click("#control-next");
  assert.ok(await playable(), "the next ending can be played");
  assert.deepEqual(errors, []);
});

test("on a phone the controls of an ending stay in view below its text", async (t) => {
  const context = { viewport: { width: 360, height: 740 }, locale: "en" };
  const { page } = await openPuzzles(t, "#e=" + ENDINGS[0].id, { context });
  const { y, height } = (await page.locator("#controls").boundingBox())!;
  assert.ok(y + height <= 740, `to ${y + height}`);
});
