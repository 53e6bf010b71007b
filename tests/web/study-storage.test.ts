// What the browser keeps of studies, over the real rules, without a page; and what other pages hand over.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, Record, initSync } from "../../www/pkg/chuhe.js";
import {
  TRANSFER_KEY,
  analysisAddress,
  decodeTransfer,
  encodeTransfer,
} from "../../www/js/study/session-transfer.ts";
import {
  STUDY_KEY,
  UNREAD_KEY,
  createStudyStorage,
  encodeStudy,
  sourceOf,
} from "../../www/js/analysis/study-storage.ts";
import { createStudy } from "../../www/js/analysis/study.ts";
import { mainFrom, movesOf, withNode } from "../../www/js/study/tree.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
const RULES = { Game, Record };
const line = (text) => text.split(" ");
const show = ({ nodes }) => movesOf(nodes, mainFrom(nodes)).join(" ");

/** A store like the browser's. @param {number} [room] in characters */
function store(room = Infinity) {
  const area = {};
  const hidden = (name, value) => Object.defineProperty(area, name, { value, enumerable: false });
  hidden("getItem", (key) => (Object.hasOwn(area, key) ? area[key] : null));
  hidden("removeItem", (key) => delete area[key]);
  hidden("setItem", (key, text) => {
    const rest = Object.entries(area).filter(([name]) => name !== key);
    const size = rest.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (size + key.length + text.length > room)
      throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    area[key] = text;
  });
  return area;
}

/** What IndexedDB would hold. @param {Error|null} [fault] why it holds nothing */
const archiveOf = (fault = null) => {
  /** @type {Map<string, import("../../www/js/analysis/study-archive.ts").ArchivedStudy>} */
  const studies = new Map();
  const guard = () => {
    if (fault) throw fault;
  };
  return {
    studies,
    async put(entries) {
      guard();
      for (const [key, study] of entries) studies.set(key, study);
    },
    async get(key) {
      guard();
      return studies.get(key) ?? null;
    },
    async latest() {
      guard();
      const [first] = [...studies].toSorted(([, a], [, b]) => b.time - a.time);
      return first?.[0] ?? null;
    },
    async find(source) {
      guard();
      return [...studies]
        .filter(([, study]) => study.source === source || study.content === source)
        .map(([key, { text }]) => ({ key, text }));
    },
    async remove(key) {
      studies.delete(key);
    },
  };
};
const FULL = Object.assign(new Error("full"), { name: "QuotaExceededError" });

const problems = [];
const tab = (area, own = store(), { archive = archiveOf(), leave, room = Infinity } = {}) =>
  createStudyStorage(
    () => area,
    () => own,
    {
      archive,
      link: { queue: leave ?? (() => {}) },
      room: async () => room,
      onProblem: (code) => problems.push(code),
    },
  );

