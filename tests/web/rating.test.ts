// A person's rating as data, by the engine's own formula, without a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { defaultChoices, gameOf, readChoices } from "../../www/js/play/game-options.ts";
import { HANDICAPS } from "../../www/js/rules/handicaps.ts";
import {
  inHundredths,
  isStrength,
  MAX_LEVEL,
  levelName,
  strengthName,
  nearestLevel,
} from "../../www/js/core/levels.ts";
import { nextActions } from "../../www/js/play/after-game.ts";
import { describeRating } from "../../www/js/play/panels/rating-chart.ts";
import {
  EXPERIENCES,
  MAX_HISTORY,
  ratingAfterGame,
  withRatingBegun,
  decodeRating,
  encodeRating,
  isRated,
  pointsOf,
  tally,
  weightOf,
} from "../../www/js/play/rating.ts";
import type { RatedGame, RatingRecord } from "../../www/js/play/rating.ts";
import { parseRatingHash, ratingHash } from "../../www/js/play/rating-link.ts";
import { FIRST_OPPONENT, defaultGame } from "../../www/js/core/game-record.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import type { I18n } from "../../www/js/core/i18n.ts";
import type { Side } from "../../www/js/core/xiangqi.ts";
import { defaults, noRating } from "../../www/js/play/state.ts";
import type { State } from "../../www/js/play/state.ts";
import { beginRating, initSync, rateGame } from "../../www/pkg/chuhe.js";
import { fake } from "./fake.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

const MEASURE = { begin: beginRating, rate: rateGame };
const DAY = "2026-11-22";
/** The seed of the last game; each game has another one. */
let seeds = 0;
/** A game against an engine that fits the rating. */
const fitting = (record: RatingRecord, facts: Partial<GameRecord> = {}): GameRecord => ({
  ...defaultGame(),
  seed: (seeds += 1),
  fits: true,
  level: inHundredths(record.rating?.level ?? FIRST_OPPONENT.level),
  ...facts,
});
/** A game against a chosen level. */
const chosen = (level: number, facts = {}): GameRecord => ({
  ...fitting(noRating(), facts),
  fits: false,
  level,
});
/** Returns the rating after a game; the person is Red. */
const after = (record: RatingRecord, game: GameRecord, result: string) =>
  ratingAfterGame(record, game, result, MEASURE, DAY);

/** Returns the rating after so many games, won and lost by turns. */
function career(games: number) {
  let record: RatingRecord = withRatingBegun(noRating(), "rules", MEASURE);
  for (let i = 0; i < games; i++)
    record = after(record, fitting(record), ["red", "black", "red", "draw"][i % 4]);
  return record;
}

/** Reads the rating of a link that has one. */
function linkedRating(hash: string) {
  const read = parseRatingHash(hash);
  assert.ok(read !== null && read !== "broken");
  return read;
}

test("every strength has the name of the level that is nearest", () => {
  assert.deepEqual(
    [0, 0.4, 1, 1.49, 1.5, 6.25, 13.6, 15].map(nearestLevel),
    [1, 1, 1, 1, 2, 6, 14, 15],
  );
  assert.equal(levelName(2.6, { t: (key) => key }), "level.3.name");
  // The least that a whole game moves a rating changes the word for it.
  const word = (level: number) =>
    strengthName(level, { t: (key, { name } = {}) => `${key} ${name}` });
  for (let level = 0.5; level <= MAX_LEVEL - 0.35; level += 0.05)
    assert.notEqual(word(level), word(level + 0.35), String(level));
  assert.deepEqual([0.1, 0.8, 1, 1.3, 14.8, 15].map(word), [
    "strength.first undefined",
    "strength.near level.1.name undefined",
    "level.1.name undefined",
    "strength.past level.1.name undefined",
    "strength.near level.15.name undefined",
    "level.15.name undefined",
  ]);
  assert.equal(inHundredths(6.2549), 6.25);
  for (const value of [-0.01, MAX_LEVEL + 0.01, Number.NaN, "3", null, undefined])
    assert.ok(!isStrength(value), String(value));
});

test("a person of unknown experience first meets the engine's level for that", () => {
  assert.equal(FIRST_OPPONENT.level, beginRating("unknown").level);
  const levels = (["none", "unknown", "rules", "practice"] as const).map(
    (experience) => beginRating(experience).level,
  );
  assert.deepEqual(
    levels,
    levels.toSorted((a, b) => a - b),
  );
  for (const experience of EXPERIENCES)
    assert.equal(withRatingBegun(noRating(), experience, MEASURE).experience, experience);
});

