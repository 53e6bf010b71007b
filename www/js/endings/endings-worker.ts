// Looks positions up in solved endings, in a worker, since unpacking a table takes up to a few tenths of a second, and
// solving a small ending of two attackers some seconds.

import { EndingTables, initSync } from "../../pkg-lab/lab.js";
import { memoizeAsync } from "../core/memoize.ts";
import { ENDINGS, EngineFile } from "../engine/files.ts";
import type { EndingAnswer, EndingRequest } from "./solved-endings.ts";

/** The members of a worker's global scope that are used here. */
interface Scope {
  postMessage(message: EndingAnswer, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<EndingRequest>) => void): void;
}
const scope = globalThis as unknown as Scope;
const post = (answer: EndingAnswer) => scope.postMessage(answer, []);

const file = new EngineFile(ENDINGS);

const loadTables = memoizeAsync(async () => {
  try {
    return new EndingTables(await file.bytes());
  } catch (error) {
    file.discard();
    throw error;
  }
});

interface Probe {
  id: number;
  fen: string;
}

/** The last position that no table has; it is solved once no other request waits. */
let unsolved: Probe | null = null;

async function probe({ id, fen }: Probe) {
  const tables = await loadTables();
  const solved = tables.probe(fen);
  if (solved) return post({ id, solved });
  if (unsolved) post({ id: unsolved.id, fault: "superseded" });
  else setTimeout(() => void guarded(solveLast));
  unsolved = { id, fen };
}

async function solveLast() {
  if (!unsolved) return;
  const { id, fen } = unsolved;
  unsolved = null;
  const tables = await loadTables();
  post({ id, solved: tables.solve(fen) ? tables.probe(fen) : null });
}

/** Runs a task. After a trap the wasm cannot be used any more; the error then ends the worker. */
async function guarded(task: () => Promise<void>, id?: number) {
  try {
    await task();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || id === undefined)
      setTimeout(() => {
        throw error;
      });
    else post({ id, fault: String(error) });
  }
}

scope.addEventListener("message", ({ data }) => {
  if ("module" in data) initSync({ module: data.module });
  else void guarded(() => probe(data), data.id);
});
