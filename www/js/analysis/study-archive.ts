// The archive of studies in IndexedDB. It has all studies but the latest few, which are in localStorage.

import { DURABLE, openDatabase, resultOf, writeIn } from "../database/indexed-db.ts";

/** An archived study. `source` and `content` are digests (see `sourceOf`); "" if there is none. */
export interface ArchivedStudy {
  text: string;
  /** The time of the last change, in milliseconds since 1970. */
  time: number;
  /** The digest of the study when it was opened. */
  source: string;
  /** The digest of the study as it is archived. */
  content: string;
}

export type StudyArchive = ReturnType<typeof createStudyArchive>;

const DATABASE = "chuhe-studies";
const STORE = "studies";
const TIME = "time";
const INDICES = [TIME, "source", "content"];

export function createStudyArchive() {
  let opening: Promise<IDBDatabase> | null = null;

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
     * Stores studies under their keys. If another tab has stored a later study under a key, that study stays and the
     * given one gets a new key. If one study cannot be stored, stores none and rejects.
     */
    async put(studies: [key: string, study: ArchivedStudy][]) {
      const add = async (store: IDBObjectStore) => {
        for (const [key, study] of studies) {
          const existing = await resultOf(store.get(key));
          store.put(study, existing?.time > study.time ? `${key}x${study.time}` : key);
        }
      };
      await writeIn(await open(), STORE, add, DURABLE);
    },

    /** Returns null if there is no such study. Rejects if the archive cannot be read. */
    async get(key: string): Promise<ArchivedStudy | null> {
      const study = await resultOf((await reader()).get(key));
      return typeof study?.text === "string" ? study : null;
    },

    /** Returns the texts of all studies. Rejects if the archive cannot be read. */
    async all(): Promise<{ key: string; text: string }[]> {
      const store = await reader();
      const [keys, studies] = await Promise.all([
        resultOf(store.getAllKeys()),
        resultOf(store.getAll()),
      ]);
      return keys.map((key, at) => ({ key: String(key), text: String(studies[at]?.text) }));
    },

    /** Returns the key of the study that was changed last; null if the archive is empty. */
    async latest(): Promise<string | null> {
      const cursor = await resultOf((await reader()).index(TIME).openKeyCursor(null, "prev"));
      return cursor ? String(cursor.primaryKey) : null;
    },

    /** Returns the studies whose `source` or `content` is `digest`. */
    async find(digest: string): Promise<{ key: string; text: string }[]> {
      const store = await reader();
      const lists = ["source", "content"].map(async (name) => {
        const index = store.index(name);
        const [keys, studies] = await Promise.all([
          resultOf(index.getAllKeys(digest)),
          resultOf(index.getAll(digest)),
        ]);
        return keys.map((key, at) => ({ key: String(key), text: String(studies[at]?.text) }));
      });
      return (await Promise.all(lists)).flat();
    },

    async remove(key: string) {
      await writeIn(await open(), STORE, (store) => void store.delete(key));
    },
  };
}
