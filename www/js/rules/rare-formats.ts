import type { RulesRecord } from "./rules.ts";

const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

/** A record of the Lab's wasm, as far as the page reads it. */
export type ReadOnlyRecord = Pick<
  RulesRecord,
  | "encoding"
  | "export"
  | "format"
  | "free"
  | "games"
  | "leftOut"
  | "moves"
  | "oddities"
  | "result"
  | "tags"
  | "tree"
>;

/**
 * Loads the record reader of the Lab's wasm, which reads every format. The page's own reader has only the formats that
 * many files have.
 */
export async function loadRareReader(): Promise<new (data: Uint8Array | string) => ReadOnlyRecord> {
  const lab = await import("../../pkg-lab/lab.js");
  await lab.default({ module_or_path: WASM });
  return lab.Record;
}
