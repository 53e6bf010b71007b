// After a lost game: its turning point is found and told with its reason, and one can try again from there.

import { defaultGame } from "../../www/js/core/game-record.ts";
import { barePosition } from "../../www/js/core/xiangqi.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { explain } from "../../www/js/explain/explain.ts";
import { NODES, findTurningPoint, findWayBack } from "../../www/js/explain/turning-point.ts";
import { isLostGame } from "../../www/js/play/looking-back.ts";
import { defaults, withGame, withPosition, withSettings } from "../../www/js/play/state.ts";
import { Game, getBestMove, initSync } from "../../www/pkg/chuhe.js";
import { hold } from "./helpers.ts";
import { openPage, whenReady } from "./page-helpers.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

/** Out of the book; Red's middle cannon takes the soldier, and is lost for it. */
const FEN = "r1bakab1r/9/1cn1c1n2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R w - - 0 1";
const MOVES = ["a0a1", "i9i8", "e2e6", "c7e6", "a1a0", "i8i9", "a0a1", "i9i8"];
/** Ply of the mistake. */
const TURN = 2;
const LOST = { startFen: FEN, moves: MOVES, ply: MOVES.length, side: "red", level: 1, seed: 7 };
const RESIGNED = { ...defaultGame(), ...LOST, ended: { reason: "resignation", side: "red" } };

/** An engine that answers from a list: what the position after so many plies is worth to Red. */
function walkerOf(values, moves = MOVES) {
  const asked = [];
  const search = async (line, limits) => {
    const red = values[line.length] ?? 0;
    const isRed = line.length % 2 === 0;
    asked.push({ ply: line.length, ...limits });
    const [move = null] = new Game(FEN, line).dests();
    return {
      score: { cp: isRed ? red : -red },
      move: move && move[0] + move[1][0],
      pv: [],
      depth: 5,
    };
  };
  const nodes = { position: 10, comparison: 100 };
  return { asked, walker: { Game, startFen: FEN, moves, nodes, search } };
}

test("the worst fall from a game not lost is the turning point", async () => {
  // Black's mistakes do not count, nor what is thrown away when all is lost.
  const { walker, asked } = walkerOf([100, -50, 300, -250, -200, -260, 0, -1500, -1500]);
  const compared = walker.search;
  /** After the better move nothing has changed. */
  walker.search = async (line, limits) => {
    const report = await compared(line, limits);
    const isBetter = limits.nodes === 100 && line.at(-1) !== MOVES[line.length - 1];
    return isBetter ? { ...report, score: { cp: -100 } } : report;
  };
  const { ply, finding } = await findTurningPoint(walker, "red");
  assert.equal(ply, 6);
  assert.equal(finding.played, MOVES[6]);
  assert.deepEqual(
    new Set(asked.filter(({ nodes }) => nodes === 10).map((one) => one.ply)),
    new Set([0, 1, 2, 3, 4, 5, 6, 7]),
  );
});

test("where the game was lost before, or slipped away bit by bit, no move is named", async () => {
  const slipping = walkerOf([0, 0, -30, -30, -60, -60, -90, -90, -120]);
  assert.equal(await findTurningPoint(slipping.walker, "red"), null);
  const lost = walkerOf([-1500, -1500, -1500, -3000, -3000, -3000, -3000, -3000, -3000]);
  assert.equal(await findTurningPoint(lost.walker, "red"), null);
});

test("a fall that was made up for has turned nothing", async () => {
  const { walker, asked } = walkerOf([200, -300, 0, 50, 400, 400, 400, 400, 400]);
  assert.equal(await findTurningPoint(walker, "red"), null);
  assert.ok(asked.every(({ nodes }) => nodes === 10));
});

test("without time for all, the last moves are looked at; called off, nothing goes on", async () => {
  const { walker, asked } = walkerOf([]);
  await findTurningPoint(walker, "red", () => asked.length >= 4);
  assert.deepEqual(
    asked.map(({ ply }) => ply),
    [6, 7, 4, 5],
  );
  const search = () => Promise.reject(new Error("called off"));
  await assert.rejects(findTurningPoint({ ...walker, search }, "red"), /called off/);
});

test("the engine finds the mistake of a game, and the reason is proved", async () => {
  const search = async (moves, limits) => getBestMove(FEN, { moves, ...limits });
  const walker = {
    Game,
    startFen: FEN,
    moves: MOVES,
    nodes: NODES,
    search,
  };
  const { ply, finding } = await findTurningPoint(walker, "red");
  assert.equal(ply, TURN);
  const { facts } = explain(Game, { startFen: FEN, moves: MOVES.slice(0, ply), ...finding });
  assert.match(facts[0].name, /^lose-/);
  assert.equal(facts[0].piece, "C");
});

test("there is a way back from each loss: to the last move before which it was not lost, else the first", async () => {
  const slipping = walkerOf([0, 0, -30, -30, -60, -60, -90, -90, -120]);
  assert.deepEqual(await findWayBack(slipping.walker, "red"), {
    ply: 6,
    finding: null,
    isOpen: true,
  });
  const lost = walkerOf([-1500, -1500, -1500, -3000, -3000, -3000, -3000, -3000, -3000]);
  assert.deepEqual(await findWayBack(lost.walker, "red"), { ply: 0, finding: null, isOpen: false });
  const late = walkerOf([-1500, -1500, -1500, -3000, -3000, -3000, -3000, -3000, -3000]);
  const isLate = () => late.asked.length > 0;
  assert.equal((await findWayBack(late.walker, "red", isLate)).ply, 6, "even without time");
  assert.equal(await findWayBack({ ...lost.walker, moves: [] }, "red"), null);
});

