// The puzzles' page: solving through the canvas, faults, hints, choosing, endings.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";
import type { Puzzle } from "../../www/js/practice/puzzle-set.ts";
import { PRACTICE_KEY, encodePractice } from "../../www/js/practice/practice-storage.ts";
import { Game as Rules, initSync } from "../../www/pkg/chuhe.js";
import { openSettings } from "./page-helpers.ts";
import { dueExercises } from "./practice-helpers.ts";
import { PUZZLES } from "./puzzle-helpers.ts";
import { openPuzzles, whenReady } from "./puzzle-page-helpers.ts";

declare global {
  /** Returns the move of a second engine after these moves. */
  var bestMove: (moves: readonly string[]) => string;
}

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
const placementOf = ({ fen }: Puzzle) => new Rules(fen).placement();
/** Returns the first mate by Red in so many moves. */
const mateIn = (length: number) =>
  PUZZLES.find(
    (puzzle) => puzzle.kind === "mate" && puzzle.side === "red" && puzzle.length === length,
  )!;

/** Returns a mate by Red with another last move that mates. */
function withTwoLastMoves() {
  for (const puzzle of PUZZLES) {
    if (puzzle.kind !== "mate" || puzzle.length < 2 || puzzle.side !== "red") continue;
    const game = new Rules(puzzle.fen, puzzle.moves.slice(0, -1));
    const all = [...game.dests()].flatMap(([from, tos]) => tos.map((to) => from + to));
    for (const other of all.filter((move) => move !== puzzle.moves.at(-1))) {
      game.play(other);
      const { result } = game.verdict();
      game.undo();
      if (result === "red") return { puzzle, other };
    }
  }
  throw new Error("no puzzle has two last moves");
}

/** Waits until so many puzzles are shown to choose from. */
const shownToChoose = (page: Page, count: number) =>
  page.waitForFunction(
    (cells) => document.querySelectorAll("#choose-list .cell").length === cells,
    count,
  );

test("a mate is solved through the canvas with automatic replies, and the result is stored", async (t) => {
  const puzzle = mateIn(3);
  const { page, hand: person, errors } = await openPuzzles(t, `#p=${puzzle.number}`);
  assert.match((await page.locator("#task").textContent())!, /3 步杀/);
  await person.playAll(puzzle.moves);
  await person.words("解开了");
  assert.equal(await person.outcome(puzzle.key), "solved");
  assert.equal(await page.locator("#line .step").count(), puzzle.moves.length);
  assert.match((await page.locator("#score").textContent())!, /已解 1\/.*连对 1/);
  await page.reload();
  await whenReady(page);
  assert.equal(await person.outcome(puzzle.key), "solved");
  await page.waitForFunction(() =>
    document.querySelector("#score")!.textContent.includes("已解 1/"),
  );
  assert.deepEqual(errors, []);
});

test("a wrong move is taken back with a message, and counts as a fault", async (t) => {
  const puzzle = mateIn(2);
  const { page, hand: person, errors } = await openPuzzles(t, `#p=${puzzle.number}`);
  const wrong = await page.evaluate((right) => {
    const { dests } = chuhePuzzles.room.board;
    const all = [...dests!].flatMap(([from, tos]) => tos.map((to) => from + to));
    return all.find((move) => move !== right)!;
  }, puzzle.moves[0]);
  await person.move(wrong);
  await person.words("不是这一步");
  await person.ply(0);
  assert.equal(await page.evaluate(() => chuhePuzzles.board.state.placement), placementOf(puzzle));
  assert.equal(await person.outcome(puzzle.key), "failed");
  await person.playAll(puzzle.moves);
  await person.words("走对了");
  assert.equal(await person.outcome(puzzle.key), "failed");
  await page.click("#control-again");
  await person.playAll(puzzle.moves);
  await person.words("解开了");
  assert.equal(await person.outcome(puzzle.key), "solved");
  assert.deepEqual(errors, []);
});

