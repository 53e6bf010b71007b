/** The library's page: importing, storing, finding, removing, opening and exporting games. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import test from "node:test";
import type { Route } from "playwright-core";
import type { LibraryClient } from "../../www/js/database/library-client.ts";
import { ROOT, until } from "./helpers.ts";
import {
  BROKEN,
  TWO,
  download,
  fileOf,
  hand,
  manyGames,
  openLibrary,
  whenReady,
} from "./library-helpers.ts";
import { MATE_IN_ONE, openPage, whenReady as whenPlayable } from "./page-helpers.ts";

/** The position after the first move of both games. */
const AFTER = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";

test("games of two files are stored, broken ones are reported, and all are there after a reload", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await page.locator("#library-empty").waitFor();
  assert.ok(await page.locator("#library-tools").isHidden());
  await add(["two.pgn", TWO], ["broken.pgn", BROKEN]);
  assert.match(await page.innerText("#library-import-words"), /2 games added.*1 could not be read/);
  const refused = await page.locator("#library-refusals li").allInnerTexts();
  assert.equal(refused.length, 1);
  assert.match(refused[0], /^broken\.pgn, game 1: Move 1, Black, “a0a9”: \S/);
  await reds("Hu", "Li");
  assert.ok(await page.locator("#library-empty").isHidden());
  await page.reload();
  await whenReady(page);
  await reds("Hu", "Li");
  assert.equal(await page.innerText("#library-count"), "2 games");
  await add(["again.pgn", TWO]);
  assert.match(await page.innerText("#library-import-words"), /0 games added. 2 already there/);
  assert.deepEqual(errors, []);
});

test("an annotated copy replaces the bare game, and its comments are searched, also after a reload", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await add(["notes.pgn", TWO.replace("b9c7", "b9c7 {the other horse}")]);
  assert.equal(
    await page.innerText("#library-import-words"),
    "0 games added. 1 game brought up to date. 1 already there.",
  );
  for (let visit = 0; visit < 2; visit++) {
    await reds("Hu", "Li");
    if (visit === 0) await page.click("#library-more summary");
    await page.fill("#library-words", "other horse");
    await reds("Li");
    await page.reload();
    await whenReady(page);
    await reds("Li");
    await page.click("#library-clear");
  }
  assert.deepEqual(errors, []);
});

test("a pasted game and a dropped file are imported", async (t) => {
  const { page, reds } = await openLibrary(t);
  const [first, second] = TWO.split("\n\n[").map((text, at) => (at ? `[${text}` : text));
  const bring = (type: string, text: string) =>
    page.evaluate(
      ([name, data]) => {
        const transfer = new DataTransfer();
        if (name === "drop") transfer.items.add(new File([data], "x.pgn"));
        else transfer.setData("text/plain", data);
        const how = { bubbles: true, cancelable: true };
        const event =
          name === "drop"
            ? new DragEvent(name, { ...how, dataTransfer: transfer })
            : new ClipboardEvent(name, { ...how, clipboardData: transfer });
        document.body.dispatchEvent(event);
      },
      [type, text],
    );
  await bring("paste", first);
  await reds("Hu");
  await page.locator("#library-close").waitFor();
  await bring("drop", second);
  await reds("Hu", "Li");
});

test("an archive and a folder are imported whole, and broken files are reported by path", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  const archives = `${ROOT}tests/data/archives/`;
  await page.setInputFiles(
    "#library-file",
    ["info-zip", "locked"].map((name) => `${archives}${name}.zip`),
  );
  await page.locator("#library-close").waitFor();
  await reds("Hu", "Li");
  const refused = () => page.locator("#library-refusals li").allInnerTexts();
  const [broken, locked, ...others] = await refused();
  assert.match(broken, /^info-zip\.zip\/games\/broken\.pgn, game 1: Move 1, Black, “a0a9”: \S/);
  assert.equal(locked, "locked.zip/games/1998/two.pgn: It is protected by a password.");
  assert.deepEqual(others, []);

  const folder = await mkdtemp(`${tmpdir()}/chuhe-`);
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(`${folder}/old`);
  await writeFile(`${folder}/old/one.pgn`, manyGames(1));
  await writeFile(`${folder}/old/.hidden`, BROKEN);
  await writeFile(`${folder}/broken.pgn`, BROKEN);
  await page.click("#library-close");
  await page.setInputFiles("#library-folder", folder);
  await reds("Hu", "Li", "Player 000000");
  await page.locator("#library-close").waitFor();
  const lines = await refused();
  assert.equal(lines.length, 1);
  assert.ok(lines[0].startsWith(`${basename(folder)}/broken.pgn, game 1: `), lines[0]);
  await add(["again.pgn", manyGames(1)]);
  assert.match(await page.innerText("#library-import-words"), /0 games added. 1 already there/);
  assert.deepEqual(errors, []);
});

