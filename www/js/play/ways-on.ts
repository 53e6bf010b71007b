// What a person may do after a game has ended.

import { MAX_LEVEL } from "../core/levels.ts";
import { otherSide } from "../core/xiangqi.ts";

/** @typedef {import("./state.ts").State} State */
/** @typedef {"playOn"|"new"|"look"|"analyse"|"again"|"harder"|"easier"} Way */

/** It can be asked to play on. @param {State} state */
const engineResigned = ({ game }) =>
  game.mode === "engine" && game.ended?.reason === "resignation" && game.ended.side !== game.side;

/**
 * What one may do next, and what most will want: at a chosen level the next one after a win, the one below after two
 * losses in a row.
 * @param {State} state
 * @returns {{ first: Way, rest: Way[], level: number }} `level`: of the opponent that is offered
 */
export function waysOn(state) {
  const { game, position, rating } = state;
  const { result } = position.verdict;
  // Who has better ways on finds the new game below the board.
  /** @type {Way[]} */
  const rest = [engineResigned(state) ? "playOn" : "new", "look", "analyse"];
  const { level } = game;
  if (game.record !== null) return { first: "new", rest, level };
  const isLost = result === otherSide(game.side);
  const again = { first: /** @type {Way} */ ("again"), rest, level };
  if (game.mode === "local" || game.fits || game.training || game.rated === "before") return again;
  const others = rest.map((way) => (way === "new" ? "again" : way));
  if (result === game.side && level < MAX_LEVEL)
    return { first: "harder", rest: others, level: Math.floor(level) + 1 };
  const inRow = rating.losses?.level === level ? rating.losses.times : 0;
  if (isLost && inRow >= 2 && level > 1)
    return { first: "easier", rest: others, level: Math.ceil(level) - 1 };
  return again;
}
