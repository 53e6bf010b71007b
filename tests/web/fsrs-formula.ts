/**
 * FSRS-6 with its default weights for the answers "again" and "good", written from the published formula:
 * https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm. Versions of the page before ts-fsrs used it.
 */

import type { Memory } from "../../www/js/practice/schedule.ts";

/** The weights w0 to w20; those of other answers and of repetitions within a day are not used. */
const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
  0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const AGAIN = 1;
const GOOD = 3;
const EASY = 4;
const RETENTION = 0.9;
const MAX_INTERVAL = 365;
const DECAY = -W[20];
const FACTOR = 0.9 ** (1 / DECAY) - 1;

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** Returns the probability of a right answer, 0 to 1. */
export const chanceAfter = (days: number, stability: number) =>
  (1 + (FACTOR * days) / stability) ** DECAY;

/** Returns the days until the next answer. */
export const intervalOf = (stability: number) =>
  clamp(Math.round((stability / FACTOR) * (RETENTION ** (1 / DECAY) - 1)), 1, MAX_INTERVAL);

const firstDifficulty = (grade: number) => W[4] - Math.exp((grade - 1) * W[5]) + 1;

function nextDifficulty(difficulty: number, grade: number) {
  const damped = difficulty + (-W[6] * (grade - GOOD) * (10 - difficulty)) / 9;
  return clamp(W[7] * firstDifficulty(EASY) + (1 - W[7]) * damped, 1, 10);
}

function stabilityAfterRight({ stability, difficulty }: Memory, chance: number) {
  const gain = Math.exp(W[8]) * (11 - difficulty) * stability ** -W[9];
  return stability * (1 + gain * (Math.exp(W[10] * (1 - chance)) - 1));
}

function stabilityAfterWrong({ stability, difficulty }: Memory, chance: number) {
  const next = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1);
  return Math.min(stability, next * Math.exp(W[14] * (1 - chance)));
}

/** Returns the memory after an answer; it is null before the first one. */
export function memoryAfter(memory: Memory | null, days: number, isRight: boolean): Memory {
  const grade = isRight ? GOOD : AGAIN;
  if (!memory) return { stability: W[grade - 1], difficulty: clamp(firstDifficulty(grade), 1, 10) };
  const chance = chanceAfter(days, memory.stability);
  const next = isRight ? stabilityAfterRight : stabilityAfterWrong;
  return {
    stability: clamp(next(memory, chance), 0.001, 36_500),
    difficulty: nextDifficulty(memory.difficulty, grade),
  };
}