test("a game counts fully, half or not at all, for a stated reason", () => {
  const game = fitting(noRating());
  const cases: [Partial<GameRecord>, number, string | null][] = [
    [{}, 1, null],
    [{ fits: false, level: 9 }, 1, null],
    [{ helped: 1 }, 0.5, "helped"],
    [{ training: true }, 0.5, "training"],
    [{ training: true, helped: 3 }, 0.5, "training"],
    [{ startFen: HANDICAPS.horse }, 0, "handicap"],
    [{ startFen: "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1" }, 0, "position"],
    [{ record: "[Event]" }, 0, "foreign"],
    [{ rated: "never" }, 0, "foreign"],
    [{ rated: "before" }, 0, "before"],
    [{ rated: "before", helped: 1 }, 0, "before"],
    [{ rated: "yes" }, 1, null],
  ];
  for (const [facts, weight, why] of cases)
    assert.deepEqual(weightOf({ ...game, ...facts }), { weight, why }, JSON.stringify(facts));
});

test("points are those of the person's side", () => {
  const points = (side: Side) =>
    ["red", "black", "draw"].map((result) => pointsOf({ ...defaultGame(), side }, result));
  assert.deepEqual(points("red"), [1, 0, 0.5]);
  assert.deepEqual(points("black"), [0, 1, 0.5]);
});

test("a first game without a stated experience begins the rating of unknown experience", () => {
  const record = after(noRating(), fitting(noRating()), "red");
  assert.equal(record.experience, null, "the question may come later");
  const expected = rateGame(beginRating("unknown"), FIRST_OPPONENT.level, 1, 1);
  assert.deepEqual(record.rating, expected);
  const [{ seed, ...entry }] = record.history;
  assert.equal(seed, seeds);
  const level = inHundredths(expected.level);
  assert.deepEqual(entry, { day: DAY, points: 1, opponent: FIRST_OPPONENT.level, level });
});

test("a win lifts the rating, a loss lowers it, help halves the change, a handicap game changes nothing", () => {
  const record = withRatingBegun(noRating(), "practice", MEASURE);
  const { level } = record.rating!;
  const moved = (facts: Partial<GameRecord>, result: string) =>
    after(record, fitting(record, facts), result).rating!.level - level;
  assert.ok(moved({}, "red") > 0);
  assert.ok(moved({}, "black") < 0);
  assert.ok(moved({ helped: 2 }, "red") > 0);
  assert.ok(moved({ helped: 2 }, "red") < moved({}, "red"));
  const handicap = after(record, fitting(record, { startFen: HANDICAPS.rook }), "black");
  assert.deepEqual(handicap, record);
  const chosenOne = after(record, chosen(9), "red");
  assert.ok(chosenOne.rating!.level > level, "a chosen level counts too");
});

test("two losses in a row lower the opponent by more than 0.7 levels", () => {
  const record = withRatingBegun(noRating(), "practice", MEASURE);
  const once = after(record, fitting(record), "black");
  const twice = after(once, fitting(once), "black");
  assert.ok(record.rating!.level - twice.rating!.level > 0.7);
  assert.ok(fitting(twice).level < fitting(once).level);
});

test("no game counts twice, and none while the rating is off", () => {
  const record = career(3);
  const game = fitting(record);
  const once = after(record, game, "red");
  assert.ok(isRated(once, game));
  assert.deepEqual(after(once, game, "red"), once);
  const off = { ...record, inUse: false };
  assert.deepEqual(after(off, fitting(record), "black"), off);
});

test("a training game counts in addition to the game that it continues", () => {
  const record = career(1);
  const game = fitting(record);
  const lost = after(record, game, "black");
  const training = { ...game, training: true };
  assert.ok(!isRated(lost, training));
  const won = after(lost, training, "red");
  assert.equal(won.history.length, lost.history.length + 1);
  assert.ok(won.rating!.level > lost.rating!.level);
  assert.ok(
    won.rating!.level < after(lost, fitting(lost, { level: game.level }), "red").rating!.level,
  );
  assert.ok(isRated(won, game));
});

test("only the last games are stored", () => {
  const record = career(MAX_HISTORY + 7);
  assert.equal(record.history.length, MAX_HISTORY);
  const { won, drawn, lost } = tally(record.history);
  assert.equal(won + drawn + lost, MAX_HISTORY);
  assert.deepEqual(tally([]), { won: 0, drawn: 0, lost: 0 });
  assert.deepEqual(tally(career(4).history), { won: 2, drawn: 1, lost: 1 });
});

