// The library's worker. It holds the games and their store, so that the page stays responsive while games are read or
// searched.

import * as lab from "../../pkg-lab/lab.js";
import { BOOK, EngineFile } from "../engine/files.ts";
import { Librarian } from "./librarian.ts";
import { CHANNEL, openStore } from "./library-store.ts";
import type { Explored, FromWorker, Init, Request, ToWorker } from "./types.ts";

/** The members of a worker's global scope that are used here. */
interface Scope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Init | ToWorker>) => void): void;
}
const scope = globalThis as unknown as Scope;

const channel = new BroadcastChannel(CHANNEL);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
const notifyTabs = () => channel.postMessage("stored");

/**
 * The name of the lock held during an import. While the lock is held, other tabs do not take the import for an
 * interrupted one.
 */
const IMPORT_LOCK = "chuhe:library-import";

async function withImportLock<Result>(act: () => Promise<Result>): Promise<Result> {
  let hasBegun = false;
  const start = () => {
    hasBegun = true;
    return act();
  };
  try {
    return await navigator.locks.request(IMPORT_LOCK, { mode: "shared" }, start);
  } catch (error) {
    if (hasBegun) throw error;
    return act(); // the browser grants no locks
  }
}

async function isImportLocked(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === IMPORT_LOCK);
}

let librarian: Librarian;

function begin(module: WebAssembly.Module): void {
  lab.initSync({ module });
  librarian = new Librarian({
    createLibrary: () => new lab.GameLibrary(),
    openStore,
    onEvent: (event) => scope.postMessage(event, []),
    notifyTabs,
    withImportLock,
    isImportLocked,
  });
  channel.addEventListener("message", () => void librarian.refresh().catch(() => {}));
}

/** The engine's opening book; null until it is loaded. */
let book: lab.OpeningBook | null = null;
const bookFile = new EngineFile(BOOK);

async function loadBook(): Promise<lab.OpeningBook | null> {
  try {
    book ??= new lab.OpeningBook(await bookFile.bytes());
  } catch {
    bookFile.discard();
  }
  return book;
}

async function explore(fen: string, count: number): Promise<Explored> {
  const [loadedBook, explored] = await Promise.all([loadBook(), librarian.explore(fen, count)]);
  return { ...explored, book: loadedBook?.moves(fen) ?? [] };
}

function answer(request: Request): unknown {
  switch (request.type) {
    case "open":
      return librarian.open();
    case "store":
      return librarian.storeAgain();
    case "refresh":
      return librarian.refresh();
    case "forgetImport":
      return librarian.forgetImport();
    case "import":
      return librarian.importFiles(request.files, request.names);
    case "cancel":
      return librarian.cancel();
    case "select":
      return librarian.select(request.query, request.position);
    case "explore":
      return explore(request.fen, request.count);
    case "mainLines":
      return librarian.mainLines(request.fen, request.choice);
    case "rows":
      return librarian.rows(request.ids);
    case "persons":
      return librarian.persons(request.text, request.apart, request.limit);
    case "write":
      return librarian.write(request.id);
    case "export":
      return librarian.export(request.ids);
    case "book":
      return librarian.book(request.ids, request.choice);
    case "remove":
      return librarian.remove(request.ids);
    case "restore":
      return librarian.restore();
    case "label":
      return librarian.label(request.ids, request.added, request.removed);
    case "unlabel":
      return librarian.unlabel();
  }
}

scope.addEventListener("message", async ({ data }) => {
  if ("module" in data) return begin(data.module);
  const { id, request } = data;
  try {
    scope.postMessage({ id, type: "done", result: await answer(request) }, []);
  } catch (error) {
    // `postMessage` drops an error's own properties, so they are copied into a plain object.
    const { message } = error as Error;
    scope.postMessage({ id, type: "failed", fault: { message, ...(error as object) } }, []);
  }
});
