// Looks positions up in solved endings, in a worker, since unpacking a table takes up to half a second, and
// solving a small ending of two attackers some seconds.

import { EndingTables, initSync } from "../../pkg-lab/lab.js";
import { ENDINGS, EngineFile } from "../engine/files.ts";
import type { EndingAnswer, EndingRequest } from "./solved-endings.ts";

/** The members of a worker's global scope that are used here. */
interface Scope {
  postMessage(message: EndingAnswer, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<EndingRequest>) => void): void;
}
const scope = globalThis as unknown as Scope;

const file = new EngineFile(ENDINGS);
let tables: EndingTables | null = null;

async function probe(fen: string) {
  try {
    tables ??= new EndingTables(await file.bytes());
  } catch (error) {
    file.discard();
    throw error;
  }
  return tables.probe(fen) ?? (tables.solve(fen) ? tables.probe(fen) : null);
}

scope.addEventListener("message", async ({ data }) => {
  if ("module" in data) return void initSync({ module: data.module });
  const { id, fen } = data;
  try {
    scope.postMessage({ id, solved: await probe(fen) }, []);
  } catch (error) {
    scope.postMessage({ id, fault: String(error) }, []);
  }
});
