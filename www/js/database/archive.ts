// Lists the sources of games in an imported file: the file itself or, if it is a ZIP archive, the files in the archive.
// The archive is unpacked by zip.js.

import type { FileEntry } from "@zip.js/zip.js/index-native.js";
import { errorDetails } from "../core/error-details.ts";
import { nextTask } from "../core/scheduling.ts";
import { isOsMetadataFile } from "../core/os-metadata-files.ts";

/** A file that may hold games. */
export interface Source {
  name: string;
  /** The size of the file, in bytes; in an archive, the uncompressed size. */
  size: number;
  /** The number of bytes that the file takes up in the imported file; in an archive, the compressed size. */
  weight: number;
  pieces: () => AsyncIterable<Uint8Array>;
}

type Reason = "archiveBroken" | "archiveLocked" | "archiveMethod" | "archiveOther";

/** The size of the pieces in which files are read, in bytes. */
const PIECE = 2 ** 20;
/** The first bytes of a ZIP archive. */
const ZIP = "PK\x03\x04";
const OTHER_ARCHIVES = ["Rar!\x1A\x07", "7z\xBC\xAF\x27\x1C"];

const refusal = (reason: Reason) => Object.assign(new Error(reason), { code: "badRecord", reason });

/** The first bytes of a pack, and the size of the pieces in which it is read: each piece has many games. */
const PACK = "ChuhePack\0";
const PACK_PIECE = 2 ** 17;

/** Cuts the pieces of a pack, and lets a request to cancel arrive between them. */
async function* cutPacks(pieces: AsyncIterable<Uint8Array>) {
  let isPack: boolean | null = null;
  for await (const piece of pieces) {
    isPack ??= PACK === String.fromCharCode(...piece.subarray(0, PACK.length));
    const size = isPack ? PACK_PIECE : piece.length;
    for (let from = 0; from < piece.length; from += size) {
      yield piece.subarray(from, from + size);
      if (isPack) await nextTask();
    }
  }
}

/**
 * Returns the sources in an imported file, in the order of the archive. Throws an error with a `reason` if the archive
 * cannot be read.
 */
export async function sourcesIn(file: Blob, name: string): Promise<Source[]> {
  const start = String.fromCharCode(...(await bytesOf(file, 0, 6)));
  if (OTHER_ARCHIVES.some((signature) => start.startsWith(signature)))
    throw refusal("archiveOther");
  if (start.startsWith(ZIP)) return sourcesInArchive(file, name);
  return [{ name, size: file.size, weight: file.size, pieces: () => cutPacks(piecesOf(file)) }];
}

const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

async function* piecesOf(file: Blob) {
  for (let from = 0; from < file.size; from += PIECE) yield await bytesOf(file, from, from + PIECE);
}

async function sourcesInArchive(archive: Blob, name: string): Promise<Source[]> {
  const zip = await import("@zip.js/zip.js/index-native.js");

  const faults: Record<string, Reason> = {
    [zip.ERR_ENCRYPTED]: "archiveLocked",
    [zip.ERR_UNSUPPORTED_ENCRYPTION]: "archiveLocked",
    [zip.ERR_UNSUPPORTED_COMPRESSION]: "archiveMethod",
  };
  /** Converts an error of zip.js, or of the browser's decompression, to the error that refuses the archive. */
  const refusalOf = (error: unknown): unknown =>
    error instanceof DOMException // the file itself cannot be read
      ? error
      : refusal(faults[errorDetails(error).message ?? ""] ?? "archiveBroken");

  async function* piecesOfEntry(entry: FileEntry) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
    // On a failure, reading from `readable` throws the same error.
    entry.getData(writable).catch((error) => writable.abort(error).catch(() => {}));
    // Uses a reader, because Safari's streams have no asynchronous iterator.
    const reader = readable.getReader();
    const read = () =>
      reader.read().catch((error) => {
        throw refusalOf(error);
      });
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    try {
      // Joins small parts, because the parser of game records may search all of its input again for each piece.
      for (let next = await read(); !next.done; next = await read()) {
        parts.push(next.value);
        length += next.value.length;
        if (length < PIECE) continue;
        yield new Uint8Array(await new Blob(parts).arrayBuffer());
        [parts, length] = [[], 0];
      }
    } finally {
      reader.cancel().catch(() => {});
    }
    if (length > 0) yield new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  const reader = new zip.ZipReader(new zip.BlobReader(archive), {
    useWebWorkers: false,
    strictness: "tolerant", // headers that contradict each other do not matter if the checksum is right
    checkCrc32: true,
    checkOverlappingEntry: true,
    decodeText: decodeName,
  });
  const entries = await reader.getEntries().catch((error) => {
    throw refusalOf(error);
  });
  // Rejects archives with overlapping files. A small archive of this kind could decompress to any size.
  const weight = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (weight > archive.size) throw refusal("archiveBroken");
  return entries.flatMap((entry) => {
    if (entry.directory || isOsMetadataFile(entry.filename)) return [];
    return {
      name: `${name}/${entry.filename}`,
      size: entry.uncompressedSize,
      weight: entry.compressedSize,
      pieces: () => cutPacks(piecesOfEntry(entry)),
    };
  });
}

/**
 * Decodes a file name as UTF-8, or as GB 18030 if the name is not valid UTF-8. Most Chinese programs write names in
 * GBK, a part of GB 18030, without declaring the encoding.
 */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
