// What becomes of the library's games in the analysis: the analysis leaves each game as it is now in the library's store,
// the library puts it in the place of the game that was opened.

import { shortHash } from "../core/short-hash.ts";
import { errorDetails } from "../core/error-details.ts";
import { endOf } from "./indexed-db.ts";
import { EDITED, STORE, keysFrom, openLibraryDatabase } from "./library-store.ts";

/**
 * A game as a study has it now. `study`: the study's name, `id`: the number of the game in the library, `base`: the digest of
 * the game when it was opened.
 * @typedef {{ study: string, id: number, base: string, pgn: string }} Edit
 */
/** Where a study's game is in the library, and the digest of what the study made of it last. @typedef {{ id: number, digest: string }} Owner */
/** What was left, by its key, and the owners by their studies' names. @typedef {{ edits: [string, Edit][], owners: Map<string, Owner> }} Edits */
/** @typedef {Pick<import("../../pkg-lab/lab.js").GameLibrary, "write"|"rewrite"|"add">} Games */

/** The format that holds everything. */
const LOSSLESS = "pgn-iccs";

/** @param {unknown} value @returns {value is Edit} */
export function isEdit(value) {
  const { study, id, base, pgn } = /** @type {Partial<Edit>} */ (value ?? {});
  const texts = [study, base, pgn];
  return texts.every((text) => typeof text === "string") && isNumber(id);
}

/** @param {unknown} value @returns {value is Owner} */
const isOwner = (value) => {
  const { id, digest } = /** @type {Partial<Owner>} */ (value ?? {});
  return typeof digest === "string" && isNumber(id);
};

/** @param {unknown} id */
const isNumber = (id) => Number.isInteger(id) && Number(id) >= 0 && Number(id) < 2 ** 32;

/** Tells texts of games apart, as the library writes them, whatever their labels are. @param {string} pgn */
export const digestOf = (pgn) => shortHash(pgn.replace(/^\[Labels "[^\n]*\n/m, ""));

/**
 * Puts an edited game in the place of the one that was opened. Where that has changed meanwhile, or is gone, the edited game is
 * added, so that neither is lost.
 * @param {Games} library @param {Edit} edit @param {Owner|undefined} owner @returns {Owner} @throws "badRecord"
 */
export function applyEdit(library, { id: opened, base, pgn }, owner) {
  const id = owner?.id ?? opened;
  const now = library.write(id, LOSSLESS);
  const digest = now === undefined ? "" : digestOf(now);
  const wanted = digestOf(pgn);
  if (digest === wanted) return { id, digest };
  const isAsOpened = now !== undefined && (digest === base || digest === owner?.digest);
  if (isAsOpened) library.rewrite(id, pgn);
  const place = isAsOpened ? id : library.add(pgn);
  return { id: place, digest: digestOf(library.write(place, LOSSLESS) ?? "") };
}

/** @param {IDBDatabase} database @param {Edit} edit */
async function put(database, edit) {
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  const ended = endOf(transaction);
  ended.catch(() => {}); // awaited below, unless something else fails first
  const store = transaction.objectStore(STORE);
  const prefix = `${EDITED}${edit.study}:`;
  store.delete(keysFrom(prefix));
  // A key of its own: the library may be about to delete the one that it has read.
  store.put(edit, `${prefix}${Date.now()}:${Math.random()}`);
  transaction.commit();
  await ended;
}

/**
 * Applies all edits; one whose text cannot be read stays where it is.
 * @param {Games} library @param {Edits} left @param {Map<string, Owner>} owners  of studies, newer than those that are stored
 * @returns {string[]} keys of what is in the library now
 */
export function applyEdits(library, left, owners) {
  return left.edits.flatMap(([key, edit]) => {
    if (!isEdit(edit)) return [];
    const owner = owners.get(edit.study) ?? left.owners.get(edit.study);
    try {
      owners.set(edit.study, applyEdit(library, edit, isOwner(owner) ? owner : undefined));
      return [key];
    } catch (error) {
      if (errorDetails(error).code !== "badRecord") throw error;
      return [];
    }
  });
}

/** Where the analysis leaves its edits. @param {() => IDBFactory} [factory]  may throw where nothing can be stored */
export function createEditStore(factory = () => indexedDB) {
  /** @type {Promise<IDBDatabase>|null} */
  let opening = null;

  return {
    /** Takes the place of what was left for the same study. Rejects where it cannot be stored. @param {Edit} edit */
    async leave(edit) {
      try {
        opening ??= openLibraryDatabase(factory());
        await put(await opening, edit);
      } catch (error) {
        opening = null;
        throw error;
      }
    },
  };
}

/** @typedef {ReturnType<typeof createEditStore>} EditStore */
