// Reads and writes versioned JSON in the browser's storage; values are checked when read, and always written whole.

import { errorDetails } from "./error-details.ts";

/** Parsed JSON from the storage, a link or a file. Its shape is unknown, so the reader has to check each field. */
// The only `any` of the page: readers access nested fields before they have checked that the outer ones are objects.
export type Unchecked = any;

/** The reason why a value could not be stored: the storage is full, or the browser forbids it. */
export type StoreProblem = "full" | "blocked";

/**
 * Returns true if a value is a string that matches `form`. `RegExp.test` alone would convert other values to strings,
 * or throw.
 */
export const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === "string" && form.test(value);

/** Parses JSON; returns undefined if it is not an object. */
export function parseObject(text: string | null | undefined): Unchecked {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return value !== null && typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parses JSON; returns undefined if it is not an object of this `version`. */
export function parseVersion(text: string | null | undefined, version: number): Unchecked {
  const value = parseObject(text);
  return value?.version === version ? value : undefined;
}

/**
 * Returns a function that reads a key. That function returns null if `area` throws, since some browsers forbid even
 * access to the storage.
 */
export const readerOf =
  (area: () => Storage) =>
  (key: string): string | null => {
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  };

/** Returns a function that writes a key and returns the problem, null on success; `area` may throw. */
export const writerOf =
  (area: () => Storage) =>
  (key: string, text: string): StoreProblem | null => {
    try {
      area().setItem(key, text);
      return null;
    } catch (error) {
      return errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked";
    }
  };

interface StoredValueOptions<Value> {
  /** Decodes a stored text; `text` is null if nothing is stored. Must return a value for any text. */
  decode: (text: string | null) => Value;
  encode: (value: Value) => string;
  /** Called when writing fails for the first time; with `reportsEachTime`, whenever writing fails. */
  onProblem?: (problem: StoreProblem) => void;
  reportsEachTime?: boolean;
}

/** Creates functions that load and save the value of one storage key; `area` may throw. */
export function createStoredValue<Value>(
  area: () => Storage,
  key: string,
  { decode, encode, onProblem, reportsEachTime = false }: StoredValueOptions<Value>,
) {
  const read = readerOf(area);
  const write = writerOf(area);
  let isReported = false;
  return {
    load: (): Value => decode(read(key)),
    /** Returns true if the value could be stored. */
    save(value: Value): boolean {
      const problem = write(key, encode(value));
      if (problem && !isReported) onProblem?.(problem);
      isReported ||= problem !== null && !reportsEachTime;
      return problem === null;
    },
  };
}
