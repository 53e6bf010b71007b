// The files in an upload: the file itself or, for a ZIP archive, the files in it. The browser decompresses them. The
// layout is that of PKWARE's APPNOTE.TXT; archives above 4 GB, which have another layout, are refused.

import { isOsMetadataFile } from "../core/os-metadata-files.ts";

/** A file that may hold games. */
export interface Source {
  name: string;
  /** The bytes that its pieces have together. */
  size: number;
  /** The bytes that it takes in the upload. */
  weight: number;
  pieces: () => AsyncIterable<Uint8Array>;
}

type Reason = "archiveBroken" | "archiveLocked" | "archiveMethod" | "archiveOther";

interface Entry {
  flags: number;
  method: number;
  offset: number;
  checksum: number;
  weight: number;
  size: number;
}

/** Bytes that are read at a time. */
const PIECE = 2 ** 20;
/** The first bytes of an archive. */
const ZIP = "PK\x03\x04";
const OTHER_ARCHIVES = ["Rar!\x1A\x07", "7z\xBC\xAF\x27\x1C"];
/** Signatures of the parts of an archive. */
const END = 0x06054b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Bytes of the parts, without what has a variable length. */
const END_LENGTH = 22;
const END_64_LENGTH = 76;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** The longest comment, which follows the end. */
const COMMENT = 0xffff;
const IS_ENCRYPTED = 1;
const IS_UTF8 = 1 << 11;
const STORED = 0;
const DEFLATED = 8;
/** The most bytes of a deflate block that is not compressed. */
const BLOCK = 0xffff;
/** The header of a gzip file without name, time and system (RFC 1952). */
const GZIP = new Uint8Array([0x1f, 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, 255]);

const refusal = (reason: Reason) => Object.assign(new Error(reason), { code: "badRecord", reason });

/** Returns the files in the order of the archive. Throws an error with a `reason` for an archive that cannot be read. */
export async function sourcesIn(file: Blob, name: string): Promise<Source[]> {
  const start = String.fromCharCode(...(await bytesOf(file, 0, 6)));
  if (OTHER_ARCHIVES.some((signature) => start.startsWith(signature)))
    throw refusal("archiveOther");
  if (start.startsWith(ZIP)) return sourcesInArchive(file, name);
  return [{ name, size: file.size, weight: file.size, pieces: () => piecesOf(file) }];
}

const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

const viewOf = async (file: Blob, from: number, to: number) =>
  new DataView(await file.slice(from, to).arrayBuffer());

async function* piecesOf(file: Blob) {
  for (let from = 0; from < file.size; from += PIECE) yield await bytesOf(file, from, from + PIECE);
}

async function sourcesInArchive(archive: Blob, name: string): Promise<Source[]> {
  const { view, shift } = await directoryOf(archive);
  const sources: Source[] = [];
  let weights = 0;
  for (let start = 0; start < view.byteLength;) {
    if (view.byteLength - start < ENTRY_LENGTH || view.getUint32(start, true) !== ENTRY)
      throw refusal("archiveBroken");
    const lengthAt = (field: number) => view.getUint16(start + field, true);
    const flags = view.getUint16(start + 8, true);
    const method = view.getUint16(start + 10, true);
    const checksum = view.getUint32(start + 16, true);
    const weight = view.getUint32(start + 20, true);
    const size = view.getUint32(start + 24, true);
    const nameLength = lengthAt(28);
    const offset = view.getUint32(start + 42, true) + shift;
    const nameStart = start + ENTRY_LENGTH;
    start = nameStart + nameLength + lengthAt(30) + lengthAt(32);
    weights += weight;
    // Files that overlap could decompress to any size.
    if (start > view.byteLength || weights > archive.size) throw refusal("archiveBroken");
    const path = decodePath(new Uint8Array(view.buffer, nameStart, nameLength), flags);
    if (path.endsWith("/") || isOsMetadataFile(path)) continue;
    const pieces = () => piecesOfEntry(archive, { flags, method, offset, checksum, weight, size });
    sources.push({ name: `${name}/${path}`, size, weight, pieces });
  }
  return sources;
}

/** Returns the list of files, and the bytes by which every part lies behind its stated offset. */
async function directoryOf(archive: Blob): Promise<{ view: DataView<ArrayBuffer>; shift: number }> {
  const from = Math.max(0, archive.size - END_LENGTH - COMMENT);
  const view = await viewOf(archive, from, archive.size);
  let end = view.byteLength - END_LENGTH;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw refusal("archiveBroken");
  // Some programs write a second end before the end, with room for larger numbers.
  const end64 = end - END_64_LENGTH;
  const hasEnd64 = end64 >= 0 && view.getUint32(end64, true) === END_64;
  const length = view.getUint32(end + 12, true);
  const start = from + (hasEnd64 ? end64 : end) - length;
  if (start < 0) throw refusal("archiveBroken");
  return {
    view: await viewOf(archive, start, start + length),
    shift: start - view.getUint32(end + 16, true),
  };
}

/** Most Chinese programs write names in GBK without saying so. */
function decodePath(bytes: Uint8Array, flags: number): string {
  if (flags & IS_UTF8) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

async function* piecesOfEntry(
  archive: Blob,
  { flags, method, offset, checksum, weight, size }: Entry,
) {
  if (flags & IS_ENCRYPTED) throw refusal("archiveLocked");
  if (method !== STORED && method !== DEFLATED) throw refusal("archiveMethod");
  const header = await viewOf(archive, offset, offset + LOCAL_LENGTH);
  if (header.byteLength < LOCAL_LENGTH || header.getUint32(0, true) !== LOCAL)
    throw refusal("archiveBroken");
  const start = offset + LOCAL_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const data = archive.slice(start, start + weight);
  let remaining = size;
  for await (const bytes of inflate(method === STORED ? toDeflate(data) : data, checksum, size)) {
    remaining -= bytes.length;
    if (remaining < 0) break; // no more is read than the stated size
    yield bytes;
  }
  if (remaining !== 0) throw refusal("archiveBroken");
}

/** Wraps stored data in deflate blocks, each with its length and whether it is the last. */
function toDeflate(data: Blob): Blob {
  const parts: BlobPart[] = [];
  for (let from = 0; from === 0 || from < data.size; from += BLOCK) {
    const block = data.slice(from, from + BLOCK);
    const isLast = from + BLOCK >= data.size;
    parts.push(new Uint8Array([isLast ? 1 : 0]), new Uint16Array([block.size, ~block.size]), block);
  }
  return new Blob(parts);
}

/**
 * Decompresses data into pieces of at least `PIECE` bytes but for the last: a reader may look through all of its input
 * with each. The browser detects damaged bytes: the data becomes a gzip file, which ends with checksum and size.
 */
async function* inflate(data: Blob, checksum: number, size: number) {
  const gzip = new Blob([GZIP, data, new Uint32Array([checksum, size])]);
  const reader = gzip.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let chunks: BlobPart[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) {
        chunks.push(value);
        length += value.length;
      }
      if (length < PIECE && !done) continue;
      if (length > 0) yield new Uint8Array(await new Blob(chunks).arrayBuffer());
      if (done) return;
      chunks = [];
      length = 0;
    }
  } catch (error) {
    // A DOMException: the file itself cannot be read. Any other error: its bytes cannot be decompressed.
    throw error instanceof DOMException ? error : refusal("archiveBroken");
  } finally {
    void reader.cancel().catch(() => {});
  }
}
