// The pause before the engine's replies. A person needs a moment to see what has happened, and a constant pause would
// seem mechanical.

import type { GameRecord } from "../core/game-record.ts";

/** The shortest and the longest pause before a reply, in milliseconds. */
export const PAUSES = { least: 420, most: 1100 };
/** The number of plies at the start of a game during which the pauses are shorter. */
const BRISK_PLIES = 8;

/**
 * Returns the shortest time from the request to the reply, in milliseconds. `choices` is the number of the engine's
 * legal moves. A single legal move has the shortest pause.
 */
export function pauseBefore(
  { seed, ply }: Pick<GameRecord, "seed" | "ply">,
  choices: number,
): number {
  const { least, most } = PAUSES;
  if (choices <= 1) return least;
  const range = ply < BRISK_PLIES ? (most - least) / 3 : most - least;
  // Short pauses are likelier than long ones.
  return Math.round(least + range * pseudoRandom(seed, ply) ** 2);
}

/** Returns a number from 0 to 1 that depends only on the seed and the ply. */
function pseudoRandom(seed: number, ply: number): number {
  let mixed = Math.imul(seed ^ Math.imul(ply + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Starts a pause that can be ended early. */
export function pause(ms: number) {
  let resolve = () => {};
  const over = new Promise<void>((onEnd) => {
    resolve = onEnd;
  });
  const timer = setTimeout(resolve, ms);
  return {
    over,
    end() {
      clearTimeout(timer);
      resolve();
    },
  };
}
