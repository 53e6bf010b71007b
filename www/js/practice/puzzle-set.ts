// The puzzles as they are stored, and the filters that choose among them.

import { fnv1a, shortHash } from "../core/short-hash.ts";
import { SQUARES, isRed, splitMove, squareIndex, squareName } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";

export interface Puzzle {
  /** The puzzle's number in the course, from 1. */
  number: number;
  /** A name that stays the same in later editions of the course. */
  key: string;
  /** The stage of the course, from 1. */
  stage: number;
  fen: string;
  /** The side to move, which is the person's. */
  side: Side;
  /** The solution: the person's moves and the replies in turn. */
  moves: string[];
  kind: "mate" | "win";
  /** The number of the person's moves. */
  length: number;
  /** The difficulty, from 1 to `GRADES`. */
  grade: number;
  /** The codes of the puzzle's patterns. */
  themes: string[];
  /**
   * The level, on the second scale (core/levels.ts), that solves the puzzle half of the time; null if it was not
   * measured.
   */
  level: number | null;
}

/** A filter of puzzles. A field that is null matches every puzzle. */
export interface Filter {
  kind: Puzzle["kind"] | null;
  length: number | null;
  grade: number | null;
  side: Side | null;
  motif: string | null;
  /** True to match only puzzles that are not solved yet. */
  open: boolean;
  /** The level of a person whom the puzzles suit. */
  near: number | null;
}

export const VERSION = 3;
export const GRADES = 5;
/** The lowest level of puzzles. Every engine level solves such a puzzle at least half of the time. */
export const EASIEST = 0.5;
/** The highest level of puzzles. No engine level solves such a puzzle half of the time. */
export const HARDEST = 15;
/** The largest number of the person's moves in a solution. */
export const MAX_LENGTH = 9;

/** The largest difference between the levels of a puzzle and of a person whom it suits. */
const NEAR = 1;

/** The fields of a puzzle that must equal those of the filter. */
const EQUAL_FIELDS = ["kind", "length", "grade", "side"] as const;

export const noFilter = (): Filter => ({
  kind: null,
  length: null,
  grade: null,
  motif: null,
  side: null,
  open: false,
  near: null,
});

/**
 * A puzzle as its file stores it: placement, moves, kind, grade, themes, side to move on the board, and the level in
 * tenths. In the placement and the moves the solver is always Red.
 */
export type Row = [string, string, "m" | "w", number, string, "w" | "b", number?];

export function decodeRow(
  [field, line, kind, grade, themes, turn, tenths]: Row,
  number: number,
  stage: number,
): Puzzle {
  const isForRed = turn === "w";
  const placement = isForRed ? field : turnedPlacement(field);
  const moves: string[] = line.match(/.{4}/g) ?? [];
  return {
    number,
    stage,
    key: shortHash(field),
    fen: `${placement} ${turn} - - 0 1`,
    side: isForRed ? "red" : "black",
    moves: isForRed ? moves : moves.map(turnedMove),
    kind: kind === "m" ? "mate" : "win",
    length: (moves.length + 1) / 2,
    grade,
    themes: themes === "" ? [] : themes.split(" "),
    level: tenths === undefined ? null : tenths / 10,
  };
}

/** Rotates the first field of a FEN by 180 degrees, and swaps the sides. */
const turnedPlacement = (field: string): string =>
  [...field]
    .toReversed()
    .map((sign) => (isRed(sign) ? sign.toLowerCase() : sign.toUpperCase()))
    .join("");

const turnedMove = (move: string): string =>
  splitMove(move)
    .map((square) => squareName(SQUARES - 1 - squareIndex(square)))
    .join("");

/** Returns all motifs of the puzzles, the most frequent first. */
export function motifsOf(puzzles: readonly Puzzle[]): string[] {
  const counts = new Map<string, number>();
  for (const motif of puzzles.flatMap(({ themes }) => themes))
    counts.set(motif, (counts.get(motif) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([motif]) => motif);
}

/** Returns whether the difficulty of a puzzle suits a person of `ownLevel`. */
export const isNear = (ownLevel: number, { level }: Pick<Puzzle, "level">): boolean =>
  level !== null && Math.abs(level - ownLevel) <= NEAR;

/** Returns a function that tells whether a puzzle matches a filter. */
export const matching =
  (filter: Filter, isSolved: (puzzle: Puzzle) => boolean) =>
  (puzzle: Puzzle): boolean =>
    EQUAL_FIELDS.every((field) => filter[field] === null || filter[field] === puzzle[field]) &&
    (filter.motif === null || puzzle.themes.includes(filter.motif)) &&
    (filter.near === null || isNear(filter.near, puzzle)) &&
    !(filter.open && isSolved(puzzle));

/** Returns a number below `count` that is the same for a whole day. */
export function dailyNumber(date: Date, count: number): number {
  const day = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
  return fnv1a(day, 0x811c9dc5) % count;
}

/** Returns a random puzzle, other than `current` if possible. `chance` is a random number from 0 to 1. */
export function randomPuzzle(
  puzzles: readonly Puzzle[],
  current: Puzzle | null,
  chance: number,
): Puzzle | null {
  const others = puzzles.filter((puzzle) => puzzle !== current);
  return others[Math.floor(chance * others.length)] ?? current;
}

/** Returns the items in random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    const [a, b] = [list[last], list[other]];
    if (a !== undefined && b !== undefined) [list[last], list[other]] = [b, a];
  }
  return list;
}
