// The transfer of a game from another page to the analysis: a text in the browser's store, which the analysis removes
// when it reads it.

import type { GameRecord } from "../core/game-record.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { gameHash } from "../rules/link.ts";

/** The key of the transfer in the browser's store. */
export const TRANSFER_KEY = "chuhe:analysis";

const PAGE = "analysis.html";
const VERSION = 1;
const MAX_PLIES = 10_000;
const MAX_GAME = 2 ** 32 - 1;

export interface TransferredGame {
  pgn: string;
  /** The place on the main line that was on the board, as a number of moves. */
  ply: number;
  flipped: boolean;
  /** True for a record, such as one from the library; false for a game that goes on. */
  isRecord: boolean;
  /** The number of the game in the library; null if the game is not from there. */
  game: number | null;
}

export const encodeTransfer = ({ pgn, ply, flipped, isRecord, game }: TransferredGame): string =>
  JSON.stringify({ version: VERSION, pgn, ply, flipped, isRecord, game });

/** Returns the game in a text; null if the text is broken or of another version. */
export function decodeTransfer(text: string): TransferredGame | null {
  try {
    const fields: Record<string, unknown> = JSON.parse(text);
    const { version, pgn, ply, flipped, isRecord, game } = fields;
    if (version !== VERSION || typeof pgn !== "string") return null;
    if (!isIntegerIn(ply, 0, MAX_PLIES)) return null;
    const id = isIntegerIn(game, 0, MAX_GAME) ? game : null;
    return { pgn, ply, flipped: flipped === true, isRecord: isRecord === true, game: id };
  } catch {
    return null;
  }
}

/**
 * Stores a game for the analysis and returns the address to go to. If nothing can be stored, the address holds the
 * moves of `record`, which is the same game.
 */
export function analysisAddress(
  transfer: TransferredGame,
  record: GameRecord,
  area: () => Storage,
): string {
  try {
    area().setItem(TRANSFER_KEY, encodeTransfer(transfer));
    return PAGE;
  } catch {
    return `${PAGE}${gameHash(record)}`;
  }
}
