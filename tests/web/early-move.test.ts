// A first move before the rules have loaded: it can be made, is stored, and is played when they have.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { START_DESTS, readDests, writeDests } from "../../www/js/rules/legal-moves.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { hold, openApp } from "./helpers.ts";
import { openPage, player, whenReady } from "./page-helpers.ts";

const ZH = { locale: "zh-CN", viewport: { width: 1100, height: 760 }, hasTouch: true };
const RULES = "**/*.wasm";

/** Holds the rules back until the returned function is called. */
const holdRules = (page: Page) => hold(page, RULES);

/** Opens a page whose rules are held back, and waits for its board. */
async function openHeld(t: TestContext, { setUp = async (_page: Page) => {}, ...options } = {}) {
  const app = await openApp(t, { context: ZH, path: "empty.html", files: EMPTY, ...options });
  await setUp(app.page);
  const go = await holdRules(app.page);
  await app.page.goto(app.server.url);
  await boardDrawn(app.page);
  return { ...app, go, game: player(app.page) };
}

const BODY = `<!doctype html><link rel="icon" href="data:,">`;
const EMPTY = { "empty.html": { type: "text/html", body: BODY } };
const boardDrawn = (page: Page) => page.waitForSelector("canvas[data-ready=true]");
const shown = (page: Page, square: string) =>
  page.evaluate((name) => {
    const { placement } = chuhe.board.state;
    return placement[Number(name[1]) * 9 + name.charCodeAt(0) - 97];
  }, square);
type Player = ReturnType<typeof player>;
/** Plays the first move of each side; the second waits until the board has the turn. */
async function playBoth(game: Player) {
  for (const [index, move] of ["h2e2", "h9g7"].entries()) {
    await game.click(move);
    await game.plies(index + 1);
  }
}
const lastMove = (page: Page) => page.evaluate(() => chuhe.board.state.lastMove);
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:game")!));

test("the moves of the start position are those of the rules", () => {
  initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
  const sorted = (dests: Map<string, string[]>) =>
    [...dests].map(([from, points]) => [from, points.toSorted()]).toSorted();
  const rules = new Game(null, []).dests();
  assert.deepEqual(sorted(readDests(START_DESTS)!), sorted(rules));
  assert.deepEqual(readDests(writeDests(rules)), rules);
});

test("a move by click, drag, touch or key before the rules load is played when they have loaded", async (t) => {
  const hands: Record<string, (game: Player, page: Page) => Promise<void>> = {
    click: (game) => game.click("h2e2"),
    drag: (game) => game.drag("h2e2"),
    tap: (game) => game.tap("h2e2"),
    key: async (_, page) => {
      await page.waitForSelector("#board [role=gridcell]", { state: "attached" });
      await page.evaluate(() => chuhe.board.focus("h2"));
      for (const key of ["Space", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Space"])
        await page.keyboard.press(key);
    },
  };
  for (const [name, move] of Object.entries(hands)) {
    const { page, go, game, errors } = await openHeld(t);
    await move(game, page);
    assert.equal(await shown(page, "e2"), "C", name);
    assert.deepEqual(await lastMove(page), ["h2", "e2"], name);
    assert.deepEqual((await stored(page)).moves, ["h2e2"], `${name}: stored at once`);
    assert.equal(await page.evaluate(() => chuhe.game ?? null), null, "no rules yet");
    go();
    await game.plies(2);
    assert.equal((await game.moves())[0], "h2e2", name);
    assert.equal(await page.locator("html").getAttribute("data-screen"), "board");
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("only legal points take the piece, and one move is all there is before the rules", async (t) => {
  const { page, go, game } = await openHeld(t);
  await game.click("h2h4");
  assert.equal(await shown(page, "h4"), "C");
  await game.click("b2b4");
  await game.click("h9g7");
  assert.equal(await shown(page, "b4"), ".");
  go();
  await game.plies(2);
  assert.equal((await game.moves())[0], "h2h4");

  const other = await openHeld(t);
  await other.game.click("h2i3");
  await other.game.drag("a0a5");
  assert.equal(await shown(other.page, "h2"), "C");
  assert.equal(await shown(other.page, "a0"), "R");
  assert.equal(await stored(other.page), null);
});

test("a reload before the rules come keeps the early move", async (t) => {
  const { page, go, game, errors } = await openHeld(t);
  await game.click("b0c2");
  for (let time = 0; time < 2; time++) {
    await page.reload();
    await boardDrawn(page);
    assert.equal(await shown(page, "c2"), "N");
    assert.deepEqual((await stored(page)).moves, ["b0c2"]);
  }
  go();
  await game.plies(2);
  assert.equal((await game.moves())[0], "b0c2");
  assert.deepEqual(errors, []);
});

test("a stored game continues before the rules load, for one person or two", async (t) => {
  const { page, game, errors } = await openPage(t, { context: ZH });
  await game.start({ mode: "local" });
  await playBoth(game);
  const go = await holdRules(page);
  await page.reload();
  await boardDrawn(page);
  assert.deepEqual(await lastMove(page), ["h9", "g7"]);
  await game.click("h0g2");
  assert.equal(await shown(page, "g2"), "N");
  assert.deepEqual((await stored(page)).moves, ["h2e2", "h9g7", "h0g2"]);
  go();
  await page.evaluate(() => chuhe.ready);
  await game.plies(3);
  await game.click("i9h9");
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7", "h0g2", "i9h9"]);
  assert.deepEqual(errors, []);
});

test("an early move that the rules refuse is taken back with a notice", async (t) => {
  const { page, game } = await openPage(t, { context: ZH });
  await game.start({ mode: "local" });
  await playBoth(game);
  await page.waitForFunction(() => JSON.parse(localStorage["chuhe:game"]).moves.length === 2);
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem("chuhe:game")!);
    const text = JSON.stringify({ ...record, view: { ...record.view, dests: "h0h5" } });
    localStorage.setItem("chuhe:game", text);
    Storage.prototype.setItem = () => {}; // leaving the page writes nothing
  });
  const go = await holdRules(page);
  await page.reload();
  await boardDrawn(page);
  await game.click("h0h5");
  assert.equal(await shown(page, "h5"), "N");
  go();
  await whenReady(page);
  await game.plies(2);
  assert.equal(await shown(page, "h0"), "N");
  assert.match(await page.locator("#toast").innerText(), /\S/);
  assert.deepEqual((await stored(page)).moves, ["h2e2", "h9g7"]);
  await page.reload();
  await whenReady(page);
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7"]);
});

test("no early move with a link to another position or with the engine to move", async (t) => {
  const linked = await openHeld(t);
  await linked.page.goto("about:blank");
  await linked.page.goto(`${linked.server.url}#fen=4k4/R8/9/9/9/9/9/9/9/1R1K5_w`);
  await boardDrawn(linked.page);
  await linked.game.click("h2e2");
  assert.equal(await shown(linked.page, "h2"), "C");
  linked.go();
  await linked.page.waitForFunction(() => chuhe.state.game.startFen !== null);

  const { page, game } = await openPage(t, { context: ZH });
  await page.route("**/engine/worker.*", (route) => route.abort());
  await game.click("h2e2");
  const go = await holdRules(page);
  await page.reload();
  await boardDrawn(page);
  await game.click("h9g7");
  assert.deepEqual((await stored(page)).moves, ["h2e2"]);
  go();
});