test("filters show the number of matching games, and columns sort them", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO], ["one.pgn", manyGames(1)]);
  const count = (words: string) => page.locator("#library-count", { hasText: words }).waitFor();
  await page.click("#library-more summary");
  /** Each filter, and the players of Red whose games it leaves. */
  const filters = {
    player: ["chen", "Li"],
    event: ["cup", "Hu"],
    from: ["1999", "Li"],
    to: ["1998.05", "Hu"],
    words: ["quiet", "Hu"],
    minPlies: ["3", "Hu"],
  };
  for (const [name, [text, left]] of Object.entries(filters)) {
    await page.fill(`#library-${name}`, text);
    await reds(left);
    await count("1 of 3 games");
    await page.click("#library-clear");
    await count("3 games");
  }
  await page.selectOption("#library-result", "draw");
  await reds("Li");
  await page.click("#library-clear");
  await page.fill("#library-maxPlies", "3");
  await reds("Li", "Player 000000");
  await page.click("#library-clear");
  await page.fill("#library-red", "hu");
  await reds("Hu");
  await page.fill("#library-red", "");
  await page.fill("#library-black", "hu");
  await count("0 of 3 games");
  await page.fill("#library-black", "chen");
  await reds("Li");
  await page.fill("#library-black", "");
  await page.fill("#library-player", "chen li");
  await reds("Li");
  await page.click("#library-clear");
  await page.fill("#library-player", "nobody");
  await page.locator("#library-none").waitFor();
  await count("0 of 3 games");
  await page.fill("#library-from", "soon");
  await page.locator("#library-from[aria-invalid=true]").waitFor();
  assert.match(await page.innerText("#library-fault"), /not a date/);
  await page.click("#library-clear");
  await count("3 games");

  const head = page.locator("[role=columnheader]", { hasText: "Date" });
  await page.click("[data-column=date]");
  await reds("Player 000000", "Hu", "Li");
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  await page.click("[data-column=date]");
  await reds("Li", "Hu", "Player 000000");
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  await page.click("[data-column=date]");
  await reds("Hu", "Li", "Player 000000");
  assert.equal(await head.getAttribute("aria-sort"), "none");
});

