// The spellings of players' names that a person has split off. The library unites all other spellings of a name.

import { createStoredValue, parseVersion } from "../core/stored.ts";
import type { StoreProblem } from "../core/stored.ts";

/** The key in localStorage. */
export const SPELLINGS_KEY = "chuhe:library-spellings";
const VERSION = 1;
const MAX_SPELLINGS = 10_000;
const MAX_LENGTH = 300;

/** Decodes the stored spellings. Skips values that are none. */
export function decodeSpellings(text: string | null): string[] {
  const apart: unknown = parseVersion(text, VERSION)?.apart;
  if (!Array.isArray(apart)) return [];
  const isSpelling = (each: unknown): each is string =>
    typeof each === "string" && each !== "" && each.length <= MAX_LENGTH;
  return [...new Set(apart.filter(isSpelling))].slice(0, MAX_SPELLINGS);
}

export const encodeSpellings = (apart: string[]): string =>
  JSON.stringify({ version: VERSION, apart });

/** Returns the functions that load and save the spellings that are split off. */
export const spellingStore = (onProblem?: (problem: StoreProblem) => void) =>
  createStoredValue<string[]>(() => localStorage, SPELLINGS_KEY, {
    decode: decodeSpellings,
    encode: encodeSpellings,
    onProblem,
    reportsEachTime: true,
  });
