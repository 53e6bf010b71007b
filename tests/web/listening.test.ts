// A puzzle, an ending and a game analysed from start to end without eyes: keys, the accessibility tree and what is heard.

import assert from "node:assert/strict";
import test from "node:test";
import { ENDINGS } from "../../www/js/puzzles/endings.ts";
import { openAnalysis } from "./analysis-helpers.ts";
import { drawn, openApp } from "./helpers.ts";
import { keyboard, tabTo } from "./listen-helpers.ts";
import { PUZZLES } from "./puzzle-helpers.ts";

const ENGLISH = { locale: "en-GB", reducedMotion: "reduce" };

/** Red gives a cannon for a soldier in the second move. */
const BLUNDER = ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"];
/** Nodes that find it in a moment. */
const QUICK = { position: 6000, comparison: 15_000 };

/** The puzzles' page, for somebody who does not look at it. */
async function listenTo(t, hash, options = {}) {
  const app = await openApp(t, { path: `puzzles.html${hash}`, context: ENGLISH, ...options });
  const person = await keyboard(app.page);
  await app.page.waitForFunction(() => "chuhePuzzles" in globalThis);
  await app.page.evaluate(() => chuhePuzzles.ready);
  await drawn(app.page);
  const { keyboard: keys } = app.page;
  return {
    ...app,
    person,
    /** Types a move into the field that `/` opens. */
    async type(move) {
      await app.page.getByRole("textbox", { name: "Type a move" }).fill(move);
      await keys.press("Enter");
    },
    /** Until something is heard that fits, in the order in which it is said. @param {RegExp} wanted */
    hears: (wanted) => hearing(app.page, person, wanted),
  };
}

/** Until something is heard that fits, in the order in which it is said. */
async function hearing(page, person, /** @type {RegExp} */ wanted) {
  await page.waitForFunction(
    ([source, flags]) => globalThis.heard.some((words) => new RegExp(source, flags).test(words)),
    [wanted.source, wanted.flags],
  );
  return person.heard();
}

const focused = (page) => page.evaluate(() => document.activeElement.textContent);

/** Once it is one's turn in the retry: the move, or where that is not legal another one. */
async function moveOf(page, wish) {
  await page.waitForFunction(() => chuheAnalysis.review.retry.status === "play");
  return page.evaluate((move) => {
    const { retry } = chuheAnalysis.review;
    if (retry.refusal(move) === undefined) return move;
    const [[from, [to]]] = retry.view.dests;
    return from + to;
  }, wish);
}

test("a puzzle is heard, asked for hints, and solved by typed moves", async (t) => {
  const puzzle = PUZZLES.find(
    ({ kind, length, side = "red" }) => kind === "mate" && length === 2 && side === "red",
  );
  const { page, hears, type, errors } = await listenTo(t, "");
  await page.keyboard.press("ArrowRight");
  await page.evaluate((number) => (location.hash = `#p=${number}`), puzzle.number);
  await hears(new RegExp(`Puzzle ${puzzle.number}\\. Red mates in 2\\. .*Your move`));
  await page.keyboard.press("g");
  await hears(/Red mates in 2/);
  await page.keyboard.press("h");
  const [from] = [puzzle.moves[0].slice(0, 2)];
  await hears(new RegExp(`^Look at the red \\w+, ${from}\\.`));
  await page.keyboard.press("h");
  await hears(new RegExp(`^Play \\w+ .*${from} to ${puzzle.moves[0].slice(2)}`));
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "How it works" });
  await help.getByText("Next puzzle").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await type("a0i9");
  await hears(/./);
  await type(puzzle.moves[0]);
  const heard = await hears(/^Black: /);
  const mine = heard.findIndex((words) => words.startsWith("Red: "));
  const right = heard.findIndex((words) => words.startsWith("Right"));
  const reply = heard.findIndex((words) => words.startsWith("Black: "));
  assert.ok(mine >= 0 && mine < right && right < reply, heard.join("\n"));
  await type(puzzle.moves[2]);
  await hears(/^Solved!/);
  assert.deepEqual(errors, []);
});