test("labels are added, filtered by, undone and there after a reload", async (t) => {
  const { page, add, reds, label, errors } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  assert.ok(await page.locator("#library-label-field").isHidden());
  await label([0], "club, to learn");
  assert.deepEqual(await page.locator(".library-labels").allInnerTexts(), ["club, to learn", ""]);
  await page.selectOption("#library-label", "club");
  await reds("Hu");
  await page.click("#library-more summary");
  await page.click("#library-clear");
  await reds("Hu", "Li");

  // Both are selected now: the first label is on one of them and stays so unless it is pressed.
  await page.locator(".library-rows .library-mark").nth(1).click();
  const openSheet = async () => {
    await page.click("#library-label-selected");
    await page.locator("#library-labels-dialog[open]").waitFor();
  };
  await openSheet();
  const box = (name: string) => page.locator(`#library-labels-dialog input[name="${name}"]`);
  assert.ok(await box("club").evaluate((input: HTMLInputElement) => input.indeterminate));
  await box("to learn").check();
  await page.keyboard.press("Enter");
  const second = page.locator(".library-labels").nth(1);
  await page.locator(".library-labels", { hasText: /^to learn$/ }).waitFor();
  assert.deepEqual(await page.locator(".library-labels").allInnerTexts(), [
    "club, to learn",
    "to learn",
  ]);
  await page.locator("#toast .tool, #toast button", { hasText: "Undo" }).click();
  await page.waitForFunction((element) => element.textContent === "", await second.elementHandle());
  await page.reload();
  await whenReady(page);
  await reds("Hu", "Li");
  assert.deepEqual(await page.locator(".library-labels").allInnerTexts(), ["club, to learn", ""]);

  // When its last game loses the filtering label, all games are shown again.
  await page.selectOption("#library-label", "club");
  await reds("Hu");
  await page.locator(".library-rows .library-mark").first().click();
  await openSheet();
  await box("club").uncheck();
  await page.click("#library-labels-dialog [type=submit]");
  await reds("Hu", "Li");
  assert.deepEqual(await page.locator("#library-label option").allInnerTexts(), [
    "Any",
    "to learn (1)",
  ]);
  assert.deepEqual(errors, []);
});

test("removing selected games can be undone", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await page.locator(".library-rows .library-mark").first().click();
  await page.locator("#library-selected", { hasText: "1 selected" }).waitFor();
  await page.click("#library-remove");
  await reds("Li");
  await page.locator("#toast", { hasText: "1 game removed" }).waitFor();
  await page.click("#toast .button");
  await reds("Hu", "Li");
  await page.reload();
  await whenReady(page);
  await reds("Hu", "Li");
});

test("a cancelled import leaves no games", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  // Cancels at the first report of the import, when more than a piece of a file is left to read.
  await page.evaluate(() => {
    const words = document.querySelector("#library-import-words")!;
    const press = () => document.querySelector<HTMLElement>("#library-cancel")!.click();
    new MutationObserver(press).observe(words, { childList: true, characterData: true });
  });
  const files = [1, 2, 3].map((at) => fileOf(`${at}.pgn`, manyGames(3000, "x".repeat(300) + at)));
  await page.setInputFiles("#library-file", files);
  await page.locator("#library-import-words", { hasText: "Cancelled" }).waitFor();
  await reds("Hu", "Li");
  await page.reload();
  await whenReady(page);
  await reds("Hu", "Li");
});

test("a worker that dies during an import is reported and leaves the library whole", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await page.evaluate(() => {
    const words = document.querySelector("#library-import-words")!;
    const kill = async () => {
      if (/so far/.test(words.textContent)) ((await chuhe.ready) as LibraryClient).end();
    };
    new MutationObserver(kill).observe(words, { childList: true, characterData: true });
  });
  const files = [1, 2, 3].map((at) => fileOf(`${at}.pgn`, manyGames(3000, "x".repeat(300) + at)));
  await page.setInputFiles("#library-file", files);
  await page.locator("#library-trouble", { hasText: "stopped" }).waitFor();
  await page.reload();
  await whenReady(page);
  await page.locator("#library-import-words", { hasText: "was broken off" }).waitFor();
  await page.fill("#library-player", "wang");
  await reds("Hu");
  assert.ok(await page.locator("#library-trouble").isHidden());
});