test("losses in a row are counted at one chosen level", () => {
  let record = noRating();
  const lose = (game: GameRecord) => (record = after(record, game, "black")).losses;
  assert.deepEqual(lose(chosen(7)), { level: 7, times: 1 });
  assert.deepEqual(lose(chosen(7)), { level: 7, times: 2 });
  assert.deepEqual(lose(chosen(6)), { level: 6, times: 1 });
  assert.equal(lose(fitting(record)), null);
  lose(chosen(6));
  record = after(record, chosen(6), "draw");
  assert.equal(record.losses, null);
  record = { ...record, inUse: false };
  lose(chosen(6));
  assert.deepEqual(lose(chosen(6)), { level: 6, times: 2 }, "also while the rating is off");
});

test("a stored rating is read back unchanged", () => {
  for (const record of [noRating(), { ...noRating(), inUse: false }, career(0), career(12)])
    assert.deepEqual(decodeRating(encodeRating(record)), { record, broken: false });
  assert.deepEqual(decodeRating(null), { record: noRating(), broken: false });
  const lost = after(noRating(), chosen(5), "black");
  assert.deepEqual(decodeRating(encodeRating(lost)).record, lost);
});

test("a broken part of a stored rating is reported and costs only itself", () => {
  const record = career(6);
  const stored = JSON.parse(encodeRating(record));
  const read = (change: object) => decodeRating(JSON.stringify({ ...stored, ...change }));
  for (const text of ["", "{", "null", "7", '{"version":3}'])
    assert.deepEqual(decodeRating(text), { record: noRating(), broken: true }, text);
  for (const rating of [
    { level: 16, step: 1, run: 0 },
    { level: 3, step: 9, run: 0 },
    { level: 3, step: "1", run: 0 },
    { level: 3, step: 1, run: 0.5 },
    7,
  ])
    assert.deepEqual(read({ rating }), { record: { ...record, rating: null }, broken: true });
  for (const bad of [
    { day: "2026-13-40" },
    { points: 2 },
    { opponent: -1 },
    { level: "3" },
    { seed: -1 },
  ]) {
    const [first, ...rest] = stored.history;
    const { record: remaining, broken } = read({ history: [{ ...first, ...bad }, ...rest] });
    assert.ok(broken, JSON.stringify(bad));
    assert.deepEqual(remaining, { ...record, history: record.history.slice(1) });
  }
  assert.equal(read({ inUse: 1 }).broken, true);
  assert.deepEqual(read({ history: "x" }), { record: { ...record, history: [] }, broken: true });
});

test("every rating that the engine computes can be read back", () => {
  let rating = beginRating("none");
  for (let i = 0; i < 40; i++) {
    rating = rateGame(rating, rating.level, i < 20 ? 1 : i % 2, 1);
    const record = { ...noRating(), rating };
    assert.equal(decodeRating(encodeRating(record)).broken, false, JSON.stringify(rating));
  }
});

test("a link carries a rating with its games to another device", () => {
  for (const games of [0, 1, 30, MAX_HISTORY]) {
    const record = career(games);
    const hash = ratingHash(record);
    assert.ok(hash.length < 1700, String(hash.length));
    const read = linkedRating(hash);
    assert.equal(read.experience, "rules");
    assert.ok(Math.abs(read.rating!.level - record.rating!.level) < 0.0051);
    assert.ok(Math.abs(read.rating!.step - record.rating!.step) < 0.0051);
    assert.equal(read.rating!.run, record.rating!.run);
    const unseeded = record.history.map((entry) => ({ ...entry, seed: null }));
    assert.deepEqual(read.history, unseeded);
    assert.equal(decodeRating(encodeRating({ ...noRating(), ...read })).broken, false);
  }
  assert.equal(ratingHash(noRating()), "", "there is no rating yet");
});

test("a rating of the second scale of levels is converted to today's scale, stored or linked", () => {
  const stored = {
    version: 1,
    inUse: true,
    experience: "rules",
    rating: { level: 6, step: 1, run: 2 },
    history: [
      { day: "2026-11-20", points: 1, opponent: 3, level: 4, seed: 1 },
      { day: "2026-11-21", points: 0.5, opponent: 9.5, level: 7, seed: 2 },
    ],
    losses: { level: 5, times: 2 },
  };
  const { record, broken } = decodeRating(JSON.stringify(stored));
  assert.equal(broken, false);
  const levels = (history: RatedGame[]) => history.map(({ opponent, level }) => [opponent, level]);
  assert.deepEqual(record.rating, { level: 3.4, step: 1, run: 2 });
  assert.deepEqual(levels(record.history), [
    [0.6, 1],
    [9.5, 5.7],
  ]);
  assert.deepEqual(record.losses, { level: 2, times: 2 });
  const linked = linkedRating("#rating=AQICWABkAgnTESwBkAnUC7YCvKDN");
  assert.deepEqual(linked.rating, record.rating);
  assert.deepEqual(levels(linked.history), levels(record.history));
});

