// Stores one's own opening book in the browser's IndexedDB: its text, and which book the engine plays from.

import { DURABLE, openDatabase, resultOf, writeIn } from "./indexed-db.ts";
import { readOwnText, writeBook } from "./own-book.ts";
import type { BookChange, OwnBook } from "./own-book.ts";

const DATABASE = "chuhe-book";
const STORE = "book";
const TEXT = "text";
const USE = "use";
/** Prefix of the keys of texts that could not be read. */
const ASIDE = "aside:";
/** The name of the broadcast channel on which a tab reports a change. */
const CHANNEL = DATABASE;

/** The books that the engine can play from: the built-in one, one's own, first one's own and then the other, none. */
export const BOOK_USES = ["builtin", "own", "both", "none"] as const;
export type BookUse = (typeof BOOK_USES)[number];

export interface StoredBook {
  book: OwnBook;
  use: BookUse;
}

const open = () => openDatabase(DATABASE, (database) => database.createObjectStore(STORE));

/** Returns the book of a stored text; null if it cannot be read. */
function bookFrom(stored: unknown): OwnBook | null {
  if (stored === undefined) return new Map();
  try {
    return typeof stored === "string" ? readOwnText(stored) : null;
  } catch {
    return null;
  }
}

const useFrom = (stored: unknown): BookUse => BOOK_USES.find((use) => use === stored) ?? "builtin";

async function inDatabase<Result>(act: (database: IDBDatabase) => Promise<Result>) {
  const database = await open();
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

/** Returns the stored book and its use. Rejects if the browser forbids storage. */
export const loadBook = (): Promise<StoredBook> =>
  inDatabase(async (database) => {
    const store = database.transaction(STORE).objectStore(STORE);
    const [text, use] = await Promise.all([resultOf(store.get(TEXT)), resultOf(store.get(USE))]);
    return { book: bookFrom(text) ?? new Map(), use: useFrom(use) };
  });

/**
 * Changes the stored book in one transaction, so that no change of another tab is lost. A text that cannot be read is put
 * aside. Rejects with the error of `change`, or if the change cannot be stored.
 */
export async function changeBook(change: (book: OwnBook) => OwnBook): Promise<BookChange> {
  let before: OwnBook = new Map();
  let after = before;
  await inDatabase((database) =>
    writeIn(
      database,
      STORE,
      async (store) => {
        const text: unknown = await resultOf(store.get(TEXT));
        const stored = bookFrom(text);
        if (!stored) store.put(text, `${ASIDE}${Date.now()}`);
        before = stored ?? before;
        after = change(before);
        store.put(writeBook(after), TEXT);
      },
      DURABLE,
    ),
  );
  notifyTabs();
  return { before, after };
}

export async function changeUse(use: BookUse): Promise<void> {
  await inDatabase((database) => writeIn(database, STORE, (store) => void store.put(use, USE)));
  notifyTabs();
}

/** Tells everything that watches the book, in this tab and in others, that it has changed. */
function notifyTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage("stored");
  channel.close();
}

/** Calls `onChange` when the book or its use has changed, also in another tab. */
export function watchBook(onChange: () => void): void {
  new BroadcastChannel(CHANNEL).addEventListener("message", onChange);
}
