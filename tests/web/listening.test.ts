// A puzzle, an ending and an analysis by keyboard and announcements alone, from start to end.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openAnalysis } from "./analysis-helpers.ts";
import { type AppOptions, drawn, openApp } from "./helpers.ts";
import { keyboard, tabTo } from "./listen-helpers.ts";
import { ENDINGS, PUZZLES } from "./puzzle-helpers.ts";

const ENGLISH: BrowserContextOptions = { locale: "en-GB", reducedMotion: "reduce" };

/** Red gives a cannon for a soldier in the second move. */
const BLUNDER = ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"];
/** Few nodes, which are enough to find it. */
const QUICK = { position: 6000, comparison: 15_000 };

/** Opens the puzzles' page and listens to its announcements. */
async function listenTo(t: TestContext, hash: string, options: AppOptions = {}) {
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
    async type(move: string) {
      await app.page.getByRole("textbox", { name: "Type a move" }).fill(move);
      await keys.press("Enter");
    },
    /** Waits for an announcement that fits. */
    hears: (wanted: RegExp) => hearing(app.page, person, wanted),
  };
}

type Person = Awaited<ReturnType<typeof keyboard>>;
declare global {
  /** Returns the engine's move in the ending that is played. */
  function best(moves: string[]): string | null;
}

/** Waits for an announcement that fits, and returns all that were made since the last call. */
async function hearing(page: Page, person: Person, wanted: RegExp) {
  await page.waitForFunction(
    ([source, flags]) => globalThis.heard.some((words) => new RegExp(source, flags).test(words!)),
    [wanted.source, wanted.flags],
  );
  return (await person.heard()) as string[];
}

const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent);

/** Waits for the person's turn in the retry, and returns the move, or another one if it is not legal. */
async function moveOf(page: Page, wish: string) {
  await page.waitForFunction(() => chuheAnalysis.review.retry.status === "play");
  return page.evaluate((move) => {
    const { retry } = chuheAnalysis.review;
    if (retry.refusal(move) === undefined) return move;
    const [[from, [to]]] = retry.view.dests;
    return from + to;
  }, wish);
}

test("a puzzle is announced, gives hints, and is solved by typed moves", async (t) => {
  const puzzle = PUZZLES.find(
    ({ kind, length, side = "red" }) => kind === "mate" && length === 2 && side === "red",
  );
  const { page, hears, type, errors } = await listenTo(t, "");
  await page.keyboard.press("ArrowRight");
  await page.evaluate((number) => (location.hash = `#p=${number}`), puzzle!.number);
  await hears(new RegExp(`Puzzle ${puzzle!.number}\\. Red mates in 2\\. .*Your move`));
  await page.keyboard.press("g");
  await hears(/Red mates in 2/);
  await page.keyboard.press("h");
  const [from] = [puzzle!.moves[0].slice(0, 2)];
  await hears(new RegExp(`^Look at the red \\w+, ${from}\\.`));
  await page.keyboard.press("h");
  await hears(new RegExp(`^Play \\w+ .*${from} to ${puzzle!.moves[0].slice(2)}`));
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "How it works" });
  await help.getByText("Next puzzle").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await type("a0i9");
  await hears(/./);
  await type(puzzle!.moves[0]);
  const heard = await hears(/^Black: /);
  const mine = heard.findIndex((words) => words.startsWith("Red: "));
  const right = heard.findIndex((words) => words.startsWith("Right"));
  const reply = heard.findIndex((words) => words.startsWith("Black: "));
  assert.ok(mine >= 0 && mine < right && right < reply, heard.join("\n"));
  await type(puzzle!.moves[2]);
  await hears(/^Solved!/);
  assert.deepEqual(errors, []);
});

