// Stores the library in the browser's IndexedDB: blocks of games under their numbers, and a version that counts the
// changes. Each change is one transaction, so an interruption leaves the library as it was.

import { isIntegerIn } from "../core/numbers.ts";
import { DURABLE, openDatabase, resultOf, writeIn } from "./indexed-db.ts";
import type { Edit, Edits, Owner } from "./library-edits.ts";
import type { InterruptedImport } from "./types.ts";

const DATABASE = "chuhe-library";
export const STORE = "blocks";
/** The name of the broadcast channel on which a tab reports that it has stored something. */
export const CHANNEL = DATABASE;
const VERSION = "version";
/** Prefix of the keys of games that other pages have queued. */
const QUEUED = "left:";
/** Prefix of the keys of edited games; the name of the study follows. */
export const EDITED = "edited:";
/** Key of the progress of a running or interrupted import. */
const IMPORTING = "importing";
/** Prefix of the keys of owners; the name of the study follows. */
const OWNER = "owner:";

/** Thrown if another tab has changed the store since it was read. */
export class VersionConflict extends Error {}

interface Change {
  blocks: ReadonlyMap<number, Uint8Array>;
  /** The keys of queued games and edits to delete, because the blocks now contain them. */
  consumed?: readonly string[];
  /** The owners of the edits that the blocks now contain, by the names of their studies. */
  owners?: ReadonlyMap<string, Owner>;
  /** True to delete all other stored blocks. */
  replacesAll?: boolean;
  /** Unreadable blocks, to store under separate keys. */
  unreadable?: readonly Uint8Array[];
}

/** Returns the key range of the blocks. Blocks have numbers as keys; all other keys are strings. */
const blockKeys = () => IDBKeyRange.bound(0, Number.MAX_SAFE_INTEGER);

const versionIn = async (store: IDBObjectStore): Promise<number> =>
  (await resultOf(store.get(VERSION))) ?? 0;

export const openLibraryDatabase = () =>
  openDatabase(DATABASE, (database) => database.createObjectStore(STORE));

export const keysFrom = (prefix: string): IDBKeyRange =>
  IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Returns a key that no other tab uses. */
export const uniqueKey = (prefix: string): string => `${prefix}${Date.now()}:${Math.random()}`;

/** Tells the tabs with an open library that the store has changed. */
export function notifyTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage("stored");
  channel.close();
}

/** Queues a game for the library. Rejects if the game cannot be stored. */
export async function queueGame(pgn: string): Promise<void> {
  const database = await openLibraryDatabase();
  try {
    await writeIn(database, STORE, (store) => void store.put(pgn, uniqueKey(QUEUED)), DURABLE);
  } finally {
    database.close();
  }
  notifyTabs();
}

async function entriesIn<Key, Value>(
  store: IDBObjectStore,
  range: IDBKeyRange,
  toKey: (key: IDBValidKey) => Key,
): Promise<[Key, Value][]> {
  const [keys, values] = await Promise.all([
    resultOf(store.getAllKeys(range)),
    resultOf<Value[]>(store.getAll(range)),
  ]);
  return keys.map((key, index) => [toKey(key), values[index]!]); // `getAllKeys` and `getAll` return the same number of entries
}

const textEntriesIn = <Value>(store: IDBObjectStore, prefix: string): Promise<[string, Value][]> =>
  entriesIn(store, keysFrom(prefix), String);

/** Opens the store. Rejects if the browser forbids storage. */
export async function openStore() {
  const database = await openLibraryDatabase();
  const reader = () => database.transaction(STORE).objectStore(STORE);

  return {
    /** Returns the version of the store, and the blocks in the order of their numbers. */
    async load(): Promise<{ version: number; blocks: [number, Uint8Array][] }> {
      const store = reader();
      const [version, blocks] = await Promise.all([
        versionIn(store),
        entriesIn<number, Uint8Array>(store, blockKeys(), Number),
      ]);
      return { version, blocks };
    },

    version: (): Promise<number> => versionIn(reader()),

    /** Returns the games that other pages have queued, with their keys. */
    async queued(): Promise<[string, string][]> {
      const entries = await textEntriesIn(reader(), QUEUED);
      return entries.map(([key, text]) => [key, String(text)]);
    },

    async importing(): Promise<InterruptedImport | null> {
      const stored = await resultOf(reader().get(IMPORTING));
      const isValid = isIntegerIn(stored?.added, 0, Infinity) && typeof stored.file === "string";
      return isValid ? stored : null;
    },

    /** Stores the progress of an import; null deletes the stored progress. */
    markImport: (importing: InterruptedImport | null): Promise<void> =>
      writeIn(database, STORE, (store) => {
        if (importing) store.put(importing, IMPORTING);
        else store.delete(IMPORTING);
      }),

    async edits(): Promise<Edits> {
      const store = reader();
      const [edits, owners] = await Promise.all([
        textEntriesIn<Edit>(store, EDITED),
        textEntriesIn<Owner>(store, OWNER),
      ]);
      return {
        edits,
        owners: new Map(owners.map(([key, owner]) => [key.slice(OWNER.length), owner])),
      };
    },

    /** Stores a change. Rejects with a `VersionConflict` unless the stored version is still `version`. */
    save: (
      version: number,
      { blocks, consumed = [], owners, replacesAll = false, unreadable = [] }: Change,
    ): Promise<void> =>
      writeIn(
        database,
        STORE,
        async (store) => {
          if ((await versionIn(store)) !== version)
            throw new VersionConflict("another tab has stored a change");
          if (replacesAll) store.delete(blockKeys());
          for (const [number, bytes] of blocks) store.put(bytes, number);
          for (const key of consumed) store.delete(key);
          for (const [study, owner] of owners ?? []) store.put(owner, OWNER + study);
          for (const [index, bytes] of unreadable.entries())
            store.put(bytes, `aside:${version}:${index}`);
          store.put(version + 1, VERSION);
        },
        DURABLE,
      ),
  };
}

export type LibraryStore = Awaited<ReturnType<typeof openStore>>;