test("it is told at every level, and of lost games only", () => {
  const state = (game, result = "black", warnLoss = null) => {
    const verdict = { ...barePosition().verdict, result };
    const played = { ...defaultGame(), ply: 4, ...game };
    const now = withSettings(withGame(defaults(), played), { warnLoss });
    return withPosition(now, { ...barePosition(), verdict });
  };
  for (const level of [1, 2.5, 4, 5, 9, 15]) assert.ok(isLostGame(state({ level })), String(level));
  assert.ok(isLostGame(state({ level: 9 }, "black", true)));
  for (const result of ["red", "draw", "ongoing"])
    assert.ok(!isLostGame(state({ level: 1 }, result)), result);
  assert.ok(isLostGame(state({ level: 1, side: "black" }, "red")));
  assert.ok(!isLostGame(state({ level: 1, mode: "local" })));
  assert.ok(!isLostGame(state({ level: 1, record: "[Event]" })), "an opened record");
});

// ---- on the page

const EN = { locale: "en" };
const open = (page, game) => page.evaluate((record) => chuhe.game.open(record), game);

test("the card says where the game turned and why, and leads back there; the lost game is kept", async (t) => {
  const { page, game, errors } = await openPage(t, { context: EN });
  await open(page, RESIGNED);
  const again = page.locator("#turning-again");
  await again.waitFor();
  const words = page.locator("#turning .turning-words");
  assert.match(await words.textContent(), /^The game turned on move 2, C5\+4\. It loses a cannon/);
  const said = () => page.locator("#announcer").innerText();
  assert.match(await said(), /The game turned on move 2/);
  for (const [lang, sentence] of [
    ["zh", /^转折点是第 2 回合的炮五进四。.*炮/],
    ["zh-Hant", /^轉折點是第 2 回合的炮五進四。.*炮/],
    ["vi", /^Bước ngoặt là nước thứ 2, .*Pháo/],
  ]) {
    await page.selectOption("#language", lang);
    await page.waitForFunction(
      ([source]) =>
        new RegExp(source, "u").test(document.querySelector(".turning-words").textContent),
      [sentence.source],
    );
  }
  await page.selectOption("#language", "en");
  await again.click();
  await game.plies(TURN);
  const now = await page.evaluate(() => chuhe.state.game);
  assert.deepEqual(now.moves, MOVES.slice(0, TURN));
  assert.deepEqual(
    [now.training, now.ended, now.level, now.seed, now.side],
    [true, null, 1, 7, "red"],
  );
  await page.locator("#result").waitFor({ state: "hidden" });
  await page.reload();
  await whenReady(page);
  assert.equal(await page.evaluate(() => chuhe.state.game.training), true);
  await page.evaluate(() => chuhe.game.restart());
  assert.equal(await page.evaluate(() => chuhe.state.game.training), false, "a game anew");
  const kept = await page.evaluate(() => JSON.parse(localStorage["chuhe:game:before"]));
  assert.deepEqual(kept.moves, MOVES);
  assert.deepEqual(kept.ended, RESIGNED.ended);
  assert.deepEqual(errors, []);
});

test("a game that slipped away, at a higher level too, can be tried again", async (t) => {
  const { page, errors } = await openPage(t, { context: EN });
  const lost = "3k5/9/9/9/9/9/9/r8/1r7/4K4 w - - 0 1";
  const ended = { reason: "resignation", side: "red" };
  const facts = { ...RESIGNED, startFen: lost, moves: ["e0f0", "b1b2"], ply: 2, level: 8, ended };
  await open(page, facts);
  await page.locator("#turning-again:visible").waitFor();
  const words = page.locator("#turning .turning-words");
  await words.filter({ hasText: "hard from move 1 on" }).waitFor();
  await page.click("#turning-again");
  await page.waitForFunction(() => chuhe.state.game.ply === 0 && chuhe.state.game.training);
  assert.deepEqual(errors, []);
});

test("nothing is looked for after a game won", async (t) => {
  const { page } = await openPage(t, { context: EN, root: "www" });
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  for (const change of [{ ended: { reason: "resignation", side: "black" } }]) {
    await open(page, { ...RESIGNED, ...change });
    await page.locator("#result").waitFor();
    assert.equal(await page.locator("#turning").count(), 0);
  }
  assert.deepEqual(
    fetched.filter((url) => /turning-here|locales\/analysis/.test(url)),
    [],
  );
});

test("a new game begins at once, whatever is still looked for", async (t) => {
  const { page, game, errors } = await openPage(t, { context: EN, root: "www" });
  const go = await hold(page, "**/locales/analysis/*.json");
  await open(page, RESIGNED);
  await page.locator("#result").waitFor();
  await game.start({ level: 1, seed: 7, side: "red" });
  go();
  await game.click("h2e2");
  await game.plies(2);
  assert.equal(await page.locator("#turning:visible").count(), 0);

  await page.evaluate((record) => {
    chuhe.game.open(record);
    chuhe.game.newGame({ level: 1, seed: 7, side: "red" });
    chuhe.game.move("h2", "e2");
  }, RESIGNED);
  await game.plies(2);
  await page.locator("#result").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#turning:visible").count(), 0);
  assert.deepEqual(errors, []);
});