test("the steps of a shown solution are heard, each with its reply", async (t) => {
  const puzzle = PUZZLES.find(({ kind, length }) => kind === "mate" && length === 2);
  const { page, hears } = await listenTo(t, `#p=${puzzle.number}`);
  await tabTo(page, page.getByRole("button", { name: "Show" }));
  await page.keyboard.press("Enter");
  const first = await hears(/^(Red|Black): [^]*/);
  assert.ok(first.length > 0);
  await page.waitForFunction(
    () => chuhePuzzles.room.ply === 2 && chuhePuzzles.room.status === "play",
  );
  await drawn(page);
  await page.keyboard.press("Enter");
  await hears(/That was the solution/);
});

test("an ending is played to its end against the engine, every move heard", async (t) => {
  const { page, type, person, errors } = await listenTo(t, "#e=soldier", { root: "www" });
  await page.evaluate(async (fen) => {
    const { default: init, getBestMove } = await import("./pkg/chuhe.js");
    await init();
    globalThis.best = (moves) => getBestMove(fen, { moves, nodes: 60_000 }).move;
  }, ENDINGS[0].fen);
  const goal = /Soldier against the bare general\. Win it\. You are Red\./;
  assert.match(await page.locator("#announcer").textContent(), goal);
  await page.keyboard.press("/");
  const all = [];
  while (!(await page.evaluate(() => chuhePuzzles.endgame.status === "over"))) {
    const moves = await page.evaluate(() => chuhePuzzles.endgame.moves);
    await type(await page.evaluate((played) => best(played), moves));
    await page.waitForFunction((plies) => {
      const { moves: now, status } = chuhePuzzles.endgame;
      return status === "over" || (status === "play" && now.length === plies);
    }, moves.length + 2);
    all.push(...(await person.heard()));
  }
  await page.waitForSelector("#words[data-mood=good]");
  const idle = all.filter((words) => /Thinking|^Moves: /.test(words));
  assert.deepEqual(idle, [], "what every move changes is for the eyes");
  all.push(...(await person.heard()));
  assert.ok(
    all.some((words) => words.endsWith("You have won!")),
    all.join("\n"),
  );
  const told = all.filter((words) => /^(Red|Black): /.test(words));
  const plies = await page.evaluate(() => chuhePuzzles.endgame.moves.length);
  assert.equal(told.length, plies, all.join("\n"));
  assert.deepEqual(errors, []);
});

test("a game is opened, stepped through, commented and branched off by ear", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: ENGLISH });
  const person = await keyboard(page);
  await page.keyboard.press("o");
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await field.fill("1. C2.5 H8+7 {solid} 2. H2+3");
  await page.getByRole("dialog").getByRole("button", { name: /^Open/ }).first().press("Enter");
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes.length === 4);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  await person.heard();
  for (const ply of [1, 2, 3]) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((at) => chuheAnalysis.study.get().position.moves.length === at, ply);
  }
  assert.deepEqual(await person.heard(), [
    "Red: cannon 2 across 5, h2 to e2.",
    "Black: horse 8 forward 7, h9 to g7. solid",
    "Red: horse 2 forward 3, h0 to g2.",
  ]);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("/");
  const typed = page.getByRole("textbox", { name: "Type a move" });
  await typed.waitFor();
  await page.keyboard.type("/H8+7"); // the field is there: the key is no part of a move
  assert.equal(await typed.inputValue(), "H8+7");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => chuheAnalysis.study.get().position.moves.at(-1) === "b0c2");
  const heard = await person.heard();
  assert.equal(heard.at(-1), "Red: horse 8 forward 7, b0 to c2.");
  await typed.fill("a0a9");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#typed-fault").textContent !== "");
  assert.equal((await person.heard()).length, 1, "why not is heard, once");
  await page.keyboard.press("Escape");
  assert.notEqual(await person.at(), null, "back on the board");

  await page.keyboard.press("c");
  const name = "On Red: horse 8 forward 7, b0 to c2";
  const said = page.getByRole("textbox", { name });
  assert.ok(await said.evaluate((element) => element === document.activeElement));
  await page.keyboard.type("the quiet way");
  await page.keyboard.press("Escape");
  await person.heard();
  for (const [key, last] of [
    ["ArrowUp", "h0g2"],
    ["ArrowDown", "b0c2"],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (move) => chuheAnalysis.study.get().position.moves.at(-1) === move,
      last,
    );
  }
  assert.deepEqual(await person.heard(), [
    "Red: horse 2 forward 3, h0 to g2.",
    "Red: horse 8 forward 7, b0 to c2. the quiet way",
  ]);
  assert.deepEqual(errors, []);
});

