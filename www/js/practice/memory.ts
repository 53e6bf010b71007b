// When something is asked again: FSRS-6, the published formula (github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm)
// with its default weights, as far as two answers need it: "again" and "good". A test holds it against ts-fsrs.

/**
 * How well something is remembered.
 * @typedef {object} Memory
 * @property {number} stability   days after which it is still known with a chance of 90 %
 * @property {number} difficulty  1..10
 */

/** Of FSRS-6, w0 to w20; those of other answers and of the same day are not used. */
const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
  0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const AGAIN = 1;
const GOOD = 3;
const EASY = 4;
/** It is asked when the chance to know it has sunk to this. */
const WANTED = 0.9;
const LEAST_STABILITY = 0.001;
/** Nothing is put off for longer: a year, in days. */
export const LONGEST = 365;

const DECAY = -W[20];
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(most, Math.max(least, value));

/** The chance to know it after so many days. @param {number} days @param {number} stability @returns {number} 0..1 */
export const chanceAfter = (days, stability) => (1 + (FACTOR * days) / stability) ** DECAY;

/** So many days later it is asked again. @param {number} stability */
export const intervalOf = (stability) =>
  within(Math.round((stability / FACTOR) * (WANTED ** (1 / DECAY) - 1)), 1, LONGEST);

/** @param {number} grade */
const firstDifficulty = (grade) => W[4] - Math.exp((grade - 1) * W[5]) + 1;

/** @param {number} difficulty @param {number} grade */
function nextDifficulty(difficulty, grade) {
  const damped = difficulty + (-W[6] * (grade - GOOD) * (10 - difficulty)) / 9;
  return within(W[7] * firstDifficulty(EASY) + (1 - W[7]) * damped, 1, 10);
}

/** @param {Memory} memory @param {number} chance that it was known */
function afterRight({ stability, difficulty }, chance) {
  const gain = Math.exp(W[8]) * (11 - difficulty) * stability ** -W[9];
  return stability * (1 + gain * (Math.exp(W[10] * (1 - chance)) - 1));
}

/** @param {Memory} memory @param {number} chance that it was known */
function afterWrong({ stability, difficulty }, chance) {
  const left = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1);
  return Math.min(stability, left * Math.exp(W[14] * (1 - chance)));
}

/**
 * What an answer makes of it.
 * @param {Memory|null} memory  null: asked for the first time @param {number} days since it was asked last
 * @param {boolean} isRight @returns {Memory}
 */
export function remembered(memory, days, isRight) {
  const grade = isRight ? GOOD : AGAIN;
  if (!memory)
    return { stability: W[grade - 1], difficulty: within(firstDifficulty(grade), 1, 10) };
  const chance = chanceAfter(days, memory.stability);
  const stability = isRight ? afterRight(memory, chance) : afterWrong(memory, chance);
  return {
    stability: within(stability, LEAST_STABILITY, 36_500),
    difficulty: nextDifficulty(memory.difficulty, grade),
  };
}

/**
 * The day on which it is asked again. What is new or was not known comes back tomorrow.
 * @param {Memory|null} before @param {Memory} now @param {number} today @param {boolean} isRight
 */
export const dueAfter = (before, now, today, isRight) =>
  today + (before && isRight ? intervalOf(now.stability) : 1);

const DAY_MS = 86_400_000;

/** A day of the calendar where the person is, counted from 1970. @param {Date} date */
export const dayNumber = (date) =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);

/** Its date, at noon there. @param {number} day */
export function dateOfDay(day) {
  const date = new Date(day * DAY_MS);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12);
}
