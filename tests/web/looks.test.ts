// Boards, pieces and motion: their data, and their settings.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { BOARDS, SETS, loadLook, lookOf, nearestLook } from "../../www/js/board/looks.ts";
import { hold } from "./helpers.ts";
import { openPage, whenReady, risen } from "./page-helpers.ts";

const LETTERS = [..."KABNRCPkabnrcp"];
/** The limit of a set in compressed bytes. */
const SET_LIMIT = 8_000;

test("every set has a face for every piece, and every theme a light and a dark form", async () => {
  for (const board of BOARDS) {
    for (const pieces of SETS) {
      await loadLook({ board, pieces });
      for (const theme of ["light", "dark"] as const) {
        const look = lookOf({ board, pieces, theme });
        assert.ok(look, `${board} ${pieces} ${theme}`);
        assert.equal(look, lookOf({ board, pieces, theme }), "the same choice, the same object");
        assert.deepEqual(Object.keys(look.set.faces).sort(), [...LETTERS].sort());
        for (const path of Object.values(look.set.faces)) assert.match(path, /^[mM]-?\d[^N]+z$/);
      }
    }
  }
});

test("Red has one ring and Black two in every theme", () => {
  for (const board of BOARDS) {
    for (const theme of ["light", "dark"] as const) {
      const { palette } = nearestLook({ board, pieces: "brush", theme });
      assert.deepEqual([palette.red.rings.length, palette.black.rings.length], [1, 2]);
    }
  }
});

test("the set duo has brushed faces for Red and printed ones for Black", async () => {
  await Promise.all(SETS.map((pieces) => loadLook({ board: "wood", pieces })));
  const [brush, print, duo] = (["brush", "print", "duo"] as const).map(
    (pieces) => nearestLook({ board: "wood", pieces, theme: "light" }).set.faces,
  );
  for (const letter of LETTERS) {
    const isRed = letter === letter.toUpperCase();
    assert.equal(duo[letter], (isRed ? brush : print)[letter]);
    assert.notEqual(brush[letter], print[letter]);
  }
});

test("sets have fewer than 8,000 bytes compressed", () => {
  const folder = new URL("../../www/js/board/sets/", import.meta.url);
  for (const set of readdirSync(folder)) {
    const size = brotliCompressSync(readFileSync(new URL(set, folder))).length;
    assert.ok(size < SET_LIMIT, `${set}: ${size} bytes`);
  }
});

/** Returns what the page shows of a look. */
const seen = (page: Page) =>
  page.evaluate(() => ({
    look: document.querySelector<HTMLElement>("#board canvas")!.dataset.look,
    token: document.querySelector(".token-black path")!.getAttribute("d"),
    colour: getComputedStyle(document.querySelector(".token-black circle")!).fill,
    name: document.querySelector("#board canvas")!.getAttribute("aria-label"),
    moves: chuhe.state.game.moves,
  }));

const showing = (page: Page, look: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLElement>("#board canvas")!.dataset.look === wanted,
    look,
  );

async function choose(page: Page, field: string, value: string) {
  const input = page.locator(`#settings-form input[name=${field}][value=${value}]`);
  await input.waitFor({ state: "attached" });
  await risen(page);
  await input.click({ force: true });
}

test("board and pieces change at once during a game, and are stored", async (t) => {
  const { page, game, errors } = await openPage(t, { context: { colorScheme: "light" } });
  await game.start({ mode: "local" });
  for (const [ply, move] of ["h2e2", "h9g7", "e2e6"].entries()) {
    await game.click(move);
    await game.plies(ply + 1);
  }
  await showing(page, "wood brush light");
  await page.waitForSelector(".tray .token-black");
  const before = await seen(page);

  await page.click("#settings");
  await choose(page, "pieces", "simplified");
  await showing(page, "wood simplified light");
  const simplified = await seen(page);
  assert.notEqual(simplified.token, before.token, "the tokens follow");
  await choose(page, "board", "jade");
  await showing(page, "jade simplified light");
  const jade = await seen(page);
  assert.notEqual(jade.colour, before.colour, "their colours, too");
  assert.deepEqual([jade.moves, jade.name], [before.moves, before.name]);

  // The pictures in the sheet combine each choice with the other choices made.
  await page.waitForFunction(() => {
    const looks = [...document.querySelectorAll<HTMLElement>(".look-picture")].map(
      (c) => c.dataset.look,
    );
    return looks.includes("paper simplified light") && looks.includes("jade pictogram light");
  });
  await choose(page, "theme", "dark");
  await showing(page, "jade simplified dark");

  const looks = page.evaluate(() => chuhe.state.settings);
  assert.deepEqual([(await looks).board, (await looks).pieces], ["jade", "simplified"]);
  await page.reload();
  await whenReady(page);
  assert.equal((await seen(page)).look, "jade simplified dark", "no other look is painted first");
  await page.waitForFunction(
    (token) => document.querySelector(".token-black path")!.getAttribute("d") === token,
    jade.token,
  );
  assert.deepEqual((await seen(page)).moves, before.moves);
  assert.deepEqual(errors, []);
});

