// Storage of studies with the real rules, without a page; and games that other pages hand over.
import assert from "node:assert/strict";
import test from "node:test";
import {
  TRANSFER_KEY,
  analysisAddress,
  decodeTransfer,
  encodeTransfer,
} from "../../www/js/study/session-transfer.ts";
import { createLibraryLink } from "../../www/js/analysis/library-link.ts";
import { STUDY_KEY, UNREAD_KEY, encodeStudy } from "../../www/js/analysis/study-storage.ts";
import { sourceOf } from "../../www/js/analysis/study-rows.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import type { Edit } from "../../www/js/database/library-edits.ts";
import { withNode } from "../../www/js/study/tree.ts";
import { fake } from "./fake.ts";
import {
  FULL,
  archiveOf,
  eventOf,
  problems,
  settled,
  show,
  store,
  studyOf,
  tab,
} from "./study-stores.ts";
import type { Queue } from "./study-stores.ts";

/** Loads the study of a tab that has one. */
async function loaded(storage: ReturnType<typeof tab>) {
  const study = await storage.load();
  assert.ok(study !== null && study !== "broken");
  return study.data;
}

test("two tabs store two studies; a reload finds the tab's own, a new tab the latest", async () => {
  const area = store();
  const [ownA, ownB] = [store(), store()];
  const [a, b] = [tab(area, ownA), tab(area, ownB)];
  assert.equal(await a.load(), null);
  a.save(studyOf("h2e2"));
  await b.load();
  b.begin();
  b.save(studyOf("c3c4"));
  a.save(studyOf("h2e2 h9g7"));
  assert.equal(show(await loaded(tab(area, ownA))), "h2e2 h9g7");
  assert.equal(show(await loaded(tab(area, ownB))), "c3c4");
  assert.equal(show(b.before()!.stored.data), "h2e2 h9g7");
  b.turnTo(b.before()!);
  assert.equal(show(await loaded(b)), "h2e2 h9g7");
});

test("a tab receives another tab's change to its study, and does not write it again", async () => {
  const area = store();
  const [a, b] = [tab(area), tab(area)];
  await a.load();
  a.save(studyOf("h2e2"));
  await b.load();
  a.save(studyOf("h2e2 h9g7"));
  const received = b.readChange(eventOf(a.key, area[a.key]))!;
  assert.equal(show(received.data), "h2e2 h9g7");
  area[a.key] = "untouched";
  b.save(received);
  assert.equal(area[a.key], "untouched");
  assert.equal(b.readChange(eventOf(`${STUDY_KEY}other`, "")), null);
});

test("an empty study is not stored, and broken ones are put aside", async () => {
  const area = store();
  tab(area).save(studyOf(""));
  assert.deepEqual(Object.keys(area), []);
  area[`${STUDY_KEY}x`] = "{broken";
  assert.equal(await tab(area).load(), "broken");
  assert.deepEqual({ ...area }, { [UNREAD_KEY]: "{broken" });
  area[`${STUDY_KEY}y`] = "{another";
  assert.equal(await tab(area).load(), "broken");
  assert.deepEqual(
    { ...area },
    { [UNREAD_KEY]: "{broken", [`${UNREAD_KEY}:y`]: "{another" },
    "neither takes the place of the other",
  );
});

test("a full store moves studies to the archive, the oldest first, and loses none", async () => {
  const size = encodeStudy(studyOf("h2e2 h9g7"), Date.now()).length + 40;
  const area = store(3 * size);
  const archive = archiveOf();
  problems.length = 0;
  const all = ["a0a1", "b0c2", "c3c4", "h2e2", "h0g2"];
  for (const moves of all) {
    const one = tab(area, store(), { archive });
    one.begin();
    one.save(studyOf(moves));
    await settled();
  }
  assert.deepEqual(problems, []);
  assert.ok(archive.studies.size >= 2);
  const texts = [...Object.values(area), ...[...archive.studies.values()].map(({ text }) => text)];
  for (const moves of all)
    assert.equal(texts.filter((text) => text.includes(`"${moves}"`)).length, 1, moves);
});

test("a study for which localStorage has no room goes to the archive, and a reload finds it there", async () => {
  const own = store();
  const archive = archiveOf();
  const area = store(10);
  const one = tab(area, own, { archive });
  problems.length = 0;
  one.save(studyOf("h2e2"));
  one.save(studyOf("h2e2 h9g7"));
  await settled();
  assert.deepEqual(problems, []);
  assert.equal(show(await loaded(tab(area, own, { archive }))), "h2e2 h9g7");
  assert.equal(show(await loaded(tab(area, store(), { archive }))), "h2e2 h9g7");
});

