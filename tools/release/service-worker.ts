/** Builds the service worker of a release, with the list and the digests of the release's files. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "vite";

/**
 * Large files that offline use does not need, such as music and the multi-threaded wasm. The service worker keeps them
 * only after their first use.
 */
const LATER = /^(?:music|threads|helper-worker)/;

/**
 * Writes sw.js into the folder `out`. Returns the paths of the files that the service worker keeps from the first visit
 * on.
 */
export async function writeServiceWorker(
  out: string,
  { id, folder, paths }: { id: string; folder: string; paths: string[] },
): Promise<string[]> {
  const digests = paths.map((path) => {
    const digest = createHash("sha256").update(readFileSync(join(out, path)));
    return [path, `sha256-${digest.digest("base64")}`] as const;
  });
  const isLater = ([path]: readonly [string, string]) => LATER.test(basename(path));
  const files = Object.fromEntries(digests.filter((each) => !isLater(each)));
  const later = Object.fromEntries(digests.filter(isLater));
  const made = await build({
    configFile: false,
    logLevel: "warn",
    define: { RELEASE_LIST: JSON.stringify({ id, folder, files, later }) },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: "www/sw.ts", output: { format: "iife" } },
    },
  });
  const [script] = [made].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (script?.type !== "chunk") throw new Error("there is no service worker");
  writeFileSync(join(out, "sw.js"), script.code);
  return Object.keys(files);
}
