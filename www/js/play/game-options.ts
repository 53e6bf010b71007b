// The choices of the new-game sheet as data: reads them from the storage, and makes a game of them.

import type { BoardTurning, Clock, GameMode, GameRecord } from "../core/game-record.ts";
import { MAX_LEVEL, isStrength, nearestLevel } from "../core/levels.ts";
import type { Unchecked } from "../core/stored.ts";
import { RULESETS } from "../core/xiangqi.ts";
import type { Ruleset, Side } from "../core/xiangqi.ts";
import { newClock } from "./clock.ts";

/**
 * Positions without the pieces that the stronger side gives away. By tradition that side plays Red and moves first;
 * "horse" and "rook" are on Red's left. "nine" leaves rooks, horses, cannons and the general.
 */
export const HANDICAPS = {
  none: null,
  horse: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
  horses: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
  rook: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
  nine: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1",
} as const;

type Handicap = keyof typeof HANDICAPS;

/** Minutes for the game and seconds for each move. */
export const CLOCKS = {
  none: null,
  "5+3": [5, 3],
  "10+5": [10, 5],
  "15+10": [15, 10],
  "30+0": [30, 0],
  custom: null,
} as const;

export interface Choices {
  mode: GameMode;
  side: Side | "random";
  /** The engine is as strong as the person, whatever `level` says. */
  fit: boolean;
  /** A level with a name, 1 to 15. */
  level: number;
  handicap: Handicap;
  /** The player without the pieces of the handicap. */
  giver: "opponent" | "person";
  clock: keyof typeof CLOCKS;
  /** Of the custom clock. */
  minutes: number;
  seconds: number;
  turning: BoardTurning;
  ruleset: Ruleset;
}

export const defaultChoices = (): Choices => ({
  mode: "engine",
  side: "red",
  fit: true,
  level: 3,
  handicap: "none",
  giver: "opponent",
  clock: "none",
  minutes: 10,
  seconds: 0,
  turning: "none",
  ruleset: RULESETS[0],
});

const FIELDS: Record<keyof Choices, (value: Unchecked) => boolean> = {
  mode: (value) => ["engine", "local"].includes(value),
  side: (value) => ["red", "black", "random"].includes(value),
  fit: (value) => typeof value === "boolean",
  level: (value) => Number.isInteger(value) && value >= 1 && value <= MAX_LEVEL,
  handicap: (value) => Object.keys(HANDICAPS).includes(value),
  giver: (value) => ["opponent", "person"].includes(value),
  clock: (value) => Object.keys(CLOCKS).includes(value),
  minutes: (value) => Number.isFinite(value) && value >= 0.5 && value <= 600,
  seconds: (value) => Number.isFinite(value) && value >= 0 && value <= 600,
  turning: (value) => ["none", "board", "pieces"].includes(value),
  ruleset: (value) => RULESETS.includes(value),
};

/** Reads choices; a bad value costs that field only. */
export function readChoices(stored: Unchecked): Choices {
  // A strength of an older scale can lie between two levels; people choose whole ones.
  const raw = isStrength(stored?.level) ? { ...stored, level: nearestLevel(stored.level) } : stored;
  const valid = Object.entries(FIELDS).filter(([name, accepts]) => accepts(raw?.[name]));
  return { ...defaultChoices(), ...Object.fromEntries(valid.map(([name]) => [name, raw[name]])) };
}

/**
 * Returns the fields of a game with these choices. Where the engine is to fit, its level then follows from the rating.
 * A `startFen` of the person's own leaves the handicap out.
 */
export function gameOf(
  choices: Choices,
  startFen: string | null = null,
  random: () => number = Math.random,
) {
  const { mode, level, turning, ruleset, giver } = choices;
  const fen = startFen ?? HANDICAPS[choices.handicap];
  const randomSide = random() < 0.5 ? "red" : "black";
  const side = choices.side === "random" ? randomSide : choices.side;
  const isHandicap = startFen === null && fen !== null;
  return {
    mode,
    fits: mode === "engine" && choices.fit,
    level,
    turning: mode === "local" ? turning : "none",
    startFen: fen,
    side: isHandicap && mode === "engine" ? (giver === "person" ? "red" : "black") : side,
    clock: clockOf(choices),
    ruleset,
  } satisfies Partial<GameRecord>;
}

/** Returns the handicap that Red of a game has given. */
export function handicapOf({ startFen }: Pick<GameRecord, "startFen">): Handicap {
  const names = Object.keys(HANDICAPS) as Handicap[];
  return names.find((name) => HANDICAPS[name] === startFen) ?? "none";
}

function clockOf({ clock, minutes, seconds }: Choices): Clock | null {
  if (clock === "custom") return newClock(minutes, seconds);
  const times = CLOCKS[clock];
  return times && newClock(times[0], times[1]);
}