/** Puts code before the worker's own, in the sources. */
const before = (code: string) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n${code}` });
};

test("a full disk is reported with an offer to export, and stored games stay", async (t) => {
  const { page, add, reds } = await openLibrary(t, { root: "www" });
  await add(["two.pgn", TWO]);
  // Nothing can be written from the second block on; blocks have 512 games.
  const full = `{
    const put = IDBObjectStore.prototype.put;
    let isFull = true;
    addEventListener("message", ({ data }) => { if (data.request?.type === "store") isFull = false; });
    IDBObjectStore.prototype.put = function (value, key) {
      if (isFull && key === 1) throw new DOMException("full", "QuotaExceededError");
      return put.call(this, value, key);
    };
  }`;
  await page.route("**/js/database/worker.*", before(full));
  await page.reload();
  await whenReady(page);
  await add(["many.pgn", manyGames(600)]);
  await page.locator("#library-trouble", { hasText: "disk is full" }).waitFor();
  assert.equal(await page.innerText("#library-count"), "602 games");
  const saved = await download(page, "#library-rescue");
  assert.equal(saved.match(/\[Red /g)!.length, 602);
  // Another tab has the stored games, not a part of the others.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await whenReady(other);
  await hand(other).reds("Hu", "Li");
  await other.close();
  await page.click("#library-again");
  await page.locator("#library-trouble").waitFor({ state: "hidden" });
  await page.reload();
  await whenReady(page);
  assert.equal(await page.innerText("#library-count"), "602 games");
  await page.fill("#library-player", "wang");
  await reds("Hu");
});

test("where storage is blocked the page says so, and games last until it is closed", async (t) => {
  const { page, add, reds } = await openLibrary(t, { root: "www" });
  const denied = `IDBFactory.prototype.open = () => { throw new DOMException("denied", "SecurityError"); };`;
  await page.route("**/js/database/worker.*", before(denied));
  await page.reload();
  await whenReady(page);
  await page.locator("#library-trouble", { hasText: "stores nothing" }).waitFor();
  await add(["two.pgn", TWO]);
  await reds("Hu", "Li");
});

test("a change by another tab is shown and announced", async (t) => {
  const { page, context, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  const other = await context.newPage();
  await other.goto(page.url());
  await whenReady(other);
  await hand(other).add(["one.pgn", manyGames(1)]);
  await reds("Hu", "Li", "Player 000000");
  await page.locator("#toast", { hasText: "Another tab" }).waitFor();
});

test("a game opens in the analysis at the ply of the searched position", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  await add(["two.pgn", TWO], ["one.pgn", BROKEN.replace("a0a9", "h9g7")]);
  await reds("Hu", "Li", "Zhao");
  const { pathname } = new URL(page.url());
  // Zhao played its mirror image.
  await page.goto(`${page.url()}#fen=${AFTER.replaceAll(" ", "_")}`);
  await page.reload();
  await whenReady(page);
  await reds("Hu", "Li", "Zhao");
  assert.equal(await page.inputValue("#library-fen"), AFTER);
  await page.locator(".library-rows .is-red", { hasText: "Li" }).click();
  await page.waitForURL("**/analysis.html");
  await page.waitForFunction(() => globalThis.chuheAnalysis?.study?.data().tags.Red === "Li");
  const found = await page.evaluate(() => {
    const { nodes, at } = chuheAnalysis.study.data();
    return { at, move: nodes[at].move, count: nodes.length };
  });
  assert.deepEqual(found, { at: 1, move: "h2e2", count: 3 });
  await page.goto(new URL(`${pathname}#fen=x`, page.url()).href);
  await whenReady(page);
  await page.locator("#library-fen[aria-invalid=true]").waitFor();
  assert.notEqual(await page.innerText("#library-fault"), "");
});

test("a pattern of a few pieces set up on the board finds games with anything elsewhere", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await page.click("#library-more summary");
  await page.selectOption("#library-search", "pattern");
  await page.click("#library-paint");
  const sheet = page.locator("#editor-dialog[open]");
  await sheet.locator("summary").click();
  for (const [piece, point] of [
    ["r", "h9"],
    ["n", "g7"],
  ]) {
    await sheet.locator("#editor-piece").selectOption(piece);
    await sheet.locator("#editor-point").selectOption(point);
    await sheet.locator(".editor-form [type=submit]").click();
  }
  assert.equal(await sheet.locator("#editor-fen").isVisible(), false);
  await sheet.locator("#editor-play").click();
  await reds("Hu");
  assert.equal(await page.inputValue("#library-fen"), "7r1/9/6n2/9/9/9/9/9/9/9");
  await page.click("#library-paint");
  await page.locator("#editor-dialog[open] [data-close]").click();
  await page.locator("#editor-dialog").waitFor({ state: "hidden" });
  await page.selectOption("#library-search", "position");
  await page.click("#library-paint");
  assert.equal(
    await page.locator("#editor-fen").isVisible(),
    true,
    "a position is set up as a whole",
  );
  await page.locator("#editor-dialog[open] [data-close]").click();
  assert.equal(await page.locator("#editor-dialog").count(), 1);
  await page.selectOption("#library-search", "pattern");
  await page.click("#library-paint");
  await page.locator("#editor-dialog[open] #editor-play").click();
  assert.equal(
    await page.inputValue("#library-fen"),
    "7r1/9/6n2/9/9/9/9/9/9/9",
    "it stands as it was",
  );
  await page.fill("#library-fen", "7r1/9");
  await page.locator("#library-fen[aria-invalid=true]").waitFor();
  assert.match(await page.innerText("#library-fault"), /no position/);
  await page.fill("#library-fen", AFTER);
  await page.selectOption("#library-search", "soldiers");
  await reds("Hu", "Li");
  assert.deepEqual(errors, []);
});