test("a failure to store is reported once, with its reason", async () => {
  const cases: [Storage | null, Error, string][] = [
    [store(10), FULL, "full"],
    [store(10), new Error("denied"), "full"],
    [null, FULL, "full"],
    [null, new Error("denied"), "blocked"],
  ];
  for (const [area, fault, problem] of cases) {
    problems.length = 0;
    const one = tab(area, store(), { archive: archiveOf(fault) });
    one.save(studyOf("h2e2"));
    await settled();
    one.save(studyOf("h2e2 h9g7"));
    await settled();
    assert.deepEqual(problems, [problem], "once");
  }
});

test("scarce room is reported while there is still some", async () => {
  problems.length = 0;
  const area = store();
  tab(area, store(), { room: 2 ** 20 }).save(studyOf("h2e2"));
  await settled();
  assert.deepEqual(problems, ["scarce"]);
  problems.length = 0;
  const one = tab(area, store(), { archive: archiveOf(FULL) });
  for (const moves of ["a0a1", "b0c2", "c3c4", "e3e4", "h2e2", "h0g2", "g3g4", "i3i4"]) {
    one.begin();
    one.save(studyOf(moves));
    await settled();
  }
  assert.deepEqual(problems, ["scarce"], "the archive is full, localStorage is not");
  assert.equal(Object.keys(area).length, 9, "no study is lost");
});

test("a tab that missed another tab's change does not overwrite it", async () => {
  const area = store();
  const [a, b] = [tab(area), tab(area)];
  a.save(studyOf("h2e2"));
  await b.load();
  problems.length = 0;
  b.save(studyOf("h2e2 b9c7"));
  a.save(studyOf("h2e2 h9g7"));
  assert.deepEqual(problems, ["overtaken"]);
  const lines = Object.values(area).map((text) => text.match(/[a-i]9[a-i]7/)![0]);
  assert.deepEqual(lines.toSorted(), ["b9c7", "h9g7"]);
  assert.notEqual(a.key, b.key);
});

test("a record that is opened again is found with its additions, after any number of other studies", async () => {
  const area = store();
  const one = tab(area);
  const open = (moves: string) => {
    const { data } = studyOf(moves);
    one.begin(sourceOf(data));
    one.save({ data, flipped: false });
    return { data, source: sourceOf(data), key: one.key };
  };
  const { data, source, key } = open("h2e2 h9g7");
  const add = (more: object, changes: object) =>
    one.save({
      data: { ...data, ...more, nodes: withNode(data.nodes, 1, changes) },
      flipped: true,
    });
  add({ at: 0 }, { evaluation: 30 });
  const plain = (await one.findOpened(source))!;
  assert.deepEqual(
    [plain.key, plain.isSame, plain.isEdited],
    [key, true, false],
    "neither the current node nor an evaluation counts as an addition",
  );
  assert.equal(sourceOf({ ...data, tags: { Labels: "club" } }), source);
  add({}, { comment: "mine" });
  for (const first of ["a0a1", "b0a2", "b0c2", "c3c4", "a3a4", "e3e4", "g3g4", "h0g2", "h0i2"])
    for (const second of ["a6a5", "c6c5", "g6g5"]) {
      const { data: other } = open(`${first} ${second}`);
      one.save({
        data: { ...other, nodes: withNode(other.nodes, 1, { comment: second }) },
        flipped: false,
      });
      await settled();
    }
  assert.ok(Object.keys(area).length < 9, "only the latest lie in localStorage");
  const again = (await one.findOpened(source))!;
  assert.deepEqual([again.key, again.stored.data.nodes[1].comment], [key, "mine"]);
  assert.deepEqual([again.isSame, again.isEdited], [false, true]);
  assert.equal(await one.findOpened("other"), null);
});

