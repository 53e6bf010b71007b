// What a person has solved, as one record of its own in the browser's store. A record that cannot be read counts
// as empty; nothing else depends on it.

import { createStoredValue, isText, parseVersion } from "../core/stored.ts";
import { readRating } from "./puzzle-rating.ts";

/** @typedef {"solved"|"failed"} Outcome */

/**
 * @typedef {object} Progress
 * @property {Record<string, Outcome>} done      by the puzzle's key, or `e:` and an ending's id
 * @property {number} streak                     solved one after another without a fault
 * @property {number} best                       the longest such streak
 * @property {import("./puzzle-rating.ts").Rating|null} rating  null: no puzzle was met yet
 * @property {string|null} last                  what was on the board, as the address names it
 * @property {number} place                      of the puzzle that was on the board last: where its key is looked for first
 */

export const PROGRESS_KEY = "chuhe:puzzles";
const VERSION = 1;
const LETTERS = { solved: "s", failed: "f" };

/** @returns {Progress} */
export const noProgress = () => ({
  done: {},
  streak: 0,
  best: 0,
  rating: null,
  last: null,
  place: 1,
});

/** @param {Progress} progress */
export function encode({ done, ...rest }) {
  const letters = Object.entries(done).map(([key, outcome]) => [key, LETTERS[outcome]]);
  return JSON.stringify({ version: VERSION, ...rest, done: Object.fromEntries(letters) });
}

/** @param {string|null} text @returns {Progress} */
export function decode(text) {
  const progress = noProgress();
  const raw = parseVersion(text, VERSION);
  if (!raw) return progress;
  for (const [key, letter] of Object.entries(raw.done ?? {})) {
    if (letter === "s") progress.done[key] = "solved";
    if (letter === "f") progress.done[key] = "failed";
  }
  progress.streak = count(raw.streak);
  progress.best = Math.max(count(raw.best), progress.streak);
  progress.rating = readRating(raw.rating);
  if (isText(raw.last, /^([pe]=[\w-]{1,40}|practice)$/)) progress.last = raw.last;
  progress.place = Math.max(count(raw.place), 1);
  return progress;
}

/** @param {unknown} value */
const count = (value) => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0);

/**
 * Notes how a puzzle went. What was solved once stays solved; a fault ends the streak.
 * @param {Progress} progress @param {string} key @param {Outcome} outcome @param {{ clean?: boolean }} [how]
 *   clean: without help, so that it counts for the streak
 * @returns {Progress}
 */
export function noted(progress, key, outcome, { clean = true } = {}) {
  const isNew = progress.done[key] !== "solved";
  const done = isNew ? { ...progress.done, [key]: outcome } : progress.done;
  if (outcome === "failed") return { ...progress, done, streak: 0 };
  const streak = progress.streak + (clean && isNew ? 1 : 0);
  return { ...progress, done, streak, best: Math.max(progress.best, streak) };
}

/** How many puzzles are solved, endings not among them. @param {Progress} progress */
export const solvedPuzzles = ({ done }) =>
  Object.entries(done).filter(([key, outcome]) => outcome === "solved" && !key.startsWith("e:"))
    .length;

/** @param {Progress} progress @param {readonly string[]} keys */
export function tally({ done }, keys) {
  const having = (/** @type {Outcome} */ outcome) =>
    keys.filter((key) => done[key] === outcome).length;
  return { solved: having("solved"), failed: having("failed"), all: keys.length };
}

/** @param {() => Storage} area may throw @param {() => void} [onProblem] called once */
export const createPuzzleStorage = (area, onProblem) =>
  createStoredValue(area, PROGRESS_KEY, { decode, encode, onProblem });
