// A person's rating as data: how much a game counts for it, what became of it, how it is kept and how a link carries it.
// How far a game moves it is the engine's to say (src/engine/rating.rs).

import { handicapOf } from "./game-options.ts";
import { fromSecondScale, inHundredths, isStrength } from "../core/levels.ts";
import { noRating } from "./state.ts";
import { isText, parseVersion } from "../core/stored.ts";
import { isIntegerIn } from "../core/numbers.ts";

/** @import { Unchecked } from "../core/stored.ts" */
/** @typedef {import("../../pkg/chuhe.js").Rating} Rating */
/** @typedef {import("../../pkg/chuhe.js").Experience} Experience */
/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */
/** @typedef {import("../rules/rules.ts").RatingMeasure} Measure */

/**
 * @typedef {object} Counted   a game that counted
 * @property {string} day      of the device's calendar, 2026-11-22
 * @property {number} points   the person's: 0, 0.5 or 1
 * @property {number} opponent how strong it was
 * @property {number} level    the rating after it
 * @property {number|null} seed  of the game, to know it again; null where a link brought it, and of training
 */

/**
 * @typedef {object} RatingRecord
 * @property {boolean} inUse
 * @property {Experience|null} experience   what the person said; null: nobody has asked
 * @property {Rating|null} rating           null: it has not begun
 * @property {Counted[]} history            the last games, in their order
 * @property {{ level: number, times: number }|null} losses  in a row at a level that was chosen
 */

export const RATING_VERSION = 2;
/** The version on the second scale of levels. */
export const VERSION_OF_SECOND_SCALE = 1;
/** The field of an address that takes a rating along. */
export const RATING_FIELD = "rating";
/** So many games are kept. */
export const KEPT = 200;
/** @type {readonly Experience[]} */
export const EXPERIENCES = ["none", "unknown", "rules", "practice", "strong"];
export const POINTS = [0, 0.5, 1];
/** The least and the greatest step of a rating, as the engine has them. */
const STEPS = /** @type {const} */ ([0.35, 3]);
const MOST_RUN = 100_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** @typedef {"handicap"|"position"|"foreign"|"before"|"training"|"helped"} WhyLess */

/**
 * How much a game against the engine counts, 0 to 1, and why less than a whole one.
 * @param {GameRecord} game @returns {{ weight: number, why: WhyLess|null }}
 */
export function weightOf(game) {
  const not = whyNot(game);
  if (not) return { weight: 0, why: not };
  if (game.training) return { weight: 0.5, why: "training" };
  return game.helped > 0 ? { weight: 0.5, why: "helped" } : { weight: 1, why: null };
}

/** @param {GameRecord} game @returns {WhyLess|null} */
function whyNot(game) {
  if (game.startFen !== null) return handicapOf(game) === "none" ? "position" : "handicap";
  if (game.record !== null || game.rated === "never") return "foreign";
  return game.rated === "before" ? "before" : null;
}

/** The person's points. @param {GameRecord} game @param {string} result red, black or draw */
export const pointsOf = ({ side }, result) => (result === "draw" ? 0.5 : Number(result === side));

/**
 * The game has been counted, also in another tab. A training game has the seed of the game that it is played on from.
 * @param {RatingRecord} record @param {GameRecord} game
 */
export const isCounted = ({ history }, { seed, training }) =>
  !training && history.some((one) => one.seed === seed);

/** @param {RatingRecord} record @param {Experience} experience @param {Measure} measure @returns {RatingRecord} */
export const begun = (record, experience, { begin }) => ({
  ...record,
  experience,
  rating: begin(experience),
});

/**
 * The record after a game has ended for the first time.
 * @param {RatingRecord} record @param {GameRecord} game @param {string} result @param {Measure} measure
 * @param {string} day @returns {RatingRecord}
 */
