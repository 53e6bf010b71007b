/**
 * FSRS-6 with its default weights for the answers "again" and "good", written from the published formula:
 * https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm. Versions of the page before ts-fsrs used it.
 */

/** @typedef {import("../../www/js/practice/schedule.ts").Memory} Memory */

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

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/** Returns the probability of a right answer, 0 to 1. @param {number} days @param {number} stability */
export const chanceAfter = (days, stability) => (1 + (FACTOR * days) / stability) ** DECAY;

/** Returns the days until the next answer. @param {number} stability */
export const intervalOf = (stability) =>
  clamp(Math.round((stability / FACTOR) * (RETENTION ** (1 / DECAY) - 1)), 1, MAX_INTERVAL);

/** @param {number} grade */
const firstDifficulty = (grade) => W[4] - Math.exp((grade - 1) * W[5]) + 1;

/** @param {number} difficulty @param {number} grade */
function nextDifficulty(difficulty, grade) {
  const damped = difficulty + (-W[6] * (grade - GOOD) * (10 - difficulty)) / 9;
  return clamp(W[7] * firstDifficulty(EASY) + (1 - W[7]) * damped, 1, 10);
}

/** @param {Memory} memory @param {number} chance */
function stabilityAfterRight({ stability, difficulty }, chance) {
  const gain = Math.exp(W[8]) * (11 - difficulty) * stability ** -W[9];
  return stability * (1 + gain * (Math.exp(W[10] * (1 - chance)) - 1));
}

/** @param {Memory} memory @param {number} chance */
function stabilityAfterWrong({ stability, difficulty }, chance) {
  const next = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1);
  return Math.min(stability, next * Math.exp(W[14] * (1 - chance)));
}

/** @param {Memory|null} memory  null before the first answer @param {number} days @param {boolean} isRight @returns {Memory} */
export function memoryAfter(memory, days, isRight) {
  const grade = isRight ? GOOD : AGAIN;
  if (!memory) return { stability: W[grade - 1], difficulty: clamp(firstDifficulty(grade), 1, 10) };
  const chance = chanceAfter(days, memory.stability);
  const next = isRight ? stabilityAfterRight : stabilityAfterWrong;
  return {
    stability: clamp(next(memory, chance), 0.001, 36_500),
    difficulty: nextDifficulty(memory.difficulty, grade),
  };
}
