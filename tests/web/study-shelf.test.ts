// The list of all studies without a page: nothing in it is lost, mixed up or written twice.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { NEW_GAME } from "../../www/js/analysis/stored-study.ts";
import { STUDY_KEY, decodeStudy, encodeStudy } from "../../www/js/analysis/study-storage.ts";
import { createRowFinder, nameOf, rowOf, withTitle } from "../../www/js/analysis/study-list.ts";
import { sourceOf } from "../../www/js/analysis/study-rows.ts";
import type { StudyData } from "../../www/js/analysis/study.ts";
import { withNode } from "../../www/js/study/tree.ts";
import * as lab from "../../www/pkg-lab/lab.js";
import { speaking } from "./locale-helpers.ts";
import { FULL, archiveOf, problems, settled, show, store, studyOf, tab } from "./study-stores.ts";
import type { Queue } from "./study-stores.ts";

lab.initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });
const FIRST = ["a0a1", "b0c2", "c3c4", "e3e4", "g3g4", "h0g2", "h2e2", "i3i4", "b2e2"];
const title = (name: string) => (data: StudyData) => ({ ...data, tags: { Title: name } });

/** Stores nine studies, of which the first two move to the archive. */
async function nine(area = store(), archive = archiveOf()) {
  const one = tab(area, store(), { archive });
  const keys: string[] = [];
  for (const moves of FIRST) {
    one.begin();
    one.save(studyOf(moves));
    keys.push(one.key);
    await settled();
  }
  return { one, area, archive, keys };
}

/** Returns the row of a study with these tags. */
function rowWith(tags: Record<string, string>) {
  const { data, flipped } = studyOf("h2e2");
  const stored = decodeStudy(encodeStudy({ data: { ...data, tags }, flipped }, 7))!;
  return rowOf({ key: "a", text: "", stored });
}

const movesIn = async (one: ReturnType<typeof tab>) =>
  (await one.list()).studies.map(({ stored }) => show(stored.data)).toSorted();

test("the list has the studies of both stores, once each", async () => {
  const { one, archive, area, keys } = await nine();
  assert.ok(archive.studies.size >= 2);
  assert.deepEqual(await movesIn(one), FIRST.toSorted());
  // An older version in the archive is not listed besides the newer one.
  const old = encodeStudy(studyOf("a3a4"), 1);
  archive.studies.set(keys[8], { text: old, time: 1, source: "", content: "" });
  area[`${STUDY_KEY}broken`] = "{";
  assert.deepEqual(await movesIn(one), FIRST.toSorted());
  const { isWhole } = await tab(area, store(), { archive: archiveOf(new Error("denied")) }).list();
  assert.equal(isWhole, false);
});

test("a deleted study leaves both stores, and comes back as it was", async () => {
  const { one, keys, archive, area } = await nine();
  for (const key of [keys[0], keys[6]]) {
    const restore = await one.remove(key);
    assert.equal(await one.find(key), null);
    assert.equal((await movesIn(one)).length, 8);
    assert.equal(await restore(), true);
    assert.deepEqual(await movesIn(one), FIRST.toSorted());
  }
  assert.ok(keys[0] in area || archive.studies.has(keys[0]));
});

test("a study that is deleted while others move to the archive does not come back with them", async () => {
  const { one, keys, archive, area } = await nine();
  const put = archive.put.bind(archive);
  let release = () => {};
  archive.put = async (entries) => {
    await new Promise<void>((resolve) => (release = resolve));
    return put(entries);
  };
  one.begin();
  one.save(studyOf("g0e2"));
  const moving = Object.keys(area).length;
  const removal = one.remove(keys[2]);
  await settled();
  release();
  await removal;
  await settled();
  assert.ok(moving > 0);
  assert.equal(await one.find(keys[2]), null);
  assert.equal(archive.studies.has(keys[2]), false);
});

test("a study that cannot be deleted stays, and the call fails", async () => {
  const { one, keys, archive } = await nine();
  archive.remove = async () => {
    throw new Error("denied");
  };
  assert.ok(archive.studies.has(keys[0]));
  await assert.rejects(one.remove(keys[0]));
  assert.deepEqual(await movesIn(one), FIRST.toSorted());
});

test("a deleted study comes back into the archive if localStorage is full", async () => {
  const archive = archiveOf();
  const size = encodeStudy(studyOf("h2e2"), Date.now()).length + 40;
  const one = tab(store(2 * size), store(), { archive });
  one.save(studyOf("h2e2"));
  const { key } = one;
  one.begin();
  one.save(studyOf("b2e2"));
  const restore = await one.remove(key);
  one.begin();
  one.save(studyOf("c3c4"));
  await settled();
  assert.equal(await restore(), true);
  assert.deepEqual(await movesIn(one), ["b2e2", "c3c4", "h2e2"]);
});

