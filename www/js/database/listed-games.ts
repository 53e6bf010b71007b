// The list of games that the library showed last: how it was filtered and sorted, and which of its games is open. The
// tab remembers it, so that the library can be left and found again, and so that the analysis can step through it.

import { isIntegerIn } from "../core/numbers.ts";
import { createStoredValue, parseVersion } from "../core/stored.ts";
import type { Unchecked } from "../core/stored.ts";
import type { Column, PositionQuery, Query } from "./types.ts";

/** The key in sessionStorage. */
export const LIST_KEY = "chuhe:library-list";
const VERSION = 1;
const MAX_TEXT = 1000;

const TEXTS = [
  "player",
  "red",
  "black",
  "event",
  "opening",
  "from",
  "to",
  "words",
  "label",
] as const satisfies (keyof Query)[];
const NUMBERS = ["minPlies", "maxPlies"] as const satisfies (keyof Query)[];
const RESULTS = ["red", "black", "draw", "ongoing"] as const satisfies Query["result"][];
const COLUMNS = [
  "added",
  "red",
  "black",
  "event",
  "date",
  "result",
  "plies",
  "opening",
] as const satisfies Column[];
const SEARCHES = [
  "position",
  "pattern",
  "soldiers",
  "material",
] as const satisfies PositionQuery["search"][];

/** The game of the list that was opened last. */
export interface ListedGame {
  id: number;
  /** Its index in the list. */
  index: number;
  /** The number of games in the list. */
  count: number;
}

export interface ListedGames {
  /** The filters and the order, without `apart` and `lang`. */
  query: Query;
  /** The position to search for as it was entered; null for none. */
  position: PositionQuery | null;
  /** The index of the first row in view. */
  first: number;
  game: ListedGame | null;
}

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value);

const isShortText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_TEXT;

const isCount = (value: unknown): value is number => isIntegerIn(value, 0, 2 ** 32 - 1);

function readQuery(raw: Unchecked): Query {
  const query: Query = {};
  for (const name of TEXTS) if (isShortText(raw?.[name])) query[name] = raw[name];
  for (const name of NUMBERS) if (isCount(raw?.[name])) query[name] = raw[name];
  const result = oneOf(RESULTS, raw?.result);
  if (result) query.result = result;
  query.column = oneOf(COLUMNS, raw?.column) ?? "added";
  query.descending = raw?.descending === true;
  return query;
}

function readPosition(raw: Unchecked): PositionQuery | null {
  const search = oneOf(SEARCHES, raw?.search);
  return search && isShortText(raw.text) ? { search, text: raw.text } : null;
}

function readGame(raw: Unchecked): ListedGame | null {
  const { id, index, count } = raw ?? {};
  return isCount(id) && isCount(index) && isCount(count) && index < count
    ? { id, index, count }
    : null;
}

/** Decodes a stored list. Returns null if there is none, or if it cannot be read. */
export function decodeList(text: string | null): ListedGames | null {
  const raw = parseVersion(text, VERSION);
  if (!raw) return null;
  return {
    query: readQuery(raw.query),
    position: readPosition(raw.position),
    first: isCount(raw.first) ? raw.first : 0,
    game: readGame(raw.game),
  };
}

export const encodeList = (list: ListedGames | null): string =>
  JSON.stringify({ version: VERSION, ...list });

/** Returns the functions that load and save the tab's list. */
export const listMemory = () =>
  createStoredValue<ListedGames | null>(() => sessionStorage, LIST_KEY, {
    decode: decodeList,
    encode: encodeList,
  });

/**
 * Turns a position into a pattern in which any piece, or none, may be on its empty squares. Returns a pattern
 * unchanged.
 */
export function patternOf(text: string): string {
  if (/[?Xx]/.test(text)) return text;
  const placement = text.trim().replace(/\s.*/s, "");
  return placement.replaceAll(/\d/g, (digit) => "?".repeat(Number(digit)));
}

/** Returns the search of the library for a position as it was entered. */
export const searchOf = (position: PositionQuery | null): PositionQuery | null =>
  position?.search === "pattern" ? { ...position, text: patternOf(position.text) } : position;
