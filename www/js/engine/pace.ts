// How long a reply of the engine is held back: a person needs a moment to see what has happened, and somebody
// who always answers after the same time is no company.

/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */

/** The shortest and the longest pause before a reply, in milliseconds. */
export const PAUSES = { least: 420, most: 1100 };
/** The first moves of a game are played briskly, and so is a reply there is no choice about. */
const BRISK_PLIES = 8;

/**
 * @param {GameRecord} game
 * @param {number} choices  how many moves the engine has to choose from
 * @returns {number} milliseconds, from the question to the answer, however quick the engine is
 */
export function pauseBefore({ seed, ply }, choices) {
  const { least, most } = PAUSES;
  if (choices <= 1) return least;
  const reach = ply < BRISK_PLIES ? (most - least) / 3 : most - least;
  // Short pauses are likelier than long ones.
  return Math.round(least + reach * whim(seed, ply) ** 2);
}

/** A number from 0 to 1 that looks random and is the same for the same game. @param {number} seed @param {number} ply */
function whim(seed, ply) {
  let mixed = Math.imul(seed ^ Math.imul(ply + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * A pause that can be cut short.
 * @param {number} ms
 */
export function pause(ms) {
  /** @type {() => void} */
  let end = () => {};
  /** @type {Promise<void>} */
  const over = new Promise((resolve) => {
    end = () => resolve();
  });
  const timer = setTimeout(end, ms);
  return {
    over,
    end() {
      clearTimeout(timer);
      end();
    },
  };
}