test("a study is renamed in its place, wherever it lies", async () => {
  const { one, keys } = await nine();
  for (const key of [keys[0], keys[7]]) {
    assert.equal(await one.amend(key, title("Repertoire")), true);
    assert.equal((await one.find(key))!.stored.data.tags.Title, "Repertoire");
  }
  assert.equal((await one.list()).studies.length, 9);
  assert.equal(await one.amend(`${STUDY_KEY}nowhere`, title("x")), false);
});

test("a study goes to the library once, and its later changes go to the same game", async () => {
  const calls: { study: string; id: number }[] = [];
  const queue = (study: string, { id }: { id: number }, _data: StudyData, done: () => void) => {
    calls.push({ study, id });
    done();
  };
  const area = store();
  const one = tab(area, store(), { queue });
  one.save(studyOf("h2e2"));
  assert.equal(await one.toLibrary(one.key), true);
  one.save(studyOf("h2e2 h9g7"));
  assert.equal(await one.toLibrary(one.key), true);
  const own = one.key.slice(STUDY_KEY.length);
  assert.deepEqual(
    calls,
    [1, 2, 3].map(() => ({ study: own, id: NEW_GAME.id })),
  );
  const again = tab(area, store(), { queue });
  await again.load();
  assert.equal(await again.toLibrary(again.key), true, "a study that was only loaded");
  // The same of a study that is not open.
  const other = tab(area, store(), { queue });
  other.begin();
  other.save(studyOf("c3c4"));
  assert.equal(await other.toLibrary(one.key), true);
  assert.equal(await other.amend(one.key, title("x")), true);
  assert.deepEqual(calls.at(-1), { study: own, id: NEW_GAME.id });
  const { data, game } = decodeStudy(area[one.key])!;
  assert.deepEqual(game, { ...NEW_GAME, left: sourceOf(data) });
});

test("a study that the library cannot take is reported, and stays", async () => {
  const queue = (...[, , , , failed]: unknown[]) => (failed as () => void)();
  const one = tab(store(), store(), { queue });
  one.save(studyOf("h2e2"));
  assert.equal(await one.toLibrary(one.key), false);
  assert.deepEqual(await movesIn(one), ["h2e2"]);
  const { key } = one;
  const gameOf = async () => (await one.find(key))!.stored.game;
  assert.equal(await gameOf(), null, "it is not in the library");
  one.begin();
  assert.equal(await one.toLibrary(key), false, "a study that is not open");
  assert.equal(await gameOf(), null);
});

test("a title that the library cannot take is not stored", async () => {
  let isBlocked = false;
  const queue: Queue = (_study, _game, _data, done, failed) => (isBlocked ? failed!() : done());
  const one = tab(store(), store(), { queue });
  one.save(studyOf("h2e2"));
  const { key } = one;
  assert.equal(await one.toLibrary(key), true);
  one.begin();
  isBlocked = true;
  assert.equal(await one.amend(key, title("x")), false);
  assert.deepEqual((await one.find(key))!.stored.data.tags, {});
});

test("what is added while a study is sent to the library goes there, too", async () => {
  const sent: string[] = [];
  let answer = () => {};
  const queue: Queue = (_study, _game, data, done) => {
    sent.push(show(data));
    answer = done;
  };
  const one = tab(store(), store(), { queue });
  one.save(studyOf("h2e2"));
  const isStored = one.toLibrary(one.key);
  await settled();
  one.save(studyOf("h2e2 h9g7"));
  answer();
  assert.equal(await isStored, true);
  assert.deepEqual(sent, ["h2e2", "h2e2 h9g7"]);
  answer();
  one.save(studyOf("h2e2 h9g7"));
  assert.equal(sent.length, 2);
});

test("a study of the library has the id of the game as which it was opened last", async () => {
  const area = store();
  const queue: Queue = (_study, _game, _data, done) => done();
  const one = tab(area, store(), { queue });
  one.save(studyOf("h2e2"));
  const { key } = one;
  assert.equal(one.gameId, null);
  await one.toLibrary(key);
  assert.equal(one.gameId, null, "the library has not added it yet");
  one.reopenAs({ id: 7, base: "a", left: null });
  assert.equal(one.gameId, 7);
  const again = tab(area, store(), { queue });
  await again.load();
  assert.equal(again.gameId, 7, "a reload knows it");
  again.begin();
  assert.equal(again.gameId, null);
  again.turnTo((await again.find(key))!, { id: 9, base: "b", left: null });
  assert.equal(again.gameId, 9);
});

test("steps are stored a little later, and before anything else happens", async () => {
  const area = store();
  const one = tab(area);
  const study = studyOf("h2e2 h9g7");
  const atIn = (key: string) => decodeStudy(area[key])!.data.at;
  one.save(study);
  const { key } = one;
  const step = (at: number) => one.saveSoon({ ...study, data: { ...study.data, at } });
  step(1);
  assert.equal(atIn(key), 2);
  one.flush();
  assert.equal(atIn(key), 1);
  step(0);
  one.begin();
  assert.equal(atIn(key), 0, "a new study stores the step of the one before");
  one.save(studyOf("c3c4"));
  step(1);
  one.save(studyOf("c3c4 c6c5"));
  one.flush();
  assert.equal(show(decodeStudy(area[one.key])!.data), "c3c4 c6c5", "a change replaces the step");
});

