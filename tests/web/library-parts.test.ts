// The library's parts without a browser: the librarian with a store in memory, the list, the report.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fenOf, hashOf } from "../../www/js/library/filters.ts";
import { patternOf } from "../../www/js/database/listed-games.ts";
import { labelsIn, ticksOf } from "../../www/js/library/label-sheet.ts";
import { describeUnread, describeReport } from "../../www/js/library/import-report.ts";
import {
  rowAfter,
  scrollFor,
  slotsOf,
  sortedBy,
  windowOf,
} from "../../www/js/library/list-window.ts";
import { isOsMetadataFile } from "../../www/js/core/os-metadata-files.ts";
import { droppedFiles } from "../../www/js/shell/dropped-files.ts";
import { Librarian } from "../../www/js/database/librarian.ts";
import type { LibraryEvent } from "../../www/js/database/types.ts";
import { GameLibrary, type LibrarySearch } from "../../www/pkg-lab/lab.js";
import { Disk, openTab } from "./library-disk.ts";
import { speaking } from "./locale-helpers.ts";
import { BROKEN, TWO, manyGames } from "./library-helpers.ts";

const withoutProgress = (events: LibraryEvent[]) =>
  events.filter(({ type }) => type !== "progress");
const progressOf = (event?: LibraryEvent) =>
  (event as Extract<LibraryEvent, { type: "progress" }>).progress;

test("an import of several files adds each game once and names the broken one", async () => {
  const disk = new Disk();
  const { add, reds, news } = await openTab(disk);
  const report = await add(TWO, BROKEN, TWO);
  assert.equal(report.added, 2);
  assert.equal(report.known, 2);
  assert.equal(report.refusals, 1);
  const [{ file, game, partial, fault }] = report.refused;
  assert.deepEqual([file, game, partial], ["1.pgn", 1, false]);
  assert.equal(fault.token, "a0a9");
  assert.equal(progressOf(news.at(-1)).done, progressOf(news.at(-1)).total);
  const after = await openTab(disk);
  assert.deepEqual(await after.reds(), await reds());
  assert.deepEqual(await reds({ column: "red", descending: true }), ["Li", "Hu"]);
});

test("an archive is read file by file, and a broken archive does not stop the import", async () => {
  const { librarian, reds, news } = await openTab(new Disk());
  const archive = (name: string) =>
    readFileSync(new URL(`../data/archives/${name}.zip`, import.meta.url));
  const cut = archive("info-zip").subarray(0, 300);
  const blobs = [archive("streamed"), cut, manyGames(1)].map((part) => new Blob([part]));
  const report = await librarian.importFiles(blobs, ["a.zip", "b.zip", "c.pgn"]);
  assert.deepEqual(await reds(), ["Hu", "Li", "Player 000000"]);
  assert.deepEqual([report.added, report.refusals], [3, 1]);
  const [{ file, game, fault }] = report.refused;
  assert.deepEqual([file, game, fault.reason], ["b.zip", 0, "archiveBroken"]);
  const { done, total } = progressOf(news.at(-1));
  assert.deepEqual([done, total], [total, blobs.reduce((sum, { size }) => sum + size, 0)]);
});

test("a dropped folder gives its files and those of its folders, without metadata of operating systems", async () => {
  const file = (name: string) => ({
    name,
    fullPath: `/all/${name}`,
    isFile: true,
    file: (give: (file: File) => void) => give(new File([TWO], name)),
  });
  /** Creates a folder that gives two entries at a time. */
  const folder = (name: string, entries: object[]) => ({
    name,
    isDirectory: true,
    createReader: () => {
      const left = [...entries];
      return {
        readEntries: (give: (some: object[]) => void) => give(left.splice(0, 2)),
      };
    },
  });
  const dropped = (entries: object[], files: File[]) =>
    droppedFiles({
      items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
      files,
    } as unknown as DataTransfer);
  const below = folder("old", [file("c.pgn"), file("Thumbs.db")]);
  const all = folder("all", [
    file("a.pgn"),
    file(".DS_Store"),
    file("b.pgn"),
    below,
    folder(".git", [file("d")]),
  ]);
  const found = await dropped([all, file("e.pgn")], []);
  assert.deepEqual(
    found.map(({ name }) => name),
    ["a.pgn", "b.pgn", "c.pgn", "e.pgn"],
  );
  const plain = [new File([TWO], ".x")];
  assert.deepEqual(await dropped([file(".x")], plain), plain, "a file that is dropped is meant");
});