test("a wrong move is answered before it is taken back, once the engine is loaded", async (t) => {
  const puzzle = mateIn(2);
  const {
    page,
    hand: person,
    errors,
  } = await openPuzzles(t, `#p=${puzzle.number}`, { root: "www" });
  const wrong = await page.evaluate((right) => {
    const { dests } = chuhePuzzles.room.board;
    const [from, [to]] = [...dests!].find(([square]) => square !== right.slice(0, 2))!;
    return from + to;
  }, puzzle.moves[0]);
  const tryWrongMove = async () => {
    await person.move(wrong);
    await person.words("不是这一步");
    await person.ply(0);
    return (await page.locator("#words").textContent())!;
  };
  let words = "";
  for (let time = 0; time < 8 && !words.includes("黑方应以"); time++) words = await tryWrongMove();
  assert.match(words, /^不是这一步：黑方应以\S{4}。/);
  assert.equal(await page.evaluate(() => chuhePuzzles.board.state.placement), placementOf(puzzle));
  await page.route("**/engine/worker.*", (route) => route.abort());
  await page.reload();
  await whenReady(page);
  assert.match(
    await tryWrongMove(),
    /^不是这一步，/,
    "without the engine the move is only taken back",
  );
  assert.deepEqual(
    errors.filter((line) => !line.includes("worker.ts")),
    [],
  );
});

test("another mate in the last move is accepted", async (t) => {
  const { puzzle, other } = withTwoLastMoves();
  const { page, hand: person } = await openPuzzles(t, "#p=1");
  await page.goto(page.url().replace(/#.*/, `#p=${puzzle.number}`));
  await page.waitForFunction((n) => chuhePuzzles.room.puzzle.number === n, puzzle.number);
  await person.playAll(puzzle.moves.slice(0, -1));
  await person.ply(puzzle.moves.length - 1);
  await person.move(other);
  await person.words("解开了");
});

test("a hint shows the piece, then the point; a solution shown by steps is no success", async (t) => {
  const puzzle = mateIn(2);
  const { page, hand: person } = await openPuzzles(t, `#p=${puzzle.number}`);
  const [from, to] = [puzzle.moves[0].slice(0, 2), puzzle.moves[0].slice(2)];
  const markers = () => page.evaluate(() => chuhePuzzles.board.state.markers);
  await page.click("#control-hint");
  assert.deepEqual(await markers(), { [from]: "ring" });
  await page.click("#control-hint");
  assert.deepEqual(await markers(), { [from]: "ring", [to]: "dot" });
  await page.click("#control-show");
  await person.ply(2);
  assert.deepEqual(await markers(), {});
  await page.click("#control-show");
  await person.words("答案完");
  assert.equal(await person.outcome(puzzle.key), "failed");
});

test("filters select puzzles, and next and previous follow them", async (t) => {
  const { page } = await openPuzzles(t, "#p=1");
  await page.click("#choose");
  const counted = (count: number) =>
    page.waitForFunction(
      (words) => document.querySelector("#choose-count")!.textContent === words,
      `共 ${count} 题`,
    );
  await counted(PUZZLES.length);
  await page.check("input[name=kind][value=win]", { force: true });
  const wins = PUZZLES.filter(({ kind }) => kind === "win");
  await counted(wins.length);
  await page.selectOption("#choose-length", "3");
  await page.selectOption("#choose-side", "black");
  await page.selectOption("#choose-grade", "3");
  const both = wins.filter(
    ({ length, side, grade }) => length === 3 && side === "black" && grade === 3,
  );
  assert.ok(both.length > 2 && both.length <= 100, `${both.length} puzzles, all of them shown`);
  await shownToChoose(page, both.length);
  await page.locator("#choose-list .cell").nth(1).click();
  const numbered = (number: number) =>
    page.waitForFunction((n) => chuhePuzzles.room.puzzle.number === n, number);
  await numbered(both[1].number);
  await page.click("#control-next");
  await numbered(both[2].number);
  await page.click("#control-previous");
  await numbered(both[1].number);
  await page.click("#control-previous");
  await numbered(both[0].number);
  await page.click("#control-previous");
  await numbered(both.at(-1)!.number);
  assert.match(page.url(), new RegExp(`#p=${both.at(-1)!.number}$`));
});

test("puzzles are found by motif, length and side, in the stages of the course", async (t) => {
  const { page } = await openPuzzles(t, "#p=1", { context: { locale: "en-GB" } });
  await page.click("#choose");
  const heads = page.locator("#choose-list .stage");
  await heads.first().waitFor();
  assert.equal(await heads.count(), new Set(PUZZLES.map(({ stage }) => stage)).size);
  assert.match((await heads.first().textContent())!, /^Stage 1 \(0\/\d+\)$/);
  const motifs = await page.locator("#choose-motif option").allTextContents();
  for (const name of ["Iron bolt", "Double cannons", "Knife to the heart", "White-faced general"])
    assert.ok(motifs.includes(name), `${name} of ${motifs}`);
  // Only the stage of the current puzzle is open; the others open at a press.
  const of = (...stages: number[]) => PUZZLES.filter(({ stage }) => stages.includes(stage)).length;
  await shownToChoose(page, of(1));
  await heads.nth(1).click();
  await shownToChoose(page, of(1, 2));
  await page.selectOption("#choose-motif", "alternatingRooks");
  await page.selectOption("#choose-side", "black");
  await page.selectOption("#choose-length", "3");
  const matching = PUZZLES.filter(
    ({ themes, side, length }) =>
      themes.includes("alternatingRooks") && side === "black" && length === 3,
  );
  assert.ok(matching.length > 0 && matching.length <= 100, `${matching.length} puzzles`);
  await shownToChoose(page, matching.length);
  const cells = page.locator("#choose-list .cell");
  assert.deepEqual(
    (await cells.allTextContents()).map(Number),
    matching.map(({ number }) => number),
  );
  await cells.first().click();
  await page.waitForSelector("canvas[data-orientation=black]");
  await page.locator("#task", { hasText: /^Black mates in 3/ }).waitFor();
});

test("a stage that cannot be fetched is reported, and the puzzle on the board stays", async (t) => {
  const [first] = PUZZLES;
  const last = PUZZLES.filter(({ stage }) => stage === 1).at(-1)!;
  const { page } = await openPuzzles(t, `#p=${last.number}`, { root: "www" });
  await page.route("**/assets/puzzles/*.json", (route) => route.abort());
  await page.click("#control-next");
  await page.locator("#toast", { hasText: "习题没有载入" }).waitFor();
  await page.click("#choose");
  await page.locator("#choose-dialog").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => chuhePuzzles.room.puzzle.number), last.number);
  await page.unroute("**/assets/puzzles/*.json");
  await page.click("#control-next");
  await page.waitForFunction((n) => chuhePuzzles.room.puzzle.number === n, last.number + 1);
  await page.evaluate((n) => void (location.hash = `#p=${n}`), first.number);
  await page.waitForFunction((n) => chuhePuzzles.room.puzzle.number === n, first.number);
});