test("a link is refused as a whole if any character is wrong", () => {
  const hash = ratingHash(career(3));
  assert.equal(parseRatingHash("#fen=x"), null);
  assert.equal(parseRatingHash(""), null);
  for (const bad of ["#rating=", "#rating=!", `${hash}AAAA`, hash.slice(0, -2), "#rating=Ag"])
    assert.equal(parseRatingHash(bad), "broken", bad);
  const start = "#rating=".length;
  for (let at = start; at < hash.length; at++) {
    const other = hash[at] === "Q" ? "g" : "Q";
    const bad = hash.slice(0, at) + other + hash.slice(at + 1);
    assert.equal(parseRatingHash(bad), "broken", `${at}`);
  }
});

/** Returns the state at the end of a game. */
function ended(
  game: Partial<GameRecord>,
  result: "red" | "black" | "draw",
  facts: Partial<State> = {},
): State {
  const state = defaults();
  const verdict = { ...state.position.verdict, result };
  return {
    ...state,
    game: { ...state.game, ...game },
    position: { ...state.position, verdict },
    ...facts,
  };
}

test("the first offer after a game is the same again, the next level or an easier one", () => {
  const first = (...args: Parameters<typeof ended>) => nextActions(ended(...args)).first;
  assert.equal(first({ fits: true, level: 3.2 }, "red"), "again");
  assert.equal(first({ fits: true, level: 3.2 }, "black"), "again");
  assert.deepEqual(nextActions(ended({ level: 7 }, "red")), {
    first: "harder",
    rest: ["again", "look", "analyse"],
    level: 8,
  });
  assert.equal(nextActions(ended({ level: 6.25 }, "red")).level, 7);
  assert.equal(first({ level: MAX_LEVEL }, "red"), "again", "there is no higher level");
  assert.equal(first({ level: 7 }, "draw"), "again");
  const losses = (level: number, times: number) => ({
    rating: { ...noRating(), losses: { level, times } },
  });
  assert.equal(first({ level: 7 }, "black", losses(7, 1)), "again");
  const easier = nextActions(ended({ level: 7 }, "black", losses(7, 2)));
  assert.deepEqual([easier.first, easier.level], ["easier", 6]);
  assert.equal(first({ level: 7 }, "black", losses(6, 2)), "again", "at another level");
  assert.equal(first({ level: 1 }, "black", losses(1, 5)), "again", "there is no lower level");
  assert.equal(first({ level: 7, side: "black" }, "black"), "harder");
  assert.equal(first({ mode: "local" }, "red"), "again", "two people play once more");
  assert.ok(nextActions(ended({ mode: "local" }, "red")).rest.includes("new"));
  assert.equal(first({ record: "[Event]" }, "red"), "new");
});

test("at most four different offers follow a game", () => {
  for (const mode of ["engine", "local"] as const)
    for (const fits of [true, false])
      for (const result of ["red", "black", "draw"] as const)
        for (const side of [null, "red", "black"] as const) {
          const end = side && { reason: "resignation" as const, side };
          const { first, rest } = nextActions(ended({ mode, fits, ended: end }, result));
          const ways = new Set([first, ...rest]);
          assert.ok(ways.size <= 4);
          assert.ok(ways.has("look") && ways.has("analyse"));
          assert.equal(ways.has("playOn"), mode === "engine" && side === "black");
        }
});

test("a rating is described with the name of a level, never as a bare decimal", () => {
  const t = (key: string, params = {}) => `${key} ${Object.values(params).join(" ")}`;
  const i18n = fake<I18n>({ t });
  const words = describeRating({ ...noRating(), rating: { level: 3.3721, step: 1, run: 0 } }, i18n);
  assert.match(words, /level\.3\.name\s+3 15$/);
  assert.match(describeRating(noRating(), i18n), /^progress\.none/);
});

test("the engine fits the rating unless a level is chosen; two people have no engine", () => {
  assert.equal(defaultChoices().fit, true);
  assert.equal(gameOf(defaultChoices()).fits, true);
  assert.equal(gameOf({ ...defaultChoices(), mode: "local" }).fits, false);
  assert.equal(gameOf({ ...defaultChoices(), fit: false, level: 9 }).level, 9);
  assert.equal(readChoices({ level: 9 }).fit, true, "choices stored before ratings existed");
  assert.equal(readChoices({ fit: "yes" }).fit, true);
  assert.equal(readChoices({ level: 5.7 }).level, 6, "a strength of an older scale");
});
