/** Lists files. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of all files in a folder, relative to it. */
export function filesOf(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((path) => statSync(join(folder, path)).isFile()).toSorted();
}
