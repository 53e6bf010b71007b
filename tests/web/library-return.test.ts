/** The way back to the library's list, the steps through it in the analysis, titles, files' names, and players. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { LIST_KEY, decodeList, encodeList } from "../../www/js/database/listed-games.ts";
import { decodeSpellings, encodeSpellings } from "../../www/js/database/spellings.ts";
import { neighbours } from "../../www/js/analysis/listed-games-bar.ts";
import { QUIET, hand as analyst, whenReady as whenAnalysisReady } from "./analysis-helpers.ts";
import { manyGames, openLibrary, whenReady } from "./library-helpers.ts";

/** Waits until the analysis shows the game of this player of Red. */
const untilRed = async (page: Page, red: string) => {
  await page.waitForURL("**/analysis.html");
  await page.waitForFunction(
    (name) => globalThis.chuheAnalysis?.study?.data().tags.Red === name,
    red,
  );
};

/** Waits until the active row is the game of this player of Red, in view. */
const untilActive = (page: Page, red: string) =>
  page.waitForFunction((name) => {
    const row = document.querySelector(".library-row.is-at");
    const around = document.querySelector("#library-grid")!.getBoundingClientRect();
    const box = row?.getBoundingClientRect();
    const isInView = box && box.top >= around.top && box.bottom <= around.bottom + 1;
    return isInView && row!.querySelector(".is-red")!.textContent === name;
  }, red);

test("filters, order and place survive opening a game; the analysis steps through the same list", async (t) => {
  const { page, add, errors } = await openLibrary(t);
  await add(["many.pgn", manyGames(300)]);
  await page.click("#library-more summary");
  await page.fill("#library-red", "Player 0001");
  await page.locator("#library-count", { hasText: "100 of 300 games" }).waitFor();
  await page.click("[data-column=red]");
  await page.click("[data-column=red]");
  await page.locator(".library-rows .is-red", { hasText: "Player 000199" }).waitFor();
  const grid = page.locator("#library-grid");
  await grid.evaluate((element) => (element.scrollTop = 60 * 44));
  await page.locator(".library-rows .is-red", { hasText: "Player 000135" }).click();
  await untilRed(page, "Player 000135");
  await page.locator("#listed .files-place", { hasText: "Game 65 of 100" }).waitFor();
  assert.ok(await page.locator("#toast").isHidden(), "the bar says where the game comes from");

  const isSame = async (red: string) => {
    await whenReady(page);
    await untilActive(page, red);
    assert.equal(await page.inputValue("#library-red"), "Player 0001");
    assert.ok(await page.locator("#library-red").isVisible(), "a filter that is set can be seen");
    assert.equal(await page.innerText("#library-count"), "100 of 300 games");
    const head = page.locator("[role=columnheader]", { hasText: "Red" });
    assert.equal(await head.getAttribute("aria-sort"), "descending");
  };
  await page.goBack();
  await isSame("Player 000135");
  const top = await grid.evaluate((element) => Math.round(element.scrollTop / 44));
  assert.ok(Math.abs(top - 60) <= 1, `row ${top}`);
  await page.reload();
  await isSame("Player 000135");

  await page.locator(".library-row.is-at .is-red").click();
  await untilRed(page, "Player 000135");
  await whenAnalysisReady(page);
  await page.click("#listed-on");
  await untilRed(page, "Player 000134");
  await page.locator("#listed .files-place", { hasText: "Game 66 of 100" }).waitFor();
  await page.keyboard.press("n");
  await untilRed(page, "Player 000133");
  for (const red of ["Player 000134", "Player 000135", "Player 000136"]) {
    await page.keyboard.press("p");
    await untilRed(page, red);
  }
  await page.reload();
  await untilRed(page, "Player 000136");
  await page.locator("#listed .files-place", { hasText: "Game 64 of 100" }).waitFor();
  await page.click("#control-new");
  await page.locator("#listed").waitFor({ state: "hidden" });
  await page.click("#toast .button");
  await page.click("#listed-all");
  await isSame("Player 000136");

  // The game has another place in another order.
  await page.click("[data-column=added]");
  await page.locator(".library-rows .is-red", { hasText: "Player 000100" }).waitFor();
  await grid.evaluate((element) => (element.scrollTop = 20 * 44));
  await page.reload();
  await whenReady(page);
  await page.locator(".library-row.is-at .is-red", { hasText: "Player 000136" }).waitFor();
  const above = await grid.evaluate((element) => Math.round(element.scrollTop / 44));
  assert.equal(above, 20);

  // An address with another position begins a search of its own.
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(`${address}#fen=x`);
  await whenReady(page);
  assert.equal(await page.inputValue("#library-red"), "");
  assert.deepEqual(errors, []);
});