test("the steps of a shown solution are announced, each with its reply", async (t) => {
  const puzzle = PUZZLES.find(({ kind, length }) => kind === "mate" && length === 2);
  const { page, hears } = await listenTo(t, `#p=${puzzle!.number}`);
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

test("an ending is played to its end, and every move is announced", async (t) => {
  const { page, type, person, errors } = await listenTo(t, "#e=soldier", { root: "www" });
  await page.evaluate(async (fen) => {
    const { default: init, getBestMove } = await import("./pkg/chuhe.js");
    await init();
    globalThis.best = (moves: string[]) => getBestMove(fen, { moves, nodes: 60_000 }).move;
  }, ENDINGS[0].fen);
  const goal = /Soldier against the bare general\. Win it\. You are Red\./;
  assert.match((await page.locator("#announcer").textContent())!, goal);
  await page.keyboard.press("/");
  const all = [];
  while (!(await page.evaluate(() => chuhePuzzles.endgame.status === "over"))) {
    const moves = await page.evaluate(() => chuhePuzzles.endgame.moves);
    await type(await page.evaluate((played) => best(played)!, moves));
    await page.waitForFunction((plies) => {
      const { moves: now, status } = chuhePuzzles.endgame;
      return status === "over" || (status === "play" && now.length === plies);
    }, moves.length + 2);
    all.push(...(await person.heard()));
  }
  await page.waitForSelector("#words[data-mood=good]");
  const idle = all.filter((words) => /Thinking|^Moves: /.test(words!));
  assert.deepEqual(idle, [], "what every move changes is for the eyes");
  all.push(...(await person.heard()));
  assert.ok(
    all.some((words) => words!.endsWith("You have won!")),
    all.join("\n"),
  );
  const announcements = all.filter((words) => /^(Red|Black): /.test(words!));
  const plies = await page.evaluate(() => chuhePuzzles.endgame.moves.length);
  assert.equal(announcements.length, plies, all.join("\n"));
  assert.deepEqual(errors, []);
});

test("a game is opened, stepped through, commented and branched with a screen reader", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: ENGLISH });
  const person = await keyboard(page);
  await page.keyboard.press("o");
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await field.fill("1. C2.5 H8+7 {solid} 2. H2+3");
  await page.getByRole("dialog").getByRole("button", { name: /^Open/ }).first().press("Enter");
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes.length === 4);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
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
  await page.keyboard.type("/H8+7"); // with the field open, the slash is not part of the move
  assert.equal(await typed.inputValue(), "H8+7");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => chuheAnalysis.study.get().position.moves.at(-1) === "b0c2");
  const heard = await person.heard();
  assert.equal(heard.at(-1), "Red: horse 8 forward 7, b0 to c2.");
  await typed.fill("a0a9");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#typed-fault")!.textContent !== "");
  assert.equal((await person.heard()).length, 1, "why not is heard, once");
  await page.keyboard.press("Escape");
  assert.notEqual(await person.at(), null, "back on the board");

  await page.keyboard.press("c");
  const name = "On Red: horse 8 forward 7, b0 to c2";
  const comment = page.getByRole("textbox", { name });
  assert.ok(await comment.evaluate((element) => element === document.activeElement));
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

test("an action on a move is announced with the move in words", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: ENGLISH });
  const person = await keyboard(page);
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.go(study.addLine(0, ["h2e2", "h9g7"]));
  });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
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

test("a review announces the mistake, the reason, the punishment and the retry", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: ENGLISH });
  const person = await keyboard(page);
  const hears = (wanted: RegExp) => hearing(page, person, wanted);
  const press = async (name: string) => {
    await tabTo(page, page.getByRole("button", { name }));
    await page.keyboard.press("Enter");
  };
  await page.evaluate((line) => void chuheAnalysis.study.addLine(0, line), BLUNDER);
  await press("Review");
  await page.waitForFunction(() => chuheAnalysis.review);
  await page.evaluate((limits) => (chuheAnalysis.review.run.nodes = limits), QUICK);
  await press("Review the game");
  const announcements = await hears(/^The review is done/);
  assert.match(announcements[0], /^Position 1 of 6/);
  await drawn(page);
  assert.match(
    announcements.at(-1)!,
    /Largest drops: 2\. Red: cannon 5 forward 4, e2 to e6, takes soldier/,
  );
  assert.equal(await focused(page), "Review again", "the keyboard is not lost");

  const mistake = page.getByRole("button", { name: "2. C5+4" });
  assert.match(
    (await mistake.getAttribute("aria-description"))!,
    /Red: cannon 5 forward 4, e2 to e6/,
  );
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
  const type = async (move: string) => {
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
