// What there is to say of a move, by whoever plays it: read from the position before it.

import { NOTATIONS, sideOfPiece, splitMove, squareIndex } from "./xiangqi.js";

/** @typedef {import("./xiangqi.js").Notation} Notation */

/**
 * @typedef {object} ToldMove
 * @property {string} move
 * @property {Record<Notation, string>} texts  as each notation writes it
 * @property {import("./xiangqi.js").Side} side
 * @property {string} piece
 * @property {string|null} capture   the piece taken
 */

/** @param {Pick<InstanceType<import("../rules/rules.js").GameClass>, "placement"|"line">} game before the move @param {string} move a legal one @returns {ToldMove} */
export function toldMove(game, move) {
  const placement = game.placement();
  const [from, to] = splitMove(move);
  const [piece, target] = [placement[squareIndex(from)], placement[squareIndex(to)]];
  const texts = NOTATIONS.map((name) => [name, game.line([move], name)[0] ?? move]);
  return {
    move,
    texts: /** @type {ToldMove["texts"]} */ (Object.fromEntries(texts)),
    side: sideOfPiece(piece),
    piece,
    capture: target === "." ? null : target,
  };
}