test("what is done to a move is heard with the move in words", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: ENGLISH });
  const person = await keyboard(page);
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.go(study.addLine(0, ["h2e2", "h9g7"]));
  });
  await page.evaluate(() => document.activeElement.blur());
  await person.heard();
  await page.keyboard.press("?");
  const move = "Black: horse 8 forward 7, h9 to g7";
  assert.deepEqual(await person.heard(), [`${move}: mistake`]);
  await page.locator(".node[aria-current=true]").click({ button: "right" });
  const menu = page.getByRole("dialog", { name: move });
  await menu.waitFor();
  assert.equal(await menu.locator("h2").textContent(), "H8+7");
  await menu.getByRole("button", { name: /^Delete/ }).click();
  await hearing(page, person, /^Deleted Black: horse 8 forward 7, h9 to g7: 1 move\.$/);
  assert.deepEqual(errors, []);
});

test("a game is reviewed by ear: what was wrong and why, its punishment, and another try", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: ENGLISH });
  const person = await keyboard(page);
  const hears = (/** @type {RegExp} */ wanted) => hearing(page, person, wanted);
  const press = async (/** @type {string} */ name) => {
    await tabTo(page, page.getByRole("button", { name }));
    await page.keyboard.press("Enter");
  };
  await page.evaluate((line) => void chuheAnalysis.study.addLine(0, line), BLUNDER);
  await press("Review");
  await page.waitForFunction(() => chuheAnalysis.review);
  await page.evaluate((limits) => (chuheAnalysis.review.run.nodes = limits), QUICK);
  await press("Review the game");
  const told = await hears(/^The review is done/);
  assert.match(told[0], /^Position 1 of 6/);
  await drawn(page);
  assert.match(told.at(-1), /Largest drops: 2\. Red: cannon 5 forward 4, e2 to e6, takes soldier/);
  assert.equal(await focused(page), "Review again", "the keyboard is not lost");

  const mistake = page.getByRole("button", { name: "2. C5+4" });
  assert.match(await mistake.getAttribute("aria-description"), /Red: cannon 5 forward 4, e2 to e6/);
  await press("2. C5+4");
  const [there, why] = await hears(/Better: Red: /);
  assert.match(there, /^Red: cannon 5 forward 4, e2 to e6, takes soldier\.$/);
  assert.match(why, /^blunder\. It loses a cannon at once\b.*\. Better: Red: \w+ .*\.$/);

  await press("Play out the punishment");
  const [line] = await hears(/takes cannon/);
  assert.match(line, /^Black: horse 7 forward 5, g7 to e6, takes cannon/);
  assert.equal(await focused(page), "Step on");
  await page.keyboard.press("Enter");
  await hears(/^Black: horse 7 forward 5, .* \(2 of \d+\)$/);
  await press("Back to the game");

  await press("Retry this move");
  await hears(/^Red to move: find something better than Red: cannon 5 forward 4, e2 to e6/);
  assert.notEqual(await person.at(), null, "on the board");
  await page.keyboard.press("/");
  const typed = page.getByRole("textbox", { name: "Type a move" });
  const type = async (/** @type {string} */ move) => {
    await typed.fill(move);
    await page.keyboard.press("Enter");
  };
  await type("e2e6");
  await hears(/e2 to e6, takes soldier.* is the move in question/);
  await type("a0a5");
  await hears(/./);
  await type("b0c2");
  const heard = await hears(/^Black: .*1 of 4 moves played\. Your move\.$/);
  assert.equal(heard[0], "Red: horse 8 forward 7, b0 to c2.");
  for (const move of ["h0g2", "c2b0", "b0c2"]) await type(await moveOf(page, move));
  await hears(/your chances are \d+ % now|You have won/);
  await press("Back to the review");
  assert.equal(await focused(page), "Retry this move");
  assert.deepEqual(errors, []);
});
