// What was dropped on the page: files, and those in folders.

import { isOsMetadataFile } from "../core/os-metadata-files.ts";

/**
 * Must be called in the event itself: later what was dropped cannot be asked for any more.
 * @param {DataTransfer} transfer @returns {Promise<File[]>}
 */
export async function filesDropped({ items, files }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return [...files];
  // What was dropped itself is meant, whatever its name.
  const found = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])));
  return found.flat();
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} those that cannot be read are left out */
async function filesOf(entry) {
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    return new Promise((resolve) =>
      file.file(
        (found) => resolve([located(found, entry.fullPath)]),
        () => resolve([]),
      ),
    );
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {File[]} */
  const files = [];
  for (;;) {
    // It hands out some hundred at a time, and none at the end.
    const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return files;
    for (const one of some) if (!isOsMetadataFile(one.name)) files.push(...(await filesOf(one)));
  }
}

/** Browsers say where a file lies only of a folder that was chosen. @param {File} file @param {string} path with a slash before it */
const located = (file, path) =>
  Object.defineProperty(file, "webkitRelativePath", { value: path.slice(1) });
