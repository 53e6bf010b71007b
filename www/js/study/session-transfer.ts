// Transfers a game from another page to the analysis page. The game is stored as a text in localStorage; the analysis
// page removes the text when it reads it.

import type { GameRecord } from "../core/game-record.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { gameHash } from "../rules/link.ts";

/** The key of the transfer in localStorage. */
export const TRANSFER_KEY = "chuhe:analysis";

const PAGE = "analysis.html";
const VERSION = 1;
const MAX_PLIES = 10_000;
const MAX_GAME = 2 ** 32 - 1;

export interface TransferredGame {
  pgn: string;
  /** The ply of the main line that was on the board. */
  ply: number;
  flipped: boolean;
  /**
   * True for a finished record, such as a game of the library. False for a game in progress, which is added to the open
   * study if one main line continues the other.
   */
  isRecord: boolean;
  /** The id of the game in the library; null if the game is not from the library. */
  game: number | null;
}

export const encodeTransfer = ({ pgn, ply, flipped, isRecord, game }: TransferredGame): string =>
  JSON.stringify({ version: VERSION, pgn, ply, flipped, isRecord, game });

/** Decodes a transferred game. Returns null if the text is broken or of another version. */
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
 * Stores a game for the analysis page and returns the page's address. If the game cannot be stored, the address
 * contains the moves of `record`, which is the same game.
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
