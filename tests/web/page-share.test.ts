/** Sharing a game by link, as a challenge and in a frame; picture.test.ts tests pictures. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { fits, srcIn, whenShown } from "./frame-helpers.ts";
import { listen } from "./helpers.ts";
import { openPage, whenReady, type player } from "./page-helpers.ts";

declare global {
  /** The number of unhandled rejections. */
  var unhandledRejections: number;
}

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const MOVES = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];

/** Presses a button of the share sheet; returns its message and the text that it shows. */
async function share(page: Page, name: string) {
  if (!(await page.locator("#export-dialog").isVisible())) await page.keyboard.press("e");
  await page.click(`#share-${name}`);
  const status = page.locator("#share [role=status]");
  await status.filter({ hasText: /./ }).waitFor();
  return {
    message: await status.textContent(),
    text: await page.locator(".share-text").inputValue(),
  };
}

/** Plays moves between two people. */
async function playOn(page: Page, game: ReturnType<typeof player>, moves = MOVES) {
  await game.start({ mode: "local" });
  for (const [index, move] of moves.entries()) {
    await page.evaluate((text) => chuhe.game.move(text.slice(0, 2), text.slice(2)), move);
    await game.plies(index + 1);
  }
}

test("a link shows the same position and moves on another page, whose game comes back by the notice", async (t) => {
  const { page, game, errors } = await openPage(t, { context: CLIPBOARD });
  await playOn(page, game);
  await page.evaluate(() => chuhe.game.undo());
  await game.plies(4);
  const { message, text } = await share(page, "link");
  assert.match(message!, /链接已复制/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  assert.ok(new URL(text).hash.length < 40, text);

  const there = await openPage(t);
  await there.game.start({ side: "red", level: 5 });
  await there.game.click("b2e2");
  await there.game.plies(2);
  const before = await there.game.moves();
  await there.page.evaluate((hash) => (location.hash = hash), new URL(text).hash);
  await there.game.plies(4);
  const opened = await there.page.evaluate(() => chuhe.state.game);
  assert.deepEqual([opened.moves, opened.ply, opened.startFen], [MOVES, 4, null]);
  assert.equal(await there.game.placement(), await game.placement());
  assert.deepEqual(await there.game.list(), await game.list());
  assert.equal(new URL(there.page.url()).hash, "", "a reload must not open the link again");
  await there.page.locator("#toast .button").click();
  await there.game.plies(2);
  assert.deepEqual(await there.game.moves(), before);
  assert.deepEqual([...errors, ...there.errors], []);
});

test("a link to an opened record holds all of it and leads to the analysis", async (t) => {
  const { page, game, errors } = await openPage(t, { context: CLIPBOARD });
  await page.keyboard.press("o");
  await page.fill(
    "#open-text",
    "1. 炮二平五 {[%cal Gh2e2] 中炮} 马８进７ (1. ... 炮８平５ $1) 2. 马二进三",
  );
  await page.click("#open-form [type=submit]");
  await game.plies(3);
  const { text } = await share(page, "link");
  assert.match(text, /analysis\.html#study=/);
  await page.goto(text);
  await page.waitForFunction(() => globalThis.chuheAnalysis?.study?.data().nodes.length === 5);
  const nodes = await page.evaluate(() => chuheAnalysis.study.data().nodes);
  assert.deepEqual(
    nodes.map(({ comment, signs, shapes }) => [comment, signs, shapes].join("|")),
    ["||", "中炮||Gh2e2", "||", "||", "|1|"],
  );
  assert.deepEqual(errors, []);
});

test("a link with illegal moves is refused, and the game stays", async (t) => {
  const { page, game } = await openPage(t);
  await playOn(page, game, ["h2e2"]);
  await page.evaluate(() => (location.hash = "#game=AAAA"));
  await page.locator("#toast:not([hidden])").waitFor();
  assert.match((await page.locator("#toast").textContent())!, /链接/);
  assert.deepEqual(await game.moves(), ["h2e2"]);
});

test("a challenge leads to the same opponent", async (t) => {
  const { page, game } = await openPage(t, { context: CLIPBOARD });
  await game.start({ side: "red", level: 8, seed: 20_261_121 });
  const { text } = await share(page, "challenge");
  assert.match(new URL(text).hash, /challenge=[0-9a-f]{8}&strength=8&seed=20261121&side=red$/);
  const answer = async (to: typeof game) => {
    await to.click("h2e2");
    await to.plies(2);
    return to.moves();
  };
  const there = await openPage(t, { path: new URL(text).hash });
  const words = there.page.locator("#toast:not([hidden])");
  await words.waitFor();
  assert.match((await words.textContent())!, /8 级/);
  assert.doesNotMatch((await words.textContent())!, /另一个版本/);
  const { level, seed, side, mode } = await there.page.evaluate(() => chuhe.state.game);
  assert.deepEqual([level, seed, side, mode], [8, 20_261_121, "red", "engine"]);
  await page.locator("#export-dialog [data-close]").click();
  assert.deepEqual(await answer(there.game), await answer(game));

  const other = await openPage(t, {
    path: new URL(text).hash.replace(/challenge=\w+/, "challenge=00000000"),
  });
  await other.page.locator("#toast").filter({ hasText: "另一个版本" }).waitFor();
});

/** A game against the engine in which the person, Red, has made these moves, and its link. */
async function linkOfRunningGame(t: TestContext, moves = ["h2e2"]) {
  const { page, game } = await openPage(t, { context: CLIPBOARD });
  await game.start({ side: "red", level: 8, seed: 20_261_121 });
  for (const [index, move] of moves.entries()) {
    await game.click(move);
    await game.plies(2 * index + 2);
  }
  const { message, text } = await share(page, "link");
  await page.locator("#export-dialog [data-close]").click();
  return { page, game, message, path: new URL(text).hash };
}

test("a link to a running game keeps moves and opponent, who can be played on against", async (t) => {
  const { game, message, path } = await linkOfRunningGame(t);
  assert.match(message!, /接着下.*只看/);
  assert.match(path, /^#game=\w{4}&challenge=[0-9a-f]{8}&strength=8&seed=20261121&side=red$/);
  const there = await openPage(t, { path });
  const sheet = there.page.locator("#running-dialog");
  await sheet.waitFor();
  assert.match(await sheet.innerText(), /8 级.*接着下.*已走 2 着.*红方.*看这盘棋/s);
  await there.page.click("#running-play");
  await there.page.locator("#toast:not([hidden])").waitFor();
  const { moves, level, seed, side, mode } = await there.page.evaluate(() => chuhe.state.game);
  assert.deepEqual(moves, await game.moves());
  assert.deepEqual([level, seed, side, mode], [8, 20_261_121, "red", "engine"]);
  for (const one of [game, there.game]) {
    await one.click("h0g2");
    await one.plies(4);
  }
  assert.deepEqual(await there.game.moves(), await game.moves(), "the same opponent answers");
});

test("a linked running game can be viewed in the analysis; a closed question keeps it a game against the engine", async (t) => {
  const { game, path } = await linkOfRunningGame(t);
  const there = await openPage(t, { path, context: { locale: "en" } });
  await there.page.locator("#running-dialog").waitFor();
  await there.page.keyboard.press("Escape");
  await there.page.locator("#toast:not([hidden])").waitFor();
  assert.equal(await there.page.evaluate(() => chuhe.state.game.mode), "engine");

  await there.page.evaluate((hash) => (location.hash = hash), path);
  await there.page.click("#running-look");
  await there.page.waitForURL(/analysis\.html/);
  await there.page.waitForFunction(() => globalThis.chuheAnalysis?.study?.data().nodes.length > 1);
  const viewed = await there.page.evaluate(() =>
    chuheAnalysis.study
      .data()
      .nodes.map(({ move }) => move)
      .filter(Boolean),
  );
  assert.deepEqual(viewed, await game.moves());
});

/** Returns the moves of the stored game, and the game before it. */
const storedGames = (page: Page) =>
  page.evaluate(() => {
    const { moves } = JSON.parse(localStorage["chuhe:game"]);
    return { moves, before: localStorage["chuhe:game:before"] ?? null };
  });

test("viewing a linked running game leaves the own game on the board and in the store", async (t) => {
  const { path } = await linkOfRunningGame(t);
  const there = await openPage(t);
  await there.game.start({ side: "red", level: 5 });
  await there.game.click("b2e2");
  await there.game.plies(2);
  const own = await there.game.moves();
  const stored = await storedGames(there.page);
  await there.page.evaluate((hash) => (location.hash = hash), path);
  await there.page.locator("#running-dialog").waitFor();
  assert.deepEqual(await there.game.moves(), own, "nothing changes before the answer");
  await there.page.click("#running-look");
  await there.page.waitForURL(/analysis\.html/);
  assert.deepEqual(await storedGames(there.page), stored);
  await there.page.goBack();
  await whenReady(there.page);
  assert.deepEqual(await there.game.moves(), own);
  assert.deepEqual(there.errors, []);
});

test("closing the question about a linked running game keeps the own game", async (t) => {
  const { path } = await linkOfRunningGame(t);
  const there = await openPage(t);
  await there.game.start({ side: "red", level: 5 });
  await there.game.click("b2e2");
  await there.game.plies(2);
  const own = await there.game.moves();
  await there.page.evaluate((hash) => (location.hash = hash), path);
  await there.page.locator("#running-dialog").waitFor();
  await there.page.reload();
  await there.page.locator("#running-dialog").waitFor();
  await there.page.keyboard.press("Escape");
  await there.page.locator("#running-dialog").waitFor({ state: "detached" });
  assert.deepEqual(await there.game.moves(), own);
  assert.equal(new URL(there.page.url()).hash, "", "the question does not come again");
  assert.deepEqual(there.errors, []);
});

test("a second link to a running game replaces the question about the first", async (t) => {
  const { path } = await linkOfRunningGame(t);
  const { game, path: second } = await linkOfRunningGame(t, ["h2e2", "h0g2"]);
  const there = await openPage(t, { path });
  const sheet = there.page.locator("#running-dialog");
  await sheet.filter({ hasText: "已走 2 着" }).waitFor();
  await there.page.evaluate((hash) => (location.hash = hash), second);
  await sheet.filter({ hasText: "已走 4 着" }).waitFor();
  assert.equal(await sheet.count(), 1);
  await there.page.click("#running-play");
  await there.game.plies(4);
  assert.deepEqual(await there.game.moves(), await game.moves());
  assert.equal(await sheet.count(), 0);
  assert.equal((await storedGames(there.page)).before, null, "the first link was not opened");
  assert.deepEqual(there.errors, []);
});

test("a linked running game opens on the board if the question cannot be loaded", async (t) => {
  const { game, path } = await linkOfRunningGame(t);
  const there = await openPage(t, { root: "www" });
  await there.page.route("**/panels/running-game.*", (route) => route.abort());
  await there.page.evaluate(() => {
    globalThis.unhandledRejections = 0;
    addEventListener("unhandledrejection", () => globalThis.unhandledRejections++);
  });
  await there.page.evaluate((hash) => (location.hash = hash), path);
  await there.page.locator("#toast:not([hidden])").waitFor();
  assert.deepEqual(await there.game.moves(), await game.moves());
  assert.equal(await there.page.evaluate(() => globalThis.unhandledRejections), 0);
});

test("the frame steps through the game, without an engine", async (t) => {
  const { page, game, server } = await openPage(t, { context: CLIPBOARD });
  await playOn(page, game);
  const { text } = await share(page, "embed");
  const src = srcIn(text);
  assert.ok(src.startsWith(`${server.url}embed.html#game=`), text);
  assert.match(text, / style="border: 0px; max-width: 100%;"/);
  const list = await game.list();

  const frame = await page.context().newPage();
  const errors = listen(frame);
  await frame.goto(src);
  await whenShown(frame);
  const status = frame.locator("#status");
  const placement = () => frame.locator("canvas").getAttribute("data-placement");
  assert.equal(await placement(), await game.placement());
  const words = (await status.textContent())!;
  assert.ok(words.startsWith(list.at(-1)!), words);
  assert.ok(await frame.locator("#forward").isDisabled());
  await frame.click("#back");
  assert.match((await status.textContent())!, /4 \/ 5$/);
  await frame.keyboard.press("Home");
  assert.match((await status.textContent())!, /0 \/ 5$/);
  assert.ok(await frame.locator("#back").isDisabled());
  await frame.click("#last");
  assert.equal(await placement(), await game.placement());
  assert.equal(frame.workers().length, 0);
  assert.equal(
    await frame.locator("#open").getAttribute("href"),
    `${server.url}${new URL(src).hash}`,
  );
  // The rules of repetition go along.
  const strict = `${new URL(src).hash}&rules=chinese`;
  await frame.goto("about:blank");
  await frame.goto(`${server.url}embed.html${strict}`);
  await whenShown(frame);
  assert.equal(await frame.locator("#open").getAttribute("href"), server.url + strict);
  await frame.goto("about:blank");
  await frame.goto(`${server.url}embed.html#game=!!`);
  await status.filter({ hasText: "没有可以显示的棋局" }).waitFor();
  assert.deepEqual(errors, []);
});

/** Opens a frame as a page of its own, in a window of its size. */
async function openFrame(page: Page, src: string, viewport = { width: 480, height: 620 }) {
  const frame = await page.context().newPage();
  await frame.setViewportSize(viewport);
  const errors = listen(frame);
  await frame.goto(src);
  await whenShown(frame);
  const press = async (square: string) => {
    const place = await frame.evaluate((name) => {
      const box = chuhe.board.canvas.parentElement!.getBoundingClientRect();
      const { x, y } = chuhe.board.centerOf(name);
      return { x: box.left + x, y: box.top + y };
    }, square);
    await frame.mouse.click(place.x, place.y);
  };
  const move = async (text: string) => {
    await press(text.slice(0, 2));
    await press(text.slice(2));
  };
  return { frame, errors, status: frame.locator("#status"), press, move };
}

const arrows = (frame: Page) => frame.locator(".bar button:visible");

test("a frame of a position is played on, back and forth, and fits", async (t) => {
  const fen = "3k5/9/9/9/9/9/9/9/4R4/4K4_w";
  const { page } = await openPage(t, { path: `#fen=${fen}&mode=local`, context: CLIPBOARD });
  await page.waitForFunction(() => chuhe.state.game.startFen !== null);
  const { text } = await share(page, "embed");
  assert.match(srcIn(text), /embed\.html\?play=on#game=&fen=/);
  const { frame, errors, status, move } = await openFrame(page, srcIn(text));
  assert.equal(await status.textContent(), "红方走");
  assert.equal(await arrows(frame).count(), 0, "there is nothing to step through");
  await move("e1e5");
  await status.filter({ hasText: "1 / 1" }).waitFor();
  assert.equal(await arrows(frame).count(), 4);
  await frame.click("#first");
  await status.filter({ hasText: "0 / 1" }).waitFor();
  await move("e1e8");
  await status.filter({ hasText: "1 / 1" }).waitFor();
  assert.match((await frame.locator("#open").getAttribute("href"))!, /#game=..+fen=/);
  await fits(frame);
  assert.deepEqual(errors, []);
});

test("a frame says why it refuses a move, without covering its buttons", async (t) => {
  const fen = "3k5/9/4r4/9/9/9/9/9/4R4/4K4_w";
  const { page, server } = await openPage(t);
  const { frame, status, press, move } = await openFrame(
    page,
    `${server.url}embed.html?play=on#fen=${fen}`,
  );
  await move("e1c3"); // the rook stays selected
  await status.filter({ hasText: "车走直线" }).waitFor();
  await fits(frame);
  assert.ok(
    await frame.locator("#open").isHidden(),
    "in a narrow frame the sentence takes its row",
  );
  await press("d1");
  await status.filter({ hasText: /将帅会被吃掉/ }).waitFor();
  await fits(frame);
  await press("e7");
  await status.filter({ hasText: "1 / 1" }).waitFor();
  await fits(frame);
  assert.ok(await frame.locator("#open").isVisible());
});

test("a frame says why its game is over", async (t) => {
  const fen = "3k5/4R4/9/9/9/9/9/9/9/R3K4_w";
  const { page, server } = await openPage(t);
  const { frame, status, move } = await openFrame(
    page,
    `${server.url}embed.html?play=on#fen=${fen}`,
  );
  await move("a0a9");
  await status.filter({ hasText: "1 / 1" }).waitFor();
  const words = await status.textContent();
  assert.match(words!, /黑方/, "the loser and the reason");
  assert.equal(await frame.evaluate(() => chuhe.board.state.dests.size), 0);
});

test("without the option a frame of a position has no buttons and no moves; the game of a frame never changes", async (t) => {
  const { page, server } = await openPage(t, { context: CLIPBOARD });
  await page.evaluate(() => chuhe.ready);
  await page.keyboard.press("e");
  await page.locator("#share label:has([name=playOn])").click();
  const { text } = await share(page, "embed");
  assert.match(srcIn(text), /embed\.html#game=$/);
  const still = await openFrame(page, srcIn(text));
  assert.equal(await still.status.textContent(), "红方走");
  assert.equal(await arrows(still.frame).count(), 0);
  await still.move("h2e2");
  assert.equal(await still.status.textContent(), "红方走");
  const game = await openFrame(page, `${server.url}embed.html?play=on#game=NvweEKwy`);
  const before = await game.status.textContent();
  await game.frame.click("#first");
  await game.move("h2e2");
  await game.frame.click("#last");
  assert.equal(await game.status.textContent(), before);
});
