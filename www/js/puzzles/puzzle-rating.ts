// A person's strength at puzzles. A puzzle is an opponent as strong as the level that solves it half of the time. Levels
// are those of the second scale (core/levels.ts), on which the puzzles were measured. The engine computes by how much a
// puzzle changes the rating (src/engine/rating.rs).

import type { Rating } from "../../pkg/chuhe.js";
import type { I18n } from "../core/i18n.ts";
import type { Unchecked } from "../core/stored.ts";
import type { RatingMeasure } from "../rules/rules.ts";
import type { Outcome } from "./puzzle-progress.ts";
import type { Puzzle } from "../practice/puzzle-set.ts";

export type { Rating };

/** The level at which ratings begin: the level of a person who knows the rules. */
const FIRST_LEVEL = 3;
/** Points by outcome. A hint costs half of them. */
const POINTS = { solved: 1, helped: 0.5, failed: 0 };
/** The smallest and the largest step of a rating, as in the engine. */
const STEPS = [0.35, 3] as const;
const MAX_RUN = 100_000;
const MAX_LEVEL = 15;

/** Returns the rating after the first attempt at a puzzle. `rating` is null before the first puzzle. */
export function ratingAfter(
  rating: Rating | null,
  { level }: Pick<Puzzle, "level">,
  outcome: Outcome,
  isHelped: boolean,
  { begin, rate }: RatingMeasure,
): Rating | null {
  if (level === null) return rating;
  const points = POINTS[outcome === "solved" && isHelped ? "helped" : outcome];
  return rate(rating ?? { ...begin("rules"), level: FIRST_LEVEL }, level, points, 1);
}

/** Returns a stored rating; null if it is invalid. */
export function readRating(raw: Unchecked): Rating | null {
  const { level, step, run } = raw ?? {};
  const isWithin = (value: number, least: number, most: number) =>
    Number.isFinite(value) && value >= least && value <= most;
  const isValid =
    isWithin(level, 0, MAX_LEVEL) &&
    isWithin(step, ...STEPS) &&
    Number.isInteger(run) &&
    Math.abs(run) <= MAX_RUN;
  return isValid ? { level, step, run } : null;
}

/**
 * Formats a rating and its `change` by the last puzzle. Returns an empty text below the first level, where a number would
 * only discourage.
 */
export function formatRating(
  { level }: Pick<Rating, "level">,
  change: number,
  { t }: Pick<I18n, "t">,
): string {
  if (level < 1) return "";
  const tenths = Math.round(change * 10) / 10;
  const sign = tenths > 0 ? "+" : "\u2212";
  const words = t("puzzle.rating", { level: level.toFixed(1) });
  return tenths === 0 ? words : `${words} ${sign}${Math.abs(tenths).toFixed(1)}`;
}
