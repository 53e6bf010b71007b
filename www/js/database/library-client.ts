// The page's side of the library's worker.

/** @import { Answers, FromWorker, News, Place, Query, Request } from "./types.ts" */

/** The wasm that reads every format: that of the Lab. */
const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

async function compile() {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @typedef {Awaited<ReturnType<typeof openLibrary>>} LibraryClient */

/**
 * @param {object} does
 * @param {(news: News) => void} does.tell  what comes without being asked for
 * @param {() => void} does.died            the worker is gone, and what it was asked is rejected
 */
export async function openLibrary({ tell, died }) {
  const module = await compile();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ module }, []);
  /** What has not been answered. @type {Map<number, { resolve: (result: any) => void, reject: (fault: unknown) => void }>} */
  const waiting = new Map();
  let last = 0;
  let isDead = false;

  function end() {
    if (isDead) return;
    isDead = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(gone());
    waiting.clear();
    died();
  }

  worker.addEventListener("error", end);
  worker.addEventListener("message", ({ data }) => {
    const message = /** @type {FromWorker} */ (data);
    if (!("id" in message)) return tell(message);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === "done") return resolve?.(message.result);
    reject?.(Object.assign(new Error(message.fault.message), message.fault));
    // The wasm itself has failed: what it holds cannot be trusted any more.
    if (!message.fault.code) end();
  });

  /** @template {Request} Asked @param {Asked} request @returns {Promise<Answers[Asked["type"]]>} */
  const ask = (request) =>
    new Promise((resolve, reject) => {
      if (isDead) return reject(gone());
      waiting.set(++last, { resolve, reject });
      worker.postMessage({ id: last, request }, []);
    });

  return {
    open: () => ask({ type: "open" }),
    /** Tries again to store what could not be stored. */
    storeAgain: () => ask({ type: "store" }),
    /** The import that was broken off need not be told of again. */
    forgetImport: () => ask({ type: "forgetImport" }),
    /** Takes in what other pages have left or changed. */
    refresh: () => ask({ type: "refresh" }),
    /** @param {File[]} files  archives too */
    importFiles: (files) => ask({ type: "import", files, names: files.map(pathOf) }),
    cancel: () => ask({ type: "cancel" }),
    /** @param {Query} query @param {Place|null} place  what has to come on the board */
    select: (query, place) => ask({ type: "select", query, place }),
    /** @param {string} fen @param {number} count  games that are named */
    explore: (fen, count) => ask({ type: "explore", fen, count }),
    /** @param {Uint32Array} ids */
    rows: (ids) => ask({ type: "rows", ids }),
    /** @param {number} id */
    write: (id) => ask({ type: "write", id }),
    /** @param {Uint32Array|null} ids  null: all */
    export: (ids) => ask({ type: "export", ids }),
    /** @param {Uint32Array} ids */
    remove: (ids) => ask({ type: "remove", ids }),
    restore: () => ask({ type: "restore" }),
    /** Gives games labels, and takes others away. @param {Uint32Array} ids @param {string[]} given @param {string[]} taken */
    label: (ids, given, taken) => ask({ type: "label", ids, given, taken }),
    /** Games have the labels again that they had before. */
    unlabel: () => ask({ type: "unlabel" }),
    /** Ends the worker, whatever it is at. */
    end,
  };
}

/** As it lies in the folder that was chosen. @param {File} file */
const pathOf = ({ name, webkitRelativePath }) => webkitRelativePath || name;

const gone = () => Object.assign(new Error("the worker is gone"), { code: "workerFailed" });
