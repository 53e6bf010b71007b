// A line of moves played out by the rules: what is taken, by whom, and where things have come to rest.

import { pieceAt, sideOf, splitMove, squareIndex } from "../core/xiangqi.js";

/** @typedef {import("../rules/rules.js").GameClass} GameClass */
/** @typedef {InstanceType<GameClass>} Rules */
/** @typedef {"red"|"black"} Side */

/**
 * @typedef {object} Step
 * @property {string} move
 * @property {Side} side        who moved
 * @property {string} piece     the piece that moved
 * @property {string|null} taken  the piece taken
 * @property {boolean} check    the other side is in check now
 * @property {string} placement after the move
 * @property {import("../core/xiangqi.js").Verdict} verdict
 * @property {boolean} quiet    nothing is left to be taken at a profit by whoever is to move
 */

/** What pieces are worth, in soldiers. @type {Record<string, number>} */
const VALUES = { P: 1, A: 2, B: 2, N: 4, C: 4.5, R: 9, K: 100 };

/** @param {string} piece */
export const valueOf = (piece) => VALUES[piece.toUpperCase()] ?? 0;

/**
 * Plays a line as far as the rules have it.
 * @param {GameClass} Game @param {string|null} startFen @param {string[]} before moves up to where the line begins
 * @param {string[]} line @returns {Step[]}
 */
export function playOut(Game, startFen, before, line) {
  const game = new Game(startFen, before);
  try {
    /** @type {Step[]} */
    const steps = [];
    for (const move of line) {
      if (game.refusal(move) !== undefined) break;
      steps.push(stepOf(game, move));
    }
    return steps;
  } finally {
    game.free();
  }
}

/** @param {Rules} game @param {string} move @returns {Step} */
function stepOf(game, move) {
  const before = game.view();
  game.play(move);
  const { placement, check, verdict } = game.view();
  const [piece, target] = splitMove(move).map((square) => pieceAt(before.placement, square));
  return {
    move,
    side: sideOf(before.turn),
    piece,
    taken: target === "." ? null : target,
    check: check !== null,
    placement,
    verdict,
    quiet: isQuiet(game),
  };
}

/** Whether a piece can be taken by the side to move. @param {Rules} game @param {string} square */
export function canTake(game, square) {
  for (const to of game.dests().values()) if (to.includes(square)) return true;
  return false;
}

/** No capture here gains anything, as far as one recapture goes. @param {Rules} game */
function isQuiet(game) {
  const placement = game.placement();
  for (const [from, points] of game.dests())
    for (const to of points) {
      const gain = valueOf(placement[squareIndex(to)]);
      if (gain === 0) continue;
      const cost = valueOf(placement[squareIndex(from)]);
      if (gain > cost || !isRetaken(game, from + to)) return false;
    }
  return true;
}

/** @param {Rules} game @param {string} capture */
function isRetaken(game, capture) {
  game.play(capture);
  const retaken = canTake(game, capture.slice(2));
  game.undo();
  return retaken;
}