test("a game that cannot be opened leaves the list's place as it was, and steps add no listeners", async (t) => {
  const { page, context, add, errors } = await openLibrary(t);
  await context.addInitScript(() => {
    const { add: addTo } = Set.prototype;
    Object.assign(Set.prototype, {
      add(this: Set<unknown>, value: unknown) {
        addTo.call(this, value);
        const isListener = typeof value === "object" && value !== null && "onEnd" in value;
        if (isListener) document.documentElement.dataset.listeners = String(this.size);
        return this;
      },
    });
  });
  await add(["many.pgn", manyGames(3)]);
  await page.locator(".library-rows .is-red", { hasText: "Player 000000" }).click();
  await untilRed(page, "Player 000000");
  await whenAnalysisReady(page);
  const place = (n: number) =>
    page.locator("#listed .files-place", { hasText: `Game ${n} of 3` }).waitFor();
  await place(1);
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    const { open } = study;
    study.open = () => {
      study.open = open;
      throw Object.assign(new Error("rejected"), { code: "badFen" });
    };
  });
  await page.click("#listed-on");
  await page.locator("#toast", { hasText: "The library could not be opened" }).waitFor();
  await place(1);
  const stored = await page.evaluate((key) => sessionStorage.getItem(key), LIST_KEY);
  assert.equal(decodeList(stored)!.game!.index, 0);
  for (const [key, n] of [
    ["n", 2],
    ["n", 3],
    ["p", 2],
  ] as const) {
    await page.keyboard.press(key);
    await place(n);
  }
  assert.equal(await page.getAttribute("html", "data-listeners"), "1");
  assert.deepEqual(errors, []);
});

test("a study that was saved to the library has its place in the list that it is opened from", async (t) => {
  const { page, server, context, add, errors } = await openLibrary(t);
  await context.addInitScript(QUIET);
  await add(["many.pgn", manyGames(2)]);
  await page.goto(`${server.url}analysis.html`);
  await whenAnalysisReady(page);
  await analyst(page).open('[Red "Hu"]\n\n1. b2e2 *');
  await page.fill("#comment-text", "mine");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.click("#export-library");
  await analyst(page).said("In the library");
  await page.goto(`${server.url}library.html`);
  await whenReady(page);
  await page.locator(".library-rows .is-red", { hasText: "Hu" }).click();
  await untilRed(page, "Hu");
  await page.locator("#listed .files-place", { hasText: "Game 3 of 3" }).waitFor();
  await page.reload();
  await page.locator("#listed .files-place", { hasText: "Game 3 of 3" }).waitFor();
  assert.deepEqual(errors, []);
});

test("a title, else the file, stands for missing players in the list and in the analysis", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await add(
    ["第10局.pgn", "1. h2e2 *"],
    ["第9局.pgn", '[Event "Book"]\n\n1. b2e2 *'],
    ["x.pgn", '[Title "Central cannon"]\n[Result "1-0"]\n\n1. c3c4 1-0'],
    ["y.pgn", '[Red "Hu"]\n\n1. g3g4 *'],
  );
  await reds("第10局", "第9局", "Central cannon", "Hu");
  await page.click("[data-column=red]");
  await reds("Central cannon", "Hu", "第9局", "第10局");
  const events = await page.locator(".library-rows .is-event").allInnerTexts();
  assert.deepEqual(events.filter(Boolean), ["Book"], "a title is shown once");
  await page.click("[data-column=added]");
  await reds("第10局", "第9局", "Central cannon", "Hu");
  await page.click("[data-column=added]");
  await reds("Hu", "Central cannon", "第9局", "第10局");
  const numbers = await page.locator(".library-rows .is-added").allInnerTexts();
  assert.deepEqual(numbers.filter(Boolean).toSorted(), ["1", "2", "3", "4"]);
  await page.fill("#library-player", "第9");
  await reds("第9局");
  await page.fill("#library-player", "cannon");
  await reds("Central cannon");
  await page.locator(".library-rows .is-red", { hasText: "Central" }).click();
  await page.waitForURL("**/analysis.html");
  await page.locator(".about-who", { hasText: "Central cannon, Red wins" }).waitFor();
  assert.deepEqual(errors, []);
});

