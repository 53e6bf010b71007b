/** The library by openings: the file's name, or else Chuhe's, in the page's language. */
import assert from "node:assert/strict";
import test from "node:test";
import { openLibrary } from "./library-helpers.ts";

const game = (red: string, moves: string, tag = "") => `[Red "${red}"]\n${tag}\n${moves} *\n`;

const GAMES = [
  game("A", "1. h2e2 h7e7"),
  game("B", "1. g3g4"),
  game("C", "1. b2e2 b7e7", '[Opening "My own"]\n'),
  game("D", "1. a0a1", '[FEN "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"]\n'),
].join("\n");

test("openings are found, sorted and shown by the file's name or Chuhe's", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await add(["games.pgn", GAMES]);
  const shows = (names: string[]) =>
    page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".library-rows .library-row")]
          .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
          .map((row) => row.querySelector(".is-opening")!.textContent)
          .join() === wanted,
      names.join(),
    );
  await shows(["Same-Direction Cannons", "Immortal Points the Way", "My own", ""]);
  await page.click("#library-more summary");
  for (const [text, ...left] of [
    ["仙人指路", "B"],
    ["順炮", "A", "C"],
    ["thuận pháo", "A", "C"],
    ["cannons", "A", "C"],
    ["my OWN", "C"],
  ]) {
    await page.fill("#library-opening", text);
    await reds(...left);
  }
  await page.click("#library-clear");
  await page.click("[data-column=opening]");
  await reds("D", "B", "C", "A");
  await page.locator("#language").selectOption("zh-Hant");
  await shows(["", "My own", "仙人指路", "順炮"]);
  await reds("D", "C", "B", "A");
  await page.locator("#language").selectOption("vi");
  await shows(["", "My own", "Thuận pháo", "Tiên nhân chỉ lộ"]);
  assert.deepEqual(errors, []);
});

test("a code in the file precedes Chuhe's name, and a question mark counts as no name", async (t) => {
  const { page, add } = await openLibrary(t);
  await add(["coded.pgn", game("E", "1. h2e2 h7e7", '[ECCO "C05"]\n')]);
  await page.locator(".is-opening", { hasText: /^C05 Same-Direction Cannons$/ }).waitFor();
  await add(["asked.pgn", game("F", "1. g3g4", '[Opening "?"]\n')]);
  await page.locator(".is-opening", { hasText: /^Immortal Points the Way$/ }).waitFor();
});
