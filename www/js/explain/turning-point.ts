// The turning point of a game: the move of a side's after which its chances fell most, from a game not lost, and never
// came near what they had been. Every move is looked at briefly, and the falls that stand out are looked at again
// beside the better move.

import { chanceOf, opposite } from "./chances.ts";
import { LOST, SUSPECT } from "./verdicts.ts";
import { judgeMove, judgePosition } from "./judge.ts";

/** Nodes for each position, and for each of the two in a comparison. */
export const NODES = { position: 3000, comparison: 24_000 };
/** So many falls are looked at again. */
const AGAIN = 4;

/**
 * @typedef {object} TurningPoint
 * @property {number} ply  of the move, from 0
 * @property {import("./judge.ts").Finding} finding
 */

/** A move of the side's: what was to be expected before and after it. @typedef {{ ply: number, before: Judged, after: Judged, had: number, left: number }} Look */
/** @typedef {import("./judge.ts").Judged} Judged */

/**
 * @param {import("./judge.ts").Walker} walker @param {"red"|"black"} side
 * @param {() => boolean} [isLate]  what has been looked at has to do
 * @returns {Promise<TurningPoint|null>}  null: no single move turned the game
 */
export async function findTurningPoint(walker, side, isLate = () => false) {
  return turningOf(walker, side, await lookBack(walker, side, isLate));
}

/**
 * Returns the ply from which a lost game is worth another try: its turning point, else the last move before which it
 * was not lost.
 * @param {import("./judge.ts").Walker} walker @param {"red"|"black"} side
 * @param {() => boolean} [isLate]  what has been looked at has to do
 * @returns {Promise<{ ply: number, finding: import("./judge.ts").Finding|null, isOpen: boolean }|null>}  null: the side
 *   has not moved; `isOpen`: the game was not lost before that move
 */
export async function findWayBack(walker, side, isLate = () => false) {
  const looks = await lookBack(walker, side, isLate);
  const turning = await turningOf(walker, side, looks);
  if (turning) return { ...turning, isOpen: true };
  const open = looks.find(({ had }) => had > LOST);
  const place = open ?? looks.at(-1);
  return place ? { ply: place.ply, finding: null, isOpen: open !== undefined } : null;
}

/**
 * The side's moves, the last one first: what comes last counts most, if there is no time for all.
 * @param {import("./judge.ts").Walker} walker @param {"red"|"black"} side @param {() => boolean} isLate
 */
async function lookBack(walker, side, isLate) {
  /** @type {Look[]} */
  const looks = [];
  for (let ply = walker.moves.length - 1; ply >= 0 && !isLate(); ply--) {
    if (sideAt(walker, ply) !== side) continue;
    const before = await judgePosition(walker, ply);
    const after = await judgePosition(walker, ply + 1);
    const had = chanceOf(before.score);
    const left = chanceOf(opposite(after.score));
    looks.push({ ply, before, after, had, left });
  }
  return looks;
}

/**
 * @param {import("./judge.ts").Walker} walker @param {"red"|"black"} side @param {Look[]} looks
 * @returns {Promise<TurningPoint|null>}
 */
async function turningOf(walker, side, looks) {
  const falls = [];
  /** The best that the side has had since. */
  let since = 0;
  for (const { ply, before, after, had, left } of looks) {
    since = Math.max(since, left);
    if (had > LOST && had - left >= SUSPECT && since < had - SUSPECT)
      falls.push({ ply, before, after, fall: had - left });
    since = Math.max(since, had);
  }
  const worst = falls.toSorted((one, other) => other.fall - one.fall).slice(0, AGAIN);
  for (const { ply, before, after } of worst) {
    const { label, finding } = await judgeMove(walker, ply, before, after, side);
    if (label && finding) return { ply, finding };
  }
  return null;
}

/** Who makes a move of the game. @param {import("./judge.ts").Walker} walker @param {number} ply */
function sideAt({ Game, startFen }, ply) {
  const game = new Game(startFen, []);
  const isRed = (game.view().turn === "w") === (ply % 2 === 0);
  game.free();
  return isRed ? "red" : "black";
}
