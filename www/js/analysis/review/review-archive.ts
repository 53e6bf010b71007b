// Whole reviews, one for each game, in the browser's IndexedDB: a game of the library that was reviewed once has its review
// whenever it is opened again. What cannot be read or stored is as if it were not there.

import { openDatabase, resultOf, writeIn } from "../../database/indexed-db.ts";
import { isFindings, nameOf } from "./review-storage.ts";

/** @typedef {import("./review-storage.ts").Findings} Findings */

const DATABASE = "chuhe-reviews";
const STORE = "reviews";
/** When each was made. */
const MADE = "made";
/** So many are kept, the last that were made. */
const MOST = 2000;

/**
 * @param {() => string} rules  by which the game is judged: other rules, another review
 */
export function createReviewArchive(rules) {
  const keyOf = (/** @type {string|null} */ startFen, /** @type {string[]} */ moves) =>
    `${rules()} ${nameOf(startFen, moves)}`;
  /** @type {Promise<IDBDatabase>|null} */
  let opening = null;

  async function open() {
    opening ??= openDatabase(DATABASE, (database) => {
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
        const found = await resultOf(store.get(keyOf(startFen, moves)));
        if (!found || !isFindings(found, moves.length)) return null;
        return { positions: found.positions, moves: found.moves };
      } catch {
        return null;
      }
    },

    /** @param {string|null} startFen @param {string[]} moves */
    async forget(startFen, moves) {
      try {
        const key = keyOf(startFen, moves);
        await writeIn(await open(), STORE, (store) => void store.delete(key));
      } catch {
        // Where nothing can be stored nothing was.
      }
    },

    /** @param {string|null} startFen @param {string[]} moves @param {Findings} findings */
    async keep(startFen, moves, findings) {
      try {
        await writeIn(await open(), STORE, async (store) => {
          store.put({ ...findings, [MADE]: Date.now() }, keyOf(startFen, moves));
          const tooMany = (await resultOf(store.count())) - MOST;
          if (tooMany > 0)
            for (const key of await resultOf(store.index(MADE).getAllKeys(null, tooMany)))
              store.delete(key);
        });
      } catch {
        // It is made again when it is wanted again.
      }
    },
  };
}
