// What there is to say of a move, by whoever plays it: asked of the rules before it is played.

/** @typedef {import("../../pkg/chuhe.js").ToldMove} ToldMove */

/**
 * @param {Pick<InstanceType<import("../rules/rules.js").GameClass>, "describe">} game before the move
 * @param {string} move a legal one @returns {ToldMove}
 */
export const toldMove = (game, move) => /** @type {ToldMove} */ (game.describe(move).told);
