// The library in the browser's IndexedDB: blocks of games by their number, and a version that counts the changes. Each
// change is one transaction, so whatever breaks off in the middle leaves the library as it was.

import { isIntegerIn } from "../core/numbers.ts";
import { answerOf, endOf, openDatabase } from "./indexed-db.ts";

const DATABASE = "chuhe-library";
export const STORE = "blocks";
/** Tabs tell each other here that they have stored something. */
export const CHANNEL = DATABASE;
const VERSION = "version";
/** What other pages leave for the library has keys that begin so. */
const LEFT = "left:";
/** What became of a game in the analysis has a key of this and the name of the study. */
export const EDITED = "edited:";
/** How far an import is that has not ended. */
const IMPORTING = "importing";
/** Where a study's game is in the library has a key of this and the name of the study. */
const OWNER = "owner:";

/** Another tab has changed what is stored since it was read. */
export class Overtaken extends Error {}

/** @typedef {{ version: number, blocks: [number, Uint8Array][] }} Stored  blocks in the order of their numbers */
/** Games that other pages have left, each with its key. @typedef {[string, string][]} Left */
/** @import { Edits, Owner } from "./library-edits.ts" */
/** @import { Interrupted } from "./types.ts" */
/** @typedef {{ load: () => Promise<Stored>, version: () => Promise<number>, left: () => Promise<Left>, importing: () => Promise<Interrupted|null>, mark: (importing: Interrupted|null) => Promise<void>, edits: () => Promise<Edits>, save: (version: number, change: Change) => Promise<void> }} LibraryStore */

/** `taken`: keys of what other pages have left and is among the blocks now; `owners`: of studies whose games are among them; `whole`: what is not among the blocks goes; `aside`: what could not be read, kept out of the way. @typedef {{ blocks: Map<number, Uint8Array>, taken?: string[], owners?: Map<string, Owner>, whole?: boolean, aside?: Uint8Array[] }} Change */

/** The keys of blocks; all others are texts. */
const numbers = () => IDBKeyRange.bound(0, Number.MAX_SAFE_INTEGER);

/** @param {IDBObjectStore} store @returns {Promise<number>} */
const versionIn = async (store) => (await answerOf(store.get(VERSION))) ?? 0;

export const openLibraryDatabase = (/** @type {IDBFactory} */ factory) =>
  openDatabase(factory, DATABASE, (database) => database.createObjectStore(STORE));

/** All keys that begin so. @param {string} prefix */
export const keysFrom = (prefix) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Tells the tabs that have the library open that there is something new for it. */
export function tellTabs() {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage("stored");
  channel.close();
}

/** Leaves a game for the library to take in. Rejects where it cannot be stored. @param {string} pgn */
export async function leaveGame(pgn) {
  const database = await openLibraryDatabase(indexedDB);
  try {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const ended = endOf(transaction);
    transaction.objectStore(STORE).put(pgn, `${LEFT}${Date.now()}:${Math.random()}`);
    await ended;
  } finally {
    database.close();
  }
  tellTabs();
}

/** What has keys that begin so. @param {IDBObjectStore} store @param {string} prefix @returns {Promise<[string, any][]>} */
async function entriesFrom(store, prefix) {
  const [keys, values] = await Promise.all([
    answerOf(store.getAllKeys(keysFrom(prefix))),
    answerOf(store.getAll(keysFrom(prefix))),
  ]);
  return keys.map((key, at) => [String(key), values[at]]);
}

/** @param {IDBFactory} [factory] @returns {Promise<LibraryStore>} rejects where nothing may be stored */
export async function openStore(factory = indexedDB) {
  const database = await openLibraryDatabase(factory);
  const reader = () => database.transaction(STORE).objectStore(STORE);

  return {
    async load() {
      const store = reader();
      const [version, keys, values] = await Promise.all([
        versionIn(store),
        answerOf(store.getAllKeys(numbers())),
        answerOf(store.getAll(numbers())),
      ]);
      return { version, blocks: keys.map((key, at) => [Number(key), values[at]]) };
    },

    version: () => versionIn(reader()),

    async left() {
      const entries = await entriesFrom(reader(), LEFT);
      return entries.map(([key, text]) => [key, String(text)]);
    },

    async importing() {
      const found = await answerOf(reader().get(IMPORTING));
      return isIntegerIn(found?.added, 0, Infinity) && typeof found.file === "string"
        ? found
        : null;
    },

    async mark(importing) {
      const transaction = database.transaction(STORE, "readwrite");
      const store = transaction.objectStore(STORE);
      if (importing) store.put(importing, IMPORTING);
      else store.delete(IMPORTING);
      await endOf(transaction);
    },

    async edits() {
      const store = reader();
      const [edits, owners] = await Promise.all([
        entriesFrom(store, EDITED),
        entriesFrom(store, OWNER),
      ]);
      return { edits, owners: new Map(owners.map(([key, one]) => [key.slice(OWNER.length), one])) };
    },

    async save(version, { blocks, taken = [], owners, whole = false, aside = [] }) {
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      const ended = endOf(transaction);
      ended.catch(() => {}); // awaited below, unless something else fails first
      try {
        const store = transaction.objectStore(STORE);
        if ((await versionIn(store)) !== version) throw new Overtaken("another tab was faster");
        if (whole) store.delete(numbers());
        for (const [number, bytes] of blocks) store.put(bytes, number);
        for (const key of taken) store.delete(key);
        for (const [study, owner] of owners ?? []) store.put(owner, OWNER + study);
        for (const [at, bytes] of aside.entries()) store.put(bytes, `aside:${version}:${at}`);
        store.put(version + 1, VERSION);
      } catch (error) {
        transaction.abort();
        throw error;
      }
      await ended;
    },
  };
}
