// Stores the latest reviews, finished or not, in localStorage by game. A damaged review counts as missing.

import { createStoredValue, isText, parseVersion } from "../../core/stored.ts";
import type { Unchecked } from "../../core/stored.ts";
import type { JudgedMove, JudgedPosition } from "../../explain/judge.ts";

/** The findings of a review; null for positions and moves that are not judged yet. */
export interface Findings {
  /** The judged positions, with one entry more than `moves` because the start is included. */
  positions: (JudgedPosition | null)[];
  moves: (JudgedMove | null)[];
}

export const REVIEWS_KEY = "chuhe:reviews";
const VERSION = 1;
const MAX_REVIEWS = 6;
const MAX_LINE = 500;
const MOVE = /^[a-i]\d[a-i]\d$/;
const LABELS = ["inaccuracy", "mistake", "blunder"];

/** Returns the name under which the review of a game is stored. */
export const nameOf = (startFen: string | null, moves: readonly string[]): string =>
  `${startFen ?? ""}|${moves.join("")}`;

export const noFindings = (moves: readonly string[]): Findings => ({
  positions: Array.from({ length: moves.length + 1 }, () => null),
  moves: moves.map(() => null),
});

export type ReviewStorage = ReturnType<typeof createReviewStorage>;

/** Creates the storage of reviews; `area` may throw. */
export function createReviewStorage(area: () => Storage) {
  const stored = createStoredValue<Unchecked[]>(area, REVIEWS_KEY, {
    decode(text) {
      const reviews = parseVersion(text, VERSION)?.reviews;
      return Array.isArray(reviews) ? reviews : [];
    },
    encode: (reviews) => JSON.stringify({ version: VERSION, reviews }),
  });
  return {
    load(startFen: string | null, moves: readonly string[]): Findings | null {
      const name = nameOf(startFen, moves);
      return readFindings(
        stored.load().find((review) => review?.name === name),
        moves.length,
      );
    },

    /** Stores a review as the latest. Returns true if it could be stored. */
    save(startFen: string | null, moves: readonly string[], findings: Findings): boolean {
      const name = nameOf(startFen, moves);
      const others = stored.load().filter((review) => review?.name !== name);
      return stored.save([{ name, ...findings }, ...others].slice(0, MAX_REVIEWS));
    },
  };
}

const isInt32 = (value: unknown) => Number.isInteger(value) && value === (Number(value) | 0);
const isScore = (score: Unchecked) =>
  score !== null && typeof score === "object" && (isInt32(score.cp) || isInt32(score.mate));

const isMove = (move: Unchecked) => isText(move, MOVE);
const isLine = (line: Unchecked) =>
  Array.isArray(line) && line.length < MAX_LINE && line.every(isMove);

const isPosition = (position: Unchecked) =>
  position === null ||
  (isScore(position?.score) && (position.best === null || isMove(position.best)));

const isFinding = (finding: Unchecked) =>
  isMove(finding?.played) &&
  isMove(finding.best) &&
  isLine(finding.punishment) &&
  isLine(finding.better) &&
  isScore(finding.scores?.played) &&
  isScore(finding.scores?.best);

/** Older reviews do not have this field. */
const isAgain = (again: Unchecked) =>
  (again ?? null) === null ||
  [again.before, again.after].every((position) => position && isPosition(position));

function isJudgedMove(move: Unchecked, ply: number) {
  if (move === null) return true;
  const isSound = move?.ply === ply && Number.isFinite(move.loss) && isAgain(move.again);
  if (!isSound || (move.side !== "red" && move.side !== "black")) return false;
  if (move.label === null && (move.finding ?? null) === null) return true;
  return (move.label === null || LABELS.includes(move.label)) && isFinding(move.finding);
}

/** Checks stored findings for a game of `length` moves. Returns null if they are missing or damaged. */
export function readFindings(stored: Unchecked, length: number): Findings | null {
  const { positions, moves } = stored ?? {};
  const isSound =
    Array.isArray(positions) &&
    Array.isArray(moves) &&
    positions.length === length + 1 &&
    moves.length === length &&
    positions.every(isPosition) &&
    moves.every(isJudgedMove);
  return isSound ? { positions, moves } : null;
}
