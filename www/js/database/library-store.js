// The library in the browser's IndexedDB: blocks of games by their number, and a version that counts the changes. Each
// change is one transaction, so whatever breaks off in the middle leaves the library as it was.

import { answerOf, endOf, openDatabase } from "./indexed-db.js";

const DATABASE = "chuhe-library";
const STORE = "blocks";
/** Tabs tell each other here that they have stored something. */
export const CHANNEL = DATABASE;
const VERSION = "version";
/** What other pages leave for the library has keys that begin so. */
const LEFT = "left:";

/** Another tab has changed what is stored since it was read. */
export class Overtaken extends Error {}

/** @typedef {{ version: number, blocks: [number, Uint8Array][] }} Stored  blocks in the order of their numbers */
/** Games that other pages have left, each with its key. @typedef {[string, string][]} Left */
/** @typedef {{ load: () => Promise<Stored>, version: () => Promise<number>, left: () => Promise<Left>, save: (version: number, change: Change) => Promise<void> }} LibraryStore */

/** `taken`: keys of what other pages have left and is among the blocks now; `whole`: what is not among the blocks goes; `aside`: what could not be read, kept out of the way. @typedef {{ blocks: Map<number, Uint8Array>, taken?: string[], whole?: boolean, aside?: Uint8Array[] }} Change */

/** The keys of blocks; all others are texts. */
const numbers = () => IDBKeyRange.bound(0, Number.MAX_SAFE_INTEGER);

/** @param {IDBObjectStore} store @returns {Promise<number>} */
const versionIn = async (store) => (await answerOf(store.get(VERSION))) ?? 0;

const open = (/** @type {IDBFactory} */ factory) =>
  openDatabase(factory, DATABASE, (database) => database.createObjectStore(STORE));

const leftKeys = () => IDBKeyRange.bound(LEFT, `${LEFT}\uffff`);

/** Leaves a game for the library to take in. Rejects where it cannot be stored. @param {string} pgn */
export async function leaveGame(pgn) {
  const database = await open(indexedDB);
  try {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const ended = endOf(transaction);
    transaction.objectStore(STORE).put(pgn, `${LEFT}${Date.now()}:${Math.random()}`);
    await ended;
  } finally {
    database.close();
  }
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage("stored");
  channel.close();
}

/** @param {IDBFactory} [factory] @returns {Promise<LibraryStore>} rejects where nothing may be stored */
export async function openStore(factory = indexedDB) {
  const database = await open(factory);

  return {
    async load() {
      const store = database.transaction(STORE).objectStore(STORE);
      const [version, keys, values] = await Promise.all([
        versionIn(store),
        answerOf(store.getAllKeys(numbers())),
        answerOf(store.getAll(numbers())),
      ]);
      return { version, blocks: keys.map((key, at) => [Number(key), values[at]]) };
    },

    version: () => versionIn(database.transaction(STORE).objectStore(STORE)),

    async left() {
      const store = database.transaction(STORE).objectStore(STORE);
      const [keys, texts] = await Promise.all([
        answerOf(store.getAllKeys(leftKeys())),
        answerOf(store.getAll(leftKeys())),
      ]);
      return keys.map((key, at) => [String(key), String(texts[at])]);
    },

    async save(version, { blocks, taken = [], whole = false, aside = [] }) {
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      const ended = endOf(transaction);
      ended.catch(() => {}); // awaited below, unless something else fails first
      try {
        const store = transaction.objectStore(STORE);
        if ((await versionIn(store)) !== version) throw new Overtaken("another tab was faster");
        if (whole) store.delete(numbers());
        for (const [number, bytes] of blocks) store.put(bytes, number);
        for (const key of taken) store.delete(key);
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
