// After a lost game, the page shows its turning point with the reason and offers to try again from there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";
import { defaultGame } from "../../www/js/core/game-record.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import { barePosition } from "../../www/js/core/xiangqi.ts";
import type { Verdict } from "../../www/js/core/xiangqi.ts";
import { findWayBack } from "../../www/js/explain/judge.ts";
import type { SearchAnswer, SearchLimits } from "../../www/js/explain/judge.ts";
import { TURNING_POINT_NODES } from "../../www/js/play/game-judge.ts";
import { isLostGame } from "../../www/js/play/looking-back.ts";
import { defaults, withGame, withPosition, withSettings } from "../../www/js/play/state.ts";
import { Game, getBestMove, initSync } from "../../www/pkg/chuhe.js";
import { hold } from "./helpers.ts";
import { openPage, whenReady } from "./page-helpers.ts";
import { reviewing } from "./review-wasm.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

/** A position outside the book. Red's middle cannon takes a soldier and is lost. */
const FEN = "r1bakab1r/9/1cn1c1n2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R w - - 0 1";
const MOVES = ["a0a1", "i9i8", "e2e6", "c7e6", "a1a0", "i8i9", "a0a1", "i9i8"];
/** The ply of the mistake. */
const TURN = 2;
const LOST = {
  startFen: FEN,
  moves: MOVES,
  ply: MOVES.length,
  side: "red",
  level: 1,
  seed: 7,
} as const;
const RESIGNED: GameRecord = {
  ...defaultGame(),
  ...LOST,
  ended: { reason: "resignation", side: "red" },
};

/** Returns an engine that takes the scores of the positions for Red, by ply, from a list, and its searches. */
function walkerOf(values: number[], moves = MOVES) {
  const searches: ({ ply: number } & SearchLimits)[] = [];
  const search = async (line: string[], limits: SearchLimits): Promise<SearchAnswer> => {
    const red = values[line.length] ?? 0;
    const isRed = line.length % 2 === 0;
    searches.push({ ply: line.length, ...limits });
    const [move = null] = new Game(FEN, line).dests();
    return {
      score: { cp: isRed ? red : -red },
      move: move && move[0] + move[1][0],
      pv: [],
      depth: 5,
    };
  };
  const nodes = { position: 10, comparison: 100 };
  const review = new reviewing.GameReview(FEN, moves, "asian", nodes);
  return { searches, walker: { review, search } };
}

test("the worst fall from a game not lost is the turning point", async () => {
  // Black's mistakes do not count, nor do mistakes in a lost game.
  const { walker, searches } = walkerOf([100, -50, 300, -250, -200, -260, 0, -1500, -1500]);
  const listedSearch = walker.search;
  /** The score does not fall after the better move. */
  walker.search = async (line, limits) => {
    const report = await listedSearch(line, limits);
    const isBetter = limits.nodes === 100 && line.at(-1) !== MOVES[line.length - 1];
    return isBetter ? { ...report, score: { cp: -100 } } : report;
  };
  const { ply, finding } = (await findWayBack(walker, "red"))!;
  assert.equal(ply, 6);
  assert.equal(finding!.played, MOVES[6]);
  assert.deepEqual(
    new Set(searches.filter(({ nodes }) => nodes === 10).map((search) => search.ply)),
    new Set([0, 1, 2, 3, 4, 5, 6, 7]),
  );
});

test("a game that was lost before, or slipped away bit by bit, has no turning point", async () => {
  const slipping = walkerOf([0, 0, -30, -30, -60, -60, -90, -90, -120]);
  assert.equal((await findWayBack(slipping.walker, "red"))!.finding, null);
  const lost = walkerOf([-1500, -1500, -1500, -3000, -3000, -3000, -3000, -3000, -3000]);
  assert.equal((await findWayBack(lost.walker, "red"))!.finding, null);
});

test("a fall that was made up for is no turning point", async () => {
  const { walker, searches } = walkerOf([200, -300, 0, 50, 400, 400, 400, 400, 400]);
  assert.equal((await findWayBack(walker, "red"))!.finding, null);
  assert.ok(searches.every(({ nodes }) => nodes === 10));
});

test("when time is up only the last moves are searched; a cancelled search ends the rest", async () => {
  const { walker, searches } = walkerOf([]);
  await findWayBack(walker, "red", () => searches.length >= 4);
  assert.deepEqual(
    searches.map(({ ply }) => ply),
    [6, 7, 4, 5],
  );
  const search = () => Promise.reject(new Error("called off"));
  await assert.rejects(findWayBack({ ...walker, search }, "red"), /called off/);
});

test("the engine finds the turning point of a game, with its reason", async () => {
  const search = async (moves: string[], limits: SearchLimits) =>
    getBestMove(FEN, { moves, ...limits });
  const review = new reviewing.GameReview(FEN, MOVES, "asian", TURNING_POINT_NODES);
  const { ply, finding } = (await findWayBack({ review, search }, "red"))!;
  assert.equal(ply, TURN);
  const { facts } = review.explain(ply, finding!);
  assert.match(facts[0].name, /^lose-/);
  assert.equal(facts[0].piece, "C");
});

