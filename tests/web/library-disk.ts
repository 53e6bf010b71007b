/** The library's keeper of games over a store in memory, which several tabs share. */
import { readFileSync } from "node:fs";
import { Librarian } from "../../www/js/database/librarian.ts";
import { VersionConflict } from "../../www/js/database/library-store.ts";
import { GameLibrary, initSync } from "../../www/pkg-lab/lab.js";

initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

/** What several tabs share. */
export class Disk {
  version = 0;
  /** @type {Map<number, Uint8Array>} */
  blocks = new Map();
  /** @type {Uint8Array[]} */
  aside = [];
  /** The games that other pages have queued. @type {Map<string, string>} */
  queued = new Map();
  /** Edits of games, by their key. @type {Map<string, import("../../www/js/database/library-edits.ts").Edit>} */
  edits = new Map();
  /** Owners of the studies' games. @type {Map<string, import("../../www/js/database/library-edits.ts").Owner>} */
  owners = new Map();
  /** The state of an interrupted import. @type {import("../../www/js/database/types.ts").InterruptedImport|null} */
  importing = null;
  /** An import is under way in some tab. */
  isImporting = false;
  /** @type {Error|null} why nothing can be written */
  fault = null;

  async load() {
    const blocks = [...this.blocks].toSorted(([a], [b]) => a - b);
    return { version: this.version, blocks };
  }

  async save(
    version,
    { blocks, consumed = [], owners = new Map(), replacesAll = false, unreadable = [] },
  ) {
    if (this.fault) throw this.fault;
    if (version !== this.version) throw new VersionConflict();
    if (replacesAll) this.blocks.clear();
    for (const [number, bytes] of blocks) this.blocks.set(number, bytes);
    this.aside.push(...unreadable);
    for (const key of consumed) {
      this.queued.delete(key);
      this.edits.delete(key);
    }
    for (const [study, owner] of owners) this.owners.set(study, owner);
    this.version++;
  }
}

/** A tab over a disk, and what it was told. @param {Disk} disk */
export async function openTab(disk) {
  const news = [];
  const librarian = new Librarian({
    createLibrary: () => new GameLibrary(),
    openStore: async () => ({
      load: () => disk.load(),
      version: async () => disk.version,
      queued: async () => [...disk.queued],
      importing: async () => disk.importing,
      async markImport(importing) {
        disk.importing = importing;
      },
      edits: async () => ({ edits: [...disk.edits], owners: new Map(disk.owners) }),
      save: (version, change) => disk.save(version, change),
    }),
    onEvent: (event) => news.push(event),
    notifyTabs: () => {},
    async withImportLock(act) {
      disk.isImporting = true;
      const result = await act();
      disk.isImporting = false;
      return result;
    },
    isImportLocked: async () => disk.isImporting,
  });
  const state = await librarian.open();
  const reds = async (query = {}) => {
    const { ids } = await librarian.select(query, null);
    return librarian.rows(ids).map(({ red }) => red);
  };
  const add = (...texts) =>
    librarian.importFiles(
      texts.map((text) => new Blob([text])),
      texts.map((_, at) => `${at}.pgn`),
    );
  return { librarian, news, state, reds, add };
}
