// The card at the end of a game: its place, its pictures, and its words for beginners.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { freeSpan } from "../../www/js/play/panels/result-place.ts";
import { type RatingRecord, encodeRating } from "../../www/js/play/rating.ts";
import { noRating } from "../../www/js/play/state.ts";
import { until } from "./helpers.ts";
import { MATE_IN_ONE, openPage } from "./page-helpers.ts";

const SIZES = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [844, 390],
  [1280, 800],
];

test("the card takes the lowest free stretch that is high enough, else the highest one", () => {
  const outer = { top: 0, bottom: 500 };
  const obstacles = [
    { top: 100, bottom: 140 },
    { top: 380, bottom: 420 },
  ];
  assert.deepEqual(freeSpan(outer, obstacles, 60), { top: 420, bottom: 500 });
  assert.deepEqual(freeSpan(outer, obstacles, 200), { top: 140, bottom: 380 });
  assert.deepEqual(freeSpan(outer, obstacles, 300), { top: 140, bottom: 380 });
  assert.deepEqual(freeSpan(outer, [], 300), outer);
  const across = [
    { top: -20, bottom: 30 },
    { top: 20, bottom: 480 },
  ];
  assert.deepEqual(freeSpan(outer, across, 50), { top: 480, bottom: 500 });
});

/** Returns the squares that the card covers. */
const covered = (page: Page, squares: readonly string[]) =>
  page.evaluate((names) => {
    const card = document.querySelector("#result")!.getBoundingClientRect();
    const box = document.querySelector("#board")!.getBoundingClientRect();
    const half = Math.abs(chuhe.board.centerOf("a0").y - chuhe.board.centerOf("a1").y) / 2;
    return names.filter((name) => {
      const { x, y } = chuhe.board.centerOf(name);
      const [left, top] = [box.left + x, box.top + y];
      const misses =
        card.right <= left - half ||
        card.left >= left + half ||
        card.bottom <= top - half ||
        card.top >= top + half;
      return !misses;
    });
  }, squares);

/** Mates with the person's side, and the squares of the mated general and the mating piece. */
const MATED = "1r1k5/9/9/9/9/9/9/9/r8/4K4 b - - 0 1";
const MATES = [
  { fen: MATE_IN_ONE, move: "b0b9", side: "red", squares: ["e9", "b9"] },
  { fen: MATED, move: "b9b0", side: "red", squares: ["e0", "b0"] },
  { fen: MATED, move: "b9b0", side: "black", squares: ["e0", "b0"] },
] as const;

test("the card never covers the mated general and the mating pieces, at any size", async (t) => {
  const { page } = await openPage(t, { context: { locale: "en" } });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const { fen, move, side, squares } of MATES) {
      await page.evaluate(
        ([startFen, from, to, own]) => {
          chuhe.game.newGame({ startFen, mode: "local", side: own });
          chuhe.game.move(from, to, { knowingly: true });
        },
        [fen, move.slice(0, 2), move.slice(2), side] as const,
      );
      const { result } = await page.evaluate(() => chuhe.state.position.verdict);
      assert.notEqual(result, "ongoing", fen);
      await page.locator("#result").waitFor();
      await page.waitForFunction(() => document.querySelector("#result")!.scrollHeight > 50);
      // The card moves after the board has its new size.
      await until(async () => {
        const again = await page.locator("#result-again").boundingBox();
        const card = await page.locator("#result").boundingBox();
        const isInSight = again!.y + again!.height <= card!.y + card!.height;
        return isInSight && (await covered(page, squares)).length === 0;
      }, `${width} x ${height}, ${fen}: board and card in sight`);
    }
  }
});

