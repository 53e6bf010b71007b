/** The library's librarian over a store in memory that several tabs share. */
import { readFileSync } from "node:fs";
import { Librarian } from "../../www/js/database/librarian.ts";
import type { Edit, Owner } from "../../www/js/database/library-edits.ts";
import { VersionConflict } from "../../www/js/database/library-store.ts";
import type { LibraryStore } from "../../www/js/database/library-store.ts";
import type { InterruptedImport, LibraryEvent, Query } from "../../www/js/database/types.ts";
import { GameLibrary, initSync } from "../../www/pkg-lab/lab.js";

initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

/** The store that several tabs share. */
export class Disk {
  version = 0;
  blocks = new Map<number, Uint8Array>();
  aside: Uint8Array[] = [];
  /** The games that other pages have queued. */
  queued = new Map<string, string>();
  /** Edits of games, by their key. */
  edits = new Map<string, Edit>();
  /** Owners of the studies' games. */
  owners = new Map<string, Owner>();
  /** The state of an interrupted import. */
  importing: InterruptedImport | null = null;
  /** An import is under way in some tab. */
  isImporting = false;
  /** The reason why nothing can be written. */
  fault: Error | null = null;

  async load() {
    const blocks = [...this.blocks].toSorted(([a], [b]) => a - b);
    return { version: this.version, blocks };
  }

  async save(...[version, change]: Parameters<LibraryStore["save"]>) {
    const { blocks, consumed = [], owners = [], replacesAll = false, unreadable = [] } = change;
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

/** Opens a tab over a disk; `news` holds its events. */
export async function openTab(disk: Disk) {
  const news: LibraryEvent[] = [];
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
  const reds = async (query: Query = {}) => {
    const { ids } = await librarian.select(query, null);
    return librarian.rows(ids).map(({ red }) => red);
  };
  const add = (...texts: string[]) =>
    librarian.importFiles(
      texts.map((text) => new Blob([text])),
      texts.map((_, at) => `${at}.pgn`),
    );
  return { librarian, news, state, reds, add };
}
