// Errors of others: `catch` gives anything.

/**
 * What the rules, a reader or the engine threw, as far as it is known. `code`, `field` and `value` say what was refused; a
 * bad FEN has all its `reasons`; a bad record names the place.
 * @typedef {object} ErrorDetails
 * @property {string} [name]
 * @property {string} [message]
 * @property {string} [code]
 * @property {string} [field]
 * @property {unknown} [value]
 * @property {ErrorDetails[]} [reasons]
 * @property {string} [reason]
 * @property {string} [refusal]
 * @property {string} [fault]
 * @property {string} [token]
 * @property {number|null} [moveNumber]
 * @property {import("./xiangqi.ts").Side|null} [side]
 * @property {import("./xiangqi.ts").Side} [color]
 * @property {string} [role]
 * @property {string} [file]
 * @property {number|string} [rank]
 * @property {number|null} [line]
 */

/** @param {unknown} error @returns {ErrorDetails} without anything known where it is no object */
export const errorDetails = (error) => (error !== null && typeof error === "object" ? error : {});
