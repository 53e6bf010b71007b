// Edits of a library's game in the analysis replace the game or are stored beside it.

import assert from "node:assert/strict";
import test from "node:test";
import { digestOf, isEdit } from "../../www/js/database/library-edits.ts";
import { Disk, openTab } from "./library-disk.ts";
import { TWO } from "./library-helpers.ts";

const noted = (pgn: string, note: string) => pgn.replace(/(\n\n1\. \S+)/, `$1 {${note}}`);

/** Creates a library of two games, and edits of the second. */
async function opened() {
  const disk = new Disk();
  const tab = await openTab(disk);
  await tab.add(TWO);
  const pgn = tab.librarian.write(1);
  const edit = (note: string, study = "a") => ({
    study,
    id: 1,
    base: digestOf(pgn),
    pgn: noted(pgn, note),
  });
  const texts = async (one = tab) => {
    const { ids } = await one.librarian.select({}, null);
    return [...ids].map((id) => one.librarian.write(id));
  };
  return { disk, ...tab, tab, edit, texts };
}

test("an edit and the next one replace the game, in searches and in the export", async () => {
  const { disk, librarian, news, reds, edit, texts } = await opened();
  for (const note of ["a bold reply", "a timid reply"]) {
    disk.edits.set(`edited:a:${note}`, edit(note));
    await librarian.refresh();
    assert.deepEqual(await reds({ words: note }), ["Li"]);
    assert.deepEqual(await reds(), ["Hu", "Li"]);
    assert.match(await (await librarian.export(null)).text(), new RegExp(note));
  }
  assert.equal(librarian.rows(Uint32Array.of(1))[0].annotated, true);
  assert.equal(disk.edits.size, 0);
  assert.deepEqual(news.map(({ type }) => type).slice(-2), ["overtaken", "overtaken"]);
  assert.deepEqual(await texts(await openTab(disk)), await texts(), "a reload has it");
});

test("an edit that arrives twice is applied once", async () => {
  const { disk, librarian, reds, edit } = await opened();
  disk.edits.set("edited:a:1", edit("mine"));
  await librarian.refresh();
  disk.edits.set("edited:a:2", edit("mine"));
  await librarian.refresh();
  assert.deepEqual(await reds(), ["Hu", "Li"]);
  assert.equal(disk.edits.size, 0);
});

test("two studies of one game become two games and stay two", async () => {
  const { disk, librarian, reds, edit } = await opened();
  for (const [study, note] of [
    ["a", "first"],
    ["b", "second"],
    ["b", "second, and more"],
    ["a", "first, and more"],
  ]) {
    disk.edits.set(`edited:${study}:${note}`, edit(note, study));
    await librarian.refresh();
  }
  assert.deepEqual(await reds(), ["Hu", "Li", "Li"]);
  for (const note of ["first, and more", "second, and more"])
    assert.deepEqual(await reds({ words: note }), ["Li"], note);
});

test("an edit keeps new labels, and adds a game that was removed", async () => {
  const { disk, librarian, reds, edit } = await opened();
  await librarian.label(Uint32Array.of(1), ["club"], []);
  disk.edits.set("edited:a:1", edit("mine"));
  await librarian.refresh();
  assert.deepEqual(await reds({ words: "mine", label: "club" }), ["Li"]);
  await librarian.remove(Uint32Array.of(1));
  disk.edits.set("edited:a:2", edit("mine again"));
  await librarian.refresh();
  assert.deepEqual(await reds({ words: "mine again" }), ["Li"]);
  assert.deepEqual(await reds(), ["Hu", "Li"]);
});

test("an edit stays queued while nothing can be stored, then is applied once", async () => {
  const { disk, librarian, reds, edit } = await opened();
  disk.fault = Object.assign(new Error("full"), { name: "QuotaExceededError" });
  disk.edits.set("edited:a:1", edit("mine"));
  for (let time = 0; time < 3; time++) {
    await librarian.refresh();
    assert.deepEqual(await reds({ words: "mine" }), ["Li"]);
    assert.equal(disk.edits.size, 1);
  }
  disk.fault = null;
  assert.equal((await librarian.storeAgain()).trouble, null);
  assert.deepEqual(await reds(), ["Hu", "Li"]);
  assert.equal(disk.edits.size, 0);
  const again = await openTab(disk);
  assert.deepEqual(await again.reds({ words: "mine" }), ["Li"]);
});

test("two tabs apply the same edits once and miss none", async () => {
  const { disk, librarian, reds, edit } = await opened();
  const other = await openTab(disk);
  disk.edits.set("edited:a:1", edit("one"));
  disk.edits.set("edited:b:1", edit("two", "b"));
  await Promise.all([librarian.refresh(), other.librarian.refresh()]);
  await librarian.refresh();
  assert.deepEqual(await reds(), ["Hu", "Li", "Li"]);
  assert.equal(disk.edits.size, 0);
});

test("an invalid edit or game stays queued", async () => {
  const { disk, librarian, reds, edit } = await opened();
  const wrong = [null, 5, "x", {}, { ...edit("x"), id: -1 }, { ...edit("x"), pgn: null }];
  for (const value of wrong) assert.equal(isEdit(value), false);
  for (const [at, value] of [...wrong, { ...edit("x"), pgn: "nonsense" }].entries())
    disk.edits.set(`edited:${at}`, value as never);
  disk.owners.set("a", { id: "x" } as never);
  disk.edits.set("edited:a", edit("mine"));
  await librarian.refresh();
  assert.deepEqual(await reds({ words: "mine" }), ["Li"]);
  assert.equal(disk.edits.size, wrong.length + 1);
});