test("keys alone walk the list, select, remove and open games", async (t) => {
  const { page, add } = await openLibrary(t);
  await add(["many.pgn", manyGames(1000)]);
  const grid = page.locator("#library-grid");
  await grid.focus();
  /** Waits until the keyboard is at a row, as a screen reader finds it. */
  const at = async (index: number) => {
    await page.waitForFunction((place) => {
      const id = document.querySelector("#library-grid")!.getAttribute("aria-activedescendant");
      const row = document.getElementById(id ?? "");
      const box = row?.getBoundingClientRect();
      const around = document.querySelector("#library-grid")!.getBoundingClientRect();
      const isSeen = box && box.top >= around.top && box.bottom <= around.bottom + 1;
      return isSeen && row!.ariaRowIndex === String(place + 2);
    }, index);
  };
  assert.equal(await grid.getAttribute("aria-rowcount"), "1001");
  await at(0);
  await page.keyboard.press("End");
  await at(999);
  await page.keyboard.press("ArrowUp");
  await at(998);
  await page.locator(".library-row.is-at .is-red", { hasText: "Player 000998" }).waitFor();
  assert.ok((await page.locator(".library-rows .library-row").count()) < 100, "not all are drawn");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageDown");
  await at(998);
  await page.keyboard.press("Space");
  await page.locator(".library-row.is-at[aria-selected=true]").waitFor();
  await page.keyboard.press("Delete");
  await page.locator("#library-count", { hasText: "999 games" }).waitFor();
  await page.keyboard.press("Home");
  await at(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/analysis.html");
  await until(() =>
    page.evaluate(() => globalThis.chuheAnalysis?.study?.data().tags.Red === "Player 000001"),
  );
});

test("a finished game is stored and appears in an open library, unless that is switched off", async (t) => {
  const path = (fen: string) => `#fen=${fen.replaceAll(" ", "_")}`;
  const { page, context, server, game, errors } = await openPage(t, { path: path(MATE_IN_ONE) });
  await game.click("b0b9");
  await page.locator("#result").waitFor();
  const library = await context.newPage();
  await library.goto(`${server.url}library.html`);
  await whenReady(library);
  const has = (count: number) =>
    library.waitForFunction(
      (wanted) => document.querySelectorAll(".library-rows .library-row").length === wanted,
      count,
    );
  await has(1);
  await page.goto("about:blank");
  await page.goto(`${server.url}${path(MATE_IN_ONE.replace("1R1K5", "2RK5"))}`);
  await whenPlayable(page);
  await game.click("c0c9");
  await page.locator("#result").waitFor();
  await has(2);
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("chuhe:settings") ?? '{"version":1}');
    localStorage.setItem("chuhe:settings", JSON.stringify({ ...settings, keepGames: false }));
  });
  await page.goto("about:blank");
  await page.goto(`${server.url}${path(MATE_IN_ONE.replace("1R1K5", "1R3K3"))}`);
  await whenPlayable(page);
  await game.click("b0b9");
  await page.locator("#result").waitFor();
  await library.reload();
  await whenReady(library);
  await has(2);
  assert.deepEqual(errors, []);
});
