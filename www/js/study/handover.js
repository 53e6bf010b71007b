// A game that goes from another page to the analysis: as a text in the store, taken out there once.

import { gameHash } from "../rules/link.js";

/** Where it lies on its way. */
export const HANDED_KEY = "chuhe:analysis";

const PAGE = "analysis.html";

/** @typedef {{ pgn: string, ply: number, flipped: boolean }} Handed  `ply`: where on the main line one was */

const VERSION = 1;
const MAX_PLIES = 10_000;

/** @param {Handed} handed */
export const encodeHanded = ({ pgn, ply, flipped }) =>
  JSON.stringify({ version: VERSION, pgn, ply, flipped });

/** @param {string} text @returns {Handed|null} null where it is broken, or of another version */
export function decodeHanded(text) {
  try {
    const { version, pgn, ply, flipped } = JSON.parse(text);
    const isPly = Number.isInteger(ply) && ply >= 0 && ply <= MAX_PLIES;
    if (version !== VERSION || typeof pgn !== "string" || !isPly) return null;
    return { pgn, ply, flipped: flipped === true };
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
