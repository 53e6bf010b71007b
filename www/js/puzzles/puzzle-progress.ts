// The puzzles and endings that a person has solved, stored as one value in the browser. An unreadable value counts as
// no progress.

import { createStoredValue, isText, parseVersion } from "../core/stored.ts";
import { readRating } from "./puzzle-rating.ts";
import type { Rating } from "./puzzle-rating.ts";

export type Outcome = "solved" | "failed";

export interface Progress {
  /** The outcomes, by the puzzle's key, or by `e:` and the ending's id. */
  done: Record<string, Outcome>;
  /** The number of puzzles that were solved in succession without a fault. */
  streak: number;
  /** The longest streak so far. */
  best: number;
  /** The person's strength at puzzles; null before the first puzzle. */
  rating: Rating | null;
  /** The last puzzle, ending or section on the board, as in the hash of the address. */
  last: string | null;
  /** The number of the last puzzle on the board. The key in `last` is looked for at this number first. */
  place: number;
}

export const PROGRESS_KEY = "chuhe:puzzles";
const VERSION = 1;
const LETTERS = { solved: "s", failed: "f" };

export const noProgress = (): Progress => ({
  done: {},
  streak: 0,
  best: 0,
  rating: null,
  last: null,
  place: 1,
});

export function encode({ done, ...rest }: Progress): string {
  const letters = Object.entries(done).map(([key, outcome]) => [key, LETTERS[outcome]]);
  return JSON.stringify({ version: VERSION, ...rest, done: Object.fromEntries(letters) });
}

export function decode(text: string | null): Progress {
  const progress = noProgress();
  const raw = parseVersion(text, VERSION);
  if (!raw) return progress;
  for (const [key, letter] of Object.entries(raw.done ?? {})) {
    if (letter === "s") progress.done[key] = "solved";
    if (letter === "f") progress.done[key] = "failed";
  }
  progress.streak = readCount(raw.streak);
  progress.best = Math.max(readCount(raw.best), progress.streak);
  progress.rating = readRating(raw.rating);
  if (isText(raw.last, /^([pe]=[\w-]{1,40}|practice)$/)) progress.last = raw.last;
  progress.place = Math.max(readCount(raw.place), 1);
  return progress;
}

const readCount = (value: unknown): number =>
  Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0;

/**
 * Adds an outcome. A solved puzzle stays solved, and a fault ends the streak. `clean` is true for a puzzle solved
 * without help, which counts for the streak.
 */
export function withOutcome(
  progress: Progress,
  key: string,
  outcome: Outcome,
  { clean = true }: { clean?: boolean } = {},
): Progress {
  const isNew = progress.done[key] !== "solved";
  const done = isNew ? { ...progress.done, [key]: outcome } : progress.done;
  if (outcome === "failed") return { ...progress, done, streak: 0 };
  const streak = progress.streak + (clean && isNew ? 1 : 0);
  return { ...progress, done, streak, best: Math.max(progress.best, streak) };
}

/** Counts the solved puzzles, without endings. */
export const solvedPuzzles = ({ done }: Progress): number =>
  Object.entries(done).filter(([key, outcome]) => outcome === "solved" && !key.startsWith("e:"))
    .length;

/** Returns the key under which the outcome of an ending is stored. */
export const progressKey = ({ id }: { id: string }) => `e:${id}`;

/** Counts the outcomes of some puzzles or endings. */
export function tally({ done }: Progress, keys: readonly string[]) {
  const count = (outcome: Outcome) => keys.filter((key) => done[key] === outcome).length;
  return { solved: count("solved"), failed: count("failed"), all: keys.length };
}

/** Creates the storage of the progress. `area` may throw; `onProblem` is called once, at the first problem. */
export const createPuzzleStorage = (area: () => Storage, onProblem?: () => void) =>
  createStoredValue(area, PROGRESS_KEY, { decode, encode, onProblem });
