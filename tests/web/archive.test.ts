// Archives of games, as other programs pack them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import { sourcesIn } from "../../www/js/database/archive.ts";
import { BROKEN, TWO } from "./library-helpers.ts";

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../data/archives/${name}.zip`, import.meta.url)));

/** Returns the names, texts and sizes of the files in an archive. */
async function unpack(bytes: Uint8Array<ArrayBuffer>) {
  const found = [];
  for (const { name, size, pieces } of await sourcesIn(new Blob([bytes]), "a.zip")) {
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of pieces()) text += decoder.decode(piece, { stream: true });
    found.push([name, text, size]);
  }
  return found;
}

const because = (reason: string) => ({ code: "badRecord", reason });

test("archives of other programs are read, without metadata of operating systems", async () => {
  assert.deepEqual((await unpack(bytesOf("info-zip"))).toSorted(), [
    ["a.zip/games/1998/two.pgn", TWO, TWO.length],
    ["a.zip/games/broken.pgn", BROKEN, BROKEN.length],
  ]);
  assert.deepEqual(await unpack(bytesOf("streamed")), [["a.zip/-", TWO, TWO.length]]);
  assert.deepEqual(await unpack(bytesOf("zip64")), [["a.zip/two.pgn", TWO, TWO.length]]);
  const stored = ["a.zip/胡荣华/全国赛.pgn", BROKEN, BROKEN.length];
  assert.deepEqual(await unpack(bytesOf("gbk")), [stored]);
});

test("an archive is read where streams have no asynchronous iterator, as in Safari", async (t) => {
  const { prototype } = ReadableStream;
  const iterator = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncIterator)!;
  Reflect.deleteProperty(prototype, Symbol.asyncIterator);
  t.after(() => Object.defineProperty(prototype, Symbol.asyncIterator, iterator));
  assert.equal((await unpack(bytesOf("info-zip"))).length, 2);
});

test("an archive may have other bytes before and behind it", async () => {
  const archive = bytesOf("gbk");
  const comment = new TextEncoder().encode("a comment");
  const around = new Uint8Array(4 + archive.length + comment.length);
  around.set([0x50, 0x4b, 3, 4]); // the signature of an archive, without a file
  around.set(archive, 4);
  around.set(comment, 4 + archive.length);
  const [[name, text]] = await unpack(around);
  assert.deepEqual([name, text], ["a.zip/胡荣华/全国赛.pgn", BROKEN]);
});

test("an archive that cannot be unpacked names the reason", async () => {
  await assert.rejects(unpack(bytesOf("locked")), because("archiveLocked"));
  await assert.rejects(unpack(bytesOf("bzip2")), because("archiveMethod"));
  const rar = new TextEncoder().encode("Rar!\x1A\x07\x01\x00");
  await assert.rejects(unpack(rar), because("archiveOther"));
  const sevenZip = new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  await assert.rejects(unpack(sevenZip), because("archiveOther"));
});

test("an archive cut off at any place is refused", async () => {
  const archive = bytesOf("info-zip");
  for (let length = 6; length < archive.length; length += 7)
    await assert.rejects(unpack(archive.slice(0, length)), because("archiveBroken"), `${length}`);
});

test("an archive with any single bit flipped is read unchanged or refused", async () => {
  for (const [name, original] of [
    ["streamed", TWO],
    ["gbk", BROKEN],
  ])
    await turnEachByte(bytesOf(name), original);
});

/** Flips one bit in each byte of an archive of one file; what is read is the original or refused. */
async function turnEachByte(archive: Uint8Array, original: string) {
  for (let at = 0; at < archive.length; at++) {
    const turned = archive.slice();
    turned[at] ^= 1 << (at % 8);
    // Without the signature it is not read as an archive.
    if (at < 4) continue;
    try {
      for (const [, text] of await unpack(turned)) assert.equal(text, original, `byte ${at}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      assert.equal((error as { code?: unknown }).code, "badRecord", `byte ${at}`);
    }
  }
}

test("an archive with overlapping files is refused", async () => {
  const archive = bytesOf("gbk");
  const view = new DataView(archive.buffer);
  const entry = archive.findIndex(
    (_, at) => at + 4 <= archive.length && view.getUint32(at, true) === 0x02014b50,
  );
  const list = archive.slice(entry, archive.length - 22);
  const end = archive.slice(archive.length - 22);
  const copies = 40;
  const many = new Uint8Array(entry + copies * list.length + end.length);
  many.set(archive.subarray(0, entry));
  for (let copy = 0; copy < copies; copy++) many.set(list, entry + copy * list.length);
  new DataView(end.buffer).setUint32(12, copies * list.length, true);
  many.set(end, entry + copies * list.length);
  await assert.rejects(
    unpack(new Uint8Array([...many.subarray(0, entry), ...heavier(many.subarray(entry))])),
    because("archiveBroken"),
  );
});

/** Returns the same list with a stated size of a thousand bytes for each file. */
function heavier(list: Uint8Array) {
  const bytes = list.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= bytes.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 20, 1000, true);
  return bytes;
}

test("a large file is decompressed in large pieces", async () => {
  const text = "1. h2e2 *\n".repeat(300_000);
  const archive = zipOf("a.pgn", text);
  const [{ pieces }] = await sourcesIn(new Blob([archive]), "a.zip");
  const lengths = [];
  for await (const piece of pieces()) lengths.push(piece.length);
  assert.equal(
    lengths.reduce((sum, length) => sum + length),
    text.length,
  );
  assert.ok(lengths.length <= 3, `${lengths}`);
});

/** Returns an archive of one file. */
function zipOf(name: string, text: string) {
  const packed = deflateRawSync(text);
  const size = text.length;
  const head = (signature: number, fields: [number, number, 2 | 4][], length: number) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32LE(signature);
    for (const [at, value, width] of fields) bytes.writeUIntLE(value, at, width);
    return bytes;
  };
  const local = head(
    0x04034b50,
    [
      [8, 8, 2],
      [18, packed.length, 4],
      [22, size, 4],
      [26, name.length, 2],
    ],
    30,
  );
  const entry = head(
    0x02014b50,
    [
      [10, 8, 2],
      [16, crc32(text), 4],
      [20, packed.length, 4],
      [24, size, 4],
      [28, name.length, 2],
    ],
    46,
  );
  const start = local.length + name.length + packed.length;
  const end = head(
    0x06054b50,
    [
      [8, 1, 2],
      [10, 1, 2],
      [12, entry.length + name.length, 4],
      [16, start, 4],
    ],
    22,
  );
  return new Uint8Array(
    Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]),
  );
}

test("a file is not decompressed beyond its stated size", async () => {
  const archive = bytesOf("info-zip");
  const view = new DataView(archive.buffer);
  // The stated size of every file is a byte too small.
  for (let at = 0; at + 4 <= archive.length; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1)
      view.setUint32(at + 24, view.getUint32(at + 24, true) - 1, true);
  await assert.rejects(unpack(archive), because("archiveBroken"));
});
