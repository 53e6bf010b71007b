/** Handing a game on: by link, as a challenge, in a frame; pictures have tests of their own. */
import type { Frame, Page } from "playwright-core";
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { fits, srcIn, whenShown } from "./frame-helpers.ts";
import { listen } from "./helpers.ts";
import { openPage, whenReady } from "./page-helpers.ts";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const MOVES = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];

/** Opens the sheet and presses one of the buttons for sharing; gives what it says and the text it shows. */
async function share(page: Page, name: string) {
  if (!(await page.locator("#export-dialog").isVisible())) await page.keyboard.press("e");
  await page.click(`#share-${name}`);
  const said = page.locator("#share [role=status]");
  await said.filter({ hasText: /./ }).waitFor();
  return { said: await said.textContent(), text: await page.locator(".share-text").inputValue() };
}

/** Plays some moves by two people. */
async function playOn(page: Page, game, moves = MOVES) {
  await game.start({ mode: "local" });
  for (const [index, move] of moves.entries()) {
    await page.evaluate((text) => chuhe.game.move(text.slice(0, 2), text.slice(2)), move);
    await game.plies(index + 1);
  }
}

test("a link shows the same position and moves elsewhere, and spares the game there", async (t) => {
  const { page, game, errors } = await openPage(t, { context: CLIPBOARD });
  await playOn(page, game);
  await page.evaluate(() => chuhe.game.undo());
  await game.plies(4);
  const { said, text } = await share(page, "link");
  assert.match(said!, /链接已复制/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  assert.ok(new URL(text).hash.length < 40, text);

  const there = await openPage(t);
  await there.game.start({ side: "red", level: 5 });
  await there.game.click("b2e2");
  await there.game.plies(2);
  const before = await there.game.moves();
  await there.page.evaluate((hash) => (location.hash = hash), new URL(text).hash);
  await there.game.plies(4);
  const seen = await there.page.evaluate(() => chuhe.state.game);
  assert.deepEqual([seen.moves, seen.ply, seen.startFen], [MOVES, 4, null]);
  assert.equal(await there.game.placement(), await game.placement());
  assert.deepEqual(await there.game.list(), await game.list());
  assert.equal(new URL(there.page.url()).hash, "", "a reload must not bring it again");
  await there.page.locator("#toast .button").click();
  await there.game.plies(2);
  assert.deepEqual(await there.game.moves(), before);
  assert.deepEqual([...errors, ...there.errors], []);
});

test("of an opened record a link holds everything, and leads to the analysis", async (t) => {
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

test("a link with moves that cannot be played is refused, and the game stays", async (t) => {
  const { page, game } = await openPage(t);
  await playOn(page, game, ["h2e2"]);
  await page.evaluate(() => (location.hash = "#game=AAAA"));
  await page.locator("#toast:not([hidden])").waitFor();
  assert.match((await page.locator("#toast").textContent())!, /链接/);
  assert.deepEqual(await game.moves(), ["h2e2"]);
});

test("whoever follows a challenge meets the same opponent", async (t) => {
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
  const { said, text } = await share(page, "link");
  await page.locator("#export-dialog [data-close]").click();
  return { page, game, said, path: new URL(text).hash };
}

test("a link to a running game keeps moves and opponent: whoever opens it plays on against him", async (t) => {
  const { game, said, path } = await linkOfRunningGame(t);
  assert.match(said!, /接着下.*只看/);
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

test("a link to a running game lets it be looked at, and is no game of two people where it is closed", async (t) => {
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
  const looked = await there.page.evaluate(() =>
    chuheAnalysis.study
      .data()
      .nodes.map(({ move }) => move)
      .filter(Boolean),
  );
  assert.deepEqual(looked, await game.moves());
});

/** The game that is stored, and the one before it. */
const storedGames = (page: Page) =>
  page.evaluate(() => {
    const { moves } = JSON.parse(localStorage["chuhe:game"]);
    return { moves, before: localStorage["chuhe:game:before"] ?? null };
  });

test("looking at a linked running game leaves one's own game on the board and in the store", async (t) => {
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

test("closing the question about a linked running game keeps one's own game in progress", async (t) => {
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
  assert.equal(new URL(there.page.url()).hash, "", "the question is not put again");
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

test("a linked running game is played on where the question cannot be fetched", async (t) => {
  const { game, path } = await linkOfRunningGame(t);
  const there = await openPage(t, { root: "www" });
  await there.page.route("**/panels/running-game.*", (route) => route.abort());
  await there.page.evaluate(() => {
    globalThis.unhandled = 0;
    addEventListener("unhandledrejection", () => globalThis.unhandled++);
  });
  await there.page.evaluate((hash) => (location.hash = hash), path);
  await there.page.locator("#toast:not([hidden])").waitFor();
  assert.deepEqual(await there.game.moves(), await game.moves());
  assert.equal(await there.page.evaluate(() => globalThis.unhandled), 0);
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
  const said = frame.locator("#said");
  const placement = () => frame.evaluate(() => document.querySelector("canvas")!.dataset.placement);
  assert.equal(await placement(), await game.placement());
  assert.ok((await said.textContent()).startsWith(list.at(-1)!), await said.textContent());
  assert.ok(await frame.locator("#forward").isDisabled());
  await frame.click("#back");
  assert.match((await said.textContent())!, /4 \/ 5$/);
  await frame.keyboard.press("Home");
  assert.match((await said.textContent())!, /0 \/ 5$/);
  assert.ok(await frame.locator("#back").isDisabled());
  await frame.click("#last");
  assert.equal(await placement(), await game.placement());
  assert.equal(frame.workers().length, 0);
  assert.equal(
    await frame.locator("#open").getAttribute("href"),
    `${server.url}${new URL(src).hash}`,
  );
  await frame.goto("about:blank");
  await frame.goto(`${server.url}embed.html#game=!!`);
  await said.filter({ hasText: "没有可以显示的棋局" }).waitFor();
  assert.deepEqual(errors, []);
});

/** A frame on a page of its own, in a window as large as the frame. */
async function openFrame(page: Page, src, viewport = { width: 480, height: 620 }) {
  const frame = await page.context().newPage();
  await frame.setViewportSize(viewport);
  const errors = listen(frame);
  await frame.goto(src);
  await whenShown(frame);
  const press = async (square: string) => {
    const place = await frame.evaluate((name) => {
      const box = document.querySelector("#board")!.getBoundingClientRect();
      const { x, y } = chuhe.board.centerOf(name);
      return { x: box.left + x, y: box.top + y };
    }, square);
    await frame.mouse.click(place.x, place.y);
  };
  const move = async (text: string) => {
    await press(text.slice(0, 2));
    await press(text.slice(2));
  };
  return { frame, errors, said: frame.locator("#said"), press, move };
}

const arrows = (frame: Frame) => frame.locator(".embed-bar button:visible");

test("a frame of a position is played on, back and forth, and fits", async (t) => {
  const fen = "3k5/9/9/9/9/9/9/9/4R4/4K4_w";
  const { page } = await openPage(t, { path: `#fen=${fen}&mode=local`, context: CLIPBOARD });
  await page.waitForFunction(() => chuhe.state.game.startFen !== null);
  const { text } = await share(page, "embed");
  assert.match(srcIn(text), /embed\.html\?play=on#game=&fen=/);
  const { frame, errors, said, move } = await openFrame(page, srcIn(text));
  assert.equal(await said.textContent(), "红方走");
  assert.equal(await arrows(frame).count(), 0, "there is nothing to step through");
  await move("e1e5");
  await said.filter({ hasText: "1 / 1" }).waitFor();
  assert.equal(await arrows(frame).count(), 4);
  await frame.click("#first");
  await said.filter({ hasText: "0 / 1" }).waitFor();
  await move("e1e8");
  await said.filter({ hasText: "1 / 1" }).waitFor();
  assert.match((await frame.locator("#open").getAttribute("href"))!, /#game=..+fen=/);
  await fits(frame);
  assert.deepEqual(errors, []);
});

test("a frame says why it refuses a move, in the sight of its steps", async (t) => {
  const fen = "3k5/9/4r4/9/9/9/9/9/4R4/4K4_w";
  const { page, server } = await openPage(t);
  const { frame, said, press, move } = await openFrame(
    page,
    `${server.url}embed.html?play=on#fen=${fen}`,
  );
  await move("e1c3"); // the rook stays picked up
  await said.filter({ hasText: "车走直线" }).waitFor();
  await fits(frame);
  assert.ok(await frame.locator("#open").isHidden(), "its row is the sentence's in a narrow frame");
  await press("d1");
  await said.filter({ hasText: /将帅会被吃掉/ }).waitFor();
  await fits(frame);
  await press("e7");
  await said.filter({ hasText: "1 / 1" }).waitFor();
  await fits(frame);
  assert.ok(await frame.locator("#open").isVisible());
});

test("a frame says why the game played in it is over", async (t) => {
  const fen = "3k5/4R4/9/9/9/9/9/9/9/R3K4_w";
  const { page, server } = await openPage(t);
  const { frame, said, move } = await openFrame(page, `${server.url}embed.html?play=on#fen=${fen}`);
  await move("a0a9");
  await said.filter({ hasText: "1 / 1" }).waitFor();
  const words = await said.textContent();
  assert.match(words!, /黑方/, "who lost, and why");
  assert.equal(await frame.evaluate(() => chuhe.board.state.dests.size), 0);
});

test("without the option a frame of a position shows it and no dead arrows; a game is never changed", async (t) => {
  const { page, server } = await openPage(t, { context: CLIPBOARD });
  await page.evaluate(() => chuhe.ready);
  await page.keyboard.press("e");
  await page.locator("#share label:has([name=playOn])").click();
  const { text } = await share(page, "embed");
  assert.match(srcIn(text), /embed\.html#game=$/);
  const still = await openFrame(page, srcIn(text));
  assert.equal(await still.said.textContent(), "红方走");
  assert.equal(await arrows(still.frame).count(), 0);
  await still.move("h2e2");
  assert.equal(await still.said.textContent(), "红方走");
  const game = await openFrame(page, `${server.url}embed.html?play=on#game=NvweEKwy`);
  const before = await game.said.textContent();
  await game.frame.click("#first");
  await game.move("h2e2");
  await game.frame.click("#last");
  assert.equal(await game.said.textContent(), before);
});
