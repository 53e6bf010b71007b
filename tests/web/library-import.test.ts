// Imports that are interrupted, which keep and report the stored games, or cancelled, which remove them.
import assert from "node:assert/strict";
import test from "node:test";
import type { I18n } from "../../www/js/core/i18n.ts";
import { describeReport } from "../../www/js/library/import-report.ts";
import { fake } from "./fake.ts";
import { Disk, openTab } from "./library-disk.ts";
import {
  TWO,
  fileOf,
  hand,
  manyGames,
  openLibrary,
  whenReady as whenLibraryReady,
} from "./library-helpers.ts";

/** More games than are stored at once: blocks are of 512. */
const MANY = 3000;
/** The games that are stored while the file is read; the last one may not be complete yet. */
const STORED = MANY - 1;

/** Creates a file whose pieces are read by a function. */
const blobOf = (size: number, read: (from?: number, to?: number) => Promise<ArrayBuffer>) =>
  fake<Blob>({
    size,
    slice: (from, to) => fake<Blob>({ arrayBuffer: () => read(from, to) }),
  });

/** Creates a file that does something before it is read. */
function fileThat(text: string, act: () => unknown) {
  const blob = new Blob([text]);
  let isFirst = true;
  return blobOf(blob.size, async (from, to) => {
    if (isFirst) await act();
    isFirst = false;
    return blob.slice(from, to).arrayBuffer();
  });
}

/** Opens a tab that imports many games and then a file, before which it does something. */
async function importing(disk: Disk, act: (tab: Awaited<ReturnType<typeof openTab>>) => unknown) {
  const tab = await openTab(disk);
  const files = [new Blob([manyGames(MANY)]), fileThat(TWO, () => act(tab))];
  return { ...tab, done: tab.librarian.importFiles(files, ["many.pgn", "two.pgn"]) };
}

const never = () => new Promise(() => {});

test("an interrupted import keeps its games and is reported until it is forgotten", async () => {
  const disk = new Disk();
  await new Promise((resolve) => {
    void importing(disk, () => {
      resolve(undefined);
      return never();
    });
  });
  assert.equal((await openTab(disk)).state.interrupted, null, "it goes on in another tab");
  disk.isImporting = false;
  const { state, librarian, add, reds } = await openTab(disk);
  assert.deepEqual(state.interrupted, { file: "many.pgn", added: STORED });
  assert.equal(state.size, STORED);
  const { added, known } = await add(manyGames(MANY), TWO);
  assert.deepEqual([added, known], [3, STORED], "the same files again bring the rest");
  assert.equal((await reds()).length, MANY + 2);
  assert.equal((await openTab(disk)).state.interrupted, null);
  disk.importing = { file: "x", added: 1 };
  await librarian.forgetImport();
  assert.equal((await openTab(disk)).state.interrupted, null);
});

test("an import interrupted before anything is stored is reported, too", async () => {
  const disk = new Disk();
  const { librarian } = await openTab(disk);
  await new Promise((resolve) => {
    const file = fileThat(TWO, () => {
      resolve(undefined);
      return never();
    });
    void librarian.importFiles([file], ["two.pgn"]);
  });
  disk.isImporting = false;
  assert.deepEqual((await openTab(disk)).state.interrupted, { file: "two.pgn", added: 0 });
});

test("a cancelled import removes the games it stored", async () => {
  const disk = new Disk();
  await (await openTab(disk)).add(TWO.replaceAll("Hu", "Sun").replaceAll("Li", "Zhou"));
  const { done, reds } = await importing(disk, ({ librarian }) => librarian.cancel());
  const report = await done;
  assert.ok(disk.version > 2, "something was stored");
  assert.deepEqual([report.isCancelled, report.added], [true, 0]);
  assert.deepEqual(await reds(), ["Sun", "Zhou"]);
  const after = await openTab(disk);
  assert.deepEqual(await after.reds(), ["Sun", "Zhou"]);
  assert.equal(after.state.interrupted, null);
  await after.add(manyGames(600));
  assert.equal((await (await openTab(disk)).reds()).length, 602, "the store goes on");
});

test("games stored by another tab during an import stay, and each game is counted once", async () => {
  const disk = new Disk();
  const other = await openTab(disk);
  const { done, reds } = await importing(disk, () => other.add(manyGames(1, "theirs")));
  const { added, known, updated } = await done;
  // The other tab has one of the games, with a comment.
  assert.deepEqual([added, known, updated], [MANY + 2, 0, 0]);
  assert.equal((await reds()).length, MANY + 2);
  assert.equal((await (await openTab(disk)).reds()).length, MANY + 2);
});

test("an import cancelled after another tab's change reports the games it keeps", async () => {
  const disk = new Disk();
  const other = await openTab(disk);
  const tab = await openTab(disk);
  let time = 0;
  const cancelLater = fileThat(TWO, () => {});
  const files = [
    new Blob([manyGames(MANY)]),
    blobOf(cancelLater.size, async (from, to) => {
      time++;
      if (time === 1) await other.add(TWO.replaceAll("Hu", "Sun").replaceAll("Li", "Zhou"));
      else tab.librarian.cancel();
      return cancelLater.slice(from, to).arrayBuffer();
    }),
  ];
  const report = await tab.librarian.importFiles(files, ["many.pgn", "two.pgn"]);
  assert.deepEqual([report.isCancelled, report.added], [true, STORED]);
  assert.equal((await tab.reds()).length, STORED + 2);
  const i18n = fake<I18n>({ t: (key, values) => `${key} ${JSON.stringify(values ?? {})}` });
  assert.equal(describeReport(report, i18n), `library.cancelled.partly {"n":${STORED}}`);
});

test("a page left during an import has the first games on return, and explains how to go on", async (t) => {
  const { page, server } = await openLibrary(t);
  const big = (at: number) => manyGames(MANY, "x".repeat(300) + at);
  const files = Array.from({ length: 8 }, (_, at) => fileOf(`${at}.pgn`, big(at)));
  const left = page.waitForURL("**/manifest.webmanifest", { waitUntil: "commit" });
  await page.evaluate(async (away) => {
    const request = indexedDB.open("chuhe-library");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const look = () => {
      const store = request.result.transaction("blocks").objectStore("blocks");
      const found = store.get("importing");
      found.onsuccess = () => {
        if (found.result?.added > 0) location.href = away;
        else setTimeout(look, 5);
      };
    };
    look();
  }, `${server.url}manifest.webmanifest`);
  await page.setInputFiles("#library-file", files);
  await left;
  await page.goto(`${server.url}library.html`);
  await whenLibraryReady(page);
  const words = page.locator("#library-import-words", { hasText: "was broken off in" });
  await words.waitFor();
  const [, count] = (await words.innerText()).match(/pgn\. (\d+) games that it had read/)!;
  assert.ok(Number(count) > 0);
  const size = Number((await page.innerText("#library-count")).match(/\d+/)![0]);
  assert.ok(size >= Number(count) && size < 8 * MANY, `${size} games`);
  await page.reload();
  await whenLibraryReady(page);
  await words.waitFor();
  await page.click("#library-close");
  await page.locator("#library-import").waitFor({ state: "hidden" });
  await page.reload();
  await whenLibraryReady(page);
  assert.ok(await page.locator("#library-import").isHidden());
  await hand(page).add(["0.pgn", big(0)]);
  assert.match(await page.innerText("#library-import-words"), /\d+ already there/);
});
