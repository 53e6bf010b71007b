// My analyses on the page: everything that was opened or made is found, renamed, saved and deleted there.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { STUDY_KEY } from "../../www/js/analysis/study-storage.ts";
import { QUIET, hand as analyst, openAnalysis, whenReady } from "./analysis-helpers.ts";
import {
  TWO,
  download,
  hand as librarian,
  openLibrary,
  whenReady as whenLibraryReady,
} from "./library-helpers.ts";

const EN = { context: { locale: "en-GB" } };
const gameOf = (red: string, more = "") => `[Red "${red}"]\n[Black "Liu"]\n\n1. h2e2 h9g7${more} *`;

/** Opens the list. */
async function openList(page: Page) {
  await page.keyboard.press("m");
  await page.locator("#mine-dialog[open] #mine-count:not(:empty)").waitFor();
}

/** Waits until the list has these names, in any order. */
const listed = (page: Page, ...names: string[]) =>
  page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll(".mine-title")]
        .map((title) => title.textContent)
        .toSorted()
        .join() === expected,
    names.toSorted().join(),
  );

const row = (page: Page, name: string) => page.locator(".mine-row", { hasText: name });

/** Presses a command of a study in the list. */
async function press(page: Page, name: string, command: string) {
  await row(page, name).locator(".mine-more").click();
  await row(page, name).locator(`.mine-${command}`).click();
}

test("all that was opened or made is in the list, is found, opened and renamed", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, EN);
  await openList(page);
  assert.match((await page.textContent("#mine-count"))!, /Nothing here yet/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.click("#export-library");
  await hand.said("nothing to save yet");
  await page.keyboard.press("Escape");
  for (const red of ["Hu", "Tao", "Yang"]) await hand.open(gameOf(red));
  await page.click("#control-new");
  await hand.move("c3c4");
  await page.click("#control-new");
  await openList(page);
  const all = ["Red Hu, Black Liu", "Red Tao, Black Liu", "Red Yang, Black Liu", "Untitled"];
  await listed(page, ...all);
  await page.fill("#mine-search", "liu tao");
  await listed(page, "Red Tao, Black Liu");
  await page.fill("#mine-search", "nobody");
  assert.match((await page.textContent("#mine-count"))!, /No analysis has these words/);
  await page.fill("#mine-search", "");
  await page.click("#mine-changed");
  await listed(page, "Untitled");
  await page.click("#mine-changed");

  // A study that is not open, then the open one; both names stay after a reload.
  await press(page, "Hu", "rename");
  await page.keyboard.type("Central cannons");
  await page.keyboard.press("Enter");
  await listed(page, "Central cannons", ...all.slice(1));
  await row(page, "Untitled").locator(".mine-open").click();
  await hand.at("c3c4");
  await openList(page);
  await press(page, "open now", "rename");
  await page.keyboard.type("Pawn first");
  await page.keyboard.press("Enter");
  await listed(page, "Central cannons", "Pawn first", ...all.slice(1, 3));
  await page.keyboard.press("Escape");
  await page.reload();
  await whenReady(page);
  assert.equal(await page.evaluate(() => chuheAnalysis.study.data().tags.Title), "Pawn first");
  await openList(page);
  await listed(page, "Central cannons", "Pawn first", ...all.slice(1, 3));
  await row(page, "Central cannons").locator(".mine-open").click();
  await page.waitForFunction(() => chuheAnalysis.study.data().tags.Red === "Hu");

  // All of them in one file, which opens again.
  await openList(page);
  const file = await download(page, "#mine-save");
  for (const words of ["Central cannons", "Pawn first", '[Red "Tao"]', '[Red "Yang"]'])
    assert.ok(file.includes(words), words);
  assert.equal(file.match(/^1\. /gm)!.length, 4);

  await page.keyboard.press("Escape");
  await hand.open(gameOf("呂欽"));
  await hand.open(gameOf("Tao"));
  await hand.open(gameOf("呂欽")); // again: it is the same study
  await openList(page);
  await page.fill("#mine-search", "吕  钦");
  await listed(page, "Red 呂欽, Black Liu");
  assert.deepEqual(errors, []);
});

test("a deleted analysis comes back by Undo, also the one on the board, and nothing else changes", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, EN);
  await hand.open(gameOf("Hu"));
  await hand.open(gameOf("Tao"));
  await page.keyboard.press("End");
  await page.fill("#comment-text", "mine");
  await page.keyboard.press("Escape");
  await openList(page);
  await press(page, "Hu", "remove");
  await listed(page, "Red Tao, Black Liu");
  await press(page, "Tao", "remove");
  await page.waitForFunction(() => document.querySelectorAll(".mine-row").length === 0);
  assert.equal(await hand.tree(), "", "the board is free for a new one");
  // What still runs for the deleted study writes nothing.
  const keys = () =>
    page.evaluate(
      (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)),
      STUDY_KEY,
    );
  assert.deepEqual(await keys(), []);
  await page.click("#toast .button");
  await listed(page, "Red Tao, Black Liu");
  await page.keyboard.press("Escape");
  await hand.at("h2e2 h9g7");
  // The field follows with the next frame.
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>("#comment-text")!.value === "mine",
  );
  await page.reload();
  await whenReady(page);
  assert.equal(await hand.tree(), "h2e2 h9g7{mine}");
  assert.equal((await keys()).length, 1);
  assert.deepEqual(errors, []);
});

test("a game of the library and one of one's own are saved there once, and updated", async (t) => {
  const { page, server, context, add, errors } = await openLibrary(t);
  await context.addInitScript(QUIET);
  await add(["two.pgn", TWO]);
  await page.locator(".library-rows .is-red", { hasText: "Hu" }).click();
  await page.waitForURL("**/analysis.html");
  await whenReady(page);
  await page.fill("#comment-text", "of Hu");
  await page.keyboard.press("Escape");
  await analyst(page).open(gameOf("Sun", " {new}"));
  await openList(page);
  for (const name of ["Sun", "Hu", "Sun"]) {
    await press(page, name, "toLibrary");
    await analyst(page).said(`Red ${name}`);
    await row(page, name).locator(".mine-more").click();
    await row(page, name).locator(".mine-badge", { hasText: "in the library" }).waitFor();
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.click("#export-library");
  await analyst(page).said("up to date");
  await page.keyboard.press("Escape");
  await page.fill("#comment-text", "of Sun, later");
  await page.waitForFunction(
    (prefix) =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix) && localStorage[key].includes("of Sun, later"))
        .some((key) => JSON.parse(localStorage[key]).game.left !== "0"),
    STUDY_KEY,
  );
  await page.goto(`${server.url}library.html`);
  await whenLibraryReady(page);
  await librarian(page).reds("Hu", "Li", "Sun");
  const file = await download(page, "#library-export");
  assert.equal(file.match(/of Sun, later/g)!.length, 1);
  assert.equal(file.match(/of Hu/g)!.length, 1);
  assert.deepEqual(errors, []);
});

test("the tab of a study that another tab deletes stores it again with its next change", async (t) => {
  const { page, hand, context, server } = await openAnalysis(t, EN);
  await hand.open(gameOf("Hu"));
  const other = await context.newPage();
  await other.goto(`${server.url}analysis.html`);
  await whenReady(other);
  await other.click("#control-new");
  await openList(other);
  await press(other, "Hu", "remove");
  await other.waitForFunction(() => document.querySelectorAll(".mine-row").length === 0);
  await page.bringToFront();
  await page.fill("#comment-text", "still mine");
  await page.keyboard.press("Escape");
  await openList(page);
  await listed(page, "Red Hu, Black Liu");
});
