// Stores whole reviews in the browser's IndexedDB, one for each game, so that a reviewed game of the library has its review
// whenever it is opened. A review that cannot be read or stored counts as missing.

import { openDatabase, resultOf, writeIn } from "../../database/indexed-db.ts";
import { nameOf, readFindings } from "./review-storage.ts";
import type { Findings } from "./review-storage.ts";

const DATABASE = "chuhe-reviews";
const STORE = "reviews";
/** The field with the time at which a review was made. */
const MADE = "made";
/** The number of reviews that are kept, the latest. */
const MAX_REVIEWS = 2000;

export type ReviewArchive = ReturnType<typeof createReviewArchive>;

/** Creates access to the archive. `rules` returns the ruleset of the game: with other rules, the review differs. */
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
        // Where nothing can be stored there is no review to forget.
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
        // The game can be reviewed again.
      }
    },
  };
}
