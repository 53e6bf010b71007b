/**
 * Makes the files that people download of a version, in a folder that it creates:
 *
 *     tsx tools/release/archives.ts OUT page                      dist/ and the npm package
 *     tsx tools/release/archives.ts OUT program TARGET PROGRAM    the program `chuhe`, built for a target of Rust
 *
 * An archive depends on nothing but the names and the contents of its files: not on their times, their order in the
 * folder, the time zone, or a library of the system.
 */
import { ZipWriter, Uint8ArrayReader, Uint8ArrayWriter, configure } from "@zip.js/zip.js";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { filesOf } from "./files.ts";
import { writeLicences } from "./licences.ts";

// The system's compression could be of another version elsewhere.
configure({ useWebWorkers: false, useCompressionStream: false });

/** Returns a ZIP archive of a folder's files, below a folder `root` in the archive. `programs` can be run once unpacked. */
export async function zipOf(
  folder: string,
  root: string,
  programs: string[] = [],
): Promise<Uint8Array> {
  // The first date that ZIP can express. It is stored as local time.
  const lastModDate = new Date(1980, 0, 1);
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate, extendedTimestamp: false });
  for (const path of filesOf(folder)) {
    const name = `${root}/${path.replaceAll("\\", "/")}`;
    const bytes = new Uint8Array(readFileSync(join(folder, path)));
    await zip.add(name, new Uint8ArrayReader(bytes), { executable: programs.includes(path) });
  }
  return await zip.close();
}

async function make([out = "", what, target = "", program = ""]: string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  mkdirSync(out, { recursive: true });
  if (what === "page") {
    writeFileSync(join(out, `chuhe-${version}-page.zip`), await zipOf("dist", `chuhe-${version}`));
    cpSync("target/chuhe.tgz", join(out, `chuhe-${version}-npm.tgz`));
  } else if (what === "program" && program) {
    const folder = mkdtempSync(join(tmpdir(), "chuhe-program-"));
    const name = basename(program);
    cpSync(program, join(folder, name));
    for (const path of ["README.md", "CHANGELOG.md"]) cpSync(path, join(folder, path));
    writeLicences(folder, { crate: "chuhe-cli", target });
    const root = `chuhe-${version}-${target}`;
    writeFileSync(join(out, `${root}.zip`), await zipOf(folder, root, [name]));
    rmSync(folder, { recursive: true });
  } else {
    throw new Error("archives.ts OUT page | OUT program TARGET PROGRAM");
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  await make(process.argv.slice(2));
}
