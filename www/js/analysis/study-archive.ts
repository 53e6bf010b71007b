// Studies in the browser's IndexedDB, as many as there are: all but the latest few, which lie in localStorage.

import { DURABLE, openDatabase, resultOf, writeIn } from "../database/indexed-db.ts";

/**
 * A study as it is stored. `source`: as what it was opened, `content`: what is in it now, both as `sourceOf` gives them, ""
 * for none.
 * @typedef {{ text: string, time: number, source: string, content: string }} Archived
 */
/** @typedef {{ key: string, text: string }} ArchivedStudy */
/** @typedef {ReturnType<typeof createStudyArchive>} StudyArchive */

const DATABASE = "chuhe-studies";
const STORE = "studies";
const TIME = "time";
const INDICES = [TIME, "source", "content"];

export function createStudyArchive() {
  /** @type {Promise<IDBDatabase>|null} */
  let opening = null;

  async function open() {
    opening ??= openDatabase(DATABASE, (database) => {
      const store = database.createObjectStore(STORE);
      for (const name of INDICES) store.createIndex(name, name);
    });
    try {
      return await opening;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  const reader = async () => (await open()).transaction(STORE).objectStore(STORE);

  return {
    /**
     * Stores studies under their keys. One that another tab has stored there later stays, and the other gets a key of its own.
     * Rejects where one cannot be stored; none is then.
     * @param {[string, Archived][]} studies
     */
    async put(studies) {
      const add = async (/** @type {IDBObjectStore} */ store) => {
        for (const [key, study] of studies) {
          const there = await resultOf(store.get(key));
          store.put(study, there?.time > study.time ? `${key}x${study.time}` : key);
        }
      };
      await writeIn(await open(), STORE, add, DURABLE);
    },

    /** Rejects where nothing can be read. @param {string} key @returns {Promise<Archived|null>} */
    async get(key) {
      const found = await resultOf((await reader()).get(key));
      return typeof found?.text === "string" ? found : null;
    },

    /** The key of the study that was changed last. @returns {Promise<string|null>} */
    async latest() {
      const cursor = await resultOf((await reader()).index(TIME).openKeyCursor(null, "prev"));
      return cursor ? String(cursor.primaryKey) : null;
    },

    /** Studies that were opened as this one or have become it. @param {string} source @returns {Promise<ArchivedStudy[]>} */
    async find(source) {
      const store = await reader();
      const lists = ["source", "content"].map(async (name) => {
        const index = store.index(name);
        const [keys, studies] = await Promise.all([
          resultOf(index.getAllKeys(source)),
          resultOf(index.getAll(source)),
        ]);
        return keys.map((key, at) => ({ key: String(key), text: String(studies[at]?.text) }));
      });
      return (await Promise.all(lists)).flat();
    },

    /** @param {string} key */
    async remove(key) {
      await writeIn(await open(), STORE, (store) => void store.delete(key));
    },
  };
}
