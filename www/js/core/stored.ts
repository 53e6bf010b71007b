// Access to the browser's storage: versioned JSON, checked when read, written whole.

import { errorDetails } from "./error-details.ts";

/** Parsed JSON of a store, a link or a file, of unknown shape: its reader checks each field. */
// The one `any` of the page: readers ask for nested fields before they know that the outer ones are objects.
export type Unchecked = any;

/** Why a value could not be stored: the storage is full, or the browser forbids it. */
export type StoreProblem = "full" | "blocked";

/** Returns true if a value is a string that matches `form`. `RegExp.test` alone converts other values, or throws. */
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

/** Returns a function that reads a key, or null where `area` throws: some browsers forbid even access to the storage. */
export const readerOf =
  (area: () => Storage) =>
  (key: string): string | null => {
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  };

/** Returns a function that writes a key and returns the problem, null if there is none; `area` may throw. */
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
  /** Gets null if nothing is stored; has to return a value for any text. */
  decode: (text: string | null) => Value;
  encode: (value: Value) => string;
  /** Called at the first failure to write, or at each with `reportsEachTime`. */
  onProblem?: (problem: StoreProblem) => void;
  reportsEachTime?: boolean;
}

/** Creates access to the value under one key of a storage; `area` may throw. */
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
