// The opening book of one's own: its moves, its text, the panel in the analysis, and the engine that plays from it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import type { Page } from "playwright-core";
import { bookOfTree } from "../../www/js/analysis/book-of-tree.ts";
import {
  BookFault,
  BookFull,
  HEAD,
  MAX_POSITIONS,
  chooseMove,
  merged,
  movesAt,
  readBook,
  readOwnText,
  sizeOf,
  withMove,
  withoutChange,
  writeBook,
} from "../../www/js/database/own-book.ts";
import type { OwnBook } from "../../www/js/database/own-book.ts";
import { bookMove } from "../../www/js/play/own-book-player.ts";
import { newTree, withChild } from "../../www/js/study/tree.ts";
import { openAnalysis, whenReady } from "./analysis-helpers.ts";
import { until } from "./helpers.ts";
import {
  hand as libraryHand,
  openLibrary,
  whenReady as whenLibraryReady,
} from "./library-helpers.ts";
import { openSettings } from "./page-helpers.ts";
import { Game } from "./rules-wasm.ts";

const EMPTY: OwnBook = new Map();
const START = new Game().fen();
const fenAfter = (...moves: string[]) => new Game(null, moves).fen();
const PLACEMENT = START.split(" ")[0];

/** Checks a line with the rules, as the page does. */
const check = (fen: string, moves: string[]) => {
  for (const move of moves) new Game(fen, [move]).free();
  return new Game(fen).fen();
};

test("a position and its mirror image have the same moves", () => {
  let book = withMove(EMPTY, fenAfter("h2e2"), "h9g7", 10);
  assert.deepEqual(movesAt(book, fenAfter("b2e2")), [{ move: "b9c7", weight: 10 }]);
  assert.deepEqual(movesAt(book, START), []);
  book = withMove(book, START, "b2e2", 4);
  book = withMove(book, START, "h2e2", 6); // another move: each stands for itself
  book = withMove(book, START, "e3e4", 8);
  assert.deepEqual(movesAt(book, START), [
    { move: "e3e4", weight: 8 },
    { move: "h2e2", weight: 6 },
    { move: "b2e2", weight: 4 },
  ]);
  assert.deepEqual(sizeOf(book), { red: 1, black: 1, moves: 4 });
  assert.deepEqual(sizeOf(withMove(book, fenAfter("h2e2"), "h9g7", 0)), {
    red: 1,
    black: 0,
    moves: 3,
  });
});

test("moves are chosen in the proportion of their weights", () => {
  const book = withMove(withMove(EMPTY, START, "h2e2", 30), START, "e3e4", 10);
  const pick = (...numbers: number[]) => chooseMove(book, START, () => numbers.shift() ?? 0.9);
  assert.deepEqual([pick(0), pick(0.74), pick(0.76), pick(0.99)], ["h2e2", "h2e2", "e3e4", "e3e4"]);
  assert.equal(
    chooseMove(book, fenAfter("a3a4"), () => 0),
    null,
  );
});

test("a game leaves the book outside it, once a position has recurred, and where the book is wrong", () => {
  const book = withMove(EMPTY, START, "h2e2", 1);
  const move = (stored: OwnBook, ...moves: string[]) =>
    bookMove({ book: stored, use: "own" }, START, moves, () => 0.9);
  assert.equal(move(book), "h2e2");
  assert.equal(move(book, "a3a4"), null);
  assert.equal(move(book, "a0a1", "a9a8", "a1a0", "a8a9"), null);
  assert.equal(move(withMove(EMPTY, START, "h2h9", 1)), "h2h9");
  assert.equal(move(withMove(EMPTY, START, "a0b2", 1)), null);
});

test("a book has room for eight moves of a position", () => {
  const moves = ["a3a4", "c3c4", "e3e4", "a0a1", "a0a2", "b0a2", "b0c2", "c0a2"];
  const book = moves.reduce((all, move) => withMove(all, START, move, 1), EMPTY);
  assert.throws(() => withMove(book, START, "c0e2", 1), BookFull);
  const both = merged(book, withMove(EMPTY, START, "c0e2", 200));
  assert.equal(movesAt(both, START).length, 8);
  assert.equal(movesAt(both, START)[0].weight, 200);
});