test("a queued game is added once, by the tab that is first", async () => {
  const disk = new Disk();
  const first = await openTab(disk);
  await first.add(TWO);
  const second = await openTab(disk);
  disk.queued.set("a", '[Red "Zhao"]\n\n1. h2e2 h7e7 *\n');
  disk.queued.set("b", "no game at all");
  await Promise.all([first.librarian.refresh(), second.librarian.refresh()]);
  assert.deepEqual([...disk.queued.keys()], ["b"]);
  for (const tab of [first, second, await openTab(disk)])
    assert.deepEqual(await tab.reds(), ["Hu", "Li", "Zhao"]);
});

test("a queued game stays queued while nothing can be stored", async () => {
  const disk = new Disk();
  disk.queued.set("a", '[Red "Zhao"]\n\n1. h2e2 h7e7 *\n');
  disk.fault = new DOMException("full", "QuotaExceededError");
  const tab = await openTab(disk);
  assert.deepEqual(await tab.reds(), ["Zhao"]);
  assert.equal(disk.queued.size, 1);
  disk.fault = null;
  await tab.librarian.storeAgain();
  assert.equal(disk.queued.size, 0);
  assert.deepEqual(await (await openTab(disk)).reds(), ["Zhao"]);
});

test("a cancelled import leaves no games in the library and in the store", async () => {
  const disk = new Disk();
  const { librarian, add, reds } = await openTab(disk);
  await add(TWO);
  const { version } = disk;
  const running = add(manyGames(20), manyGames(40));
  librarian.cancel();
  const report = await running;
  assert.ok(report.isCancelled);
  assert.deepEqual(await reds(), ["Hu", "Li"]);
  assert.equal(disk.version, version);
  assert.equal((await add(manyGames(20))).added, 20, "nothing of it is known");
});

test("an annotated game replaces the same game without annotations until the import is cancelled", async () => {
  const disk = new Disk();
  const { librarian, add, news } = await openTab(disk);
  const notes = [TWO.replace("b9c7", "b9c7 {the other horse}"), TWO.replace("b9c7", "b9c7 {why}")];
  await add(TWO, manyGames(600));
  const saying = async (words: string, { librarian: from } = { librarian }) => [
    ...(await from.select({ words }, null)).ids,
  ];
  const before = [...disk.blocks];
  const { push } = news;
  news.push = (one) => {
    if (one.type === "progress" && one.progress.done > 0) librarian.cancel();
    return push.call(news, one);
  };
  const cancelled = await add(notes[0], manyGames(1200));
  assert.deepEqual([cancelled.isCancelled, cancelled.updated], [true, 0]);
  assert.deepEqual(await saying("other horse"), []);
  assert.deepEqual([...disk.blocks], before);
  news.push = push;

  const brought = [await add(notes[0]), await add(TWO, notes[0]), await add(notes[1])];
  const counts = brought.map(({ added, updated, known }) => [added, updated, known].join("+"));
  assert.deepEqual(counts, ["0+1+1", "0+0+4", "1+0+1"]);
  for (const tab of [{ librarian }, await openTab(disk)]) {
    assert.deepEqual(await saying("other horse", tab), [1]);
    assert.deepEqual(await saying("why", tab), [602]);
  }
});

test("a full store is reported, keeps its blocks, and gets the others when there is room", async () => {
  const disk = new Disk();
  const { librarian, add, reds, news } = await openTab(disk);
  await add(TWO);
  disk.fault = new DOMException("full", "QuotaExceededError");
  await add(manyGames(3));
  assert.deepEqual(withoutProgress(news), [{ type: "trouble", trouble: "full" }]);
  assert.equal((await reds()).length, 5);
  assert.deepEqual(await (await openTab(disk)).reds(), ["Hu", "Li"]);
  disk.fault = null;
  assert.equal((await librarian.storeAgain()).trouble, null);
  assert.deepEqual(withoutProgress(news).at(-1), { type: "trouble", trouble: null });
  assert.equal((await (await openTab(disk)).reds()).length, 5);
});

