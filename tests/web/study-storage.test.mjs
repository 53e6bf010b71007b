// What the browser keeps of studies, over the real rules, without a page; and what other pages hand over.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, Record, initSync } from "../../www/pkg/chuhe.js";
import {
  HANDED_KEY,
  analysisAddress,
  decodeHanded,
  encodeHanded,
} from "../../www/js/study/handover.js";
import {
  STUDY_KEY,
  UNREAD_KEY,
  createStudyStorage,
  encodeStudy,
  sourceOf,
} from "../../www/js/analysis/study-storage.js";
import { createStudy } from "../../www/js/analysis/study.js";
import { mainFrom, movesOf, withNode } from "../../www/js/study/tree.js";

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

const problems = [];
const tab = (area, own = store()) =>
  createStudyStorage(
    () => area,
    () => own,
    (code) => problems.push(code),
  );

const kept = (moves) => {
  const study = createStudy(RULES);
  if (moves) study.go(study.addLine(0, line(moves)));
  return { data: study.data(), flipped: false };
};

test("two tabs keep two studies; a reload finds one's own, a new tab the latest", () => {
  const area = store();
  const [ownA, ownB] = [store(), store()];
  const [a, b] = [tab(area, ownA), tab(area, ownB)];
  assert.equal(a.load(), null);
  a.save(kept("h2e2"));
  b.load();
  b.begin();
  b.save(kept("c3c4"));
  a.save(kept("h2e2 h9g7"));
  assert.equal(show(tab(area, ownA).load().data), "h2e2 h9g7");
  assert.equal(show(tab(area, ownB).load().data), "c3c4");
  assert.equal(show(b.before().kept.data), "h2e2 h9g7");
  b.turnTo(b.before().key);
  assert.equal(show(b.load().data), "h2e2 h9g7");
});

test("a tab hears what another does to the same study, and does not write it again", () => {
  const area = store();
  const [a, b] = [tab(area), tab(area)];
  a.load();
  a.save(kept("h2e2"));
  b.load();
  a.save(kept("h2e2 h9g7"));
  const heard = b.heard({ key: a.key, newValue: area[a.key] });
  assert.equal(show(heard.data), "h2e2 h9g7");
  area[a.key] = "untouched";
  b.save(heard);
  assert.equal(area[a.key], "untouched");
  assert.equal(b.heard({ key: `${STUDY_KEY}other`, newValue: "" }), null);
});

test("an empty study is not kept, and a broken one is put aside", () => {
  const area = store();
  tab(area).save(kept(""));
  assert.deepEqual(Object.keys(area), []);
  area[`${STUDY_KEY}x`] = "{broken";
  assert.equal(tab(area).load(), "broken");
  assert.deepEqual({ ...area }, { [UNREAD_KEY]: "{broken" });
});

test("a full store gives up the oldest studies first, and says so when that is not enough", () => {
  const size = encodeStudy(kept("h2e2 h9g7"), Date.now()).length + 40;
  const area = store(3 * size);
  const own = store();
  problems.length = 0;
  for (const moves of ["a0a1", "b0c2", "c3c4", "h2e2"]) {
    const one = tab(area, own);
    one.begin();
    one.save(kept(moves));
  }
  assert.deepEqual(problems, []);
  assert.ok(Object.keys(area).length >= 2);
  tab(store(10)).save(kept("h2e2"));
  assert.deepEqual(problems, ["full"]);
  tab(null).save(kept("h2e2"));
  assert.deepEqual(problems, ["full", "blocked"]);
});

test("a record that is opened again is found with what was added to it", () => {
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
  assert.equal(one.opened(source), null, "neither the place nor an evaluation was added");
  assert.equal(sourceOf({ ...data, tags: { Labels: "club" } }), source);
  add({}, { comment: "mine" });
  for (const first of ["a0a1", "b0a2", "b0c2", "c3c4", "a3a4", "e3e4", "g3g4", "h0g2", "h0i2"])
    for (const second of ["a6a5", "c6c5", "g6g5"]) open(`${first} ${second}`);
  const again = one.opened(source);
  assert.deepEqual([again.key, again.kept.data.nodes[1].comment], [key, "mine"]);
  assert.equal(one.opened("other"), null);
});

test("the latest studies stay, however many older ones were added to", () => {
  const area = store();
  const one = tab(area);
  const open = (moves, source) => {
    one.begin(source);
    one.save(kept(moves));
    return one.key;
  };
  for (let time = 0; time < 40; time++) {
    const key = open("h2e2", "1");
    area[key] = JSON.stringify({ ...JSON.parse(area[key]), time });
  }
  const left = open("c3c4 g6g5", sourceOf(kept("c3c4 g6g5").data));
  open("b0c2", null);
  assert.equal(one.before().key, left);
  assert.equal(Object.keys(area).length, 25);
});

test("a game is handed over by the store, and by the address where that is full", () => {
  const handed = { pgn: "1. H2-E2", ply: 1, flipped: true, isRecord: false };
  assert.deepEqual(decodeHanded(encodeHanded(handed)), handed);
  for (const text of ["", "null", "5", JSON.stringify({ ...handed, version: 0 })])
    assert.equal(decodeHanded(text), null, text);
  const area = store();
  const game = { startFen: null, moves: ["h2e2"], ply: 1 };
  assert.equal(
    analysisAddress(handed, game, () => area),
    "analysis.html",
  );
  assert.deepEqual(decodeHanded(tab(area).takeHanded()), handed);
  assert.equal(HANDED_KEY in area, false, "it is taken once");
  assert.match(
    analysisAddress(handed, game, () => store(0)),
    /^analysis\.html#game=/,
  );
});
