// Packs: collections of games that lie beside the page, listed in packs/packs.json. A pack is a ZIP archive with the
// games in the format `pack`. Its games carry a label, by which the library knows that it has the pack.

import type { Lang } from "../core/languages.ts";
import { isIntegerIn } from "../core/numbers.ts";

/** A collection of games that the page's host offers. */
export interface Pack {
  /** The name of the file, without its extension. */
  name: string;
  /** A title for every language, or one for all. */
  title: string | Partial<Record<Lang, string>>;
  /** The label of the games. */
  label: string;
  /** The number of games. */
  games: number;
  /** The size of the file, in bytes. */
  size: number;
  licence: string;
  /** The origin of the games: a text or an address; "" if it is not given. */
  source: string;
}

/** The greatest number of packs that a page lists. */
const MAX_PACKS = 50;
/** The text with which the service worker answers for the list while there is no network. */
const NO_LIST = "null";
/** The greatest length of a text of an entry, in characters. */
const MAX_TEXT = 300;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && value.length <= MAX_TEXT;

/** Returns the address of a file of the packs. All pages lie in the folder that has the folder of the packs. */
const addressOf = (file: string): URL => new URL(`packs/${file}`, document.baseURI);

/** Returns the entry of a pack; null if it is not valid. */
function packFrom(entry: unknown): Pack | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { name, title, label, games, size, licence, source } = entry as Record<string, unknown>;
  const titles = typeof title === "object" && title !== null ? Object.values(title) : [title];
  const isValid =
    isText(name) &&
    /^[\w-]+$/.test(name) &&
    titles.length > 0 &&
    titles.every(isText) &&
    isText(label) &&
    !label.includes(",") &&
    isText(licence) &&
    isIntegerIn(games, 1, Infinity) &&
    isIntegerIn(size, 1, Infinity);
  if (!isValid) return null;
  return {
    name,
    title: title as Pack["title"],
    label,
    games,
    size,
    licence,
    source: isText(source) ? source : "",
  };
}

/** Returns the valid entries of a list of packs. */
export function packsFrom(list: unknown): Pack[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_PACKS).flatMap((entry) => packFrom(entry) ?? []);
}

/** Returns the title of a pack in a language, or else in another one. */
export function titleOf({ title, label }: Pack, lang: Lang): string {
  if (typeof title === "string") return title;
  return title[lang] ?? title.en ?? Object.values(title)[0] ?? label;
}

/**
 * Returns the packs beside the page; none if there is no valid list. Rejects with an error with the code `noConnection`
 * if the list cannot be fetched.
 */
export async function fetchPacks(): Promise<Pack[]> {
  const text = await fetch(addressOf("packs.json"), { cache: "no-cache" })
    .then((response) => (response.ok ? response.text() : response.status < 500 ? "[]" : NO_LIST))
    .catch(() => NO_LIST);
  if (text === NO_LIST) throw Object.assign(new Error("packs.json"), { code: "noConnection" });
  try {
    return packsFrom(JSON.parse(text));
  } catch {
    return [];
  }
}

interface Watch {
  /** Called with the number of bytes that have arrived. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/** Downloads a pack. Rejects if it cannot be fetched, or if `signal` aborts the download. */
export async function downloadPack(pack: Pack, { onProgress, signal }: Watch): Promise<File> {
  const file = `${pack.name}.zip`;
  const response = await fetch(addressOf(file), { signal });
  if (!response.ok || !response.body) throw new Error(`${file}: ${response.status}`);
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    done += next.value.length;
    onProgress(done);
  }
  return new File(parts, file, { type: "application/zip" });
}