test("spellings of a player are united, can be seen, split for good, and united again", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  const games = ["吕钦", "呂  欽", "廣東呂欽", "胡荣华"].map(
    (red, at) =>
      `[Red "${red}"]\n[Black "柳大华"]\n\n1. ${["h2e2", "b2e2", "c3c4", "g3g4"][at]} *\n`,
  );
  await add(["games.pgn", games.join("\n")]);
  await page.fill("#library-player", "柳大華 呂欽");
  await reds("吕钦", "呂  欽", "廣東呂欽");
  await page.click("#library-persons");
  const names = page.locator(".library-person-name");
  await names.first().waitFor();
  assert.deepEqual(await names.allInnerTexts(), ["柳大华 (4)", "吕钦 (3)", "胡荣华 (1)"]);
  const lu = page.locator(".library-person", { hasText: "吕钦 (3)" });
  await lu.locator("summary").click();
  assert.deepEqual(await lu.locator(".library-spelling").allInnerTexts(), [
    "吕钦 (1)",
    "呂  欽 (1)",
    "廣東呂欽 (1)",
  ]);
  await lu.locator("li", { hasText: "廣東" }).locator("button").click();
  await page.locator(".library-person-name", { hasText: "廣東呂欽 (1)" }).waitFor();
  await page.locator(".library-person-name", { hasText: "吕钦 (2)" }).click();
  await reds("吕钦", "呂  欽");
  assert.equal(await page.inputValue("#library-player"), '"吕钦"');
  await page.reload();
  await whenReady(page);
  await reds("吕钦", "呂  欽");
  await page.click("#library-persons");
  await page.fill("#library-person-search", "廣東");
  const split = page.locator(".library-person", { hasText: "廣東呂欽" });
  await split.locator("button", { hasText: "Unite" }).click();
  await page.fill("#library-person-search", "nobody");
  await page.locator("#library-persons-dialog", { hasText: "No such player" }).waitFor();
  await page.fill("#library-person-search", "");
  await page.locator(".library-person-name", { hasText: "吕钦 (3)" }).click();
  await reds("吕钦", "呂  欽", "廣東呂欽");
  assert.deepEqual(errors, []);
});

test("a stored list is read back, and broken parts of it are left out", () => {
  const list = {
    query: { player: "Hu", minPlies: 3, column: "date", descending: true },
    position: { search: "pattern", text: "9/9" },
    first: 7,
    game: { id: 5, index: 2, count: 9 },
  } as const;
  assert.deepEqual(decodeList(encodeList(list)), list);
  const none = {
    query: { column: "added", descending: false },
    position: null,
    first: 0,
    game: null,
  };
  for (const text of [
    '{"version":1}',
    '{"version":1,"query":{"player":7,"column":"x","result":"y","minPlies":-1},"position":{"search":"z"},"first":-1}',
    '{"version":1,"game":{"id":5,"index":9,"count":9},"position":[],"query":[]}',
  ])
    assert.deepEqual(decodeList(text), none, text);
  for (const text of [null, "", "[]", '{"version":2}']) assert.equal(decodeList(text), null);
  assert.deepEqual(decodeSpellings(encodeSpellings(["a", "b", "a"])), ["a", "b"]);
  for (const text of [null, "{", '{"version":1,"apart":7}', '{"version":1,"apart":[7,""]}'])
    assert.deepEqual(decodeSpellings(text), []);
});

test("the neighbours of a game that has left the list are those of its place", () => {
  const ids = Uint32Array.of(4, 8, 2);
  assert.deepEqual(neighbours(ids, { id: 8, index: 1, count: 3 }), { back: 0, on: 2 });
  assert.deepEqual(neighbours(ids, { id: 8, index: 0, count: 3 }), { back: 0, on: 2 });
  assert.deepEqual(neighbours(ids, { id: 7, index: 1, count: 4 }), { back: 0, on: 1 });
});
