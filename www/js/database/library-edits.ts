// Brings edited games back into the library: the analysis page queues each edited game in the library's store, and the
// library replaces the original game with it.

import type { GameLibrary } from "../../pkg-lab/lab.js";
import { errorDetails } from "../core/error-details.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { shortHash } from "../core/short-hash.ts";
import { DURABLE, writeIn } from "./indexed-db.ts";
import { EDITED, STORE, keysFrom, openLibraryDatabase, uniqueKey } from "./library-store.ts";

/** A game of the library that was edited as a study in the analysis. */
export interface Edit {
  /** The name of the study in which the game was edited. */
  study: string;
  /** The id of the game in the library. */
  id: number;
  /** The digest of the game when it was opened. */
  base: string;
  pgn: string;
}

/** The library game that a study edits. */
export interface Owner {
  /** The id of the game in the library. */
  id: number;
  /** The digest of the game after the last edit. */
  digest: string;
}

/** Edits and owners as the store contains them, before they are checked. */
export interface Edits {
  /** The edits with their keys. */
  edits: [string, Edit][];
  /** The owners by the names of their studies. */
  owners: Map<string, Owner>;
}

type Games = Pick<GameLibrary, "write" | "rewrite" | "add">;

/** The code of the record format that preserves everything in a game. */
export const LOSSLESS = "pgn-iccs";

export function isEdit(value: unknown): value is Edit {
  const { study, id, base, pgn } = (value ?? {}) as Partial<Edit>;
  const texts = [study, base, pgn];
  return texts.every((text) => typeof text === "string") && isId(id);
}

function isOwner(value: unknown): value is Owner {
  const { id, digest } = (value ?? {}) as Partial<Owner>;
  return typeof digest === "string" && isId(id);
}

const isId = (id: unknown): id is number => isIntegerIn(id, 0, 2 ** 32 - 1);

/** Returns a digest of a game in the form in which the library writes it. Labels do not affect the digest. */
export const digestOf = (pgn: string): string => shortHash(pgn.replace(/^\[Labels "[^\n]*\n/m, ""));

/**
 * Replaces the game that was opened with its edited version. If the opened game has changed since or no longer exists,
 * adds the edited version as a new game, so no version is lost. Throws an error with the code "badRecord" if the edit
 * cannot be read.
 */
function applyEdit(
  library: Games,
  { id: openedId, base, pgn }: Edit,
  owner: Owner | undefined,
): Owner {
  const id = owner?.id ?? openedId;
  const current = library.write(id, LOSSLESS);
  const digest = current === undefined ? "" : digestOf(current);
  if (digest === digestOf(pgn)) return { id, digest };
  const isUnchanged = current !== undefined && (digest === base || digest === owner?.digest);
  if (isUnchanged) library.rewrite(id, pgn);
  const newId = isUnchanged ? id : library.add(pgn);
  return { id: newId, digest: digestOf(library.write(newId, LOSSLESS) ?? "") };
}

/**
 * Applies the stored edits, and returns the keys of the applied ones. Skips edits that cannot be read. Prefers `owners`
 * to the stored owners, and adds the new owners to `owners`.
 */
export function applyEdits(library: Games, stored: Edits, owners: Map<string, Owner>): string[] {
  return stored.edits.flatMap(([key, edit]) => {
    if (!isEdit(edit)) return [];
    const owner = owners.get(edit.study) ?? stored.owners.get(edit.study);
    try {
      owners.set(edit.study, applyEdit(library, edit, isOwner(owner) ? owner : undefined));
      return [key];
    } catch (error) {
      if (errorDetails(error).code !== "badRecord") throw error;
      return [];
    }
  });
}

/** Creates the queue of edits for the library. */
export function createEditStore() {
  let opening: Promise<IDBDatabase> | null = null;

  return {
    /** Queues an edit in place of any earlier edit of the same study. Rejects if the edit cannot be stored. */
    async queue(edit: Edit): Promise<void> {
      const prefix = `${EDITED}${edit.study}:`;
      const replace = (store: IDBObjectStore) => {
        store.delete(keysFrom(prefix));
        // Uses a new key, because the library may have read the earlier edit already and be about to delete its key.
        store.put(edit, uniqueKey(prefix));
        store.transaction.commit();
      };
      try {
        opening ??= openLibraryDatabase();
        await writeIn(await opening, STORE, replace, DURABLE);
      } catch (error) {
        opening = null;
        throw error;
      }
    },
  };
}

export type EditStore = ReturnType<typeof createEditStore>;
