// What there is to say of a move, by whoever plays it: asked of the rules before it is played.

/** @typedef {import("../../pkg/chuhe.js").ToldMove} MoveFacts */

/**
 * @param {Pick<InstanceType<import("../rules/rules.ts").GameClass>, "describe">} game before the move
 * @param {string} move a legal one @returns {MoveFacts}
 */
export const moveFacts = (game, move) => /** @type {MoveFacts} */ game.describe(move).told;
