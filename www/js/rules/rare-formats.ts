import { loadLabModule } from "./lab-module.ts";
import type { RulesRecord } from "./rules.ts";

/** The part of a record of the Lab's WebAssembly module that the page uses. */
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
 * Loads the record reader of the Lab's WebAssembly module, which supports every format. To stay small, the page's own
 * reader supports only the common formats.
 */
export async function loadRareReader(): Promise<new (data: Uint8Array | string) => ReadOnlyRecord> {
  return (await loadLabModule()).Record;
}