test("a step that waits does not undo what another tab has stored", async () => {
  const area = store();
  const [a, b] = [tab(area), tab(area)];
  a.save(studyOf("h2e2"));
  const { data } = (await b.load()) as { data: StudyData };
  b.saveSoon({ data: { ...data, at: 0 }, flipped: false });
  a.save(studyOf("h2e2 h9g7"));
  assert.ok(b.readChange({ key: a.key, newValue: area[a.key] }));
  b.flush();
  assert.equal(show(decodeStudy(area[a.key])!.data), "h2e2 h9g7");
});

test("opening and stepping are no changes: the time of the last change stays", async () => {
  const area = store();
  const one = tab(area);
  const { data } = studyOf("h2e2 h9g7");
  area[`${STUDY_KEY}7`] = encodeStudy({ data, flipped: false }, 7);
  const entry = (await one.find(`${STUDY_KEY}7`))!;
  one.turnTo(entry);
  one.save(entry.stored);
  one.save({ data: { ...data, at: 0 }, flipped: true });
  const changed = () => decodeStudy(area[`${STUDY_KEY}7`])!.changed;
  assert.equal(changed(), 7);
  const nodes = withNode(data.nodes, 1, { comment: "mine" });
  one.save({ data: { ...data, nodes }, flipped: true });
  assert.ok(changed() > 7);
});

test("studies are found by words of title, players and comments", async () => {
  const { data } = studyOf("h2e2");
  const nodes = withNode(data.nodes, 1, { comment: "Trung pháo" });
  const tags = { Title: "Opening file", Red: "胡荣华" };
  const stored = decodeStudy(encodeStudy({ data: { ...data, nodes, tags }, flipped: false }, 7))!;
  const rows = [rowOf({ key: "a", text: "", stored })];
  const find = createRowFinder((name) => name);
  const has = (words: string, onlyEdited = false) => find(rows, words, onlyEdited).length === 1;
  for (const words of ["", "  ", "OPENING", "file open", "荣华", "trung phao", "opening 胡"])
    assert.ok(has(words), words);
  assert.equal(has("endgame"), false);
  assert.equal(has("opening endgame"), false);
  assert.ok(has("", true));
});

test("a study is called by its title, else its players, else its file, else its event", () => {
  const i18n = speaking("en", "", "analysis/");
  const event = { Event: "Cup" };
  const file = { ...event, SourceFile: "第9局.xqf" };
  const players = { ...file, Red: "Hu" };
  for (const [tags, name] of [
    [{}, "Untitled"],
    [event, "Cup"],
    [file, "第9局"],
    [players, "Red Hu, Black ?"],
    [{ ...players, Title: "?" }, "Red Hu, Black ?"],
    [{ ...players, Title: "Cannons" }, "Cannons"],
  ] as const)
    assert.equal(nameOf({ tags }, i18n), name);
  const find = createRowFinder((name) => name);
  assert.equal(find([rowWith(file)], "第9局", false).length, 1);
});

test("a search unites the spellings of a name as the library does", () => {
  const find = createRowFinder(lab.foldName);
  const names = ["吕钦", "呂欽", "吕  钦", "許銀川"];
  const rows = names.map((Red) => rowWith({ Red, Title: "名局" }));
  const found = (words: string) => find(rows, words, false).map(({ data }) => data.tags.Red);
  for (const name of ["吕钦", "呂欽", "呂　欽 名局"])
    assert.deepEqual(found(name), names.slice(0, 3));
  assert.deepEqual(found("许银川"), ["許銀川"]);
});

test("an empty title removes the title", () => {
  assert.deepEqual(withTitle({ Title: "a", Red: "b" }, "  "), { Red: "b" });
  assert.deepEqual(withTitle({ Red: "b" }, " c "), { Red: "b", Title: "c" });
});

test("a full archive and a full localStorage are reported, and the study can be restored later", async () => {
  const archive = archiveOf();
  const area = store(4000);
  const one = tab(area, store(), { archive });
  one.save(studyOf("h2e2"));
  const { key } = one;
  one.begin();
  one.save(studyOf("c3c4"));
  const restore = await one.remove(key);
  area.filled = "x".repeat(3900);
  const { put } = archive;
  archive.put = async () => {
    throw FULL;
  };
  problems.length = 0;
  assert.equal(await restore(), false);
  assert.deepEqual(problems, ["full"]);
  delete area.filled;
  archive.put = put;
  assert.equal(await restore(), true);
  assert.deepEqual(await movesIn(one), ["c3c4", "h2e2"]);
});
