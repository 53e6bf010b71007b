// Solved endings for programs.

import type { EndingTables } from "../../pkg-lab/lab.js";
import { ENDINGS, bytesAt } from "../engine/files.ts";
import { loadLabModule } from "../rules/lab-module.ts";

export type { EndingTables, SolvedEnding, SolvedValue } from "../../pkg-lab/lab.js";

/**
 * Loads solved endings, by default those that the engine plays by: one attacker with a bare general or one or two guards of
 * its own, two soldiers, and some others; docs/ENDINGS.md lists them. `url` is relative to the page; in Node it may be the path of a file.
 *
 * Rejects with `code: "noFile"` when the file cannot be loaded, and with `code: "badEndings"` and a `reason` when it has
 * no solved endings.
 */
export async function loadEndings(url: string | URL = ENDINGS): Promise<EndingTables> {
  const [{ EndingTables: Tables }, bytes] = await Promise.all([loadLabModule(), bytesAt(url)]);
  return new Tables(bytes);
}
