// The page's client of the library's worker.

import type {
  BookChoice,
  FromWorker,
  LineChoice,
  LibraryEvent,
  PositionQuery,
  Query,
  Request,
  ResultOf,
} from "./types.ts";

/** The Lab's wasm, which can read every record format. */
const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export type LibraryClient = Awaited<ReturnType<typeof openLibrary>>;

interface Listeners {
  onEvent: (event: LibraryEvent) => void;
  /** Called when the worker has ended and all open requests have been rejected. */
  onEnd: () => void;
}

interface OpenRequest {
  resolve: (result: unknown) => void;
  reject: (fault: unknown) => void;
}

export async function openLibrary({ onEvent, onEnd }: Listeners) {
  const module = await compile();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ module }, []);
  const openRequests = new Map<number, OpenRequest>();
  let lastId = 0;
  let hasEnded = false;

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    worker.terminate();
    for (const { reject } of openRequests.values()) reject(workerFailed());
    openRequests.clear();
    onEnd();
  }

  worker.addEventListener("error", end);
  worker.addEventListener("message", ({ data: message }: MessageEvent<FromWorker>) => {
    if (!("id" in message)) return onEvent(message);
    const { resolve, reject } = openRequests.get(message.id) ?? {};
    openRequests.delete(message.id);
    if (message.type === "done") return resolve?.(message.result);
    reject?.(Object.assign(new Error(message.fault.message), message.fault));
    // An error without a code means that the wasm has crashed, so its data can no longer be trusted.
    if (!message.fault.code) end();
  });

  const ask = <Asked extends Request>(request: Asked) =>
    new Promise<unknown>((resolve, reject) => {
      if (hasEnded) return reject(workerFailed());
      openRequests.set(++lastId, { resolve, reject });
      worker.postMessage({ id: lastId, request }, []);
    }) as Promise<ResultOf<Asked["type"]>>;

  return {
    open: () => ask({ type: "open" }),
    /** Tries again to store the changes that could not be stored. */
    storeAgain: () => ask({ type: "store" }),
    /** Deletes the stored progress of an interrupted import. */
    forgetImport: () => ask({ type: "forgetImport" }),
    /** Loads the changes that other tabs have stored or queued. */
    refresh: () => ask({ type: "refresh" }),
    /** Imports files, which may be archives. */
    importFiles: (files: File[]) => ask({ type: "import", files, names: files.map(pathOf) }),
    cancel: () => ask({ type: "cancel" }),
    select: (query: Query, position: PositionQuery | null) =>
      ask({ type: "select", query, position }),
    /** Returns the moves played in a position, and the `count` newest games in which it occurs. */
    explore: (fen: string, count: number) => ask({ type: "explore", fen, count }),
    /** Returns the lines that were played most from a position, as they are worth learning. */
    mainLines: (fen: string, choice: LineChoice) => ask({ type: "mainLines", fen, choice }),
    rows: (ids: Uint32Array) => ask({ type: "rows", ids }),
    /** Returns the players whose names have all words of a text; `apart` are the spellings that are split off. */
    persons: (text: string, apart: string[], limit: number) =>
      ask({ type: "persons", text, apart, limit }),
    write: (id: number) => ask({ type: "write", id }),
    /** Returns a PGN file of the games with these ids; null exports all games. */
    export: (ids: Uint32Array | null) => ask({ type: "export", ids }),
    /** Returns an opening book of the moves of games, as text. */
    book: (ids: Uint32Array, choice: BookChoice) => ask({ type: "book", ids, choice }),
    remove: (ids: Uint32Array) => ask({ type: "remove", ids }),
    /** Restores the games that were removed last, and returns their number. */
    restore: () => ask({ type: "restore" }),
    label: (ids: Uint32Array, added: string[], removed: string[]) =>
      ask({ type: "label", ids, added, removed }),
    /** Undoes the last change of labels. Returns the number of games whose labels changed. */
    unlabel: () => ask({ type: "unlabel" }),
    /** Terminates the worker at once, and rejects all open requests. */
    end,
  };
}

/** Returns the path of a file in the chosen folder; if no folder was chosen, the name of the file. */
const pathOf = ({ name, webkitRelativePath }: File): string => webkitRelativePath || name;

const workerFailed = () => Object.assign(new Error("the worker is gone"), { code: "workerFailed" });