test("a puzzle for Black is solved as Black, and its position goes to the analysis", async (t) => {
  const puzzle = PUZZLES.find(
    ({ kind, length, side }) => kind === "mate" && length === 2 && side === "black",
  )!;
  const { page, hand: person, errors } = await openPuzzles(t, `#p=${puzzle.number}`);
  await person.move(puzzle.moves[0]);
  await person.ply(2);
  await page.click("#control-analyse");
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(() => chuheAnalysis.ready);
  const { startFen, moves } = await page.evaluate(() => chuheAnalysis.study.get().position);
  assert.deepEqual([startFen, moves], [puzzle.fen, puzzle.moves.slice(0, 2)]);
  await page.goBack();
  await whenReady(page);
  await page.waitForFunction((key) => chuhePuzzles.room.puzzle.key === key, puzzle.key);
  await person.playAll(puzzle.moves);
  await person.words("解开了");
  assert.deepEqual(errors, []);
});

test("the day has its puzzle, and an address leads to any puzzle", async (t) => {
  const { page } = await openPuzzles(t, `#p=${PUZZLES.length}`);
  const number = () => page.evaluate(() => chuhePuzzles.room.puzzle.number);
  const isOther = (than: number) =>
    page.waitForFunction((old) => chuhePuzzles.room.puzzle.number !== old, than);
  assert.equal(await number(), PUZZLES.length);
  await page.click("#choose");
  await page.click("#choose-day");
  await isOther(PUZZLES.length);
  const day = await number();
  await page.click("#choose");
  await page.click("#choose-any:enabled");
  await isOther(day);
  const any = await number();
  await page.click("#choose");
  await page.click("#choose-day");
  await isOther(any);
  assert.equal(await number(), day);
});