test("taking a change back leaves alone what it did not touch", () => {
  const before = withMove(withMove(EMPTY, START, "h2e2", 30), fenAfter("h2e2"), "h9g7", 5);
  const added = { before, after: withMove(before, START, "e3e4", 10) };
  const since = withMove(withMove(added.after, START, "h2e2", 31), fenAfter("e3e4"), "h9g7", 7);
  assert.deepEqual(movesAt(withoutChange(since, added), START), [{ move: "h2e2", weight: 31 }]);
  assert.equal(withoutChange(since, added).size, 3);
  const cleared = { before, after: EMPTY };
  const anew = withMove(EMPTY, START, "c3c4", 3);
  assert.deepEqual(withoutChange(anew, cleared), withMove(before, START, "c3c4", 3));
  // The change has put moves of before out of the position.
  const eight = ["a3a4", "c3c4", "e3e4", "a0a1", "a0a2", "b0a2", "b0c2", "c0a2"];
  const full = eight.reduce((all, move) => withMove(all, START, move, 1), EMPTY);
  const after = merged(full, withMove(EMPTY, START, "c0e2", 200));
  assert.deepEqual(withoutChange(after, { before: full, after }), full);
  const removed = { before: withMove(EMPTY, START, "c0e2", 1), after: EMPTY };
  assert.throws(() => withoutChange(full, removed), BookFull);
});

test("a text with too many positions is too large, not wrong", () => {
  const lines = Array.from({ length: MAX_POSITIONS + 1 }, (_, at) => `a${at} w a0a1=1`);
  assert.throws(() => readOwnText([HEAD, ...lines].join("\n")), BookFull);
});

test("the text of a book is read back, and a wrong line is named", () => {
  const book = withMove(withMove(EMPTY, START, "h2e2", 30), fenAfter("h2e2"), "h9g7", 255);
  const text = writeBook(book);
  assert.deepEqual(readBook(text, check), book);
  assert.deepEqual(readOwnText(`\uFEFF${text.replaceAll("\n", "\r\n")}# mine\r\n`), book);
  const lineOf = (line: string) => {
    try {
      readBook(`${HEAD}\n\n${line}\n`, check);
      return 0;
    } catch (error) {
      assert.ok(error instanceof BookFault);
      return error.line;
    }
  };
  assert.equal(lineOf(`${PLACEMENT} w h2e2=1 g0e2=2`), 0);
  for (const wrong of ["h2e2", "h2e2=0", "h2e2=256", "a0b2=1", "h2e2=1 h2e2=1", ""])
    assert.equal(lineOf(`${PLACEMENT} w ${wrong}`), 3, wrong);
  assert.equal(lineOf("9/9 w a0a1=1"), 3);
  for (const none of ["", "[Event]", "chuhe-book 2\n"])
    assert.throws(
      () => readBook(none, check),
      (error: BookFault) => error.line === 1,
    );
});

test("a study becomes a book of one side's moves, the main move with the greatest weight", () => {
  let nodes = withChild(newTree(), 0, "h2e2");
  nodes = withChild(nodes, 1, "h9g7");
  nodes = withChild(nodes, 0, "c3c4");
  const data = { startFen: null, nodes, at: 2, tags: {}, result: "ongoing" as const };
  const all = bookOfTree(Game, data, "all", null);
  assert.deepEqual(sizeOf(all), { red: 1, black: 1, moves: 3 });
  assert.deepEqual(
    movesAt(all, START).map(({ weight }) => weight),
    [10, 5],
  );
  assert.deepEqual(sizeOf(bookOfTree(Game, data, "line", "red")), { red: 1, black: 0, moves: 1 });
});

/** Chooses the book that the engine plays from, and waits until the choice is stored. */
async function choose(page: Page, use: string) {
  await page.selectOption("#settings-book", use);
  await page.locator(".field[aria-busy=false] #settings-book").waitFor();
}

const size = (page: Page) => page.innerText("#own-book-size");

