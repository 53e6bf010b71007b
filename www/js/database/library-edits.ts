// Applies edits of the analysis to the library: the analysis stores each edited game in the library's store, the library
// puts it in the place of the game that was opened.

import type { GameLibrary } from "../../pkg-lab/lab.js";
import { errorDetails } from "../core/error-details.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { shortHash } from "../core/short-hash.ts";
import { DURABLE, writeIn } from "./indexed-db.ts";
import { EDITED, STORE, keysFrom, openLibraryDatabase, uniqueKey } from "./library-store.ts";

/** A game as its study has it now. */
export interface Edit {
  /** The name of the study. */
  study: string;
  /** The number of the game in the library. */
  id: number;
  /** The digest of the game when it was opened. */
  base: string;
  pgn: string;
}

/** The number of a study's game in the library, and the digest of the last edit. */
export interface Owner {
  id: number;
  digest: string;
}

/** Stored values, not checked yet: edits by their keys, owners by the names of their studies. */
export interface Edits {
  edits: [string, Edit][];
  owners: Map<string, Owner>;
}

type Games = Pick<GameLibrary, "write" | "rewrite" | "add">;

/** The format that keeps everything. */
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

/** Returns a digest of a game as the library writes it; labels make no difference. */
export const digestOf = (pgn: string): string => shortHash(pgn.replace(/^\[Labels "[^\n]*\n/m, ""));

/**
 * Puts an edited game in the place of the game that was opened. If that game has changed meanwhile or is gone, the edited
 * game is added, so that neither is lost. Throws "badRecord".
 */
export function applyEdit(
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
 * Applies all edits and returns the keys of those that the library contains now; an edit that cannot be read is skipped.
 * `owners` are newer than the stored ones, and get the new owners.
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
    /** Queues an edit, in place of an earlier edit of the same study. Rejects if it cannot be stored. */
    async queue(edit: Edit): Promise<void> {
      const prefix = `${EDITED}${edit.study}:`;
      const replace = (store: IDBObjectStore) => {
        store.delete(keysFrom(prefix));
        // A new key: the library may be about to delete the key that it has read.
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
