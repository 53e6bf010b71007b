// Stores summaries of the person's reviewed games for the profile, and the side that the person chose last. Only the
// latest games are stored, because the profile shows how the person plays now.

import type { Side } from "../core/xiangqi.ts";
import { createStoredValue, isText, parseVersion } from "../core/stored.ts";
import type { StoreProblem, Unchecked } from "../core/stored.ts";
import { KINDS, PHASES } from "./profile.ts";
import type { GameSummary, Lapse } from "./profile.ts";

export type SideChoice = Side | "both";

export interface ReviewedGames {
  whose: SideChoice;
  /** The latest game first. */
  games: GameSummary[];
}

export const REVIEWED_KEY = "chuhe:reviewed";
const VERSION = 1;
export const MAX_GAMES = 200;
const CHOICES: readonly SideChoice[] = ["red", "black", "both"];

const isCount = (value: Unchecked, most: number): value is number =>
  Number.isSafeInteger(value) && value >= 0 && value <= most;

const isLapse = (value: Unchecked): value is Lapse =>
  PHASES.includes(value?.phase) &&
  KINDS.includes(value.kind) &&
  Number.isFinite(value.loss) &&
  value.loss >= 0 &&
  value.loss <= 1 &&
  (value.hurried === undefined || typeof value.hurried === "boolean");

const isSummary = (value: Unchecked): value is GameSummary =>
  isText(value?.name, /^[\w-]{1,40}$/) &&
  (value.side === "red" || value.side === "black") &&
  isCount(value.day, 100_000) &&
  isCount(value.moves, 10_000) &&
  Array.isArray(value.lapses) &&
  value.lapses.length <= value.moves &&
  value.lapses.every(isLapse);

export function decodeReviewed(text: string | null): ReviewedGames {
  const raw = parseVersion(text, VERSION);
  return {
    whose: CHOICES.includes(raw?.whose) ? raw.whose : "red",
    games: Array.isArray(raw?.games) ? raw.games.filter(isSummary).slice(0, MAX_GAMES) : [],
  };
}

export const encodeReviewed = (reviewed: ReviewedGames): string =>
  JSON.stringify({ version: VERSION, ...reviewed });

/** Adds a game as the latest, in place of an earlier review of the same game. */
export function withGame({ whose, games }: ReviewedGames, game: GameSummary): ReviewedGames {
  const others = games.filter(({ name }) => name !== game.name);
  return { whose, games: [game, ...others].slice(0, MAX_GAMES) };
}

/** Creates the storage of reviewed games; `area` may throw. */
export const createReviewedGames = (
  area: () => Storage,
  onProblem?: (problem: StoreProblem) => void,
) =>
  createStoredValue(area, REVIEWED_KEY, {
    decode: decodeReviewed,
    encode: encodeReviewed,
    onProblem,
    reportsEachTime: true,
  });