export function afterGame(record, game, result, measure, day) {
  const points = pointsOf(game, result);
  const { weight } = weightOf(game);
  if (isCounted(record, game)) return record;
  const losses = game.training ? record.losses : lossesAfter(record.losses, game, points);
  const next = { ...record, losses };
  if (!record.inUse || weight === 0) return next;
  // Who was never asked may be later.
  const { experience } = record;
  const start = record.rating
    ? next
    : { ...begun(next, experience ?? "unknown", measure), experience };
  const before = /** @type {Rating} */ (start.rating);
  const rating = measure.rate(before, game.level, points, weight);
  const { level: opponent, training } = game;
  const seed = training ? null : game.seed;
  const counted = { day, points, opponent, level: inHundredths(rating.level), seed };
  return { ...start, rating, history: [...record.history, counted].slice(-KEPT) };
}

/** @param {RatingRecord["losses"]} losses @param {GameRecord} game @param {number} points @returns {RatingRecord["losses"]} */
function lossesAfter(losses, { fits, level }, points) {
  if (fits || points > 0) return null;
  return { level, times: losses?.level === level ? losses.times + 1 : 1 };
}

/** How many games were won, drawn and lost. @param {Counted[]} history */
export function tally(history) {
  const [lost, drawn, won] = POINTS.map((points) => history.filter((one) => one.points === points));
  return { won: won.length, drawn: drawn.length, lost: lost.length };
}

/** @param {RatingRecord} record */
export const encodeRating = (record) => JSON.stringify({ version: RATING_VERSION, ...record });

/**
 * Part by part: what is broken costs itself only.
 * @param {string|null} text @returns {{ record: RatingRecord, broken: boolean }}
 */
export function decodeRating(text) {
  const record = noRating();
  if (text === null) return { record, broken: false };
  const raw =
    parseVersion(text, RATING_VERSION) ??
    convertRating(parseVersion(text, VERSION_OF_SECOND_SCALE));
  if (!raw) return { record, broken: true };
  const { inUse, experience, rating, history, losses } = raw;
  const games = Array.isArray(history) ? history.filter(isCountedGame).slice(-KEPT) : [];
  if (typeof inUse === "boolean") record.inUse = inUse;
  if (EXPERIENCES.includes(experience)) record.experience = experience;
  if (isRating(rating)) record.rating = { level: rating.level, step: rating.step, run: rating.run };
  if (isStrength(losses?.level) && isIntegerIn(losses.times, 1, MOST_RUN))
    record.losses = { level: losses.level, times: losses.times };
  record.history = games.map(pickCounted);
  const broken =
    typeof inUse !== "boolean" ||
    (rating !== null && record.rating === null) ||
    games.length !== Math.min(history?.length, KEPT);
  return { record, broken };
}

/** A rating record of the second scale of levels, as it is kept today. @param {Unchecked} raw */
export function convertRating(raw) {
  if (!raw) return raw;
  const { rating, history, losses } = raw;
  return {
    ...raw,
    rating: rating && { ...rating, level: onScale(rating.level) },
    history: Array.isArray(history)
      ? history.map((/** @type {Unchecked} */ one) => ({
          ...one,
          opponent: onScale(one?.opponent),
          level: onScale(one?.level),
        }))
      : history,
    losses: losses && { ...losses, level: onScale(losses.level) },
  };
}

/** @param {Unchecked} level */
const onScale = (level) => (isStrength(level) ? fromSecondScale(level) : level);

/** @param {Unchecked} rating */
export const isRating = (rating) =>
  isStrength(rating?.level) &&
  Number.isFinite(rating.step) &&
  rating.step >= STEPS[0] &&
  rating.step <= STEPS[1] &&
  isIntegerIn(rating.run, -MOST_RUN, MOST_RUN);

/** @param {Unchecked} one */
export const isCountedGame = (one) =>
  isText(one?.day, DAY) &&
  Number.isFinite(Date.parse(one.day)) &&
  POINTS.includes(one.points) &&
  isStrength(one.opponent) &&
  isStrength(one.level) &&
  (one.seed === null || isIntegerIn(one.seed, 0, 2 ** 32 - 1));

/** @param {Counted} counted */
const pickCounted = ({ day, points, opponent, level, seed }) => ({
  day,
  points,
  opponent,
  level,
  seed,
});