/** All that was to be moved has been. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const kept = (moves) => {
  const study = createStudy(RULES);
  if (moves) study.go(study.addLine(0, line(moves)));
  return { data: study.data(), flipped: false };
};

test("two tabs keep two studies; a reload finds one's own, a new tab the latest", async () => {
  const area = store();
  const [ownA, ownB] = [store(), store()];
  const [a, b] = [tab(area, ownA), tab(area, ownB)];
  assert.equal(await a.load(), null);
  a.save(kept("h2e2"));
  await b.load();
  b.begin();
  b.save(kept("c3c4"));
  a.save(kept("h2e2 h9g7"));
  assert.equal(show((await tab(area, ownA).load()).data), "h2e2 h9g7");
  assert.equal(show((await tab(area, ownB).load()).data), "c3c4");
  assert.equal(show(b.before().stored.data), "h2e2 h9g7");
  b.turnTo(b.before());
  assert.equal(show((await b.load()).data), "h2e2 h9g7");
});

test("a tab hears what another does to the same study, and does not write it again", async () => {
  const area = store();
  const [a, b] = [tab(area), tab(area)];
  await a.load();
  a.save(kept("h2e2"));
  await b.load();
  a.save(kept("h2e2 h9g7"));
  const heard = b.readChange({ key: a.key, newValue: area[a.key] });
  assert.equal(show(heard.data), "h2e2 h9g7");
  area[a.key] = "untouched";
  b.save(heard);
  assert.equal(area[a.key], "untouched");
  assert.equal(b.readChange({ key: `${STUDY_KEY}other`, newValue: "" }), null);
});

test("an empty study is not kept, and broken ones are put aside", async () => {
  const area = store();
  tab(area).save(kept(""));
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

test("a full store moves studies to the archive, the oldest first, and all are still there", async () => {
  const size = encodeStudy(kept("h2e2 h9g7"), Date.now()).length + 40;
  const area = store(3 * size);
  const archive = archiveOf();
  problems.length = 0;
  const all = ["a0a1", "b0c2", "c3c4", "h2e2", "h0g2"];
  for (const moves of all) {
    const one = tab(area, store(), { archive });
    one.begin();
    one.save(kept(moves));
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
  one.save(kept("h2e2"));
  one.save(kept("h2e2 h9g7"));
  await settled();
  assert.deepEqual(problems, []);
  assert.equal(show((await tab(area, own, { archive }).load()).data), "h2e2 h9g7");
  assert.equal(show((await tab(area, store(), { archive }).load()).data), "h2e2 h9g7");
});

test("where nothing can be stored that is said, as what it is", async () => {
  for (const [area, fault, said] of [
    [store(10), FULL, "full"],
    [store(10), new Error("denied"), "full"],
    [null, FULL, "full"],
    [null, new Error("denied"), "blocked"],
  ]) {
    problems.length = 0;
    const one = tab(area, store(), { archive: archiveOf(fault) });
    one.save(kept("h2e2"));
    await settled();
    one.save(kept("h2e2 h9g7"));
    await settled();
    assert.deepEqual(problems, [said], "once");
  }
});

test("that room is about to end is said while there is still some", async () => {
  problems.length = 0;
  const area = store();
  tab(area, store(), { room: 2 ** 20 }).save(kept("h2e2"));
  await settled();
  assert.deepEqual(problems, ["scarce"]);
  problems.length = 0;
  const one = tab(area, store(), { archive: archiveOf(FULL) });
  for (const moves of ["a0a1", "b0c2", "c3c4", "e3e4", "h2e2", "h0g2", "g3g4", "i3i4"]) {
    one.begin();
    one.save(kept(moves));
    await settled();
  }
  assert.deepEqual(problems, ["scarce"], "the archive is full, localStorage is not");
  assert.equal(Object.keys(area).length, 9, "nothing is given up");
});

test("a tab that did not hear of another one's change does not write over it", async () => {
  const area = store();
  const [a, b] = [tab(area), tab(area)];
  a.save(kept("h2e2"));
  await b.load();
  problems.length = 0;
  b.save(kept("h2e2 b9c7"));
  a.save(kept("h2e2 h9g7"));
  assert.deepEqual(problems, ["overtaken"]);
  const lines = Object.values(area).map((text) => text.match(/[a-i]9[a-i]7/)[0]);
  assert.deepEqual(lines.toSorted(), ["b9c7", "h9g7"]);
  assert.notEqual(a.key, b.key);
});

test("a record that is opened again is found with what was added to it, however many others were added to since", async () => {
  const area = store();
  const one = tab(area);
  const open = (moves) => {
    const { data } = kept(moves);
    one.begin(sourceOf(data));
    one.save({ data, flipped: false });
    return { data, source: sourceOf(data), key: one.key };
  };
  const { data, source, key } = open("h2e2 h9g7");
  const add = (more, changes) =>
    one.save({
      data: { ...data, ...more, nodes: withNode(data.nodes, 1, changes) },
      flipped: true,
    });
  add({ at: 0 }, { evaluation: 30 });
  assert.equal(await one.findEdited(source), null, "neither the place nor an evaluation was added");
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
  const again = await one.findEdited(source);
  assert.deepEqual([again.key, again.stored.data.nodes[1].comment], [key, "mine"]);
  assert.equal(await one.findEdited("other"), null);
});

test("a game of the library is left there with what was added, and once where nothing more is", async () => {
  const area = store();
  const left = [];
  const leave = (study, game, data, done) => left.push({ study, game, data, done });
  const one = tab(area, store(), { leave });
  const { data } = kept("h2e2 h9g7");
  const source = sourceOf(data);
  const game = { id: 7, base: "abc", left: null };
  one.begin(source, game);
  one.save({ data, flipped: false });
  one.save({ data: { ...data, at: 0 }, flipped: false });
  assert.deepEqual(left, [], "nothing was added");
  const noted = { ...data, nodes: withNode(data.nodes, 1, { comment: "mine" }) };
  one.save({ data: noted, flipped: false });
  assert.equal(left.length, 1);
  assert.deepEqual([left[0].game.id, left[0].game.base], [7, "abc"]);
  assert.equal(STUDY_KEY + left[0].study, one.key);
  left[0].done();
  one.save({ data: { ...noted, at: 0 }, flipped: false });
  assert.equal(left.length, 1, "the place is no addition");
  // The library gives the game with the comment: it is this study.
  const again = await one.findEdited(sourceOf(noted));
  assert.deepEqual([again.key, again.isSame], [one.key, true]);
  one.save({ data, flipped: false });
  assert.equal(left.length, 2, "that the comment is gone is told, too");
  const later = tab(area, store(), { leave });
  await later.load();
  later.save({ data: noted, flipped: true });
  assert.deepEqual([left.length, left[2].game.id], [3, 7], "a reload knows the game");
});

test("a game is handed over by the store, and by the address where that is full", () => {
  const handed = { pgn: "1. H2-E2", ply: 1, flipped: true, isRecord: true, game: 3 };
  assert.deepEqual(decodeTransfer(encodeTransfer(handed)), handed);
  for (const text of ["", "null", "5", JSON.stringify({ ...handed, version: 0 })])
    assert.equal(decodeTransfer(text), null, text);
  for (const game of [-1, 1.5, "1", null, undefined])
    assert.equal(decodeTransfer(encodeTransfer({ ...handed, game })).game, null);
  const area = store();
  const game = { startFen: null, moves: ["h2e2"], ply: 1 };
  assert.equal(
    analysisAddress(handed, game, () => area),
    "analysis.html",
  );
  assert.deepEqual(decodeTransfer(tab(area).takeTransfer()), handed);
  assert.equal(TRANSFER_KEY in area, false, "it is taken once");
  assert.match(
    analysisAddress(handed, game, () => store(0)),
    /^analysis\.html#game=/,
  );
});