test("games are imported where storage is forbidden, and the library reports it", async () => {
  const librarian = new Librarian({
    createLibrary: () => new GameLibrary(),
    openStore: () => Promise.reject(new DOMException("denied", "SecurityError")),
    onEvent: () => {},
    notifyTabs: () => {},
    withImportLock: (act) => act(),
    isImportLocked: async () => false,
  });
  const none = { size: 0, trouble: "blocked", damaged: 0, interrupted: null };
  assert.deepEqual(await librarian.open(), none);
  await librarian.importFiles([new Blob([TWO])], ["two.pgn"]);
  assert.equal((await librarian.select({}, null)).ids.length, 2);
});

test("games that another tab has stored are not overwritten", async () => {
  const disk = new Disk();
  const one = await openTab(disk);
  const other = await openTab(disk);
  await one.add(TWO);
  const report = await other.add(manyGames(2));
  assert.equal(report.added, 2);
  assert.deepEqual(withoutProgress(other.news), [{ type: "overtaken" }]);
  assert.equal((await other.reds()).length, 4);
  await one.librarian.refresh();
  assert.deepEqual(withoutProgress(one.news), [{ type: "overtaken" }]);
  assert.deepEqual(await one.reds(), await other.reds());
  await one.librarian.refresh();
  assert.equal(withoutProgress(one.news).length, 1, "once");
});

test("games that could not be stored outlast a change by another tab", async () => {
  const disk = new Disk();
  const one = await openTab(disk);
  const other = await openTab(disk);
  disk.fault = new DOMException("full", "QuotaExceededError");
  await one.add(TWO);
  disk.fault = null;
  await other.add(manyGames(2));
  await one.librarian.storeAgain();
  assert.equal((await one.reds()).length, 4);
  assert.equal((await (await openTab(disk)).reds()).length, 4);
});

test("removed games are restored, also after a change by another tab", async () => {
  const disk = new Disk();
  const one = await openTab(disk);
  await one.add(TWO);
  const { ids } = await one.librarian.select({ player: "Hu" }, null);
  await one.librarian.remove(ids);
  assert.deepEqual(await (await openTab(disk)).reds(), ["Li"]);
  assert.equal(await one.librarian.restore(), 1);
  assert.deepEqual(await (await openTab(disk)).reds(), ["Hu", "Li"]);

  await one.librarian.remove(ids);
  const other = await openTab(disk);
  await other.add(manyGames(1));
  assert.equal(await one.librarian.restore(), 1);
  assert.deepEqual((await one.reds({ player: "Hu" })).length, 1);
  assert.equal((await (await openTab(disk)).reds()).length, 3);
});

test("a damaged block is put aside, and the other blocks stay in use", async () => {
  const disk = new Disk();
  const { add } = await openTab(disk);
  await add(manyGames(1100));
  assert.deepEqual([...disk.blocks.keys()], [0, 1, 2]);
  const bad = Uint8Array.of(99, 1, 2);
  disk.blocks.set(1, bad);
  const after = await openTab(disk);
  assert.equal(after.state.size, 1100 - 512);
  assert.equal(after.state.damaged, 3);
  assert.deepEqual(disk.aside, [bad]);
  assert.deepEqual([...disk.blocks.keys()], [0, 1]);
  const again = await openTab(disk);
  assert.equal(again.state.damaged, 0);
  assert.equal(again.state.size, 1100 - 512);
});

