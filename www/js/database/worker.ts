// The library's worker: it holds the games and their store, so that the page stays quick whatever is read or searched.

/** @import { FromWorker, Init, Request, ToWorker } from "./types.ts" */

import * as lab from "../../pkg-lab/lab.js";
import { BOOK, EngineFile } from "../engine/files.js";
import { Librarian } from "./librarian.ts";
import { CHANNEL, openStore } from "./library-store.ts";

/** What this needs of a worker's global scope. @typedef {{ postMessage(message: FromWorker, transfer: Transferable[]): void, addEventListener(type: "message", listener: (event: MessageEvent<Init | ToWorker>) => void): void }} Scope */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

/** Tabs tell each other here that they have stored something. */
const channel = new BroadcastChannel(CHANNEL);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
const tellTabs = () => channel.postMessage("stored");

/** An import holds it, so that one that goes on in another tab is not taken for one that was broken off. */
const IMPORT_LOCK = "chuhe:library-import";

/** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
async function alone(act) {
  let isBegun = false;
  const start = () => {
    isBegun = true;
    return act();
  };
  try {
    return await navigator.locks.request(IMPORT_LOCK, { mode: "shared" }, start);
  } catch (error) {
    if (isBegun) throw error;
    return act(); // the browser gives no locks
  }
}

/** @type {Librarian} */
let librarian;

/** @param {WebAssembly.Module} module */
function begin(module) {
  lab.initSync({ module });
  librarian = new Librarian({
    make: () => new lab.GameLibrary(),
    open: () => openStore(),
    tell: (news) => scope.postMessage(news, []),
    stored: tellTabs,
    alone,
    isElsewhere: async () => {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === IMPORT_LOCK);
    },
  });
  channel.addEventListener("message", () => void librarian.refresh().catch(() => {}));
}

/** The engine's opening book; null until it could be had. @type {lab.OpeningBook|null} */
let book = null;
const bookFile = new EngineFile(BOOK);

/** @returns {Promise<lab.OpeningBook|null>} */
async function openBook() {
  try {
    book ??= new lab.OpeningBook(await bookFile.bytes());
  } catch {
    bookFile.discard();
  }
  return book;
}

/** @param {string} fen @param {number} count @returns {Promise<import("./types.ts").Explored>} */
async function explore(fen, count) {
  const [opened, explored] = await Promise.all([openBook(), librarian.explore(fen, count)]);
  return { ...explored, book: opened?.moves(fen) ?? [] };
}

/** @param {Request} request @returns {unknown} */
function answer(request) {
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
      return librarian.select(request.query, request.place);
    case "explore":
      return explore(request.fen, request.count);
    case "rows":
      return librarian.rows(request.ids);
    case "write":
      return librarian.write(request.id);
    case "export":
      return librarian.export(request.ids);
    case "remove":
      return librarian.remove(request.ids);
    case "restore":
      return librarian.restore();
    case "label":
      return librarian.label(request.ids, request.given, request.taken);
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
    // An error's own properties are lost on the way, except when they are sent as what they are.
    const { message } = /** @type {Error} */ (error);
    const fault = { message, .../** @type {object} */ (error) };
    scope.postMessage({ id, type: "failed", fault }, []);
  }
});
