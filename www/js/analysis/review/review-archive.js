// Whole reviews, one for each game, in the browser's IndexedDB: a game of the library that was reviewed once has its review
// whenever it is opened again. What cannot be read or stored is as if it were not there.

import { answerOf, endOf, openDatabase } from "../../database/indexed-db.ts";
import { isFindings, nameOf } from "./review-storage.js";

/** @typedef {import("./review-storage.js").Findings} Findings */

const DATABASE = "chuhe-reviews";
const STORE = "reviews";
/** When each was made. */
const MADE = "made";
/** So many are kept, the last that were made. */
const MOST = 2000;

/**
 * @param {() => string} rules  by which the game is judged: other rules, another review
 * @param {() => IDBFactory} [factory]  may throw where nothing can be stored
 */
export function createReviewArchive(rules, factory = () => indexedDB) {
  const keyOf = (/** @type {string|null} */ startFen, /** @type {string[]} */ moves) =>
    `${rules()} ${nameOf(startFen, moves)}`;
  /** @type {Promise<IDBDatabase>|null} */
  let opening = null;

  async function open() {
    opening ??= openDatabase(factory(), DATABASE, (database) => {
      database.createObjectStore(STORE).createIndex(MADE, MADE);
    });
    try {
      return await opening;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  return {
    /** @param {string|null} startFen @param {string[]} moves @returns {Promise<Findings|null>} */
    async find(startFen, moves) {
      try {
        const store = (await open()).transaction(STORE).objectStore(STORE);
        const found = await answerOf(store.get(keyOf(startFen, moves)));
        if (!found || !isFindings(found, moves.length)) return null;
        return { positions: found.positions, moves: found.moves };
      } catch {
        return null;
      }
    },

    /** @param {string|null} startFen @param {string[]} moves */
    async forget(startFen, moves) {
      try {
        const transaction = (await open()).transaction(STORE, "readwrite");
        transaction.objectStore(STORE).delete(keyOf(startFen, moves));
        await endOf(transaction);
      } catch {
        // Where nothing can be stored nothing was.
      }
    },

    /** @param {string|null} startFen @param {string[]} moves @param {Findings} findings */
    async keep(startFen, moves, findings) {
      try {
        const transaction = (await open()).transaction(STORE, "readwrite");
        const ended = endOf(transaction);
        ended.catch(() => {}); // awaited below, unless something else fails first
        const store = transaction.objectStore(STORE);
        store.put({ ...findings, [MADE]: Date.now() }, keyOf(startFen, moves));
        const tooMany = (await answerOf(store.count())) - MOST;
        if (tooMany > 0)
          for (const key of await answerOf(store.index(MADE).getAllKeys(null, tooMany)))
            store.delete(key);
        await ended;
      } catch {
        // It is made again when it is wanted again.
      }
    },
  };
}