test("exported games are the same after an import", async () => {
  const { librarian, add } = await openTab(new Disk());
  await add(TWO);
  const text = await (await librarian.export(null)).text();
  const other = await openTab(new Disk());
  const report = await other.add(text);
  assert.deepEqual([report.added, report.refusals], [2, 0]);
  assert.equal(await (await other.librarian.export(null)).text(), text);
  assert.match(text, /a quiet move/);
  const one = await other.librarian.export(Uint32Array.of(1));
  assert.equal((await one.text()).match(/\[Red /g)!.length, 1);
});

test("labels are added, removed, counted, stored and undone", async () => {
  const disk = new Disk();
  const { add, librarian } = await openTab(disk);
  await add(TWO, manyGames(1));
  const all = Uint32Array.of(0, 1, 2);
  const labels = async (from = librarian) => from.rows(all).map((row) => row.labels.join("|"));
  await librarian.label(Uint32Array.of(0, 1), ["club"], []);
  await librarian.label(Uint32Array.of(1, 2), ["to learn", "club"], []);
  assert.deepEqual(await labels(), ["club", "club|to learn", "to learn|club"]);
  await librarian.label(all, ["new"], ["club"]);
  assert.deepEqual(await labels(), ["new", "to learn|new", "to learn|new"]);
  await librarian.unlabel();
  assert.deepEqual(await labels(), ["club", "club|to learn", "to learn|club"]);
  const found = await librarian.select({ label: "to learn" }, null);
  assert.deepEqual([...found.ids], [1, 2]);
  assert.deepEqual(found.labels, [
    { name: "club", games: 3 },
    { name: "to learn", games: 2 },
  ]);
  const after = await openTab(disk);
  assert.deepEqual(await labels(after.librarian), await labels());
});

test("an export has the labels, and an import adds them to existing games", async () => {
  const one = await openTab(new Disk());
  await one.add(TWO);
  await one.librarian.label(Uint32Array.of(0), ["club"], []);
  const text = await (await one.librarian.export(null)).text();
  const other = await openTab(new Disk());
  await other.add(TWO);
  await other.librarian.label(Uint32Array.of(0), ["own"], []);
  const { added, known } = await other.add(text);
  assert.deepEqual([added, known], [0, 2]);
  const [first, second] = other.librarian.rows(Uint32Array.of(0, 1));
  assert.deepEqual([first.labels, second.labels], [["own", "club"], []]);
});

test("hidden files and previews are metadata of operating systems, paths with . and .. are not", () => {
  for (const path of [".git/a.pgn", "a/.DS_Store", "__MACOSX/a.pgn", "a/Thumbs.db"])
    assert.ok(isOsMetadataFile(path), path);
  for (const path of ["./a.pgn", "../a/b.pgn", "...a/b.pgn", "a.b.pgn", ""])
    assert.ok(!isOsMetadataFile(path), path);
});

test("labels of games that could not be stored outlast a change by another tab", async () => {
  const disk = new Disk();
  const first = await openTab(disk);
  await first.add(TWO);
  const second = await openTab(disk);
  disk.fault = new DOMException("full", "QuotaExceededError");
  await first.librarian.label(Uint32Array.of(0), ["club"], []);
  disk.fault = null;
  await second.add(manyGames(1));
  await first.librarian.storeAgain();
  const [row] = first.librarian.rows(Uint32Array.of(0));
  assert.deepEqual(row.labels, ["club"]);
  const after = await openTab(disk);
  assert.deepEqual(after.librarian.rows(Uint32Array.of(0))[0].labels, ["club"]);
  assert.equal(await first.librarian.unlabel(), 0, "their numbers may be others now");
});

test("typed labels are split at commas, and ticks say whether all or some games have a label", () => {
  assert.deepEqual(labelsIn(" club，to learn,, club "), ["club", "to learn"]);
  assert.deepEqual(labelsIn(" , "), []);
  const rows = [{ labels: ["a", "b"] }, { labels: ["a"] }];
  assert.deepEqual(ticksOf(rows, ["a", "b", "c"]), [
    { name: "a", has: "all" },
    { name: "b", has: "some" },
    { name: "c", has: "none" },
  ]);
  const [tick] = ticksOf(rows.slice(1), []);
  assert.deepEqual(tick, { name: "a", has: "all" }, "what games have is there, whatever is known");
});

test("a position is found at its ply, and as its mirror image", async () => {
  const { librarian, add } = await openTab(new Disk());
  await add(TWO);
  const find = async (text: string, search: LibrarySearch = "position") => {
    const { ids, plies } = await librarian.select({}, { search, text });
    return librarian.rows(ids).map(({ red }, at) => [red, plies![at]]);
  };
  const after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
  assert.deepEqual(await find(after), [
    ["Hu", 1],
    ["Li", 1],
  ]);
  // Black's horse beside a rook, with anything elsewhere.
  const pieces = patternOf("7r1/9/6n2/9/9/9/9/9/9/9 w");
  assert.equal(
    pieces,
    `${"?".repeat(7)}r?/${"?".repeat(9)}/??????n??${`/${"?".repeat(9)}`.repeat(7)}`,
  );
  assert.deepEqual(await find(pieces, "pattern"), [["Hu", 4]]);
  assert.equal(patternOf("?8/x8"), "?8/x8", "a pattern stays one");
  await assert.rejects(find("9/9", "pattern"), { code: "badOption", field: "pattern" });
  assert.equal(
    (await find("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "soldiers"))
      .length,
    2,
  );
  const mirrored = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b";
  assert.deepEqual(await find(mirrored), [
    ["Hu", 1],
    ["Li", 1],
  ]);
  await assert.rejects(find("9/9 w"), ({ code }) => code === "badFen");
});

test("only the rows in view and a few beyond are drawn", () => {
  const view = { top: 0, height: 400, row: 40, count: 100_000 };
  assert.deepEqual(windowOf(view), { first: 0, last: 22 });
  assert.deepEqual(windowOf({ ...view, top: 40_000 }), { first: 988, last: 1022 });
  assert.deepEqual(windowOf({ ...view, top: 3_999_600 }), { first: 99_978, last: 100_000 });
  assert.deepEqual(windowOf({ ...view, row: 0 }), { first: 0, last: 0 });
  assert.equal(scrollFor(view, 3), 0);
  assert.equal(scrollFor(view, 10), 40);
  assert.equal(scrollFor({ ...view, top: 400 }, 4), 160);
});

test("rows keep their slots during scrolling, and each drawn row has one", () => {
  const view = { top: 0, height: 400, row: 40, count: 1000 };
  let before = slotsOf(view);
  for (let top = 0; top < 40_000; top += 97) {
    const slots = slotsOf({ ...view, top });
    const { first, last } = windowOf({ ...view, top });
    const drawn = Array.from({ length: last - first }, (_, offset) => first + offset);
    assert.equal(slots.length, before.length);
    assert.deepEqual(
      slots.filter((row) => row !== null).toSorted((a, b) => a - b),
      drawn,
    );
    for (const [slot, row] of before.entries())
      if (row !== null && row >= first && row < last) assert.equal(slots[slot], row);
    before = slots;
  }
  assert.deepEqual(slotsOf({ ...view, count: 0 }), []);
});

test("keys move through the list and stop at its ends", () => {
  assert.equal(rowAfter("ArrowDown", -1, 10, 4), 0);
  assert.equal(rowAfter("ArrowUp", 0, 10, 4), 0);
  assert.equal(rowAfter("PageDown", 3, 10, 4), 7);
  assert.equal(rowAfter("PageDown", 8, 10, 4), 9);
  assert.equal(rowAfter("PageUp", 8, 10, 4), 4);
  assert.equal(rowAfter("End", 0, 10, 4), 9);
  assert.equal(rowAfter("Home", 9, 10, 4), 0);
  assert.equal(rowAfter("x", 3, 10, 4), null);
  assert.equal(rowAfter("End", -1, 0, 4), null);
});

test("pressing a column sorts ascending, then descending, then not", () => {
  const added = { column: "added", descending: false } as const;
  const up = sortedBy(added, "red");
  assert.deepEqual(up, { column: "red", descending: false });
  const down = sortedBy(up, "red");
  assert.deepEqual(down, { column: "red", descending: true });
  assert.deepEqual(sortedBy(down, "red"), added);
  assert.deepEqual(sortedBy(down, "date"), { column: "date", descending: false });
});

test("a position is written to an address and read from it", () => {
  const fen = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
  assert.equal(fenOf(hashOf(fen)), fen);
  assert.equal(hashOf(""), "");
  assert.equal(fenOf("#fen=%"), "");
  assert.equal(fenOf("#p=1"), "");
});

test("a report counts what was added and names the place and reason of each refusal", () => {
  const i18n = speaking("en", "", "library/");
  const report = { added: 1, updated: 0, known: 2, refusals: 3, refused: [], isCancelled: false };
  assert.equal(
    describeReport(report, i18n),
    "1 game added. 2 already there. 3 could not be read, or not to the end:",
  );
  assert.match(
    describeReport({ ...report, updated: 1 }, i18n),
    /added\. 1 game brought up to date\. 2/,
  );
  assert.match(describeReport({ ...report, isCancelled: true }, i18n), /^Cancelled/);
  const fault = {
    code: "badRecord",
    reason: "illegalMove",
    token: "a0a9",
    moveNumber: 1,
    side: "black" as const,
  };
  assert.equal(
    describeUnread({ file: "x.pgn", game: 7, partial: true, fault }, i18n),
    "x.pgn, game 7: Move 1, Black, “a0a9”: That move is not legal. The game was kept up to there.",
  );
  const file = {
    file: "y",
    game: 0,
    partial: false,
    fault: { code: "badRecord", reason: "unreadable" },
  };
  assert.equal(describeUnread(file, i18n), "y: The file could not be read.");
});
