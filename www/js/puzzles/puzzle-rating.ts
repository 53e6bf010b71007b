// A person's strength at puzzles. A puzzle is as strong an opponent as the level that solves it half the time. The levels
// are those of the second scale (core/levels.ts), on which the puzzles were measured. How far a puzzle moves the
// rating is the engine's to say (src/engine/rating.rs).

/** @typedef {import("../../pkg/chuhe.js").Rating} Rating */
/** @typedef {import("./puzzle-set.ts").Puzzle} Puzzle */
/** @typedef {import("./puzzle-progress.ts").Outcome} Outcome */
/** @typedef {import("../rules/rules.ts").RatingMeasure} Measure */

/** The first rating, that of a person who knows the rules: nobody is asked before the first puzzle. */
const BEGINNING = 3;
/** Points by how it went. A hint gives half of it away. */
const POINTS = { solved: 1, helped: 0.5, failed: 0 };
/** The least and the greatest step of a rating, as the engine has them. */
const STEPS = /** @type {const} */ ([0.35, 3]);
const MOST_RUN = 100_000;
const HIGHEST = 15;
/** A puzzle is about as hard as somebody can solve who is at most so many levels away from it. */
const NEAR = 1;

/**
 * The rating after a puzzle that was met for the first time.
 * @param {Rating|null} rating  null: it has not begun @param {Puzzle} puzzle @param {Outcome} outcome
 * @param {boolean} isHelped @param {Measure} measure @returns {Rating|null}
 */
export function ratedAfter(rating, { level }, outcome, isHelped, { begin, rate }) {
  if (level === null) return rating;
  const points = POINTS[outcome === "solved" && isHelped ? "helped" : outcome];
  return rate(rating ?? { ...begin("rules"), level: BEGINNING }, level, points, 1);
}

/** @param {import("../core/stored.ts").Unchecked} raw @returns {Rating|null} what was stored, if it is a rating */
export function readRating(raw) {
  const { level, step, run } = raw ?? {};
  const isIn = (
    /** @type {number} */ value,
    /** @type {number} */ from,
    /** @type {number} */ to,
  ) => Number.isFinite(value) && value >= from && value <= to;
  const isSound =
    isIn(level, 0, HIGHEST) &&
    isIn(step, ...STEPS) &&
    Number.isInteger(run) &&
    Math.abs(run) <= MOST_RUN;
  return isSound ? { level, step, run } : null;
}

/** @param {number} mine  a level @param {Puzzle} puzzle */
export const fits = (mine, { level }) => level !== null && Math.abs(level - mine) <= NEAR;

/**
 * Nothing below the first level, where a number would only discourage.
 * @param {Rating} rating @param {number} change  by the last puzzle @param {import("../core/i18n.ts").I18n} i18n
 */
export function sayRating({ level }, change, { t }) {
  if (level < 1) return "";
  const tenths = Math.round(change * 10) / 10;
  const sign = tenths > 0 ? "+" : "\u2212";
  const words = t("puzzle.rating", { level: level.toFixed(1) });
  return tenths === 0 ? words : `${words} ${sign}${Math.abs(tenths).toFixed(1)}`;
}
