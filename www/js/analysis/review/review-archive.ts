// Stores complete reviews in IndexedDB, one for each game. A library game that was reviewed once shows its review
// whenever it is opened. A review that cannot be read or stored counts as missing.

import { openDatabase, resultOf, writeIn } from "../../database/indexed-db.ts";
import { nameOf, readFindings } from "./review-storage.ts";
import type { Findings } from "./review-storage.ts";

const DATABASE = "chuhe-reviews";
const STORE = "reviews";
/** The field with the time of a review, in milliseconds since 1970. */
const MADE = "made";
/** The largest number of stored reviews. The oldest reviews beyond this number are deleted. */
const MAX_REVIEWS = 2000;

export type ReviewArchive = ReturnType<typeof createReviewArchive>;

/**
 * Creates the archive. `rules` returns the ruleset of the game, which is part of the key because reviews depend on it.
 */
export function createReviewArchive(rules: () => string) {
  const keyOf = (startFen: string | null, moves: string[]) =>
    `${rules()} ${nameOf(startFen, moves)}`;
  let opening: Promise<IDBDatabase> | null = null;

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
    async find(startFen: string | null, moves: string[]): Promise<Findings | null> {
      try {
        const store = (await open()).transaction(STORE).objectStore(STORE);
        return readFindings(await resultOf(store.get(keyOf(startFen, moves))), moves.length);
      } catch {
        return null;
      }
    },

    async forget(startFen: string | null, moves: string[]): Promise<void> {
      try {
        const key = keyOf(startFen, moves);
        await writeIn(await open(), STORE, (store) => void store.delete(key));
      } catch {
        // If the archive is unavailable, it has no review to delete.
      }
    },

    async keep(startFen: string | null, moves: string[], findings: Findings): Promise<void> {
      try {
        await writeIn(await open(), STORE, async (store) => {
          store.put({ ...findings, [MADE]: Date.now() }, keyOf(startFen, moves));
          const excess = (await resultOf(store.count())) - MAX_REVIEWS;
          if (excess > 0)
            for (const key of await resultOf(store.index(MADE).getAllKeys(null, excess)))
              store.delete(key);
        });
      } catch {
        // The review is lost, but the game can be reviewed again.
      }
    },
  };
}
