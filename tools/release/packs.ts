/**
 * Puts packs of games beside the pages of a release: `tsx tools/release/packs.ts FOLDER --games FILE --title TITLE
 * --licence LICENCE [--source SOURCE]`, where the last four may be repeated for further collections. With `--check` for the folder only the arguments are checked.
 *
 * A pack is `packs/NAME.zip` with an entry in `packs/packs.json`. The service worker does not know these files, so packs
 * can be added to a finished release. `target/release/chuhe` writes the packs.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const FOLDER = "packs";
const LIST = "packs.json";
const CHUHE = fileURLToPath(new URL("../../target/release/chuhe", import.meta.url));
const USAGE = "--games FILE --title TITLE --licence LICENCE [--source SOURCE]";

/** A collection that a host adds. */
export interface Collection {
  /** The path of a file, folder or archive of games. */
  games: string;
  title: string;
  licence: string;
  source?: string;
}

/** Copies the packs of `www/` into the release `out`. */
export function copyPacks(www: string, out: string): void {
  const from = join(www, FOLDER);
  mkdirSync(join(out, FOLDER), { recursive: true });
  for (const name of existsSync(from) ? readdirSync(from) : [])
    copyFileSync(join(from, name), join(out, FOLDER, name));
}

/** Reads the arguments of the command. Relative paths of files begin at the folder `from`. */
export function collectionsIn(args: string[], from: string): Collection[] {
  const text = { type: "string" } as const;
  const options = { games: text, title: text, licence: text, source: text };
  const { tokens } = parseArgs({ args, options, tokens: true });
  const collections: Partial<Collection>[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, value = "" } = token;
    if (name === "games") collections.push({ games: resolve(from, value) });
    const last = collections.at(-1);
    if (!last) throw new Error(`--${name} belongs to no collection: ${USAGE}`);
    if (name !== "games" && name in last)
      throw new Error(`--${name} is given twice for ${last.games}`);
    if (name !== "games") last[name as keyof Collection] = value.trim();
  }
  return collections.map(({ games = "", title, licence, source }) => {
    if (!title || !licence) throw new Error(`${games} needs a title and a licence: ${USAGE}`);
    if (title.includes(","))
      throw new Error(`a title is a label of games, which has no comma: ${title}`);
    return { games, title, licence, ...(source ? { source } : {}) };
  });
}

/** Returns a name for the file of a collection that no other file of the folder has. */
function nameFor(games: string, taken: Set<string>): string {
  const stem = basename(games, extname(games));
  const plain =
    stem
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "games";
  let name = plain;
  for (let number = 2; taken.has(name); number++) name = `${plain}-${number}`;
  return name;
}

/** Adds collections to the release `out`. A collection replaces that of the same title. */
export function addPacks(out: string, collections: Collection[], chuhe = CHUHE): void {
  const folder = join(out, FOLDER);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LIST);
  let list = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
  for (const { games, title, licence, source } of collections) {
    const before = list.find((entry: { label: string }) => entry.label === title);
    const others = list.filter((entry: unknown) => entry !== before);
    const taken = new Set<string>(others.map((entry: { name: string }) => entry.name));
    const name = before?.name ?? nameFor(games, taken);
    const file = join(folder, `${name}.zip`);
    const args = ["games", games, "--pack", file, "--label", title, "--json"];
    const answer = execFileSync(chuhe, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { games: count } = JSON.parse(answer) as { games: number };
    if (count === 0) throw new Error(`${games} has no games`);
    const { size } = statSync(file);
    list = [
      ...others,
      { name, title, label: title, games: count, size, licence, ...(source ? { source } : {}) },
    ];
    writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`);
    console.log(`${FOLDER}/${name}.zip: ${count} games, ${size} bytes`);
  }
}

function main([out = "dist", ...args]: string[]): void {
  const collections = collectionsIn(args, process.env.CHUHE_FROM ?? process.cwd());
  for (const { games } of collections)
    if (!existsSync(games)) throw new Error(`there is no ${games}`);
  if (out !== "--check") addPacks(resolve(out), collections);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`packs: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
