// A game that goes from another page to the analysis: as a text in the store, taken out there once.

import { isIntegerIn } from "../core/numbers.js";
import { gameHash } from "../rules/link.js";

/** Where it lies on its way. */
export const HANDED_KEY = "chuhe:analysis";

const PAGE = "analysis.html";

/**
 * @typedef {object} Handed
 * @property {string} pgn
 * @property {number} ply        where on the main line one was
 * @property {boolean} flipped
 * @property {boolean} isRecord  as a library has it, not a game that goes on
 * @property {number|null} game   its number in the library, where it is from there
 */

const VERSION = 1;
const MAX_PLIES = 10_000;

/** @param {Handed} handed */
export const encodeHanded = ({ pgn, ply, flipped, isRecord, game }) =>
  JSON.stringify({ version: VERSION, pgn, ply, flipped, isRecord, game });

/** @param {string} text @returns {Handed|null} null where it is broken, or of another version */
export function decodeHanded(text) {
  try {
    const { version, pgn, ply, flipped, isRecord, game } = JSON.parse(text);
    const isPly = Number.isInteger(ply) && ply >= 0 && ply <= MAX_PLIES;
    if (version !== VERSION || typeof pgn !== "string" || !isPly) return null;
    const id = isIntegerIn(game, 0, 2 ** 32 - 1) ? game : null;
    return { pgn, ply, flipped: flipped === true, isRecord: isRecord === true, game: id };
  } catch {
    return null;
  }
}

/**
 * Leaves a game for the analysis and says where that is. Where nothing can be stored the address holds the moves.
 * @param {Handed} handed @param {import("../core/game-record.js").GameRecord} game the same @param {() => Storage} area
 */
export function analysisAddress(handed, game, area) {
  try {
    area().setItem(HANDED_KEY, encodeHanded(handed));
    return PAGE;
  } catch {
    return `${PAGE}${gameHash(game)}`;
  }
}
