// A repetition as the referee's sheet shows it: its last lap ply by ply, with the positions, and the rulings.

import { periodOf } from "../ui/repetition-diagram.ts";

/** @typedef {import("../rules/rules.ts").GameClass} GameClass */
/** @typedef {import("../../pkg/chuhe.js").CyclePly & Omit<import("../../pkg/chuhe.js").Finding, "ply">} Finding */
/** @typedef {import("../../pkg/chuhe.js").Ruling} Ruling */
/** @typedef {import("../../pkg/chuhe.js").Color} Color */
/** @typedef {import("../core/xiangqi.ts").Ruleset} Ruleset */
/** @typedef {{ startFen?: string|null, moves: string[], ruleset: Ruleset }} Line  a game up to the position in question */

/** The position after a ply. @typedef {import("../../pkg/chuhe.js").PositionView} Scene */

/**
 * @typedef {object} Case
 * @property {2|3} occurrences
 * @property {Finding[]} all      every ply that counts
 * @property {Finding[]} lap      those after which it only begins anew
 * @property {string[]} texts     the plies of the lap as moves are written
 * @property {Scene[]} scenes     after each of them
 * @property {Ruling[]} rulings   that of the game's own rules first
 */

/**
 * @param {GameClass} Game @param {Line} line @param {import("../core/xiangqi.ts").Notation} notation
 * @returns {Case|null} null when the position has not occurred before
 */
export function readCase(Game, { startFen, moves, ruleset }, notation) {
  const game = new Game(startFen ?? undefined, moves);
  const referee = game.referee();
  const written = game.notation(notation);
  game.free();
  if (!referee) return null;
  const { occurrences } = referee;
  const isOwn = (/** @type {Ruling} */ ruling) => ruling.ruleset === ruleset;
  const rulings = [...referee.rulings].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const all = referee.plies.map(({ ply, ...more }) => ({ ...ply, ...more }));
  const lap = all.slice(-periodOf(all));
  const first = lap[0].ply;
  const scenes = scenesOf(new Game(startFen ?? undefined, moves.slice(0, first)), lap);
  return { occurrences, all, lap, texts: written.slice(first), scenes, rulings };
}

/** @param {InstanceType<GameClass>} game before the lap @param {Finding[]} lap @returns {Scene[]} */
function scenesOf(game, lap) {
  const scenes = lap.map(({ move }) => {
    game.play(move);
    return game.view();
  });
  game.free();
  return scenes;
}