test("a library game is written back with each addition, once", async () => {
  const area = store();
  const calls: { study: string; game: { id: number; base: string }; done: () => void }[] = [];
  const queue: Queue = (study, game, _data, done) => void calls.push({ study, game, done });
  const one = tab(area, store(), { queue });
  const { data } = studyOf("h2e2 h9g7");
  const source = sourceOf(data);
  const game = { id: 7, base: "abc", left: null };
  one.begin(source, game);
  one.save({ data, flipped: false });
  one.save({ data: { ...data, at: 0 }, flipped: false });
  assert.deepEqual(calls, [] as typeof calls, "nothing was added");
  const noted = { ...data, nodes: withNode(data.nodes, 1, { comment: "mine" }) };
  one.save({ data: noted, flipped: false });
  assert.equal(calls.length, 1);
  assert.deepEqual([calls[0].game.id, calls[0].game.base], [7, "abc"]);
  assert.equal(STUDY_KEY + calls[0].study, one.key);
  calls[0].done();
  one.save({ data: { ...noted, at: 0 }, flipped: false });
  assert.equal(calls.length, 1, "the current node is no addition");
  // The library opens the game with the comment: it is this study.
  const again = (await one.findOpened(sourceOf(noted)))!;
  assert.deepEqual([again.key, again.isSame], [one.key, true]);
  one.save({ data, flipped: false });
  assert.equal(calls.length, 2, "the removal of the comment is written back, too");
  const later = tab(area, store(), { queue });
  await later.load();
  later.save({ data: noted, flipped: true });
  assert.deepEqual([calls.length, calls[2].game.id], [3, 7], "a reload knows the game");
});

test("a game is handed over by the store, or by the address if the store is full", () => {
  const handed = { pgn: "1. H2-E2", ply: 1, flipped: true, isRecord: true, game: 3 };
  assert.deepEqual(decodeTransfer(encodeTransfer(handed)), handed);
  for (const text of ["", "null", "5", JSON.stringify({ ...handed, version: 0 })])
    assert.equal(decodeTransfer(text), null, text);
  for (const game of [-1, 1.5, "1", null, undefined])
    assert.equal(
      decodeTransfer(encodeTransfer({ ...handed, game: game as number | null }))!.game,
      null,
    );
  const area = store();
  const game = fake<GameRecord>({ startFen: null, moves: ["h2e2"], ply: 1 });
  assert.equal(
    analysisAddress(handed, game, () => area),
    "analysis.html",
  );
  assert.deepEqual(decodeTransfer(tab(area).takeTransfer()!), handed);
  assert.equal(TRANSFER_KEY in area, false, "it is taken once");
  assert.match(
    analysisAddress(handed, game, () => store(0)),
    /^analysis\.html#game=/,
  );
});

test("stores the place in a study after a pause, and at once before another study begins", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const area = store();
  const storage = tab(area);
  const { data } = studyOf("h2e2 h9g7 h0g2");
  const boardAt = (place: number) => ({ data: { ...data, at: place }, flipped: false });
  const at = () => JSON.parse(area[storage.key] ?? "{}").at;
  storage.save(boardAt(3));
  assert.equal(at(), 3);
  storage.saveSoon(boardAt(2));
  storage.saveSoon(boardAt(1));
  assert.equal(at(), 3, "not while the person steps");
  t.mock.timers.tick(1000);
  assert.equal(at(), 1);
  storage.saveSoon(boardAt(2));
  const key = storage.key;
  storage.begin();
  assert.equal(JSON.parse(area[key] ?? "{}").at, 2, "the place in the study before");
  assert.equal(area[storage.key], undefined);
});

test("a change that a later one replaces before it is sent is answered with the later one", async () => {
  for (const fault of [null, FULL]) {
    const sent: string[] = [];
    const answers: string[] = [];
    let release = () => {};
    const opened = new Promise<void>((resolve) => (release = resolve));
    const edits = {
      async queue({ pgn }: Edit) {
        await opened;
        if (fault) throw fault;
        sent.push(pgn);
      },
    };
    const link = createLibraryLink(edits, show, () => {});
    const game = { id: 7, base: "a", left: null };
    for (const moves of ["h2e2", "h2e2 h9g7", "h2e2 h9g7 h0g2"])
      link.queue(
        "a",
        game,
        studyOf(moves).data,
        () => answers.push(`stored ${moves}`),
        () => answers.push(`failed ${moves}`),
      );
    release();
    await settled();
    link.flush();
    const word = fault ? "failed" : "stored";
    assert.deepEqual(sent, fault ? [] : ["h2e2", "h2e2 h9g7 h0g2"]);
    assert.deepEqual(answers, [`${word} h2e2`, `${word} h2e2 h9g7`, `${word} h2e2 h9g7 h0g2`]);
  }
});
