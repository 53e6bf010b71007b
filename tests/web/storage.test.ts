import assert from "node:assert/strict";
import test from "node:test";
import { LANGS } from "../../www/js/core/languages.ts";
import { MAX_LEVEL } from "../../www/js/core/levels.ts";
import { START_PLACEMENT } from "../../www/js/core/xiangqi.ts";
import { defaultGame, freshFields } from "../../www/js/core/game-record.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import { decodeSettings, defaultSettings, encodeSettings } from "../../www/js/shell/settings.ts";
import type { Settings } from "../../www/js/shell/settings.ts";
import {
  BEFORE_KEY,
  CHOICES_KEY,
  GAME_KEY,
  UNREAD_KEY,
  createStorage,
  decodeGame,
  encodeGame,
} from "../../www/js/shell/storage.ts";
import { fake } from "./fake.ts";

const GAME: GameRecord = {
  ...defaultGame(),
  startFen: "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
  moves: ["d0d1", "e9e8"],
  ply: 1,
  side: "black",
  level: 7,
  seed: 4294967295,
  flipped: true,
  record: '[Event "A cup"]\n\n1. D0-D1 {so far} *',
  ended: { reason: "resignation", side: "red" },
  clock: {
    base: 300_000,
    increment: 3000,
    times: [299_000, 300_500],
    spent: 1200,
    thought: [0, 40],
  },
  turning: "board",
  playOn: true,
  fits: true,
  training: true,
  helped: 3,
  warned: 2,
  rated: "yes",
};

/** The missing view of the position, as in games of older versions. */
const BARE = { view: null, early: null };

/** Returns a Storage in memory. */
function memory(setItem?: Storage["setItem"]) {
  const map = new Map<string, string>();
  const area = fake<Storage>({
    getItem: (key) => map.get(key) ?? null,
    setItem: setItem ?? ((key, text) => void map.set(key, text)),
  });
  return Object.assign(area, { map });
}

/** Reads a stored game that is there. */
const decoded = (text: string) => decodeGame(text)!;

test("reads a stored game back unchanged", () => {
  const read = decodeGame(encodeGame(GAME, START_PLACEMENT));
  assert.deepEqual(read, { game: GAME, placement: START_PLACEMENT, ...BARE, broken: false });
});

test("reads the stored view of the position back; a bad view costs only the view", () => {
  const dests = new Map([
    ["d1", ["d0", "e1"]],
    ["e8", ["e9"]],
  ]);
  const view: Parameters<typeof encodeGame>[2] = {
    turn: "b",
    dests,
    lastMove: ["d0", "d1"],
    check: null,
  };
  const text = encodeGame(GAME, START_PLACEMENT, view);
  assert.deepEqual(decoded(text).view, view);
  for (const change of [
    { turn: "x" },
    { dests: 7 },
    { dests: "d1" },
    { dests: "d1d0 e8e" },
    { lastMove: "d0" },
    { check: "k9" },
  ]) {
    const raw = JSON.parse(text);
    Object.assign(raw.view, change);
    const read = decodeGame(JSON.stringify(raw));
    assert.deepEqual(read, { game: GAME, placement: START_PLACEMENT, ...BARE, broken: false });
  }
});

test("reads a move that the rules have not checked separately from its game", () => {
  const text = encodeGame({ ...GAME, ply: 2 }, START_PLACEMENT, null, true);
  const { game, early } = decoded(text);
  assert.deepEqual([game.moves, game.ply, early], [["d0d1"], 1, "e9e8"]);
});

test("reads null, not a broken game, if nothing is stored", () => {
  assert.equal(decodeGame(null), null);
});

test("reports text that is no game as broken and returns a new game", () => {
  const bad = (change: object) =>
    JSON.stringify({ ...JSON.parse(encodeGame(GAME, START_PLACEMENT)), ...change });
  const texts = [
    "",
    "{",
    "null",
    "[]",
    "7",
    bad({ version: 4 }),
    bad({ moves: "d0d1" }),
    bad({ moves: ["d0d1", 5] }),
    bad({ moves: ["d0z1"] }),
    bad({ ply: 3 }),
    bad({ ply: -1 }),
    bad({ ply: 0.5 }),
    bad({ mode: "online" }),
    bad({ side: "green" }),
    bad({ level: MAX_LEVEL + 0.01 }),
    bad({ level: -1 }),
    bad({ level: "7" }),
    bad({ version: 1, level: 11 }),
    bad({ startFen: 1 }),
    bad({ seed: -1 }),
    bad({ flipped: 0 }),
    bad({ record: 1 }),
    bad({ record: "" }),
    bad({ record: "x".repeat(8 * 2 ** 20 + 1) }),
  ];
  for (const text of texts) {
    assert.deepEqual(
      decodeGame(text),
      { game: defaultGame(), placement: null, ...BARE, broken: true },
      text,
    );
  }
});