test("the page uses and stores the chosen language", async (t) => {
  const { page } = await openPuzzles(t, "#p=1");
  await page.selectOption("#language", "en");
  await page.waitForFunction(() => document.documentElement.lang === "en");
  assert.match((await page.locator("#task").textContent())!, /Red mates in/);
  await page.reload();
  await whenReady(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
});

test("on a phone board, notation and language are chosen in place, and a round stays in one line", async (t) => {
  const viewport = { width: 360, height: 740 };
  const puzzle = mateIn(5);
  const {
    page,
    hand: person,
    errors,
  } = await openPuzzles(t, `#p=${puzzle.number}`, {
    context: { viewport },
  });
  const [first, reply] = puzzle.moves;
  await page.evaluate((move) => void chuhePuzzles.room.move(move), first);
  await person.ply(2);
  const dashed = (move: string) => `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase();
  await openSettings(page);
  const choose = (name: string, value: string) =>
    page.check(`[name=${name}][value=${value}]`, { force: true });
  await choose("notation", "iccs");
  await page
    .locator("#line")
    .getByText(dashed(reply), { exact: true })
    .waitFor({ state: "attached" });
  await choose("board", "jade");
  await page.waitForFunction(() => chuhePuzzles.board.state.board === "jade");
  await choose("lang", "en");
  await page.waitForSelector("html[lang=en]");
  assert.equal(await page.textContent("#settings-title"), "Settings");
  await page.click("#settings-dialog [data-close]");
  for (let ply = 4; ply <= puzzle.moves.length + 1; ply += 2) {
    await page.click("#control-show");
    await person.ply(Math.min(ply, puzzle.moves.length));
  }
  await page.waitForFunction(
    (rounds) => document.querySelectorAll("#line .round").length === rounds,
    puzzle.length,
  );
  const heights = await page
    .locator("#line .round")
    .evaluateAll((rounds) => rounds.map((round) => round.getBoundingClientRect().height));
  const line = await page
    .locator("#line")
    .evaluate((element) => parseFloat(getComputedStyle(element).lineHeight));
  for (const height of heights)
    assert.ok(height < 1.5 * line, `${heights}, a line is ${line} high`);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:settings")!));
  assert.deepEqual([stored.lang, stored.notation, stored.board], ["en", "iccs", "jade"]);
  assert.deepEqual(errors, []);
});

test("nothing scrolls sideways on a small phone, in any language", async (t) => {
  const viewport = { width: 320, height: 600 };
  const { page } = await openPuzzles(t, "#p=1", { context: { viewport } });
  for (const width of [320, 360, 414]) {
    await page.setViewportSize({ width, height: 640 });
    for (const lang of ["zh", "zh-Hant", "en", "vi"]) {
      await page.selectOption("#language", lang);
      await page.waitForFunction((name) => chuhePuzzles.spoken === name, lang);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${width} ${lang}: ${over}`);
    }
  }
});

test("tabs and buttons stand in one line beside each other, in any language", async (t) => {
  const { page } = await openPuzzles(t, "#p=1", {});
  // Shows a number beside the practice.
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key, text),
    [PRACTICE_KEY, encodePractice(dueExercises())],
  );
  await page.reload();
  await whenReady(page);
  await page.waitForSelector("#due:visible");
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [844, 390],
    [1024, 768],
  ]) {
    await page.setViewportSize({ width, height });
    for (const lang of ["zh", "en", "vi"]) {
      await page.selectOption("#language", lang);
      await page.waitForFunction((name) => chuhePuzzles.spoken === name, lang);
      const lines = await page.locator(".sections").evaluate((row) => {
        const range = document.createRange();
        return [...row.querySelectorAll("button")].map((button) => {
          range.selectNodeContents(button);
          const { top, bottom } = range.getBoundingClientRect();
          const middle = Math.round((top + bottom) / 2 - row.getBoundingClientRect().top);
          return bottom - top < 32 && Math.abs(middle - 22) < 6;
        });
      });
      assert.deepEqual(lines, [true, true, true, true, true], `${lang} ${width} x ${height}`);
    }
  }
});

test("pieces that cannot be loaded leave the old ones, in the sheet as well", async (t) => {
  const { page } = await openPuzzles(t, "#p=1", { root: "www" });
  await page.route("**/sets/print.*", (route) => route.abort());
  await openSettings(page);
  // check() would fail because the choice is reset.
  await page.click("[name=pieces][value=print]", { force: true });
  await page.locator("#looks [role=alert]").waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[name=pieces][value=brush]")!.checked,
  );
  assert.equal(await page.evaluate(() => chuhePuzzles.board.state.pieces), "brush");
});
