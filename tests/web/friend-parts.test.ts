/** Parts of the page of games between friends, without the page: words, times, the order of the list, the file. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { LANGS } from "../../www/js/core/languages.ts";
import { createFriendGames } from "../../www/js/friend/friend-games.ts";
import { createFriendRoom } from "../../www/js/friend/friend-room.ts";
import { rowsOf } from "../../www/js/friend/friend-rows.ts";
import { createFriendStorage } from "../../www/js/friend/friend-storage.ts";
import type { KeptGame } from "../../www/js/friend/friend-storage.ts";
import { mergeGames, readGamesFile, writeGamesFile } from "../../www/js/friend/games-file.ts";
import { choicesIn } from "../../www/js/friend/new-game-choices.ts";
import { countActions, describeReceived } from "../../www/js/friend/received-words.ts";
import { formatSince } from "../../www/js/friend/relative-time.ts";
import { speaking } from "./locale-helpers.ts";
import { memoryStorage } from "./memory-storage.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

/** Returns a device with games and a room. */
function device(area = memoryStorage()) {
  let time = 1000;
  const storage = createFriendStorage(() => area);
  const games = createFriendGames(Game, storage, assert.fail, () => (time += 1000));
  return { games, room: createFriendRoom(Game, games) };
}

const terms = {
  startFen: null,
  ruleset: "asian",
  hostSide: "red",
  isLive: false,
  clock: null,
} as const;

/** Makes a game of two devices with a move of each. */
function begun() {
  const [red, black] = [device(), device()];
  red.room.show(red.games.host(terms));
  red.room.play("h2e2");
  const send = (from: typeof red, to: typeof red) => {
    to.room.open(from.games.codeOf(from.room.get().game!));
    from.room.sent();
  };
  send(red, black);
  black.room.accept();
  black.room.play("h9g7");
  send(black, red);
  red.room.accept();
  return { red, black, send };
}

test("what has been done since is told one by one, or counted with the right nouns", () => {
  const actions = ["h2e2", "black ask draw", "red decline", "h9g7", "h0g2"];
  const counted = LANGS.map((lang) => countActions(actions, speaking(lang, "", "friend/")));
  assert.deepEqual(Object.fromEntries(LANGS.map((lang, index) => [lang, counted[index]])), {
    zh: "3 着棋、1 次提和请求和1 次答复",
    "zh-Hant": "3 著棋、1 次提和請求和1 次答覆",
    en: "3 moves, 1 draw offer, and 1 answer",
    vi: "3 nước đi, 1 lần xin hòa và 1 lần trả lời",
  });
  const i18n = speaking("en", "", "friend/");
  const { red, black, send } = begun();
  const says = ({ room }: typeof red) => describeReceived(room, "wxf", i18n);
  red.room.play("red ask draw");
  red.room.play("h0g2");
  send(red, black);
  assert.equal(says(black), "Your friend offers a draw. Your friend played H2+3.");
  black.room.accept();
  black.room.play("black decline");
  black.room.play("i9h9");
  send(black, red);
  assert.equal(says(red), "Your friend declines. Your friend played R9.8.");
  const { game } = red.room.get();
  red.room.accept();
  red.room.open(red.games.codeOf(game!));
  assert.equal(says(red), "This is an earlier state of the game. Since then: 1 move and 1 answer.");
});

test("says how long ago something was, in the unit that fits", () => {
  const ago = (seconds: number, lang = "en") => formatSince(0, seconds * 1000, lang);
  assert.deepEqual(
    [0, 59, 60, 7200, 86_400, 3 * 86_400, 8 * 86_400].map((each) => ago(each)),
    ["now", "now", "1 minute ago", "2 hours ago", "yesterday", "3 days ago", "last week"],
  );
  assert.equal(ago(7200, "vi"), "2 giờ trước");
  assert.equal(formatSince(5000, 0, "en"), "now", "a clock that was put back");
});

