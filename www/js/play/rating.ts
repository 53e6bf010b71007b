// A person's rating as data: how much a game counts, what a game changes, and how the rating is stored. The engine
// computes how far a game moves the rating (src/engine/rating.rs).

import type { Experience, Rating } from "../../pkg/chuhe.js";
import type { GameRecord } from "../core/game-record.ts";
import { fromSecondScale, inHundredths, isStrength } from "../core/levels.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseVersion } from "../core/stored.ts";
import type { Unchecked } from "../core/stored.ts";
import type { RatingMeasure } from "../rules/rules.ts";
import { handicapOf } from "./game-options.ts";
import { noRating } from "./state.ts";

export type { Experience };

export interface RatedGame {
  /** The day in the device's calendar, such as 2026-11-22. */
  day: string;
  /** The person's points: 0, 0.5 or 1. */
  points: number;
  /** The opponent's strength. */
  opponent: number;
  /** The rating after the game. */
  level: number;
  /** The seed of the game, which identifies it; null for a game from a link and for a training game. */
  seed: number | null;
}

export interface RatingRecord {
  inUse: boolean;
  /** The person's answer to the question about experience; null until the question is answered. */
  experience: Experience | null;
  /** Null until the rating begins. */
  rating: Rating | null;
  /** The last rated games, the oldest first, at most `MAX_HISTORY`. */
  history: RatedGame[];
  /**
   * The latest losses in a row at a level that the person chose: the level, and the number of losses. Null if the last
   * game was not such a loss.
   */
  losses: { level: number; times: number } | null;
}

/** The part of the rating that a link takes to another browser. */
export type LinkedRating = Pick<RatingRecord, "experience" | "rating" | "history">;

export const RATING_VERSION = 2;
/** The version whose levels are on the second scale (core/levels.ts). */
export const VERSION_OF_SECOND_SCALE = 1;
/** The parameter in the URL's hash that holds a rating. */
export const RATING_FIELD = "rating";
/** The largest number of games in the history. */
export const MAX_HISTORY = 200;
export const EXPERIENCES: readonly Experience[] = [
  "none",
  "unknown",
  "rules",
  "practice",
  "strong",
];
export const POINTS: readonly number[] = [0, 0.5, 1];
/** The smallest and the largest step of a rating, as in src/engine/rating.rs. */
const STEPS = [0.35, 3] as const;
const MAX_RUN = 100_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Why a game counts less, or not at all, for the rating. */
type WeightReason = "handicap" | "position" | "foreign" | "before" | "training" | "helped";

/** Returns how much a game against the engine counts, 0 to 1, and why. */
export function weightOf(game: GameRecord): { weight: number; why: WeightReason | null } {
  const why = whyUnrated(game);
  if (why) return { weight: 0, why };
  if (game.training) return { weight: 0.5, why: "training" };
  return game.helped > 0 ? { weight: 0.5, why: "helped" } : { weight: 1, why: null };
}

function whyUnrated(game: GameRecord): WeightReason | null {
  if (game.startFen !== null) return handicapOf(game) === "none" ? "position" : "handicap";
  if (game.record !== null || game.rated === "never") return "foreign";
  return game.rated === "before" ? "before" : null;
}

/** Returns the person's points; `result` is red, black or draw. */
export const pointsOf = ({ side }: Pick<GameRecord, "side">, result: string): number =>
  result === "draw" ? 0.5 : Number(result === side);

/**
 * Returns true if the game was rated already, perhaps by another tab. Training games are excluded, since they have the
 * seed of the game that they continue.
 */
export const isRated = (
  { history }: Pick<RatingRecord, "history">,
  { seed, training }: GameRecord,
): boolean => !training && history.some((game) => game.seed === seed);

export const withRatingBegun = (
  record: RatingRecord,
  experience: Experience,
  { begin }: RatingMeasure,
): RatingRecord & { rating: Rating } => ({ ...record, experience, rating: begin(experience) });

