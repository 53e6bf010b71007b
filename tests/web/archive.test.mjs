// Archives of games: what other programs packed is read, what cannot be read is named.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { sourcesIn } from "../../www/js/database/archive.js";
import { BROKEN, TWO } from "./library-helpers.mjs";

/** @param {string} name */
const bytesOf = (name) =>
  new Uint8Array(readFileSync(new URL(`../data/archives/${name}.zip`, import.meta.url)));

/** Names, texts and sizes of what lies in an archive. @param {Uint8Array} bytes */
async function unpack(bytes) {
  const found = [];
  for (const { name, size, pieces } of await sourcesIn(new Blob([bytes]), "a.zip")) {
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of pieces()) text += decoder.decode(piece, { stream: true });
    found.push([name, text, size]);
  }
  return found;
}

/** @param {string} reason */
const because = (reason) => ({ code: "badRecord", reason });

test("files that other programs packed are read, without what systems left beside them", async () => {
  assert.deepEqual((await unpack(bytesOf("info-zip"))).toSorted(), [
    ["a.zip/games/1998/two.pgn", TWO, TWO.length],
    ["a.zip/games/broken.pgn", BROKEN, BROKEN.length],
  ]);
  assert.deepEqual(await unpack(bytesOf("streamed")), [["a.zip/-", TWO, TWO.length]]);
  const stored = ["a.zip/胡荣华/全国赛.pgn", BROKEN, BROKEN.length];
  assert.deepEqual(await unpack(bytesOf("gbk")), [stored]);
});

test("an archive may have something before and behind it", async () => {
  const archive = bytesOf("gbk");
  const comment = new TextEncoder().encode("a comment");
  const around = new Uint8Array(4 + archive.length + comment.length);
  around.set([0x50, 0x4b, 3, 4]); // how an archive begins, and nothing of it
  around.set(archive, 4);
  around.set(comment, 4 + archive.length);
  const [[name, text]] = await unpack(around);
  assert.deepEqual([name, text], ["a.zip/胡荣华/全国赛.pgn", BROKEN]);
});

test("what cannot be unpacked says why", async () => {
  await assert.rejects(unpack(bytesOf("locked")), because("archiveLocked"));
  await assert.rejects(unpack(bytesOf("bzip2")), because("archiveMethod"));
  const rar = new TextEncoder().encode("Rar!\x1A\x07\x01\x00");
  await assert.rejects(unpack(rar), because("archiveOther"));
  const sevenZip = new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  await assert.rejects(unpack(sevenZip), because("archiveOther"));
});

test("a damaged archive is refused wherever it is cut off, and never read for ever", async () => {
  const archive = bytesOf("info-zip");
  for (let length = 6; length < archive.length; length += 7)
    await assert.rejects(unpack(archive.slice(0, length)), because("archiveBroken"), `${length}`);
});

test("whatever single bit of an archive is turned, it is read or refused", async () => {
  const archive = bytesOf("streamed");
  for (let at = 0; at < archive.length; at++) {
    const turned = archive.slice();
    turned[at] ^= 1 << (at % 8);
    // One that no longer begins like an archive is a file like any other.
    await unpack(turned).catch(({ code }) => assert.equal(code, "badRecord", `byte ${at}`));
  }
});

test("more than is promised is not unpacked", async () => {
  const archive = bytesOf("info-zip");
  const view = new DataView(archive.buffer);
  // Every file is said to be a byte shorter than it is.
  for (let at = 0; at + 4 <= archive.length; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1)
      view.setUint32(at + 24, view.getUint32(at + 24, true) - 1, true);
  await assert.rejects(unpack(archive), because("archiveBroken"));
});