test("the list has the games that wait for the person first, then the last changed", () => {
  const { red } = begun();
  const first = red.room.get().game!;
  const theirs = red.games.host({ ...terms, hostSide: "black", isLive: false, clock: null });
  const mine = red.games.host(terms);
  red.room.show(red.games.host(terms));
  red.room.play("c3c4");
  const unsent = red.room.get().game!;
  red.room.show(red.games.host(terms));
  red.room.play("red resign");
  red.room.sent();
  const over = red.room.get().game!;
  const rows = rowsOf(red.games).map(({ game, state }) => [game.terms.id, state]);
  assert.deepEqual(rows, [
    [mine.terms.id, "mine"],
    [first.terms.id, "mine"],
    [unsent.terms.id, "unsent"],
    [theirs.terms.id, "theirs"],
    [over.terms.id, "over"],
  ]);
});

test("a file has all games; what is faulty in it is named", () => {
  const { red } = begun();
  const text = writeGamesFile(red.games.get());
  assert.deepEqual(readGamesFile(Game, text), { games: red.games.get(), faults: [] });
  const faults = (change: (game: KeptGame) => unknown) => {
    const games = red.games.get().map((game) => change(structuredClone(game) as KeptGame));
    const read = readGamesFile(Game, writeGamesFile(games as KeptGame[]));
    return "faults" in read ? read.faults : read;
  };
  assert.deepEqual(
    faults((game) => ({ ...game, actions: ["h2e2", "h9g8"] })),
    [{ number: 1, step: 2, action: "h9g8" }],
  );
  assert.deepEqual(
    faults((game) => ({ ...game, actions: ["h2e2", "b9c7"] })),
    [{ number: 1, field: "signature" }],
  );
  assert.deepEqual(
    faults((game) => ({ ...game, changed: "now" })),
    [{ number: 1, field: "changed" }],
  );
  assert.deepEqual(
    faults(() => 7),
    [{ number: 1, field: "{}" }],
  );
  for (const other of ["", "hello", "[]", '{"version":1,"games":[]}', "7"])
    assert.deepEqual(readGamesFile(Game, other), { kind: "none" }, other);
  assert.deepEqual(readGamesFile(Game, text.replace('"version":1', '"version":2')), {
    kind: "newer",
  });
  const cut = readGamesFile(Game, text.slice(0, -20));
  assert.ok("kind" in cut && cut.kind === "text" && cut.line === 2 && cut.column! > 1);
});

test("of a game on two devices the longer line is kept, and the seats of this device", () => {
  const { red, black } = begun();
  const [here] = red.games.get();
  const earlier = { ...here, actions: here.actions.slice(0, 1), name: "Anna" };
  const { games, ...counts } = mergeGames([earlier], [here]);
  assert.deepEqual(counts, { added: 0, continued: 1, same: 0, forked: 0 });
  assert.deepEqual([games[0].actions, games[0].name], [here.actions, "Anna"]);
  const other = black.games.get();
  const merged = mergeGames([here], other);
  assert.deepEqual(Object.keys(merged.games[0].own), ["red"], "the friend's seat is not taken");
  assert.equal(merged.same, 1);
  const fork = { ...here, actions: ["c3c4", "h9g7", "h0g2"] };
  assert.deepEqual(mergeGames([here], [fork]).games[0].actions, here.actions);
  assert.equal(mergeGames([], [here]).added, 1);
});

test("a tab that has missed another tab's move does not play from an earlier state", () => {
  const area = memoryStorage();
  const [one, two] = [device(area), device(area)];
  one.room.show(one.games.host(terms));
  two.games.refresh();
  two.room.show(two.games.get()[0]);
  one.room.play("h2e2");
  assert.equal(two.room.play("c3c4"), false);
  assert.deepEqual(two.room.replayed?.moves, ["h2e2"]);
  one.games.host(terms);
  two.room.rename("Anna");
  assert.equal(two.games.get().length, 2, "the other tab's new game is kept");
});

test("reads the choices that the new-game sheet passes on", () => {
  assert.deepEqual(choicesIn("#side=random&handicap=rook&ruleset=plain"), {
    side: "random",
    handicap: "rook",
    ruleset: "plain",
    isSpecial: true,
  });
  assert.deepEqual(choicesIn("#side=x&handicap=toString"), choicesIn(""));
});