/** Returns the record after a game has ended for the first time. */
export function ratingAfterGame(
  record: RatingRecord,
  game: GameRecord,
  result: string,
  measure: RatingMeasure,
  day: string,
): RatingRecord {
  const points = pointsOf(game, result);
  const { weight } = weightOf(game);
  if (isRated(record, game)) return record;
  const losses = game.training ? record.losses : lossesAfter(record.losses, game, points);
  const next = { ...record, losses };
  if (!record.inUse || weight === 0) return next;
  const { experience } = record;
  const before = record.rating ?? measure.begin(experience ?? "unknown");
  const rating = measure.rate(before, game.level, points, weight);
  const { level: opponent, training } = game;
  const seed = training ? null : game.seed;
  const rated = { day, points, opponent, level: inHundredths(rating.level), seed };
  return { ...next, rating, history: [...record.history, rated].slice(-MAX_HISTORY) };
}

function lossesAfter(
  losses: RatingRecord["losses"],
  { fits, level }: GameRecord,
  points: number,
): RatingRecord["losses"] {
  if (fits || points > 0) return null;
  return { level, times: losses?.level === level ? losses.times + 1 : 1 };
}

/** Counts the games that were won, drawn and lost. */
export function tally(history: readonly RatedGame[]) {
  const count = (points: number) => history.filter((game) => game.points === points).length;
  return { won: count(1), drawn: count(0.5), lost: count(0) };
}

export const encodeRating = (record: RatingRecord): string =>
  JSON.stringify({ version: RATING_VERSION, ...record });

/**
 * Reads a stored rating. Invalid parts get their initial values; `broken` is true if the rating, a game or `inUse` is
 * invalid.
 */
export function decodeRating(text: string | null): { record: RatingRecord; broken: boolean } {
  const record = noRating();
  if (text === null) return { record, broken: false };
  const raw =
    parseVersion(text, RATING_VERSION) ??
    convertRating(parseVersion(text, VERSION_OF_SECOND_SCALE));
  if (!raw) return { record, broken: true };
  const { inUse, experience, rating, history, losses } = raw;
  const games = Array.isArray(history) ? history.filter(isRatedGame).slice(-MAX_HISTORY) : [];
  if (typeof inUse === "boolean") record.inUse = inUse;
  if (EXPERIENCES.includes(experience)) record.experience = experience;
  if (isRating(rating)) record.rating = { level: rating.level, step: rating.step, run: rating.run };
  if (isStrength(losses?.level) && isIntegerIn(losses.times, 1, MAX_RUN))
    record.losses = { level: losses.level, times: losses.times };
  record.history = games.map(({ day, points, opponent, level, seed }) => ({
    day,
    points,
    opponent,
    level,
    seed,
  }));
  const broken =
    typeof inUse !== "boolean" ||
    (rating !== null && record.rating === null) ||
    games.length !== Math.min(history?.length, MAX_HISTORY);
  return { record, broken };
}

/** Converts a rating record from the second scale of levels to the current scale. */
export function convertRating(raw: Unchecked): Unchecked {
  if (!raw) return raw;
  const { rating, history, losses } = raw;
  return {
    ...raw,
    rating: rating && { ...rating, level: convertLevel(rating.level) },
    history: Array.isArray(history)
      ? history.map((game: Unchecked) => ({
          ...game,
          opponent: convertLevel(game?.opponent),
          level: convertLevel(game?.level),
        }))
      : history,
    losses: losses && { ...losses, level: convertLevel(losses.level) },
  };
}

const convertLevel = (level: unknown) => (isStrength(level) ? fromSecondScale(level) : level);

export const isRating = (rating: Unchecked): rating is Rating =>
  isStrength(rating?.level) &&
  Number.isFinite(rating.step) &&
  rating.step >= STEPS[0] &&
  rating.step <= STEPS[1] &&
  isIntegerIn(rating.run, -MAX_RUN, MAX_RUN);

export const isRatedGame = (game: Unchecked): game is RatedGame =>
  isText(game?.day, DAY) &&
  Number.isFinite(Date.parse(game.day)) &&
  POINTS.includes(game.points) &&
  isStrength(game.opponent) &&
  isStrength(game.level) &&
  (game.seed === null || isIntegerIn(game.seed, 0, 2 ** 32 - 1));
