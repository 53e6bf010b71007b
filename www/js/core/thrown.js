// Errors of others: `catch` gives anything.

/**
 * What the rules, a reader or the engine threw, as far as it is known. `code`, `field` and `value` say what was refused; a
 * bad FEN has all its `reasons`; a bad record names the place.
 * @typedef {object} Thrown
 * @property {string} [name]
 * @property {string} [message]
 * @property {string} [code]
 * @property {string} [field]
 * @property {unknown} [value]
 * @property {Thrown[]} [reasons]
 * @property {string} [reason]
 * @property {string} [refusal]
 * @property {string} [fault]
 * @property {string} [token]
 * @property {number|null} [moveNumber]
 * @property {import("./xiangqi.js").Side|null} [side]
 * @property {import("./xiangqi.js").Side} [color]
 * @property {string} [role]
 * @property {string} [file]
 * @property {number|string} [rank]
 * @property {number|null} [line]
 */

/** @param {unknown} error @returns {Thrown} without anything known where it is no object */
export const thrown = (error) => (error !== null && typeof error === "object" ? error : {});