test("the way back leads to the last move before which the game was not lost, else to the first", async () => {
  const slipping = walkerOf([0, 0, -30, -30, -60, -60, -90, -90, -120]);
  assert.deepEqual(await findWayBack(slipping.walker, "red"), {
    ply: 6,
    finding: null,
    isOpen: true,
  });
  const lost = walkerOf([-1500, -1500, -1500, -3000, -3000, -3000, -3000, -3000, -3000]);
  assert.deepEqual(await findWayBack(lost.walker, "red"), { ply: 0, finding: null, isOpen: false });
  const late = walkerOf([-1500, -1500, -1500, -3000, -3000, -3000, -3000, -3000, -3000]);
  const isLate = () => late.searches.length > 0;
  assert.equal((await findWayBack(late.walker, "red", isLate))!.ply, 6, "even without time");
  assert.equal(await findWayBack(walkerOf([], []).walker, "red"), null);
});

test("a turning point is searched for at every level, after lost games only", () => {
  const state = (
    game: Partial<GameRecord>,
    result: Verdict["result"] = "black",
    warnLoss: boolean | null = null,
  ) => {
    const verdict: Verdict = { ...barePosition().verdict, result };
    const played = { ...defaultGame(), ply: 4, ...game };
    const now = withSettings(withGame(defaults(), played), { warnLoss });
    return withPosition(now, { ...barePosition(), verdict });
  };
  for (const level of [1, 2.5, 4, 5, 9, 15]) assert.ok(isLostGame(state({ level })), String(level));
  assert.ok(isLostGame(state({ level: 9 }, "black", true)));
  for (const result of ["red", "draw", "ongoing"] as const)
    assert.ok(!isLostGame(state({ level: 1 }, result)), result);
  assert.ok(isLostGame(state({ level: 1, side: "black" }, "red")));
  assert.ok(!isLostGame(state({ level: 1, mode: "local" })));
  assert.ok(!isLostGame(state({ level: 1, record: "[Event]" })), "an opened record");
});

// ---- on the page

const EN = { locale: "en" };
const open = (page: Page, game: GameRecord) =>
  page.evaluate((record) => chuhe.game.open(record), game);

test("the card names the turning point and its reason and leads back there; the lost game is stored", async (t) => {
  const { page, game, errors } = await openPage(t, { context: EN });
  await open(page, RESIGNED);
  const again = page.locator("#turning-again");
  await again.waitFor();
  const words = page.locator("#turning .turning-words");
  assert.match(
    (await words.textContent())!,
    /^The game turned on move 2, C5\+4\. It loses a cannon/,
  );
  assert.match(await page.locator("#announcer").innerText(), /The game turned on move 2/);
  const sentences: [string, RegExp][] = [
    ["zh", /^转折点是第 2 回合的炮五进四。.*炮/],
    ["zh-Hant", /^轉折點是第 2 回合的炮五進四。.*炮/],
    ["vi", /^Bước ngoặt là nước thứ 2, .*Pháo/],
  ];
  for (const [lang, sentence] of sentences) {
    await page.selectOption("#language", lang);
    await page.waitForFunction(
      ([source]) =>
        new RegExp(source, "u").test(document.querySelector(".turning-words")!.textContent!),
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
  assert.equal(await page.evaluate(() => chuhe.state.game.training), false, "a new game");
  const stored = await page.evaluate(() => JSON.parse(localStorage["chuhe:game:before"]));
  assert.deepEqual(stored.moves, MOVES);
  assert.deepEqual(stored.ended, RESIGNED.ended);
  assert.deepEqual(errors, []);
});

test("a game that slipped away, at a higher level too, can be tried again", async (t) => {
  const { page, errors } = await openPage(t, { context: EN });
  const lost = "3k5/9/9/9/9/9/9/r8/1r7/4K4 w - - 0 1";
  const facts: GameRecord = {
    ...RESIGNED,
    startFen: lost,
    moves: ["e0f0", "b1b2"],
    ply: 2,
    level: 8,
  };
  await open(page, facts);
  await page.locator("#turning-again:visible").waitFor();
  const words = page.locator("#turning .turning-words");
  await words.filter({ hasText: "hard from move 1 on" }).waitFor();
  await page.click("#turning-again");
  await page.waitForFunction(() => chuhe.state.game.ply === 0 && chuhe.state.game.training);
  assert.deepEqual(errors, []);
});

test("no turning point is searched for after a won game", async (t) => {
  const { page } = await openPage(t, { context: EN, root: "www" });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await open(page, { ...RESIGNED, ended: { reason: "resignation", side: "black" } });
  await page.locator("#result").waitFor();
  assert.equal(await page.locator("#turning").count(), 0);
  assert.deepEqual(
    fetched.filter((url) => /turning-here|locales\/analysis/.test(url)),
    [],
  );
});

test("a new game begins at once while the turning point is still searched for", async (t) => {
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