test("shows the pictures and every board without scrolling on a phone", async (t) => {
  const viewport = { width: 390, height: 844 };
  const { page } = await openPage(t, { context: { locale: "en", viewport } });
  await page.click("#settings");
  const looks = page.locator("#settings-form .look");
  await looks.first().waitFor();
  await risen(page);
  const sets = page.locator("#settings-form .look:has([name=pieces]) span");
  assert.equal(await sets.nth(1).textContent(), "Pictures");
  for (const look of await looks.all()) {
    const { y, height } = (await look.boundingBox())!;
    assert.ok(y + height <= viewport.height, `${await look.textContent()} ends at ${y + height}`);
  }
});

test("does not fetch looks that are not chosen", async (t) => {
  const fetched: string[] = [];
  const { page, game } = await openPage(t, { root: "www", context: { colorScheme: "light" } });
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.reload();
  await whenReady(page);
  await game.start({ mode: "local" });
  const extra = /\/(sets|themes)\/|panels\/looks|sample\.[jt]s/;
  assert.deepEqual(
    fetched.filter((path) => extra.test(path)),
    [],
  );
  await page.click("#settings");
  await choose(page, "board", "paper");
  await showing(page, "paper brush light");
  assert.ok(fetched.some((path) => path.endsWith("themes/paper.ts")));
});

test("a look that cannot be fetched keeps the old one, shows an alert, and can be chosen again", async (t) => {
  const { page } = await openPage(t, { root: "www", context: { locale: "en" } });
  await page.route("**/sets/print.*", (route) => route.abort());
  await page.click("#settings");
  await choose(page, "pieces", "print");
  await page.locator("#looks [role=alert]").waitFor();
  assert.equal(await page.evaluate(() => chuhe.state.settings.pieces), "brush");
  assert.equal((await seen(page)).look, "wood brush light");
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input[value=brush]")!.checked,
  );
  await page.unroute("**/sets/print.*");
  await choose(page, "pieces", "print");
  await showing(page, "wood print light");
  await page.locator("#looks [role=alert]").waitFor({ state: "hidden" });
});

test("a choice stays checked while it loads and another one arrives", async (t) => {
  const { page } = await openPage(t, { root: "www", context: { colorScheme: "light" } });
  const release = await hold(page, "**/sets/print.*");
  await page.click("#settings");
  await choose(page, "pieces", "print");
  await choose(page, "board", "paper");
  await showing(page, "paper brush light");
  assert.ok(await page.locator("#settings-form input[value=print]").isChecked());
  release();
  await showing(page, "paper print light");
});

test("a stored look that cannot be fetched does not block the game", async (t) => {
  const { page, game } = await openPage(t, { root: "www" });
  await page.evaluate(() =>
    localStorage.setItem("chuhe:settings", JSON.stringify({ version: 1, pieces: "print" })),
  );
  await page.route("**/sets/print.*", (route) => route.abort());
  await page.reload();
  await whenReady(page);
  assert.equal((await seen(page)).look, "wood brush light");
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
});

test("every look is as sharp as the screen, from 320 pixels to 4K", async (t) => {
  for (const [width, height, deviceScaleFactor] of [
    [320, 568, 1],
    [320, 568, 3],
    [412, 915, 2.625],
    [3840, 2160, 1],
  ]) {
    const { page } = await openPage(t, {
      context: { viewport: { width, height }, deviceScaleFactor, colorScheme: "light" },
    });
    await page.click("#settings");
    await choose(page, "board", "paper");
    await choose(page, "pieces", "pictogram");
    await showing(page, "paper pictogram light");
    const { shown, drawn, ratio } = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("#board canvas")!;
      const { width: css } = canvas.getBoundingClientRect();
      return { shown: css, drawn: canvas.width, ratio: devicePixelRatio };
    });
    assert.ok(Math.abs(shown * ratio - drawn) <= 1, `${width}x${height}: ${shown} ${drawn}`);
    await page.close();
  }
});

/** Returns whether the board animates, and the page's setting of motion. */
const moving = (page: Page) =>
  page.evaluate(async () => {
    const { placement } = chuhe.board.state;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const after = [...placement];
    [after[27], after[36]] = [after[36], after[27]]; // a soldier's step
    chuhe.board.set({ placement: after.join("") });
    let still = false;
    void chuhe.board.flushAnimation().then(() => (still = true));
    await Promise.resolve();
    await Promise.resolve();
    chuhe.board.set({ placement });
    return { board: !still, page: document.documentElement.dataset.motion };
  });

test("motion follows the system or the setting", async (t) => {
  for (const [system, motion, wanted] of [
    ["no-preference", "system", "full"],
    ["no-preference", "reduced", "reduced"],
    ["reduce", "system", "reduced"],
    ["reduce", "full", "full"],
  ] as const) {
    const { page } = await openPage(t, { context: { reducedMotion: system } });
    await page.click("#settings");
    await choose(page, "motion", motion);
    await page.waitForFunction((m) => chuhe.board.state.motion === m, motion);
    const now = await moving(page);
    assert.equal(now.page, wanted, `${system}, ${motion}`);
    assert.equal(now.board, wanted === "full", `${system}, ${motion}`);
    if (motion === "reduced") {
      await page.reload();
      await whenReady(page);
      assert.equal((await moving(page)).page, wanted, "remembered");
    }
    await page.close();
  }
});
