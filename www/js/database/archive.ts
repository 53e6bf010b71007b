// The files that a file stands for: itself or, of a ZIP archive, those that lie in it. What they are packed by, the browser
// undoes. The layout is that of PKWARE's APPNOTE.TXT; archives above 4 GB, which have another, are refused.

import { isOsMetadataFile } from "../core/os-metadata-files.ts";

/**
 * A file that may hold games. `size`: bytes that its pieces have together; `weight`: bytes of the whole file that are its own.
 * @typedef {{ name: string, size: number, weight: number, pieces: () => AsyncIterable<Uint8Array> }} Source
 */

/** Bytes that are read at a time. */
const PIECE = 2 ** 20;
/** How archives begin. */
const ZIP = "PK\x03\x04";
const OTHERS = ["Rar!\x1A\x07", "7z\xBC\xAF\x27\x1C"];
/** Signatures of parts of an archive. */
const END = 0x06054b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Bytes of their parts of fixed length. */
const END_LENGTH = 22;
const END_64_LENGTH = 76;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** The longest comment, which stands behind the end. */
const COMMENT = 0xffff;
const IS_LOCKED = 1;
const IS_UTF8 = 1 << 11;
const STORED = 0;
const DEFLATED = 8;
/** Bytes of a block that deflate holds as they are, at most. */
const BLOCK = 0xffff;
/** How a file of gzip begins: packed by deflate, nothing said of its name, time and system (RFC 1952). */
const GZIP = new Uint8Array([0x1f, 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, 255]);

/** @typedef {"archiveBroken"|"archiveLocked"|"archiveMethod"|"archiveOther"} Reason */

/** @param {Reason} reason */
const refusal = (reason) => Object.assign(new Error(reason), { code: "badRecord", reason });

/**
 * @param {Blob} file @param {string} name
 * @returns {Promise<Source[]>} in the archive's order
 * @throws an error with a `reason` where it is an archive that cannot be read
 */
export async function sourcesIn(file, name) {
  const start = String.fromCharCode(...(await bytesOf(file, 0, 6)));
  if (OTHERS.some((signature) => start.startsWith(signature))) throw refusal("archiveOther");
  if (start.startsWith(ZIP)) return packedIn(file, name);
  return [{ name, size: file.size, weight: file.size, pieces: () => piecesOf(file) }];
}

/** @param {Blob} file @param {number} from @param {number} to */
const bytesOf = async (file, from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer());

/** @param {Blob} file */
async function* piecesOf(file) {
  for (let at = 0; at < file.size; at += PIECE) yield await bytesOf(file, at, at + PIECE);
}

/** @param {Blob} archive @param {string} name @returns {Promise<Source[]>} */
async function packedIn(archive, name) {
  const { view, shift } = await directoryOf(archive);
  /** @type {Source[]} */
  const sources = [];
  let weights = 0;
  for (let at = 0; at < view.byteLength;) {
    if (view.byteLength - at < ENTRY_LENGTH || view.getUint32(at, true) !== ENTRY)
      throw refusal("archiveBroken");
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const checksum = view.getUint32(at + 16, true);
    const weight = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const offset = view.getUint32(at + 42, true) + shift;
    const first = at + ENTRY_LENGTH;
    at = lengths.reduce((sum, length) => sum + length, first);
    weights += weight;
    // Files that overlap would unfold to any size.
    if (at > view.byteLength || weights > archive.size) throw refusal("archiveBroken");
    const path = nameOf(new Uint8Array(view.buffer, first, lengths[0]), flags);
    if (path.endsWith("/") || isOsMetadataFile(path)) continue;
    const pieces = () => unpacked(archive, { flags, method, offset, checksum, weight, size });
    sources.push({ name: `${name}/${path}`, size, weight, pieces });
  }
  return sources;
}

/** The list of the files, and by how many bytes all lies further back than it says. @param {Blob} archive */
async function directoryOf(archive) {
  const from = Math.max(0, archive.size - END_LENGTH - COMMENT);
  const view = new DataView((await bytesOf(archive, from, archive.size)).buffer);
  let end = view.byteLength - END_LENGTH;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw refusal("archiveBroken");
  // Some programs repeat the end before it, with room for larger numbers.
  const repeated = end - END_64_LENGTH;
  const isRepeated = repeated >= 0 && view.getUint32(repeated, true) === END_64;
  const length = view.getUint32(end + 12, true);
  const start = from + (isRepeated ? repeated : end) - length;
  if (start < 0) throw refusal("archiveBroken");
  const bytes = await bytesOf(archive, start, start + length);
  return { view: new DataView(bytes.buffer), shift: start - view.getUint32(end + 16, true) };
}

/** Most Chinese programs write names in GBK and do not say so. @param {Uint8Array} bytes @param {number} flags */
function nameOf(bytes, flags) {
  if (flags & IS_UTF8) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/**
 * @param {Blob} archive
 * @param {{ flags: number, method: number, offset: number, checksum: number, weight: number, size: number }} entry
 */
async function* unpacked(archive, { flags, method, offset, checksum, weight, size }) {
  if (flags & IS_LOCKED) throw refusal("archiveLocked");
  if (method !== STORED && method !== DEFLATED) throw refusal("archiveMethod");
  const head = new DataView((await bytesOf(archive, offset, offset + LOCAL_LENGTH)).buffer);
  if (head.byteLength < LOCAL_LENGTH || head.getUint32(0, true) !== LOCAL)
    throw refusal("archiveBroken");
  const first = offset + LOCAL_LENGTH + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = archive.slice(first, first + weight);
  let left = size;
  const deflated = method === STORED ? asDeflated(packed) : packed;
  for await (const bytes of inflated(deflated, checksum, size)) {
    left -= bytes.length;
    if (left < 0) break; // whatever it unfolds to, no more is read
    yield bytes;
  }
  if (left !== 0) throw refusal("archiveBroken");
}

/** What is not packed, as deflate holds it: in blocks, each with its length and whether it is the last. @param {Blob} stored */
function asDeflated(stored) {
  const parts = [];
  for (let at = 0; at === 0 || at < stored.size; at += BLOCK) {
    const block = stored.slice(at, at + BLOCK);
    const isLast = at + BLOCK >= stored.size;
    parts.push(new Uint8Array([isLast ? 1 : 0]), new Uint16Array([block.size, ~block.size]), block);
  }
  return new Blob(parts);
}

/**
 * In pieces that are not small: a reader may go through what it has with each. Bytes that were changed are noticed by the
 * browser: a file of gzip has the same in its midst, and its checksum and size at its end.
 * @param {Blob} packed @param {number} checksum @param {number} size
 */
async function* inflated(packed, checksum, size) {
  const gzip = new Blob([GZIP, packed, new Uint32Array([checksum, size])]);
  const reader = gzip.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  /** @type {BlobPart[]} */
  let chunks = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) {
        chunks.push(/** @type {BlobPart} */ (value));
        length += value.length;
      }
      if (length < PIECE && !done) continue;
      if (length > 0) yield new Uint8Array(await new Blob(chunks).arrayBuffer());
      if (done) return;
      chunks = [];
      length = 0;
    }
  } catch (error) {
    // The file itself cannot be read; or else its bytes are none that can be inflated.
    throw error instanceof DOMException ? error : refusal("archiveBroken");
  } finally {
    void reader.cancel().catch(() => {});
  }
}
