// Annotations of the analysis are never lost: not after thirty other games, in a full store, or by another tab. Those of
// a library's game are in the library.
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

const gameOf = (at: number) => `[Event "${at}"]\n[Red "R${at}"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *`;

/** Opens the library's game of a player of Red. */
async function openGame(page: Page, red: string) {
  await page.locator(".library-rows .is-red", { hasText: red }).click();
  await page.waitForURL("**/analysis.html");
  await whenReady(page);
}

/** Opens the library once it has been sent the last change. */
async function openList(page: Page, server: { url: string }) {
  const isTold = (prefix: string) =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .every((key) => JSON.parse(localStorage[key]).game?.left !== "0");
  if (page.url().startsWith(server.url)) await page.waitForFunction(isTold, STUDY_KEY);
  await page.goto(`${server.url}library.html`);
  await whenLibraryReady(page);
}

/** Pastes another game and comments on it. */
async function annotateOther(page: Page, at: number) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, gameOf(at));
  await page.waitForFunction((name) => chuheAnalysis.study.data().tags.Red === name, `R${at}`);
  await page.fill("#comment-text", `about ${at}`);
}

/** Returns the annotations of the second ply of Hu's game. */
const addedTo = (page: Page) =>
  page.evaluate(() => {
    const { nodes } = chuheAnalysis.study.data();
    const [first] = nodes[0].children;
    const [main, ...others] = nodes[first].children;
    const { comment, signs, shapes } = nodes[main];
    return { comment, signs, shapes, others: others.map((node) => nodes[node].move) };
  });

/** Draws a ring with the right button of the mouse. */
async function drawRing(page: Page, square: string) {
  const { x, y } = await page.evaluate((name) => {
    const box = document.querySelector("#board")!.getBoundingClientRect();
    const point = chuheAnalysis.board.centerOf(name);
    return { x: box.left + point.x, y: box.top + point.y };
  }, square);
  await page.mouse.click(x, y, { button: "right" });
}

/** Adds a comment, a sign, a ring and a variation at the second ply. */
async function annotate(page: Page) {
  const hand = analyst(page);
  await page.keyboard.press("ArrowRight");
  await hand.move("b9c7");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await hand.at("h2e2 h9g7");
  await page.keyboard.press("!");
  await drawRing(page, "i9");
  await page.fill("#comment-text", "the better horse");
}

const ADDED = { comment: "the better horse", signs: [1], shapes: ["Gi9"], others: ["b9c7"] };

test("annotations of a library's game survive thirty other games, in list, search and export", async (t) => {
  const { page, server, context, add, errors } = await openLibrary(t);
  await context.addInitScript(QUIET);
  await add(["two.pgn", TWO]);
  await page.locator(".library-rows .is-red", { hasText: "Hu" }).waitFor();
  await openGame(page, "Hu");
  await annotate(page);
  assert.deepEqual(await addedTo(page), ADDED);
  for (let at = 0; at < 30; at++) await annotateOther(page, at);

  await openList(page, server);
  await librarian(page).reds("Hu", "Li");
  const noted = () => page.locator(".library-noted").allInnerTexts();
  assert.deepEqual(await noted(), ["✎", ""]);
  assert.match(await page.locator(".library-rows .is-event").first().innerText(), /With comments/);
  await page.click("#library-more summary");
  await page.fill("#library-words", "better horse");
  await librarian(page).reds("Hu");
  const saved = await download(page, "#library-export");
  assert.match(saved, /H9-G7 \$1\n\{\[%csl Gi9\] the better horse\}/);
  assert.match(saved, /\(1\. \.\.\. B9-C7\)/);
  await openGame(page, "Hu");
  assert.deepEqual(await addedTo(page), ADDED);
  await page.reload();
  await whenReady(page);
  assert.deepEqual(await addedTo(page), ADDED);
  assert.deepEqual(errors, []);
});

