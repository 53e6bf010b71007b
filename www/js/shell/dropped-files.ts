import { isOsMetadataFile } from "../core/os-metadata-files.ts";

/**
 * Returns the files that were dropped on the page, and those in dropped folders. It must be called during the event, since
 * a `DataTransfer` is empty afterwards.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return [...files];
  // Names like those of metadata files exclude only entries inside folders, not files that the person dropped directly.
  const nested = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])));
  return nested.flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Returns the files of an entry, without those that cannot be read. */
async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry))
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([withPath(file, entry.fullPath)]),
        () => resolve([]),
      ),
    );
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // The reader returns about a hundred entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (entries.length === 0) return files;
    for (const each of entries)
      if (!isOsMetadataFile(each.name)) files.push(...(await filesOf(each)));
  }
}

/** Sets the path of a file, which browsers set only for files of a chosen folder. `path` begins with a slash. */
const withPath = (file: File, path: string): File =>
  Object.defineProperty(file, "webkitRelativePath", { value: path.slice(1) });