/** A game and choices as the page with ten levels stored them. */
const OLD_GAME =
  '{"version":1,"startFen":null,"moves":["h2e2","h9g7"],"ply":2,"mode":"engine","side":"red","level":3,' +
  '"seed":77,"flipped":false,"record":null,"ended":null,"clock":null,"turning":"none","playOn":false,"placement":""}';
const OLD_CHOICES =
  '{"mode":"engine","side":"black","level":10,"handicap":"none","giver":"opponent","clock":"none",' +
  '"minutes":10,"seconds":0,"turning":"none"}';

test("converts games and choices of the ten levels to the same strength", () => {
  const { game, broken } = decoded(OLD_GAME);
  assert.equal(broken, false);
  assert.deepEqual([game.level, game.seed, game.moves.length], [8, 77, 2]);
  assert.equal(decoded(encodeGame(game, "")).game.level, 8, "once");
  const area = memory();
  const storage = createStorage(() => area);
  area.setItem(BEFORE_KEY, OLD_GAME.replace('"level":3', '"level":10'));
  assert.equal(storage.loadBefore()!.level, 15);
  area.setItem(CHOICES_KEY, OLD_CHOICES);
  assert.equal(storage.loadChoices().level, 15);
  storage.saveChoices(JSON.parse(OLD_CHOICES.replace('"level":10', '"level":6')));
  assert.equal(storage.loadChoices().level, 6, "new choices are stored on the new scale");
});

test("converts games and choices of the second scale of levels to the same strength", () => {
  const stored = (level: number) =>
    encodeGame({ ...GAME, level }, "").replace('"version":3', '"version":2');
  assert.equal(decoded(stored(6)).game.level, 3.4);
  assert.equal(decoded(stored(2.5)).game.level, 0.4);
  assert.equal(decoded(stored(11.5)).game.level, 11.5);
  const area = memory();
  area.setItem(CHOICES_KEY, OLD_CHOICES.replace("{", '{"version":2,').replace(":10,", ":7,"));
  assert.equal(createStorage(() => area).loadChoices().level, 5.7);
});

test("reads an older release's rating until a new one is stored", () => {
  const area = memory();
  const storage = createStorage(() => area);
  area.setItem("chuhe:rating", "old");
  assert.equal(storage.loadRating(), "old");
  storage.saveRating("new");
  assert.equal(storage.loadRating(), "new");
  assert.equal(
    area.getItem("chuhe:rating"),
    "old",
    "an older release in another tab still uses it",
  );
});

test("reads back how a game counts; a bad value costs only itself", () => {
  const raw = JSON.parse(encodeGame(GAME, ""));
  for (const rated of ["no", "yes", "before", "never"])
    assert.equal(decoded(JSON.stringify({ ...raw, rated })).game.rated, rated);
  const bad = { fits: 1, training: "yes", helped: -1, warned: "often", rated: "twice" };
  const { game, broken } = decoded(JSON.stringify({ ...raw, ...bad }));
  assert.equal(broken, false);
  assert.deepEqual(game, {
    ...GAME,
    fits: false,
    training: false,
    helped: 0,
    warned: 0,
    rated: "no",
  });
});

test("stores a strength between two levels unchanged", () => {
  assert.equal(decoded(encodeGame({ ...GAME, level: 6.25 }, "")).game.level, 6.25);
});

test("drops a bad placement and keeps the game", () => {
  const text = encodeGame(GAME, "not a placement");
  assert.deepEqual(decodeGame(text), { game: GAME, placement: null, ...BARE, broken: false });
});

test("loads a game that was stored before records could be opened", () => {
  const { record, ...old } = JSON.parse(encodeGame(GAME, START_PLACEMENT));
  assert.ok(record);
  assert.deepEqual(decodeGame(JSON.stringify(old)), {
    game: { ...GAME, record: null },
    placement: START_PLACEMENT,
    ...BARE,
    broken: false,
  });
});

test("loads a game without clock, end and turning board; bad values cost only themselves", () => {
  const stored = JSON.parse(encodeGame(GAME, START_PLACEMENT));
  const bare = { ...GAME, ...freshFields(), turning: "none" };
  const { ended, clock, turning, playOn, training, helped, warned, rated, ...old } = stored;
  assert.ok(ended && clock && turning && playOn && training && helped && warned && rated);
  const broken = [
    { clock: { ...clock, base: -1 } },
    { clock: { ...clock, times: ["soon"] } },
    { clock: { ...clock, thought: [-1] } },
    { clock: { ...clock, times: [1, 2, 3] } },
    { ended: { reason: "boredom", side: "red" } },
    { ended: { reason: "agreement", side: "red" } },
    { turning: "tables", playOn: 1, training: 1 },
  ];
  for (const change of [{}, ...broken]) {
    const read = decodeGame(JSON.stringify({ ...old, ...change }));
    assert.deepEqual(read, { game: bare, placement: START_PLACEMENT, ...BARE, broken: false });
  }
});