test("the library in another tab has annotations at once", async (t) => {
  const { page, server, context, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  const other = await context.newPage();
  await openList(other, server);
  await context.addInitScript(QUIET);
  await reds("Hu", "Li");
  await openGame(other, "Li");
  await other.fill("#comment-text", "of this");
  await page.locator(".library-noted", { hasText: "✎" }).nth(0).waitFor();
  await page.click("#library-more summary");
  await page.fill("#library-words", "of this");
  await reds("Li");
});

test("annotations of a game opened by the explorer are in the library", async (t) => {
  const { page, server, context, add } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await context.addInitScript(QUIET);
  await page.goto(`${server.url}analysis.html`);
  await whenReady(page);
  await page.click("#explorer summary");
  await page.locator("#explorer-games .explorer-row", { hasText: "Li" }).click();
  await page.waitForFunction(() => chuheAnalysis.study.data().tags.Red === "Li");
  await page.fill("#comment-text", "by the explorer");
  await openList(page, server);
  await librarian(page).reds("Hu", "Li");
  await page.click("#library-more summary");
  await page.fill("#library-words", "by the explorer");
  await librarian(page).reds("Li");
});

test("a library restored from the back-forward cache takes in new annotations", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await reds("Hu", "Li");
  await page.evaluate(async () => {
    const request = indexedDB.open("chuhe-library");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const transaction = request.result.transaction("blocks", "readwrite");
    const edit = { study: "a", id: 9, base: "0", pgn: '[Red "Sun"]\n\n1. h2e2 {mine} *' };
    transaction.objectStore("blocks").put(edit, "edited:a:1");
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await reds("Hu", "Li", "Sun");
});

test("thirty studies of other games, each with a comment, are restored unchanged", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  for (let at = 0; at < 30; at++) await annotateOther(page, at);
  await page.waitForFunction(
    (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length < 9,
    STUDY_KEY,
  );
  await page.reload();
  await whenReady(page);
  for (const at of [0, 7, 29]) {
    await hand.open(gameOf(at));
    await page.waitForFunction(
      (text) => document.querySelector<HTMLInputElement>("#comment-text")!.value === text,
      `about ${at}`,
    );
  }
  assert.deepEqual(errors, []);
});

test("all studies stored by an older version move to the archive", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await page.evaluate(
    ([prefix, count]) => {
      for (let at = 0; at < count; at++) {
        const tree = [
          [-1, null, "", null],
          [0, "h2e2", `old ${at}`, null],
        ];
        const study = { version: 1, time: at, startFen: null, tree, at: 1, tags: {} };
        localStorage.setItem(prefix + at, JSON.stringify({ ...study, result: "ongoing" }));
      }
    },
    [STUDY_KEY, 24] as const,
  );
  await page.reload();
  await whenReady(page);
  assert.equal(await page.inputValue("#comment-text"), "old 23");
  await page.click("#control-new");
  await hand.move("c3c4");
  const comments = () =>
    page.evaluate(async (prefix) => {
      const request = indexedDB.open("chuhe-studies");
      await new Promise((resolve) => (request.onsuccess = resolve));
      const all = request.result.transaction("studies").objectStore("studies").getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      const texts = [
        ...all.result.map(({ text }) => text),
        ...Object.keys(localStorage)
          .filter((key) => key.startsWith(prefix))
          .map((key) => localStorage.getItem(key)),
      ];
      request.result.close();
      const found = texts.flatMap((text) => text.match(/old \d+/) ?? []);
      return { moved: all.result.length, different: new Set(found).size };
    }, STUDY_KEY);
  let found = await comments();
  while (found.moved < 18) found = await comments();
  assert.deepEqual(found, { moved: 18, different: 24 });
});

/** Makes IndexedDB or both stores full. */
const FULL = () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  IDBObjectStore.prototype.put = full;
};

test("annotations that the library has no room for are reported and stay in the study", async (t) => {
  const { page, context, add } = await openLibrary(t);
  await context.addInitScript(QUIET);
  await add(["two.pgn", TWO]);
  await page.locator(".library-rows .is-red", { hasText: "Hu" }).waitFor();
  await openGame(page, "Hu");
  await page.evaluate(FULL);
  await page.fill("#comment-text", "mine");
  await page.locator("#toast:visible", { hasText: "no room left" }).waitFor();
  await page.reload();
  await whenReady(page);
  assert.equal(await page.inputValue("#comment-text"), "mine");
});

test("a store that is almost full is reported", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 2 ** 30, usage: 2 ** 30 - 2 ** 20 });
  });
  await hand.move("h2e2");
  await hand.said("快满了");
});

declare global {
  /** The page ignores what other tabs store. */
  var isAsleep: boolean;
}

test("a tab that missed the changes of another one writes its own study", async (t) => {
  const { page, context, server } = await openAnalysis(t);
  await context.addInitScript(() =>
    addEventListener("storage", (event) => {
      if (globalThis.isAsleep) event.stopImmediatePropagation();
    }),
  );
  await page.reload();
  await whenReady(page);
  await analyst(page).move("h2e2");
  const other = await context.newPage();
  await other.goto(`${server.url}analysis.html`);
  await whenReady(other);
  await page.evaluate(() => (globalThis.isAsleep = true));
  await other.fill("#comment-text", "theirs");
  await page.bringToFront();
  await page.fill("#comment-text", "mine");
  await analyst(page).said("另一个标签页");
  const comments = await page.evaluate(
    (prefix) =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => /theirs|mine/.exec(localStorage.getItem(key)!)?.[0])
        .toSorted(),
    STUDY_KEY,
  );
  assert.deepEqual(comments, ["mine", "theirs"]);
});
