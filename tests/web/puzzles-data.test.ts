// The puzzles' files, checked by the rules alone, and the parts of their page without a browser.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { Course } from "../../www/js/practice/puzzle-course.ts";
import * as data from "../../www/js/practice/puzzle-set.ts";
import type { RulesGame } from "../../www/js/rules/rules.ts";
import { LANGS } from "../../www/js/core/languages.ts";
import { createI18n } from "../../www/js/core/i18n.ts";
import type { I18n, Lang } from "../../www/js/core/i18n.ts";
import { describeDifficulty } from "../../www/js/puzzles/puzzle-panel.ts";
import * as progress from "../../www/js/puzzles/puzzle-progress.ts";
import { formatRating, ratingAfter, readRating } from "../../www/js/puzzles/puzzle-rating.ts";
import * as glue from "../../www/pkg/chuhe.js";
import { fake } from "./fake.ts";
import { PUZZLES, readPuzzles } from "./puzzle-helpers.ts";

const WWW = new URL("../../www/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, WWW), "utf8");
await glue.default({ module_or_path: readFileSync(new URL("pkg/chuhe_bg.wasm", WWW)) });
const { Game } = glue;
const MATES = PUZZLES.filter(({ kind }) => kind === "mate");
const WINS = PUZZLES.filter(({ kind }) => kind === "win");

const placementOf = (fen: string) => new Game(fen).placement();

/** Returns the mean of the levels, which all puzzles have. */
const meanLevel = (list: data.Puzzle[]) =>
  list.reduce((sum, { level }) => sum + level!, 0) / list.length;

/** Returns the legal moves. */
const legal = (game: RulesGame) =>
  [...game.dests()].flatMap(([from, tos]) => tos.map((to) => from + to));

/** Returns the result of a question about the position after a move. */
function after(game: RulesGame, move: string, question: () => boolean) {
  game.play(move);
  const result = question();
  game.undo();
  return result;
}

const matesNow = (game: RulesGame, move: string) =>
  after(game, move, () => game.dests().size === 0);

/** Returns true if a move mates at once or with the next move, after any answer. */
const matesInTwo = (game: RulesGame, move: string) =>
  after(game, move, () =>
    legal(game).every((answer) =>
      after(game, answer, () => legal(game).some((last) => matesNow(game, last))),
    ),
  );

test("there are enough puzzles of every kind, and all differ", () => {
  assert.ok(PUZZLES.length >= 3000, `${PUZZLES.length}`);
  for (const length of [1, 2, 3, 4]) {
    const count = MATES.filter((mate) => mate.length === length).length;
    assert.ok(count >= 40, `mates in ${length}: ${count}`);
  }
  assert.ok(WINS.length >= 60, `${WINS.length}`);
  const mirrored = (placement: string) =>
    placement
      .match(/.{9}/g)!
      .map((rank) => [...rank].toReversed().join(""))
      .join("");
  const placements = PUZZLES.map(({ fen }) => placementOf(fen));
  const names = placements.map((placement) => [placement, mirrored(placement)].toSorted()[0]);
  assert.equal(new Set(names).size, PUZZLES.length);
  assert.equal(new Set(PUZZLES.map(({ key }) => key)).size, PUZZLES.length);
});

test("every solution is legal, begins and ends with the solver, and a mate ends the game with its last move", () => {
  for (const { number, fen, moves, kind, length, grade, side } of PUZZLES) {
    assert.equal(moves.length, 2 * length - 1, `${number}`);
    assert.ok(grade >= 1 && grade <= data.GRADES && length <= data.MAX_LENGTH, `${number}`);
    const game = new Game(fen, []);
    assert.equal(game.fen(), fen, `${number}`);
    assert.ok(legal(game).length > 3, `${number} has something to choose from`);
    for (const move of moves) {
      assert.equal(game.verdict().result, "ongoing", `${number}`);
      game.play(move);
    }
    assert.equal(game.verdict().result, kind === "mate" ? side : "ongoing", `${number}`);
    game.free();
  }
});

test("each stage is harder than the one before and has several kinds of puzzles", () => {
  const stages = [...new Set(PUZZLES.map(({ stage }) => stage))];
  assert.deepEqual(
    stages,
    Array.from({ length: stages.length }, (_, i) => i + 1),
  );
  assert.ok(stages.length >= 30);
  const of = (stage: number) => PUZZLES.filter((puzzle) => puzzle.stage === stage);
  const mean = (stage: number) => meanLevel(of(stage));
  const kindOf = ({ kind, length }: data.Puzzle) => `${kind} ${length}`;
  for (const stage of stages) {
    const list = of(stage);
    assert.ok(list.length <= 110, `stage ${stage}: ${list.length}`);
    for (const kind of new Set(list.map(kindOf))) {
      const share = list.filter((puzzle) => kindOf(puzzle) === kind).length / list.length;
      assert.ok(share <= 0.51, `stage ${stage}: ${share} are ${kind}`);
    }
    assert.ok(stage === 1 || mean(stage) > mean(stage - 1), `stage ${stage}: ${mean(stage)}`);
    for (const kind of new Set(list.map(kindOf))) {
      const levels = list.filter((puzzle) => kindOf(puzzle) === kind).map(({ level }) => level!);
      assert.deepEqual(
        levels,
        levels.toSorted((a, b) => a - b),
        `stage ${stage}: ${kind} rises within`,
      );
    }
  }
  const motifs = new Set(PUZZLES.flatMap(({ themes }) => themes));
  for (const motif of `doubleCannon cannonBehindHorse alternatingRooks mangerHorse cornerHorse
    smotheredPalace ironBolt heartCut facingGeneral`.split(/\s+/))
    assert.ok(motifs.has(motif), motif);
});

test("mates in one and two have one solution among all legal moves", () => {
  for (const { number, fen, moves, length } of MATES.filter((mate) => mate.length <= 2)) {
    const game = new Game(fen, []);
    const all = legal(game);
    const now = all.filter((move) => matesNow(game, move));
    const solutions = length === 1 ? now : all.filter((move) => matesInTwo(game, move));
    assert.deepEqual(solutions, [moves[0]], `${number}`);
    if (length === 2) assert.deepEqual(now, [], `${number} is shorter`);
    game.free();
  }
});

test("longer mates cannot be shortened: two moves before the end no move mates at once", () => {
  for (const { number, fen, moves } of MATES.filter((mate) => mate.length > 2)) {
    const game = new Game(fen, moves.slice(0, -3));
    assert.deepEqual(
      legal(game).filter((move) => matesNow(game, move)),
      [],
      `${number}`,
    );
    assert.ok(matesInTwo(game, moves.at(-3)!), `${number}`);
    game.free();
  }
});

test("wins win a piece's worth of material", () => {
  const worth: Record<string, number> = {
    r: 9,
    n: 4,
    c: 4.3,
    a: 1.15,
    b: 1.2,
    p: 0.9,
    k: 0,
    ".": 0,
  };
  const material = (placement: string) =>
    [...placement].reduce(
      (sum, letter) =>
        sum + worth[letter.toLowerCase()] * (letter === letter.toUpperCase() ? 1 : -1),
      0,
    );
  for (const { number, fen, moves, side } of WINS) {
    const game = new Game(fen, moves);
    const forRed = material(game.placement()) - material(placementOf(fen));
    const gain = side === "red" ? forRed : -forRed;
    assert.ok(gain >= 3.39, `${number} gains ${gain}`);
    game.free();
  }
});

test("themes have names in every language, and all languages have the same keys", () => {
  const lines = Object.fromEntries(
    readdirSync(new URL("locales/puzzles/", WWW)).map((name) => [
      name,
      JSON.parse(read(`locales/puzzles/${name}`)),
    ]),
  );
  const shared = JSON.parse(read("locales/zh.json"));
  const keys = Object.keys(lines["zh.json"]);
  const holes = (text: string) => new Set(text.match(/\{\w+\}/g));
  for (const [name, words] of Object.entries(lines)) {
    assert.deepEqual(Object.keys(words), keys, name);
    for (const key of keys) assert.notEqual(words[key].trim(), "", key);
    for (const key of keys) assert.deepEqual(holes(words[key]), holes(lines["zh.json"][key]), key);
  }
  for (const theme of new Set(PUZZLES.flatMap(({ themes }) => themes)))
    assert.ok(keys.includes(`theme.${theme}`), theme);
  const folder = new URL("js/puzzles/", WWW);
  const sources = [
    read("puzzles.html"),
    ...readdirSync(folder).map((name) => read(`js/puzzles/${name}`)),
  ];
  for (const text of sources) {
    for (const [, key] of text.matchAll(/(?:data-i18n(?:-label)?=|\bt\(|key: |#say\()"([\w.]+)"/g))
      assert.ok(keys.includes(key) || key in shared, `no line ${key}`);
  }
});

test("filters select puzzles by their fields, and each day has a number", () => {
  const [solved, open] = MATES.filter(({ length }) => length === 1);
  const isSolved = ({ number }: data.Puzzle) => number === solved.number;
  const matches = data.matching(
    { ...data.noFilter(), kind: "mate", length: 1, open: true },
    isSolved,
  );
  assert.ok(!matches(solved) && matches(open) && !matches(WINS[0]));
  for (const side of ["red", "black"] as const) {
    const of = PUZZLES.filter(data.matching({ ...data.noFilter(), side }, isSolved));
    assert.ok(of.length > 100 && of.every((puzzle) => puzzle.side === side), side);
  }
  for (const motif of data.motifsOf(PUZZLES)) {
    const of = PUZZLES.filter(data.matching({ ...data.noFilter(), motif }, isSolved));
    assert.ok(of.length > 0 && of.every(({ themes }) => themes.includes(motif)), motif);
  }
  const number = (date: string) => data.dailyNumber(new Date(date), 463);
  assert.equal(number("2026-11-21T08:00"), number("2026-11-21T22:00"));
  const days = Array.from({ length: 28 }, (_, i) =>
    number(`2026-02-${String(i + 1).padStart(2, "0")}T12:00`),
  );
  assert.ok(new Set(days).size > 20);
});

/** Returns a course, and the names of the files that it reads. */
async function trackedCourse(readFile = readPuzzles) {
  const files: string[] = [];
  const course = await Course.begin((name) => {
    files.push(name);
    return readFile(name);
  });
  return { course, files };
}

test("a stage is fetched once, when one of its puzzles is needed", async () => {
  const { course, files } = await trackedCourse();
  assert.deepEqual([course.size, files], [PUZZLES.length, ["course"]]);
  const third = PUZZLES.find(({ stage }) => stage === 3)!;
  assert.deepEqual(await course.numbered(third.number), third);
  assert.deepEqual(await course.numbered(third.number + 1), PUZZLES[third.number]);
  assert.deepEqual(files, ["course", "3"]);
  assert.equal(await course.neighbour(third, -1, () => true), (await course.stage(2)).at(-1));
  assert.deepEqual(files, ["course", "3", "2"]);
  for (const number of [0, PUZZLES.length + 1, 1.5, Number.NaN, -1])
    assert.equal(await course.numbered(number), null, String(number));
  assert.deepEqual(await course.all(), PUZZLES);
  assert.equal(new Set(files).size, files.length, "no file twice");
  assert.equal(files.length, 1 + PUZZLES.at(-1)!.stage);
});

test("the course is circular: the last puzzle leads to the first, among those that match", async () => {
  const { course } = await trackedCourse();
  const [first, second, last] = [PUZZLES[0], PUZZLES[1], PUZZLES.at(-1)!];
  assert.deepEqual(await course.neighbour(second, -1, () => true), first);
  assert.deepEqual(await course.neighbour(first, -1, () => true), last);
  assert.deepEqual(await course.neighbour(last, 1, () => true), first);
  assert.equal(await course.neighbour(first, 1, () => false), null);
  assert.equal(await course.neighbour(first, 1, ({ number }) => number === 1), null, "not itself");
  const { course: fresh, files } = await trackedCourse();
  const [puzzle] = PUZZLES.filter(({ stage }) => stage === 9);
  assert.deepEqual(await fresh.named(puzzle.key, puzzle.number), puzzle);
  assert.deepEqual(files, ["course", "9"], "its former stage is searched first");
  assert.deepEqual(await fresh.named(puzzle.key, 1), puzzle, "and then the other stages");
  assert.deepEqual(await fresh.named("7", 1), PUZZLES[6]);
  for (const name of ["", "0", "99999", "abc", "x".repeat(12)])
    assert.equal(await fresh.named(name, 1), null, name);
  const day = new Date("2026-11-21T08:00");
  assert.deepEqual(await course.ofDay(day), await fresh.ofDay(day));
});

test("a stage that cannot be fetched is tried again, and one of another edition is refused", async () => {
  let isDown = true;
  const { course } = await trackedCourse(async (name) => {
    if (name !== "course" && isDown) throw new Error("down");
    return readPuzzles(name);
  });
  await assert.rejects(course.numbered(1), /down/);
  isDown = false;
  assert.deepEqual(await course.numbered(1), PUZZLES[0]);
  const { course: mixed } = await trackedCourse(async (name) => {
    const file = await readPuzzles(name);
    return name === "1" ? file.slice(1) : file;
  });
  await assert.rejects(mixed.numbered(1), /stage 1 has \d+ puzzles, not \d+/);
  await assert.rejects(
    Course.begin(async () => ({ version: 2 })),
    /version 2/,
  );
});

test("every puzzle has a level: longer mates are harder, and grades agree", () => {
  for (const { level, number } of PUZZLES) assert.ok(level! >= 0.5 && level! <= 15, String(number));
  const byLength = [1, 2, 3, 5].map((n) => meanLevel(MATES.filter(({ length }) => length === n)));
  assert.deepEqual(
    byLength,
    byLength.toSorted((a, b) => a - b),
  );
  assert.ok(
    meanLevel(PUZZLES.filter(({ grade }) => grade === 1)) <
      meanLevel(PUZZLES.filter(({ grade }) => grade === 4)),
  );
});

test("a rating moves towards the level of the puzzles that are solved half the time", () => {
  const measure = { begin: glue.beginRating, rate: glue.rateGame };
  const hard = { ...PUZZLES[0], level: 8 };
  const easy = { ...PUZZLES[0], level: 1 };
  const at = (
    rating: glue.Rating | null,
    puzzle: data.Puzzle,
    outcome: progress.Outcome,
    isHelped = false,
  ) => ratingAfter(rating, puzzle, outcome, isHelped, measure)!;
  const begun = at(null, easy, "failed");
  assert.ok(begun.level < 3 && at(null, hard, "solved").level > 3);
  assert.ok(
    at(null, hard, "solved").level > at(null, hard, "solved", true).level,
    "a hint costs half",
  );
  assert.ok(at(null, hard, "failed").level > begun.level, "a hard puzzle costs less");
  let rating: glue.Rating | null = null;
  // This person solves every puzzle below level 6 and none above.
  for (let turn = 0; turn < 40; turn++) {
    const level: number = Math.min(15, (rating?.level ?? 3) + (turn % 3) - 1);
    rating = at(rating, { ...PUZZLES[0], level }, level < 6 ? "solved" : "failed");
  }
  assert.ok(Math.abs(rating!.level - 6) < 1, String(rating!.level));
  assert.equal(at(rating, { ...hard, level: null }, "solved"), rating);
  assert.deepEqual(readRating(rating), rating);
  for (const bad of [
    null,
    3,
    {},
    { level: 16, step: 1, run: 0 },
    { level: 3, step: 9, run: 0 },
    { level: 3, step: 1, run: 0.5 },
  ])
    assert.equal(readRating(bad), null);
  const near = PUZZLES.filter(data.matching({ ...data.noFilter(), near: 6 }, () => false));
  assert.ok(
    near.length > 0 &&
      near.every((puzzle) => data.isNear(6, puzzle) && Math.abs(puzzle.level! - 6) <= 1),
  );
  const stored = { ...progress.noProgress(), rating };
  assert.deepEqual(progress.decode(progress.encode(stored)), stored);
});

test("progress counts streaks, ignores unreadable text and reports failing storage once", () => {
  let now = progress.noProgress();
  for (const key of ["a", "b"]) now = progress.withOutcome(now, key, "solved");
  assert.deepEqual([now.streak, now.best], [2, 2]);
  now = progress.withOutcome(now, "a", "solved");
  assert.equal(now.streak, 2, "solved before");
  now = progress.withOutcome(now, "c", "failed");
  assert.deepEqual([now.streak, now.best, now.done.c], [0, 2, "failed"]);
  now = progress.withOutcome(progress.withOutcome(now, "a", "failed"), "d", "solved", {
    clean: false,
  });
  assert.deepEqual([now.done.a, now.streak], ["solved", 0]);
  assert.deepEqual(progress.decode(progress.encode(now)), now);
  assert.deepEqual(progress.tally(now, ["a", "c", "z"]), { solved: 1, failed: 1, all: 3 });
  assert.equal(progress.solvedPuzzles(progress.withOutcome(now, "e:soldier", "solved")), 3);
  for (const text of [
    null,
    "",
    "{",
    "[]",
    "3",
    '{"version":9}',
    '{"version":1,"done":7,"streak":-4}',
  ])
    assert.deepEqual(progress.decode(text), progress.noProgress(), String(text));
  let reports = 0;
  const store = progress.createPuzzleStorage(
    () => {
      throw new Error("forbidden");
    },
    () => reports++,
  );
  assert.deepEqual(store.load(), progress.noProgress());
  store.save(now);
  store.save(now);
  assert.equal(reports, 1);
});

test("the difficulty is shown as a puzzle strength, without an engine level, in every language", async () => {
  const cases: Record<Lang, string> = {
    zh: "难度 3，共 5 级. 解题棋力 7.2",
    "zh-Hant": "難度 3，共 5 級. 解題棋力 7.2",
    en: "Difficulty 3 of 5. Puzzle strength 7.2",
    vi: "Độ khó 3 trên 5. Trình độ giải cờ thế 7.2",
  };
  for (const lang of LANGS) {
    const i18n = createI18n(lang, async () => JSON.parse(read(`locales/puzzles/${lang}.json`)));
    await i18n.use(lang);
    assert.equal(describeDifficulty({ grade: 3, level: 7.2 }, i18n.t), cases[lang]);
    const [least, most] = [0.5, 15].map((level) => describeDifficulty({ grade: 1, level }, i18n.t));
    assert.notEqual(least, most);
    for (const words of [least, most])
      assert.doesNotMatch(words, /puzzle\.|solves|解开|解開|giải được/);
  }
});

test("a strength below the first level is not shown as a number", () => {
  const i18n = fake<I18n>({ t: (key, params) => `${key} ${params!.level}` });
  const rating = (level: number) => ({ level, step: 1, run: 0 });
  for (const level of [0, 0.04, 0.97]) assert.equal(formatRating(rating(level), -0.4, i18n), "");
  assert.equal(formatRating(rating(1), 0.4, i18n), "puzzle.rating 1.0 +0.4");
});
