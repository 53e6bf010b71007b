// Computes when an exercise is due again, by FSRS-6 with its default weights (ts-fsrs). The formula is published at
// https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm. Only the grades "again" and "good" are used.

import { FSRSAlgorithm, Rating } from "ts-fsrs";
import { keyOf } from "./exercises.ts";
import type { Card, Practice } from "./exercises.ts";

/** The estimate of a person's memory of an exercise, as defined by FSRS. */
export interface Memory {
  /** The number of days after which the person still knows the answer with a probability of 90 %. */
  stability: number;
  /** The difficulty of the exercise for the person, 1 (easy) to 10. */
  difficulty: number;
}

/** The longest interval between two answers, in days. */
export const MAX_INTERVAL = 365;
/** The smallest stability that ts-fsrs accepts; below it, ts-fsrs throws an error. */
const MIN_STABILITY = 0.001;

const FSRS = new FSRSAlgorithm({
  request_retention: 0.9,
  maximum_interval: MAX_INTERVAL,
  enable_fuzz: false,
  enable_short_term: false,
});

/** Returns the number of days from an answer until the exercise is due again, 1 to `MAX_INTERVAL`. */
export const intervalOf = (stability: number): number => FSRS.next_interval(stability, 0);

/**
 * Returns the memory after an answer. `memory` is null before the first answer; `days` is the number of days since the
 * last one.
 */
export function memoryAfter(memory: Memory | null, days: number, isRight: boolean): Memory {
  const before = memory && { ...memory, stability: Math.max(memory.stability, MIN_STABILITY) };
  return FSRS.next_state(before, days, isRight ? Rating.Good : Rating.Again);
}

/**
 * Records an answer to a due exercise. An exercise that is not due keeps its card, because an answer repeated so soon
 * proves nothing about memory.
 */
export function withAnswer(
  practice: Practice,
  key: string,
  isRight: boolean,
  today: number,
): Practice {
  const exercises = practice.exercises.map((exercise) =>
    keyOf(exercise) === key && exercise.card.due <= today
      ? { ...exercise, card: cardAfter(exercise.card, isRight, today) }
      : exercise,
  );
  return { ...practice, exercises };
}

/** Returns the card after an answer. After the first answer and after a wrong one, the exercise is due tomorrow. */
function cardAfter(card: Card, isRight: boolean, today: number): Card {
  const memory = memoryAfter(card.memory, Math.max(0, today - (card.last ?? today)), isRight);
  return {
    memory,
    due: today + (card.memory && isRight ? intervalOf(memory.stability) : 1),
    last: today,
    asked: card.asked + 1,
    missed: card.missed + (isRight ? 0 : 1),
  };
}
