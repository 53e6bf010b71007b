// Lists the files in an imported file: the file itself or, for a ZIP archive, the files in it, which zip.js unpacks.

import type { FileEntry } from "@zip.js/zip.js/index-native.js";
import { errorDetails } from "../core/error-details.ts";
import { isOsMetadataFile } from "../core/os-metadata-files.ts";

/** A file that may hold games. */
export interface Source {
  name: string;
  /** The total size of its pieces, in bytes. */
  size: number;
  /** The size that it takes in the imported file, in bytes: the compressed size in an archive. */
  weight: number;
  pieces: () => AsyncIterable<Uint8Array>;
}

type Reason = "archiveBroken" | "archiveLocked" | "archiveMethod" | "archiveOther";

/** The size of the pieces that files are read in, in bytes. */
const PIECE = 2 ** 20;
/** The first bytes of a ZIP archive. */
const ZIP = "PK\x03\x04";
const OTHER_ARCHIVES = ["Rar!\x1A\x07", "7z\xBC\xAF\x27\x1C"];

const refusal = (reason: Reason) => Object.assign(new Error(reason), { code: "badRecord", reason });

/** Returns the files, in the order of the archive. Throws an error with a `reason` if the archive cannot be read. */
export async function sourcesIn(file: Blob, name: string): Promise<Source[]> {
  const start = String.fromCharCode(...(await bytesOf(file, 0, 6)));
  if (OTHER_ARCHIVES.some((signature) => start.startsWith(signature)))
    throw refusal("archiveOther");
  if (start.startsWith(ZIP)) return sourcesInArchive(file, name);
  return [{ name, size: file.size, weight: file.size, pieces: () => piecesOf(file) }];
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
  /** Returns the refusal of an archive for an error of zip.js or of the browser's decompression. */
  const refusalOf = (error: unknown): unknown =>
    error instanceof DOMException // the file itself cannot be read
      ? error
      : refusal(faults[errorDetails(error).message ?? ""] ?? "archiveBroken");

  async function* piecesOfEntry(entry: FileEntry) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
    // On a failure, reading from `readable` throws the same error.
    entry.getData(writable).catch((error) => writable.abort(error).catch(() => {}));
    // Safari's streams have no asynchronous iterator.
    const reader = readable.getReader();
    const read = () =>
      reader.read().catch((error) => {
        throw refusalOf(error);
      });
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    try {
      // Joins small parts, because a reader of records may search all of its input again at each piece.
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
  // If files overlap, a small archive could decompress to any size.
  const weight = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (weight > archive.size) throw refusal("archiveBroken");
  return entries.flatMap((entry) => {
    if (entry.directory || isOsMetadataFile(entry.filename)) return [];
    return {
      name: `${name}/${entry.filename}`,
      size: entry.uncompressedSize,
      weight: entry.compressedSize,
      pieces: () => piecesOfEntry(entry),
    };
  });
}

/** Decodes a file name as UTF-8 or else as GB 18030: most Chinese programs write names in GBK without declaring it. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
