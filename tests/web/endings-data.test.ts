// The file of endings, its texts, and the blocks of their list. tests/practical_endings.rs compares it with tables.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { LANGS } from "../../www/js/core/languages.ts";
import { createI18n } from "../../www/js/core/i18n.ts";
import type { Lang } from "../../www/js/core/i18n.ts";
import { adviceKey, endingName } from "../../www/js/puzzles/ending-names.ts";
import { blocksOf } from "../../www/js/puzzles/endings-list.ts";
import { decodeChapters } from "../../www/js/puzzles/endings.ts";
import { decode, encode, noProgress } from "../../www/js/puzzles/puzzle-progress.ts";
import * as glue from "../../www/pkg/chuhe.js";
import { ENDINGS, ENDING_CHAPTERS } from "./puzzle-helpers.ts";

const WWW = new URL("../../www/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, WWW), "utf8");
await glue.default({ module_or_path: readFileSync(new URL("pkg/chuhe_bg.wasm", WWW)) });
const { Game } = glue;

const ONLY = ENDINGS.filter(({ move }) => move !== undefined);
const PRACTICAL = ENDINGS.filter(({ move }) => move === undefined);

/** The endings of the first version of the page, by whose ids people have stored progress. */
const CLASSIC = [
  "soldier rook-horse rook-advisors rook-elephants horse-advisor cannon-advisors soldiers-advisors",
  "horse-soldier rook-four rook-one-advisor rook-soldier two-horses three-soldiers horse-cannon",
  "rook-cannon hold-cannon hold-horse-advisors hold-horse-elephants hold-soldier-advisors hold-rook",
  "hold-two-soldiers hold-horse-soldier",
].flatMap((line) => line.split(" "));

/** Materials of which the page has tables: one attacker, two soldiers, or two attackers and up to two guards. */
const isCompact = (group = "") =>
  /^[RNCP][AE]* vs /.test(group) ||
  group.startsWith("PP vs ") ||
  /^(NP|CP|NN) vs \w{1,2}$/.test(group);

const textsOf = (lang: Lang) => {
  const load = (path: string) => async () => JSON.parse(read(`locales/${path}${lang}.json`));
  return createI18n(lang, load(""), load("puzzles/"));
};

test("there are 200 practical endings and more than 60 only moves", () => {
  assert.equal(PRACTICAL.length, 200);
  assert.ok(ONLY.length >= 60);
  assert.ok(PRACTICAL.filter(({ group }) => !isCompact(group)).length <= 20);
  assert.ok(ONLY.every(({ group }) => isCompact(group)));
  const goals = (endings: readonly { goal: string }[]) => new Set(endings.map(({ goal }) => goal));
  for (const { endings } of ENDING_CHAPTERS) assert.equal(goals(endings).size, 1);
});

test("every classic ending is there, under the id of its stored progress", () => {
  const ids = ENDINGS.filter(({ classic }) => classic).map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), CLASSIC.toSorted());
});

test("ids and positions differ, and an id can be stored as the last ending", () => {
  assert.equal(new Set(ENDINGS.map(({ id }) => id)).size, ENDINGS.length);
  assert.equal(new Set(ENDINGS.map(({ fen }) => fen)).size, ENDINGS.length);
  for (const { id } of ENDINGS) {
    const last = `e=${id}`;
    assert.equal(decode(encode({ ...noProgress(), last })).last, last);
  }
});

test("no side is in check, and an only move is legal and no capture", () => {
  for (const { id, fen, move, side } of ENDINGS) {
    const game = new Game(fen);
    const { check, dests, verdict, turn, placement } = game.view();
    assert.deepEqual([check, verdict.result, turn], [null, "ongoing", "w"], id);
    if (move) {
      assert.equal(side, "red", id);
      assert.ok(dests.get(move.slice(0, 2))?.includes(move.slice(2)), id);
      game.play(move);
      const pieces = (text: string) => text.replaceAll(".", "").length;
      assert.equal(pieces(game.view().placement), pieces(placement), id);
    }
    game.free();
  }
});

test("wins take 3 to 60 plies, and those of a material get longer", () => {
  const wins = ENDINGS.filter(({ goal }) => goal === "win");
  for (const { id, plies = 3 } of wins)
    assert.ok(plies % 2 === 1 && plies >= 3 && plies <= 60, `${id}: ${plies}`);
  assert.ok(wins.some(({ plies = 0 }) => plies >= 45));
  assert.ok(wins.some(({ plies = 0 }) => plies === 3));
  const only = ONLY.flatMap(({ plies }) => plies ?? []);
  assert.deepEqual(
    only,
    only.toSorted((a, b) => a - b),
    "only moves look farther and farther ahead",
  );
});

test("every ending has a name of its own and advice, in every language", async () => {
  for (const lang of LANGS) {
    const i18n = textsOf(lang);
    await i18n.use(lang);
    const names = ENDINGS.map((ending) => endingName(ending, i18n.t));
    for (const name of names) assert.doesNotMatch(name, /ending\.|undefined/, lang);
    for (const { id, endings } of ENDING_CHAPTERS) {
      const own = new Set(endings.map((ending) => endingName(ending, i18n.t)));
      assert.equal(own.size, endings.length, `${lang}: ${id}`);
      assert.ok(i18n.has(`ending.chapter.${id}.name`), id);
      assert.ok(i18n.has(`ending.chapter.${id}.why`), id);
    }
    for (const ending of ENDINGS) assert.ok(i18n.has(adviceKey(ending)), ending.id);
  }
});

test("a chapter is split into classic endings and successive ones of a material", () => {
  const horse = ENDING_CHAPTERS.find(({ id }) => id === "horse")!;
  const blocks = blocksOf(horse.endings).map(([first, ...rest]) => [
    first!.classic ? first!.id : first!.group,
    rest.length + 1,
  ]);
  assert.deepEqual(blocks, [
    ["N vs K", 3],
    ["horse-advisor", 1],
    ["N vs A", 6],
    ["N vs E", 4],
    ["N vs AA", 3],
    ["N vs AE", 2],
  ]);
});

test("a file of another version is refused", () => {
  assert.throws(() => decodeChapters({ version: 2, chapters: [] }), /version 2/);
  assert.throws(() => decodeChapters(null), /version undefined/);
});