test("stores every language", () => {
  for (const lang of LANGS)
    assert.equal(decodeSettings(JSON.stringify({ version: 1, lang })).lang, lang);
});

test("reads settings back; a bad field costs only itself", () => {
  const settings: Settings = {
    lang: "en",
    theme: "dark",
    sound: false,
    showDests: false,
    notation: "wxf",
    board: "jade",
    pieces: "pictogram",
    motion: "reduced",
    volume: 35,
    music: true,
    speak: true,
    insist: true,
    evalBar: true,
    seeThink: true,
    cores: 3,
    memory: 128,
    warnLoss: false,
    keepGames: false,
  };
  assert.deepEqual(decodeSettings(encodeSettings(settings)), settings);
  const mixed = JSON.stringify({ version: 1, lang: "fr", theme: "dark", notation: "san" });
  assert.deepEqual(decodeSettings(mixed), { ...defaultSettings(), theme: "dark" });
  const badFields: [keyof Settings, unknown][] = [
    ["board", "constructor"],
    ["pieces", "marble"],
    ["motion", true],
    ["warnLoss", "none"],
    ["cores", 0],
    ["memory", 100],
  ];
  for (const [field, bad] of badFields) {
    const text = JSON.stringify({ ...settings, version: 1, [field]: bad });
    assert.deepEqual(decodeSettings(text), { ...settings, [field]: defaultSettings()[field] });
  }
  assert.deepEqual(decodeSettings(null), defaultSettings());
  assert.deepEqual(decodeSettings("{{"), defaultSettings());
});

test("stores the game before under its own key; an unreadable one counts as none", () => {
  const area = memory();
  const storage = createStorage(() => area);
  assert.equal(storage.loadBefore(), null);
  storage.saveBefore(GAME);
  assert.deepEqual(storage.loadBefore(), GAME);
  assert.equal(storage.loadGame(), null);
  area.setItem(BEFORE_KEY, "{");
  assert.equal(storage.loadBefore(), null);
});

test("stores a game without its record if the record does not fit, and reports that", () => {
  const problems: string[] = [];
  const area = memory((key, text) => {
    if (text.includes("A cup")) throw Object.assign(new Error(), { name: "QuotaExceededError" });
    area.map.set(key, text);
  });
  const storage = createStorage(
    () => area,
    (code) => problems.push(code),
  );
  storage.saveGame(GAME, START_PLACEMENT);
  assert.deepEqual(problems, ["fullRecord"]);
  assert.deepEqual(storage.loadGame()!.game, { ...GAME, record: null });
});

test("reports full storage once and does not throw", () => {
  const problems: string[] = [];
  const full = Object.assign(new Error("full"), { name: "QuotaExceededError" });
  const area = memory(() => {
    throw full;
  });
  const storage = createStorage(
    () => area,
    (code) => problems.push(code),
  );
  storage.saveGame(GAME, START_PLACEMENT);
  storage.saveGame(GAME, START_PLACEMENT);
  assert.deepEqual(problems, ["full"]);
});

test("reads forbidden storage as empty and reports it on writing", () => {
  const problems: string[] = [];
  const forbid = () => {
    throw new Error("SecurityError");
  };
  const storage = createStorage(forbid, (code) => problems.push(code));
  assert.equal(storage.loadGame(), null);
  assert.deepEqual(storage.loadSettings(), defaultSettings());
  storage.saveSettings(defaultSettings());
  assert.deepEqual(problems, ["blocked"]);
});

test("stores the whole game of the tab that writes last", () => {
  const area = memory();
  const [one, two] = [createStorage(() => area), createStorage(() => area)];
  one.saveGame(GAME, START_PLACEMENT);
  two.saveGame({ ...GAME, moves: [], ply: 0 }, START_PLACEMENT);
  assert.equal(area.map.size, 1);
  assert.ok(area.map.has(GAME_KEY));
  assert.equal(one.loadGame()!.game.ply, 0);
});

test("puts an unreadable game aside before it is overwritten", () => {
  const area = memory();
  area.setItem(GAME_KEY, '{"version":99,"moves":"a game of the future"}');
  const storage = createStorage(() => area);
  assert.equal(storage.loadGame()?.broken, true);
  storage.saveGame(GAME, START_PLACEMENT);
  assert.equal(area.getItem(UNREAD_KEY), '{"version":99,"moves":"a game of the future"}');
});
