// The choices of the new-game sheet as data: reads them from the storage, and converts them to the fields of a game.

import type { Clock, GameRecord } from "../core/game-record.ts";
import { MAX_LEVEL, isStrength, nearestLevel } from "../core/levels.ts";
import { isIntegerIn } from "../core/numbers.ts";
import type { Unchecked } from "../core/stored.ts";
import { RULESETS } from "../core/xiangqi.ts";
import { HANDICAPS } from "../rules/handicaps.ts";
import type { Handicap } from "../rules/handicaps.ts";
import { newClock } from "./clock.ts";

/** The clocks to choose from: the minutes for the game, and the seconds added after each move. */
export const CLOCKS = {
  none: null,
  "5+3": [5, 3],
  "10+5": [10, 5],
  "15+10": [15, 10],
  "30+0": [30, 0],
  custom: null,
} as const;

interface Field<Value> {
  initial: Value;
  accepts(stored: unknown): boolean;
}

const oneOf = <const Value>(initial: NoInfer<Value>, values: readonly Value[]): Field<Value> => ({
  initial,
  accepts: (stored) => values.some((value) => value === stored),
});

const numberIn = (initial: number, low: number, high: number): Field<number> => ({
  initial,
  accepts: (stored) => typeof stored === "number" && stored >= low && stored <= high,
});

const FIELDS = {
  mode: oneOf("engine", ["engine", "local"]),
  side: oneOf("red", ["red", "black", "random"]),
  /** True if the engine is to be as strong as the person; `level` is then ignored. */
  fit: oneOf(true, [true, false]),
  level: {
    initial: 3,
    accepts: (stored: unknown) => isIntegerIn(stored, 1, MAX_LEVEL),
  },
  handicap: oneOf("none", Object.keys(HANDICAPS) as Handicap[]),
  /** The player who gives the handicap's pieces away. */
  giver: oneOf("opponent", ["opponent", "person"]),
  clock: oneOf("none", Object.keys(CLOCKS) as (keyof typeof CLOCKS)[]),
  /** The minutes for the game on the custom clock. */
  minutes: numberIn(10, 0.5, 600),
  /** The seconds that the custom clock adds after each move. */
  seconds: numberIn(0, 0, 600),
  turning: oneOf("none", ["none", "board", "pieces"]),
  ruleset: oneOf(RULESETS[0], RULESETS),
};

export type Choices = { [Name in keyof typeof FIELDS]: (typeof FIELDS)[Name]["initial"] };

export const defaultChoices = (): Choices => readChoices({});

/** Reads stored choices. A field with an invalid value gets its initial value. */
export function readChoices(stored: Unchecked): Choices {
  // Strengths stored by older versions can lie between two levels. Such a strength is rounded to the nearest level.
  const raw = isStrength(stored?.level) ? { ...stored, level: nearestLevel(stored.level) } : stored;
  const values = Object.entries(FIELDS).map(([name, { initial, accepts }]) => {
    const value: unknown = raw?.[name];
    return [name, accepts(value) ? value : initial];
  });
  return Object.fromEntries(values);
}

/**
 * Returns the fields of a game with these choices. If `fits` is true, the caller must replace `level` by the level of
 * the rating. A `startFen` replaces the handicap.
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

/** Returns the handicap that Red has given in a game. */
export function handicapOf({ startFen }: Pick<GameRecord, "startFen">): Handicap {
  const names = Object.keys(HANDICAPS) as Handicap[];
  return names.find((name) => HANDICAPS[name] === startFen) ?? "none";
}

function clockOf({ clock, minutes, seconds }: Choices): Clock | null {
  if (clock === "custom") return newClock(minutes, seconds);
  const times = CLOCKS[clock];
  return times && newClock(times[0], times[1]);
}