test("a win, a draw and a loss differ by shape, not by colour alone", async (t) => {
  const { page } = await openPage(t, { context: { locale: "en" } });
  const shapes = new Set();
  for (const [reason, side] of [
    ["resignation", "black"],
    ["resignation", "red"],
    ["agreement", null],
  ] as const) {
    await page.evaluate(
      (ended) =>
        chuhe.game.open({ ...chuhe.state.game, moves: ["h2e2"], ply: 1, side: "red", ended }),
      { reason, side },
    );
    await page.locator("#result").waitFor();
    const outcome = side === null ? "draw" : { black: "won", red: "lost" }[side];
    await page.waitForFunction(
      (now) => document.querySelector<HTMLElement>("#result")!.dataset.outcome === now,
      outcome,
    );
    const shape = await page.evaluate(() => {
      const ground = document.querySelector("#result .end-ground")!;
      const size = ["width", "height", "rx"].map((name) => ground.getAttribute(name));
      return [ground.tagName, ...size].join(" ");
    });
    shapes.add(shape);
    shapes.add(
      await page.evaluate(
        () => getComputedStyle(document.querySelector("#result")!).borderTopStyle,
      ),
    );
  }
  assert.equal(shapes.size, 6, [...shapes].join("; "));
});

/** Opens the page of a person with this experience and these rated games. */
async function openRated(
  t: TestContext,
  { experience = "none", level = 1, history = [] }: Partial<RatingRecord> & { level?: number } = {},
) {
  const app = await openPage(t, { context: { locale: "en" } });
  const rating = { level, step: 2, run: 0 };
  const text = encodeRating({ ...noRating(), experience, rating, history });
  await app.page.evaluate((stored) => (localStorage["chuhe:rating:2"] = stored), text);
  await app.page.reload();
  await app.page.evaluate(() => chuhe.ready);
  await app.page.evaluate(() => chuhe.leaveStart());
  return app;
}

/** Plays a rated game that ends at once. */
const endRated = (page: Page, loser: "red" | "black") =>
  page.evaluate((side) => {
    const { game } = chuhe.state;
    const ended = { reason: "resignation", side } as const;
    const facts = { mode: "engine", side: "red", fits: true, rated: "no", record: null } as const;
    const seed = game.seed + 1;
    chuhe.game.open({ ...game, ...facts, ended, seed, startFen: null, moves: ["h2e2"], ply: 1 });
    chuhe.game.undo();
    chuhe.game.resign();
  }, loser);

test("the word for the person's strength changes after each game", async (t) => {
  const { page, errors } = await openRated(t, { experience: "rules", level: 5 });
  const strip = page.locator("#player-top .player-status");
  const words = new Set();
  for (let at = 0; at < 3; at++) {
    await endRated(page, "red");
    await page.waitForFunction((n) => chuhe.state.rating.history.length === n, at + 1);
    await page.locator("#result").waitFor();
    const level = await page.evaluate(() => chuhe.state.rating.rating!.level);
    words.add(await strip.filter({ hasText: "Strength: " }).innerText());
    assert.ok(level < 5);
  }
  assert.equal(words.size, 3, [...words].join("; "));
  assert.deepEqual(errors, []);
});

test("a beginner's first win is named, with the next opponent and the mate in pictures", async (t) => {
  const won: RatingRecord["history"][number] = {
    day: "2026-11-01",
    points: 1,
    opponent: 1,
    level: 2,
    seed: 5,
  };
  const { page } = await openRated(t, { level: 2, history: [won] });
  await page.evaluate((startFen) => {
    const players = { fits: true, mode: "engine", side: "red", seed: 5 } as const;
    chuhe.game.open({ ...chuhe.state.game, ...players, startFen, moves: [], ply: 0 });
    chuhe.game.move("b0", "b9", { knowingly: true });
  }, MATE_IN_ONE);
  const card = page.locator("#result");
  await card.filter({ hasText: "Your first win!" }).waitFor();
  await card.filter({ hasText: "Next opponent: Lane" }).waitFor();
  const shown = await card.evaluate((host) => ({
    pieces: [...host.querySelectorAll<HTMLElement>(".mate-picture .token")].map(
      (one) => one.dataset.piece,
    ),
    unseen: host.querySelector(".result-reason")!.classList.contains("unseen"),
  }));
  assert.deepEqual(shown.pieces, ["R", "k"]);
  assert.ok(shown.unseen, "the sentence is for those who listen");
});