test("moves are added, weighed and removed in the analysis, saved to a file and read from one", async (t) => {
  const { page, errors, hand, server } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await page.click("#own-book summary");
  await page.locator("#own-book-size", { hasText: "empty" }).waitFor();
  await hand.move("e3e4");
  await page.click("#own-book-add");
  await page
    .locator("#own-book-size", { hasText: "1 position for Red, 0 for Black, 1 move" })
    .waitFor();
  await page.keyboard.press("ArrowLeft");
  const row = page.locator('#own-book-moves [data-move="e3e4"]');
  await row.waitFor();
  assert.match(await row.innerText(), /weight 10, 100%/);
  await row.getByRole("button", { name: /more often/ }).click();
  await until(async () => /weight 11/.test(await row.innerText()), "the weight grows");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#own-book-export")]);
  const text = await readFile(await file.path(), "utf8");
  assert.equal(text, `${HEAD}\n${PLACEMENT} w e3e4=11\n`);
  await row.getByRole("button", { name: /Remove/ }).click();
  await page.locator("#own-book-size", { hasText: "empty" }).waitFor();
  await page.click("#toast button");
  await row.waitFor();

  const give = (content: string) =>
    page.setInputFiles("#own-book-file", {
      name: "b.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(content),
    });
  await give(`${HEAD}\n${PLACEMENT} w a0b2=1\n`);
  await page.locator("#toast", { hasText: "line 2 is wrong" }).waitFor();
  await give("nothing");
  await page.locator("#toast", { hasText: "no opening book" }).waitFor();
  await give(`${HEAD}\n${PLACEMENT} w h2e2=30\n`);
  const central = page.locator('#own-book-moves [data-move="h2e2"]');
  await central.waitFor();
  // What was changed after a removal stays when the removal is undone.
  await central.getByRole("button", { name: /Remove/ }).click();
  await central.waitFor({ state: "detached" });
  await row.getByRole("button", { name: /more often/ }).click();
  await until(async () => /weight 12/.test(await row.innerText()), "the weight grows");
  await page.click("#toast button");
  await central.waitFor();
  assert.match(await row.innerText(), /weight 12/);

  // The book is there after a reload, and the engine plays from it.
  await choose(page, "own");
  await page.goto(`${server.url}analysis.html`);
  await whenReady(page);
  await page.click("#own-book summary");
  await page.locator("#own-book-moves [data-move]").nth(1).waitFor();
  assert.match(await size(page), /2 moves/);
  assert.equal(await page.inputValue("#settings-book"), "own");
  await page.click("#own-book-clear");
  await page.locator("#own-book-size", { hasText: "empty" }).waitFor();
  assert.deepEqual(errors, []);
});

test("the games of the library become a book, from which the engine plays at a low level", async (t) => {
  const { page, errors, server } = await openLibrary(t);
  await libraryHand(page).add([
    "games.pgn",
    '[Red "A"]\n\n1. e3e4 h9g7 *\n\n[Red "B"]\n\n1. e3e4 b9c7 *\n\n[Red "C"]\n\n1. h2e2 *\n',
  ]);
  await page.click("#library-book");
  await page.selectOption("#library-book-side", "red");
  await page.click("#library-book-press");
  await page.locator("#toast", { hasText: "1 move came into my book" }).waitFor();

  await page.goto(server.url);
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(async () => {
    await chuhe.ready;
    chuhe.leaveStart();
  });
  await openSettings(page);
  await choose(page, "own");
  await page.keyboard.press("Escape");
  await page.evaluate(() => chuhe.game.newGame({ side: "black", level: 2, seed: 1 }));
  await page.waitForFunction(() => chuhe.state.game.ply === 1);
  assert.deepEqual(await page.evaluate(() => chuhe.state.game.moves), ["e3e4"]);
  assert.deepEqual(errors, []);
});

test("the library tells if it cannot make a book, and adds one the next time", async (t) => {
  const { page, context } = await openLibrary(t);
  await context.addInitScript(() => {
    let isFailing = true;
    const Native = Worker;
    globalThis.Worker = class extends Native {
      override postMessage(
        message: { id?: number; request?: { type: string } },
        options?: Transferable[] | StructuredSerializeOptions,
      ) {
        if (message.request?.type !== "book" || !isFailing)
          return super.postMessage(message, options as StructuredSerializeOptions);
        isFailing = false;
        const fault = { code: "badOption", message: "no" };
        const data = { id: message.id, type: "failed", fault };
        this.dispatchEvent(new MessageEvent("message", { data }));
      }
    } as typeof Worker;
  });
  await page.reload();
  await whenLibraryReady(page);
  await libraryHand(page).add(["games.pgn", '[Red "A"]\n\n1. e3e4 *\n\n[Red "B"]\n\n1. e3e4 *\n']);
  await page.click("#library-book");
  await page.click("#library-book-press");
  await page.locator("#toast", { hasText: "That did not work" }).waitFor();
  await page.click("#library-book-press");
  await page.locator("#toast", { hasText: "1 move came into my book" }).waitFor();
});
